// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/windows/PoolDivision.h"
#include "support/Checked.h"

#include <algorithm>

namespace hexloom {

static constexpr int kPixelLanes = 16, kVectorPixels = 4; // halfwords of a pixel in a vector, pixels of a vector
static constexpr size_t kMostSizes = 64;                  // of windows, in one dimension

static int extent(int Index, int Stride, int Pad, int Kernel, int In) {
  const int Begin = Index * Stride - Pad;
  return std::min(Begin + Kernel, In) - std::max(Begin, 0);
}
int rowsOf(const WindowShape &S, int Y) {
  return extent(Y, S.StrideH, S.PadTop, S.KernelH, S.In.H);
}
int columnsOf(const WindowShape &S, int X) {
  return extent(X, S.StrideW, S.PadLeft, S.KernelW, S.In.W);
}

std::set<int> countsOf(const WindowShape &S) {
  std::set<int> Rows, Columns, Counts;
  for (int Y = 0; Y < S.Out.H; ++Y)
    Rows.insert(rowsOf(S, Y));
  for (int X = 0; X < S.Out.W; ++X)
    Columns.insert(columnsOf(S, X));
  if (Rows.size() > kMostSizes || Columns.size() > kMostSizes)
    throw Overflow("the windows have too many sizes");
  for (int R : Rows)
    for (int C : Columns)
      Counts.insert(R * C);
  return Counts;
}

bool hasHalves(DType Type, const std::vector<int> &Counts) {
  return Type == DType::Int8 && std::any_of(Counts.begin(), Counts.end(), [](int C) { return C % 2 == 0; });
}

int64_t Division::reciprocal(int Count) const {
  const int64_t Power = int64_t(1) << (16 + Shift - Prescale);
  return (Power + Count - 1) / Count;
}

bool Division::exactFor(int Count) const {
  const int64_t Largest = 255 * int64_t(Count) + Count / 2, R = reciprocal(Count);
  if (R > 65535 || Largest << Prescale > 65535)
    return false;
  for (int64_t N = 0; N <= Largest; ++N)
    if ((N << Prescale) * R >> (16 + Shift) != N / Count)
      return false;
  return true;
}

std::optional<Division> findDivision(const std::set<int> &Counts) {
  constexpr int kMostCount = 257; // 255 times that is a halfword
  if (!Counts.empty() && *Counts.rbegin() > kMostCount)
    return std::nullopt;
  for (int Prescale = 0; Prescale < 8; ++Prescale)
    for (int Shift = 0; Shift < 16; ++Shift) {
      const Division D{Prescale, Shift};
      if (std::all_of(Counts.begin(), Counts.end(), [&](int C) { return D.exactFor(C); }))
        return D;
    }
  return std::nullopt;
}

std::vector<int> countsOfFour(const WindowShape &S, int Rows, int FirstX) {
  std::vector<int> Counts;
  for (int Pixel = 0; Pixel < kVectorPixels; ++Pixel)
    Counts.push_back(Rows * columnsOf(S, std::min(FirstX + Pixel, S.Out.W - 1)));
  return Counts;
}

void addDivisor(const Division &D, const std::vector<int> &Counts, std::vector<uint16_t> &Table) {
  const auto AddLanes = [&](auto Value) {
    for (int Count : Counts)
      Table.insert(Table.end(), kPixelLanes, static_cast<uint16_t>(Value(Count)));
  };
  AddLanes([&](int Count) { return D.reciprocal(Count); });
  AddLanes([](int Count) { return Count / 2; });
  AddLanes([](int Count) { return 128 * Count; });
  AddLanes([](int Count) { return Count % 2 == 0; });
}

} // namespace hexloom

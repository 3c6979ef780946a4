// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A box's loops walk along dimensions; an address is affine in them as long as no digit of a layout is carried into the next. So
// a loop that crosses the borders of blocks is split until none does.
#include "plans/movement/BoxCopies.h"
#include "support/Error.h"

#include <algorithm>
#include <cstdlib>

namespace hexloom {

namespace {

/// A box whose axes are the groups of the layouts: joined indices.
using Nest = Box;
constexpr BoxEnd kEnds[] = {BoxEnd::In, BoxEnd::Out};

class Lowering {
public:
  Lowering(const LayoutMap &In, const LayoutMap &Out, int64_t Width, size_t Most)
      : Maps{&In, &Out}, Width(Width), Most(Most) {}
  bool lower(const Nest &N);
  Nest nestOf(const Box &B) const;
  std::vector<StridedCopy> Copies;

private:
  const LayoutMap *Maps[2];
  int64_t Width;
  size_t Most;

  void emit(const Nest &N);
};

/// The joined indices of a box's elements.
IndexMap joinedIndices(const LayoutMap &Map, const IndexMap &Elements) {
  const std::optional<IndexMap> Joined = Map.joins().after(Elements);
  HEXLOOM_CHECK(Joined, "a box leaves its tensor");
  return *Joined;
}

Nest Lowering::nestOf(const Box &B) const {
  Nest N;
  for (const Box::Loop &L : B.Loops)
    N.Loops.push_back({L.Size, {}, {}});
  for (BoxEnd End : kEnds) {
    const bool IsIn = End == BoxEnd::In;
    std::vector<int64_t> &First = IsIn ? N.InFirst : N.OutFirst;
    const IndexMap Joined = joinedIndices(*Maps[!IsIn], IsIn ? B.in() : B.out());
    for (const IndexMap::Sum &Index : Joined.outputs()) {
      for (const IndexMap::Term &T : Index.Terms)
        (IsIn ? N.Loops[T.Dim].In : N.Loops[T.Dim].Out) = {static_cast<int>(First.size()), T.Coefficient};
      First.push_back(Index.Constant);
    }
  }
  joinLoops(N);
  return N;
}

void Lowering::emit(const Nest &N) {
  StridedCopy C;
  C.Run = Width;
  const auto Stride = [&](const Box::Side &S, const LayoutMap &Map) { return S.Axis < 0 ? 0 : Width * Map.stride(S.Axis, S.Step); };
  const auto Offset = [&](const std::vector<int64_t> &First, const LayoutMap &Map) {
    int64_t Bytes = Width * Map.origin();
    for (size_t G = 0; G < First.size(); ++G)
      Bytes += Width * Map.stride(G, First[G]);
    return Bytes;
  };
  C.InOffset = Offset(N.InFirst, *Maps[0]);
  C.OutOffset = Offset(N.OutFirst, *Maps[1]);
  for (const Box::Loop &L : N.Loops)
    C.Loops.push_back({L.Size, Stride(L.In, *Maps[0]), Stride(L.Out, *Maps[1])});
  std::stable_sort(C.Loops.begin(), C.Loops.end(), [](const StridedCopy::Loop &A, const StridedCopy::Loop &B) {
    return std::abs(A.Out) > std::abs(B.Out);
  });
  C.simplify();
  Copies.push_back(std::move(C));
}

/// False: too many copies.
bool Lowering::lower(const Nest &N) {
  for (BoxEnd End : kEnds) {
    const LayoutMap &Map = *Maps[End == BoxEnd::Out];
    for (size_t G = 0; G < Map.groups().size(); ++G)
      for (int64_t Border : Map.bordersOf(G))
        if (const std::vector<Box> Parts = splitAtBorder(N, End, static_cast<int>(G), Border); !Parts.empty())
          return std::all_of(Parts.begin(), Parts.end(), [&](const Box &Part) { return lower(Part); });
  }
  emit(N);
  return Copies.size() <= Most && Copies.back().Loops.size() <= kCopyLoops;
}

} // namespace

std::optional<std::vector<StridedCopy>> copiesOf(const Box &B, const LayoutMap &In, const LayoutMap &Out, int64_t Width,
                                                 size_t Most) {
  if (std::any_of(B.Loops.begin(), B.Loops.end(), [](const Box::Loop &L) { return L.Size == 0; }))
    return std::vector<StridedCopy>();
  if (In.isRowMajor() && Out.isRowMajor())
    return std::vector<StridedCopy>{rowMajorCopy(B, In.joins().sizes(), Out.joins().sizes(), Width)};
  Lowering L(In, Out, Width, Most);
  if (!L.lower(L.nestOf(B)))
    return std::nullopt;
  return std::move(L.Copies);
}

Box wholeBox(const Shape &Dims) {
  Box B;
  B.InFirst.assign(Dims.size(), 0);
  B.OutFirst = B.InFirst;
  for (int I = 0; I < static_cast<int>(Dims.size()); ++I)
    B.Loops.push_back({Dims[I], {I, 1}, {I, 1}});
  return B;
}

std::optional<std::vector<StridedCopy>> conversionCopies(const Tensor &T, Layout From, Layout To) {
  return copiesOf(wholeBox(T.Dims), LayoutMap(From, T.Dims), LayoutMap(To, T.Dims), bytesOf(T.Type), kMostBlockedCopies);
}

bool areInPlace(const std::vector<StridedCopy> &Copies) {
  return std::all_of(Copies.begin(), Copies.end(), [](const StridedCopy &C) {
    return C.InOffset == C.OutOffset &&
           std::all_of(C.Loops.begin(), C.Loops.end(), [](const StridedCopy::Loop &L) { return L.In == L.Out; });
  });
}

bool coincide(const Shape &Dims, Layout A, Layout B) {
  const auto Copies = copiesOf(wholeBox(Dims), LayoutMap(A, Dims), LayoutMap(B, Dims), 1, kMostBlockedCopies);
  return Copies && areInPlace(*Copies);
}

} // namespace hexloom

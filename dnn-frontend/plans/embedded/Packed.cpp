// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/embedded/Packed.h"
#include "support/Checked.h"

#include <algorithm>

namespace hexloom {

std::optional<int64_t> TensorView::placeOf(const std::vector<int64_t> &Index) const {
  std::vector<int64_t> At(Dims.size());
  for (size_t D = 0; D < Of.size(); ++D) {
    const int64_t I = Index[D] - Of[D].First;
    if (I < 0 || I >= Of[D].Size)
      return std::nullopt;
    At[static_cast<size_t>(Of[D].Axis)] += I * Of[D].Step;
  }
  int64_t Place = 0;
  for (size_t A = 0; A < Dims.size(); ++A)
    Place = Place * Dims[A] + At[A];
  return Place;
}

int64_t PackedTensor::stride(size_t Digit) const {
  int64_t Places = 1;
  for (size_t I = Digit == Digits.size() ? 0 : Digit + 1; I < Digits.size(); ++I)
    Places = checkedMul(Places, Digits[I].Count);
  return Places;
}

namespace {

/// The values of some digits that are taken together.
using Ranges = std::vector<std::pair<int64_t, int64_t>>;

/// The values of digits of one dimension, the furthest apart first, whose sum lies in [Low, High), as boxes.
void clip(const std::vector<PackedDigit> &Digits, int64_t Low, int64_t High, Ranges &Now, std::vector<Ranges> &All) {
  const size_t At = Now.size();
  int64_t Most = 0;
  for (size_t I = At; I < Digits.size(); ++I)
    Most += (Digits[I].Count - 1) * Digits[I].Step;
  if (Low <= 0 && Most < High) {
    All.push_back(Now);
    for (size_t I = At; I < Digits.size(); ++I)
      All.back().emplace_back(0, Digits[I].Count);
    return;
  }
  if (At == Digits.size() || Most < Low || High <= 0)
    return;
  const PackedDigit &D = Digits[At];
  const int64_t Rest = Most - (D.Count - 1) * D.Step;
  const auto IsWhole = [&](int64_t V) { return V * D.Step >= Low && V * D.Step + Rest < High; };
  for (int64_t V = 0; V < D.Count;) {
    int64_t End = V + 1;
    while (IsWhole(V) && End < D.Count && IsWhole(End))
      ++End;
    Now.emplace_back(V, End);
    if (IsWhole(V)) {
      All.push_back(Now);
      for (size_t I = At + 1; I < Digits.size(); ++I)
        All.back().emplace_back(0, Digits[I].Count);
    } else {
      clip(Digits, Low - V * D.Step, High - V * D.Step, Now, All);
    }
    Now.pop_back();
    V = End;
  }
}

} // namespace

bool PackedTensor::isFull(const TensorView &V) const {
  for (size_t Dim = 0; Dim < V.Of.size(); ++Dim) {
    int64_t Most = 0;
    for (const PackedDigit &D : Digits)
      Most += D.Dim == Dim ? (D.Count - 1) * D.Step : 0;
    const int64_t Least = Origin[Dim] - V.Of[Dim].First;
    if (Least < 0 || Least + Most >= V.Of[Dim].Size)
      return false;
  }
  return true;
}

std::optional<std::vector<Box>> PackedTensor::boxes(const TensorView &V, BoxEnd End, size_t Most) const {
  std::vector<Ranges> Whole = {Ranges(Digits.size())};
  for (size_t I = 0; I < Digits.size(); ++I)
    Whole[0][I] = {0, Digits[I].Count};
  for (size_t Dim = 0; Dim < V.Of.size(); ++Dim) {
    std::vector<size_t> Mine;
    for (size_t I = 0; I < Digits.size(); ++I)
      if (Digits[I].Dim == Dim && Digits[I].Step > 0)
        Mine.push_back(I);
    std::stable_sort(Mine.begin(), Mine.end(), [&](size_t A, size_t B) { return Digits[A].Step > Digits[B].Step; });
    std::vector<PackedDigit> Its;
    for (size_t I : Mine)
      Its.push_back(Digits[I]);
    const int64_t First = V.Of[Dim].First - Origin[Dim];
    std::vector<Ranges> Parts, Next;
    Ranges Now;
    clip(Its, First, First + V.Of[Dim].Size, Now, Parts);
    if (Parts.size() * Whole.size() > Most)
      return std::nullopt;
    for (const Ranges &Outer : Whole)
      for (const Ranges &Part : Parts) {
        Next.push_back(Outer);
        for (size_t I = 0; I < Mine.size(); ++I)
          Next.back()[Mine[I]] = Part[I];
      }
    Whole = std::move(Next);
  }
  std::vector<Box> All;
  for (const Ranges &Each : Whole) {
    Box B;
    std::vector<int64_t> Packed, Tensor(V.Dims.size());
    for (size_t Dim = 0; Dim < V.Of.size(); ++Dim)
      Tensor[static_cast<size_t>(V.Of[Dim].Axis)] += (Origin[Dim] - V.Of[Dim].First) * V.Of[Dim].Step;
    for (size_t I = 0; I < Digits.size(); ++I) {
      const ViewDim &To = V.Of[Digits[I].Dim];
      const Box::Side Mine = {static_cast<int>(I), 1}, Its = {Digits[I].Step ? To.Axis : -1, Digits[I].Step * To.Step};
      Packed.push_back(Each[I].first);
      Tensor[static_cast<size_t>(To.Axis)] += Each[I].first * Digits[I].Step * To.Step;
      const bool IsIn = End == BoxEnd::In;
      B.Loops.push_back({Each[I].second - Each[I].first, IsIn ? Mine : Its, IsIn ? Its : Mine});
    }
    B.InFirst = End == BoxEnd::In ? Packed : Tensor;
    B.OutFirst = End == BoxEnd::In ? Tensor : Packed;
    All.push_back(std::move(B));
  }
  return All;
}

std::optional<std::vector<PackedDigit>> digitsOf(const std::vector<std::vector<int64_t>> &Indices) {
  std::vector<PackedDigit> Digits; // innermost first
  std::vector<std::vector<int64_t>> Left = Indices;
  while (Left.size() > 1) {
    PackedDigit D{2, 0, 0};
    for (size_t Dim = 0; Dim < Left[0].size(); ++Dim)
      if (const int64_t Step = Left[1][Dim] - Left[0][Dim]) {
        if (D.Step || Step < 0)
          return std::nullopt;
        D.Dim = Dim, D.Step = Step;
      }
    const auto Goes = [&](size_t From, size_t To) { // by one of the digit's steps
      for (size_t Dim = 0; Dim < Left[0].size(); ++Dim)
        if (Left[To][Dim] - Left[From][Dim] != (Dim == D.Dim ? D.Step : 0))
          return false;
      return true;
    };
    auto Count = static_cast<size_t>(D.Count);
    while (Count < Left.size() && Goes(Count - 1, Count))
      ++Count;
    while (Left.size() % Count)
      --Count;
    if (Count < 2)
      return std::nullopt;
    std::vector<std::vector<int64_t>> Firsts;
    for (size_t I = 0; I < Left.size(); ++I) {
      if (I % Count == 0)
        Firsts.push_back(Left[I]);
      else if (!Goes(I - 1, I))
        return std::nullopt;
    }
    D.Count = static_cast<int64_t>(Count);
    Digits.push_back(D);
    Left = std::move(Firsts);
  }
  std::reverse(Digits.begin(), Digits.end());
  return Digits;
}

} // namespace hexloom

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MOVE: movements that became one. Attr::Boxes is a list of numbers. A piece is: the input's number; the indices of the first element
// in the input, then in the output; the number of loops; for each its turns, axis and step in the input, axis and step in the output.
// Axis -1: the loop does not move there.
#include "ir/Box.h"

#include <algorithm>

namespace hexloom {

std::vector<int64_t> boxesAttribute(const std::vector<BoxMovement::Piece> &Pieces) {
  std::vector<int64_t> Numbers;
  for (const BoxMovement::Piece &P : Pieces) {
    Numbers.push_back(static_cast<int64_t>(P.Input));
    for (const std::vector<int64_t> *First : {&P.Box.InFirst, &P.Box.OutFirst})
      Numbers.insert(Numbers.end(), First->begin(), First->end());
    Numbers.push_back(static_cast<int64_t>(P.Box.Loops.size()));
    const auto StepOf = [](const Box::Side &S) { return S.Axis < 0 ? 0 : S.Step; };
    for (const Box::Loop &L : P.Box.Loops)
      Numbers.insert(Numbers.end(), {L.Size, L.In.Axis, StepOf(L.In), L.Out.Axis, StepOf(L.Out)});
  }
  return Numbers;
}

namespace {

/// Reads the numbers one by one; what is not there is out of all bounds.
class Reader {
public:
  explicit Reader(const std::vector<int64_t> &Numbers) : Numbers(Numbers) {}
  bool atEnd() const { return Next == Numbers.size(); }
  /// Whether the next number is from Least to below End; then it becomes Value.
  template <typename T> bool read(int64_t Least, int64_t End, T &Value) {
    if (atEnd() || Numbers[Next] < Least || Numbers[Next] >= End)
      return false;
    Value = static_cast<T>(Numbers[Next++]);
    return true;
  }
  bool first(const Shape &Dims, std::vector<int64_t> &First) {
    First.resize(Dims.size());
    return std::equal(First.begin(), First.end(), Dims.begin(), [&](int64_t &Index, int32_t Size) { return read(0, Size, Index); });
  }
  bool side(const Shape &Dims, Box::Side &S) {
    const auto Rank = static_cast<int64_t>(Dims.size());
    return read(-1, Rank, S.Axis) && (S.Axis < 0 ? read(0, 1, S.Step) : read(-Dims[S.Axis], int64_t(Dims[S.Axis]) + 1, S.Step));
  }

private:
  const std::vector<int64_t> &Numbers;
  size_t Next = 0;
};

constexpr int64_t kMostLoops = 64;

/// Whether the box stays within its tensor at that end.
bool staysWithin(const Box &B, BoxEnd End, const Shape &Dims) {
  std::vector<int64_t> Least = firstOf(B, End), Greatest = Least;
  for (const Box::Loop &L : B.Loops)
    if (const Box::Side &S = sideOf(L, End); S.Axis >= 0)
      (S.Step < 0 ? Least : Greatest)[S.Axis] += (L.Size - 1) * S.Step; // each factor is less than 2^32
  const auto Is = [&](size_t I) { return Least[I] >= 0 && Greatest[I] < Dims[I]; };
  for (size_t I = 0; I < Dims.size(); ++I)
    if (!Is(I))
      return false;
  return true;
}

/// Whether the turns of a box write an element each, by the digits of each axis.
bool writesOnce(const Box &B) {
  std::vector<Box::Loop> Loops = B.Loops;
  std::sort(Loops.begin(), Loops.end(), [](const Box::Loop &A, const Box::Loop &C) { return std::abs(A.Out.Step) < std::abs(C.Out.Step); });
  std::vector<int64_t> Spans(B.OutFirst.size(), 0);
  for (const Box::Loop &L : Loops) {
    if (L.Size == 1)
      continue;
    if (L.Out.Axis < 0 || std::abs(L.Out.Step) <= Spans[L.Out.Axis])
      return false;
    Spans[L.Out.Axis] += (L.Size - 1) * std::abs(L.Out.Step);
  }
  return true;
}

/// The first and the last index that a box writes along an axis.
std::pair<int64_t, int64_t> rangeOf(const Box &B, int Axis) {
  std::pair<int64_t, int64_t> Range = {B.OutFirst[Axis], B.OutFirst[Axis]};
  for (const Box::Loop &L : B.Loops)
    if (L.Out.Axis == Axis)
      (L.Out.Step < 0 ? Range.first : Range.second) += (L.Size - 1) * L.Out.Step;
  return Range;
}

bool haveRangesApart(const Box &A, const Box &B) {
  for (int Axis = 0; Axis < static_cast<int>(A.OutFirst.size()); ++Axis)
    if (rangeOf(A, Axis).second < rangeOf(B, Axis).first || rangeOf(B, Axis).second < rangeOf(A, Axis).first)
      return true;
  return false;
}

constexpr size_t kMostPieces = 256;

} // namespace

bool areApart(const std::vector<BoxMovement::Piece> &Pieces) {
  for (size_t I = 0; I < Pieces.size(); ++I) {
    if (I == kMostPieces || !writesOnce(Pieces[I].Box))
      return false;
    for (size_t K = 0; K < I; ++K)
      if (!haveRangesApart(Pieces[I].Box, Pieces[K].Box))
        return false;
  }
  return true;
}

std::optional<std::vector<BoxMovement::Piece>> piecesOfAttribute(const Graph &G, const Op &O) {
  Reader From(O.ints(Attr::Boxes));
  const Shape &Out = G.out(O, 0).Dims;
  std::vector<BoxMovement::Piece> Pieces;
  while (!From.atEnd()) {
    BoxMovement::Piece P{0, 0, {}};
    size_t Loops = 0;
    if (!From.read(0, static_cast<int64_t>(O.Inputs.size()), P.Input))
      return std::nullopt;
    const Shape &In = G.in(O, P.Input).Dims;
    if (!From.first(In, P.Box.InFirst) || !From.first(Out, P.Box.OutFirst) || !From.read(0, kMostLoops, Loops))
      return std::nullopt;
    for (; Loops > 0; --Loops) {
      Box::Loop L{};
      if (!From.read(1, int64_t(INT32_MAX) + 1, L.Size) || !From.side(In, L.In) || !From.side(Out, L.Out))
        return std::nullopt;
      P.Box.Loops.push_back(L);
    }
    if (!staysWithin(P.Box, BoxEnd::In, In) || !staysWithin(P.Box, BoxEnd::Out, Out))
      return std::nullopt;
    Pieces.push_back(std::move(P));
  }
  return Pieces;
}

} // namespace hexloom

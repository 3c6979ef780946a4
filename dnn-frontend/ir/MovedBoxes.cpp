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

/// Whether a box's indices in a tensor of that shape are some of it.
bool areWithin(const IndexMap &Indices, const Shape &Dims) {
  for (size_t Axis = 0; Axis < Dims.size(); ++Axis)
    if (const IndexMap::Interval Range = Indices.bounds(Axis); Range.Least < 0 || Range.Greatest >= Dims[Axis])
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

bool haveBoundsApart(const IndexMap &A, const IndexMap &B) {
  for (size_t Axis = 0; Axis < A.outputs().size(); ++Axis)
    if (const IndexMap::Interval Of[] = {A.bounds(Axis), B.bounds(Axis)}; Of[0].Greatest < Of[1].Least || Of[1].Greatest < Of[0].Least)
      return true;
  return false;
}

constexpr size_t kMostPieces = 256;

} // namespace

bool areApart(const std::vector<BoxMovement::Piece> &Pieces) {
  std::vector<IndexMap> Written;
  for (const BoxMovement::Piece &P : Pieces) {
    if (Written.size() == kMostPieces || !writesOnce(P.Box))
      return false;
    Written.push_back(P.Box.out());
    if (!std::all_of(Written.begin(), Written.end() - 1, [&](const IndexMap &Other) { return haveBoundsApart(Written.back(), Other); }))
      return false;
  }
  return true;
}

int64_t elementsOf(const std::vector<BoxMovement::Piece> &Pieces) {
  int64_t All = 0;
  for (const BoxMovement::Piece &P : Pieces)
    All += P.Box.elements();
  return All;
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
    if (!areWithin(P.Box.in(), In) || !areWithin(P.Box.out(), Out))
      return std::nullopt;
    Pieces.push_back(std::move(P));
  }
  return Pieces;
}

} // namespace hexloom

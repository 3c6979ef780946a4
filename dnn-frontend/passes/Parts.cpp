// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/Parts.h"
#include "ir/Box.h"

#include <algorithm>
#include <utility>

namespace hexloom {

/// The piece, counted in elements, if these lie one behind the other in both tensors and stay as they are.
static std::optional<StridedCopy> runOf(const Graph &G, const Op &O, const BoxMovement::Piece &P) {
  if (rescales(G, O, P.Input) || G.in(O, P.Input).elements() == 0 || G.out(O, P.Output).elements() == 0)
    return std::nullopt;
  const StridedCopy C = rowMajorCopy(G, O, P, 1);
  return C.Loops.empty() ? std::optional(C) : std::nullopt;
}

Parts::Parts(const Graph &G, Budget &Purse) : G(G), Cut(G.Tensors.size(), {kNoTensor, 0}) {
  for (const Op &O : G.Ops)
    add(O, Purse);
}

/// What an operator moves to an output without a gap is a part of its input.
void Parts::add(const Op &O, Budget &Purse) {
  if (isView(O.Kind))
    Cut[O.Outputs[0]] = {O.Inputs[0], 0};
  const std::optional<BoxMovement> M = isView(O.Kind) ? std::nullopt : boxesOf(G, O);
  if (!M)
    return;
  constexpr int64_t kStepsPerPiece = 500;
  Purse.work(kStepsPerPiece * static_cast<int64_t>(M->Pieces.size()));
  for (const BoxMovement::Piece &P : M->Pieces)
    if (const std::optional<StridedCopy> C = runOf(G, O, P); C && C->Run == G.out(O, P.Output).elements())
      Cut[O.Outputs[P.Output]] = {O.Inputs[P.Input], C->InOffset};
}

/// What T is a part of: first itself, then the tensors that it was cut from, outwards.
std::vector<Parts::Part> Parts::wholesOf(TensorId T) const {
  constexpr size_t kMost = 8; // parts of parts are looked through, not a chain as long as a graph
  std::vector<Part> Result = {{T, 0}};
  while (Result.size() < kMost && Cut[Result.back().Whole].Whole != kNoTensor) {
    const Part &From = Cut[Result.back().Whole];
    Result.push_back({From.Whole, Result.back().Offset + From.Offset});
  }
  return Result;
}

std::optional<TensorId> Parts::wholeOfAll(const std::vector<TensorId> &Tensors) const {
  const int64_t Size = G.Tensors[Tensors.at(0)].elements(), All = Size * static_cast<int64_t>(Tensors.size());
  const auto IsPart = [&](size_t I, TensorId Whole) {
    const std::vector<Part> Wholes = wholesOf(Tensors[I]);
    return std::any_of(Wholes.begin(), Wholes.end(),
                       [&](const Part &P) { return P.Whole == Whole && P.Offset == static_cast<int64_t>(I) * Size; });
  };
  for (const Part &First : wholesOf(Tensors[0])) {
    if (First.Offset != 0 || G.Tensors[First.Whole].elements() != All)
      continue;
    size_t I = 1;
    while (I < Tensors.size() && IsPart(I, First.Whole))
      ++I;
    if (I == Tensors.size())
      return First.Whole;
  }
  return std::nullopt;
}

bool joinsInOrder(const Graph &G, const Op &O) {
  const std::optional<BoxMovement> M = O.Inputs.size() > 1 ? boxesOf(G, O) : std::nullopt;
  int64_t End = 0;
  const auto IsNext = [&](const BoxMovement::Piece &P) {
    const std::optional<StridedCopy> C = runOf(G, O, P);
    return C && C->OutOffset == std::exchange(End, End + C->Run);
  };
  return M && std::all_of(M->Pieces.begin(), M->Pieces.end(), IsNext);
}

} // namespace hexloom

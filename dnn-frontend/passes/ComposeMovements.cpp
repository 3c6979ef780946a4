// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// compose-movements: a chain of movements that take each element to one place (TRANSPOSE, SPACE_TO_DEPTH, DEPTH_TO_SPACE) and of RESHAPEs
// becomes one TRANSPOSE between RESHAPEs, or a RESHAPE if nothing moves. Where others read what is between, the end of the chain reads its
// beginning if that costs less.
//
//   %1: i8[1x116x7x7] = TRANSPOSE(%0) {perm=[0, 3, 1, 2]}       // %0 is i8[1x7x7x116]
//   %2: i8[1x2x58x49] = RESHAPE(%1)                             %1: i8[49x2x58] = RESHAPE(%0)
//   %3: i8[1x58x2x49] = TRANSPOSE(%2) {perm=[0, 2, 1, 3]}  ->   %2: i8[49x58x2] = TRANSPOSE(%1) {perm=[0, 2, 1]}
//   %4: i8[1x116x7x7] = RESHAPE(%3)                             %5: i8[1x7x7x116] = RESHAPE(%2)
//   %5: i8[1x7x7x116] = TRANSPOSE(%4) {perm=[0, 2, 3, 1]}
//
// Every element keeps its bytes; its place follows from the strides of the chain's input. A movement that moves nothing becomes a
// RESHAPE as well. A chain stays if its shapes do not divide one another, or if one copy costs more than its movements.
// Requires: row-major tensors. Changes: operators and tensors of the chain; eliminate-dead-code drops what is left over.
#include "ir/Box.h"
#include "passes/ElementOrder.h"
#include "passes/Passes.h"
#include "passes/Uses.h"

#include <algorithm>

namespace hexloom {

namespace {

constexpr size_t kMostShared = 32; // of a chain through what others read

class Composer {
public:
  Composer(Graph &G, Budget &Purse) : G(G), Purse(Purse), U(G) {
    for (const Op &O : G.Ops)
      Moves.push_back(orderOf(G, O, Purse));
  }
  int64_t run();

private:
  /// What a chain gives, of its first input.
  struct Composition {
    TensorId From;
    ElementOrder Order;
  };
  Graph &G;
  Budget &Purse;
  const Uses U;
  std::vector<std::optional<ElementOrder>> Moves; ///< by operator
  std::vector<Op> New;
  int64_t Count = 0;

  std::vector<size_t> chainTo(size_t Last, bool Alone) const;
  bool goesOn(size_t I) const;
  std::optional<ElementOrder> composed(const std::vector<size_t> &Chain) const;
  double costOfMoves(const std::vector<size_t> &Chain) const;
  std::optional<Composition> compositionTo(size_t Last) const;
  void replace(size_t Last, const Composition &By);
};

/// Whether the operator's only reader is part of its chain.
bool Composer::goesOn(size_t I) const {
  const TensorId Out = G.Ops[I].Outputs[0];
  return U.readers(Out) == 1 && !isGraphOutput(G, Out);
}

/// The operators of the chain that ends with `Last`, in the order of execution. Alone: nobody else reads what is between.
std::vector<size_t> Composer::chainTo(size_t Last, bool Alone) const {
  std::vector<size_t> Chain = {Last};
  const hexloom::Quant &Quant = G.out(G.Ops[Last], 0).Quant;
  for (int I = U.producer(G.Ops[Last].Inputs[0]);
       I >= 0 && Moves[I] && (Alone ? goesOn(static_cast<size_t>(I)) : Chain.size() < kMostShared) && G.out(G.Ops[I], 0).Quant == Quant;
       I = U.producer(G.Ops[I].Inputs[0]))
    Chain.push_back(static_cast<size_t>(I));
  std::reverse(Chain.begin(), Chain.end());
  return Chain;
}

/// Where the elements of the chain's result come from; nothing: one TRANSPOSE does not say it.
std::optional<ElementOrder> Composer::composed(const std::vector<size_t> &Chain) const {
  const Tensor &In = G.in(G.Ops[Chain[0]], 0), &Out = G.out(G.Ops[Chain.back()], 0);
  if (In.elements() == 0 || In.Quant.perChannel() || !(In.Quant == Out.Quant))
    return std::nullopt;
  ElementOrder All = rowMajorOrder(In.Dims);
  for (size_t I : Chain) {
    std::optional<ElementOrder> Next = hexloom::composed(*Moves[I], All);
    if (!Next)
      return std::nullopt;
    All = std::move(*Next);
  }
  All = joined(All);
  return isTranspose(All) ? std::optional(All) : std::nullopt;
}

/// The cycles of the chain's movements as they are, one after the other.
double Composer::costOfMoves(const std::vector<size_t> &Chain) const {
  double Cycles = 0;
  for (size_t I : Chain)
    Cycles += copyCycles(*Moves[I], bytesOf(G.in(G.Ops[I], 0).Type));
  return Cycles;
}

/// What the chains that end with `Last` are together, if that costs less; none of them has other movements than views alone.
std::optional<Composer::Composition> Composer::compositionTo(size_t Last) const {
  const std::vector<size_t> Own = chainTo(Last, true), All = chainTo(Last, false);
  const auto Moving = [&](const std::vector<size_t> &Chain) {
    return std::count_if(Chain.begin(), Chain.end(), [&](size_t C) { return !isView(G.Ops[C].Kind); });
  };
  const double Now = costOfMoves(Own);
  const auto Cycles = [&](const ElementOrder &Order) { return copyCycles(Order, bytesOf(G.out(G.Ops[Last], 0).Type)); };
  std::optional<ElementOrder> Result = Moving(Own) > 0 ? composed(Own) : std::nullopt;
  if (Result && !movesNothing(*Result) && (Moving(Own) == 1 || Cycles(*Result) > Now)) // one that copies stays as it is
    Result.reset();
  const double Least = Result ? Cycles(*Result) : Now;
  if (std::optional<ElementOrder> Longer = All.size() > Own.size() ? composed(All) : std::nullopt; Longer && Cycles(*Longer) < Least)
    return Composition{G.Ops[All[0]].Inputs[0], std::move(*Longer)};
  return Result ? std::optional<Composition>({G.Ops[Own[0]].Inputs[0], std::move(*Result)}) : std::nullopt;
}

void Composer::replace(size_t Last, const Composition &By) {
  const Op Old = G.Ops[Last];
  appendCopy(G, New, By.From, By.Order, Old.Outputs[0], Old, Purse);
  ++Count;
}

int64_t Composer::run() {
  std::vector<bool> InChain(G.Ops.size(), false);
  for (size_t I = 0; I < G.Ops.size(); ++I) // those that chains go through
    if (Moves[I] && U.producer(G.Ops[I].Inputs[0]) >= 0)
      if (const auto P = static_cast<size_t>(U.producer(G.Ops[I].Inputs[0])); Moves[P] && goesOn(P))
        InChain[P] = true;
  std::vector<bool> Gone(G.Ops.size(), false);
  std::vector<std::optional<Composition>> Results(G.Ops.size());
  for (size_t I = 0; I < G.Ops.size(); ++I)
    if (Moves[I] && !InChain[I])
      if (std::optional<Composition> Found = compositionTo(I)) {
        for (size_t C : chainTo(I, true))
          Gone[C] = true;
        Results[I] = std::move(Found);
      }
  for (size_t I = 0; I < G.Ops.size(); ++I)
    if (Results[I])
      replace(I, *Results[I]);
    else if (!Gone[I])
      New.push_back(G.Ops[I]);
  if (Count > 0)
    G.Ops = std::move(New);
  return Count;
}

} // namespace

int64_t composeMovements(Graph &G, Budget &Purse) { return Composer(G, Purse).run(); }

} // namespace hexloom

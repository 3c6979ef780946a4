// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// compose-movements: a chain of movements that take each element to one place (TRANSPOSE, SPACE_TO_DEPTH, DEPTH_TO_SPACE) and of RESHAPEs,
// of which nobody else reads what is between, becomes one TRANSPOSE between RESHAPEs, or a RESHAPE if nothing moves.
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
#include "passes/Passes.h"
#include "passes/Uses.h"
#include "plans/movement/Copy.h"
#include "support/Budget.h"

#include <algorithm>
#include <numeric>

namespace hexloom {

namespace {

constexpr size_t kMostDims = 6; // of a TRANSPOSE

/// A part of a dimension: its elements lie `Stride` elements apart in the chain's input.
struct Part {
  int64_t Size, Stride;
};
using Parts = std::vector<Part>;

/// The parts of each dimension; some may be divided. Nothing: a dimension begins or ends within a part that it does not divide.
std::optional<std::vector<Parts>> partsOf(const Shape &Dims, Parts All) {
  std::vector<Parts> Groups;
  size_t Next = 0;
  for (int64_t Left : Dims) {
    Groups.emplace_back();
    while (Left > 1) {
      if (Next == All.size())
        return std::nullopt;
      Part &P = All[Next];
      const int64_t Size = std::min(P.Size, Left);
      if (P.Size % Size != 0 || Left % Size != 0)
        return std::nullopt;
      P.Size /= Size;
      Groups.back().push_back({Size, P.Stride * P.Size});
      Left /= Size;
      Next += P.Size == 1;
    }
  }
  return Groups;
}

/// A copy of elements of `Width` bytes, dense in the output.
StridedCopy copyOf(const Parts &Out, int64_t Width) {
  StridedCopy C;
  C.Run = Width;
  int64_t Next = Width;
  for (auto P = Out.rbegin(); P != Out.rend(); Next *= P->Size, ++P)
    C.Loops.insert(C.Loops.begin(), {P->Size, P->Stride * Width, Next});
  C.simplify();
  return C;
}

double costOf(const Parts &Out, int64_t Width) { return leastCost(Movement{{{0, 0, copyOf(Out, Width)}}}).cycles(); }

Parts wholeOf(const Shape &Dims) {
  Parts All;
  int64_t Stride = 1;
  for (auto Size = Dims.rbegin(); Size != Dims.rend(); Stride *= *Size, ++Size)
    All.insert(All.begin(), {*Size, Stride});
  All.erase(std::remove_if(All.begin(), All.end(), [](const Part &P) { return P.Size == 1; }), All.end());
  return All;
}

using Loops = std::vector<StridedCopy::Loop>;

/// Loops in the order of the output, whose strides are those of a tensor without gaps on both sides. Nothing: some elements go to several
/// places, or to none. A view has no loops.
std::optional<Loops> bijectionOf(const Graph &G, const Op &O, Budget &Purse) {
  constexpr int64_t kStepsPerPiece = 500;
  if (isView(O.Kind))
    return Loops();
  const std::optional<BoxMovement> M = boxesOf(G, O);
  Purse.work(M ? kStepsPerPiece * static_cast<int64_t>(M->Pieces.size()) : 0);
  if (!M || M->Pieces.size() != 1 || M->Fills || G.in(O, 0).elements() == 0 || G.in(O, 0).elements() != G.out(O, 0).elements())
    return std::nullopt;
  StridedCopy C = rowMajorCopy(G, O, M->Pieces[0], 1);
  if (C.Run > 1)
    C.Loops.push_back({C.Run, 1, 1});
  for (int64_t StridedCopy::Loop::*Side : {&StridedCopy::Loop::In, &StridedCopy::Loop::Out}) {
    std::sort(C.Loops.begin(), C.Loops.end(), [&](const auto &A, const auto &B) { return A.*Side > B.*Side; });
    int64_t Next = 1;
    for (auto L = C.Loops.rbegin(); L != C.Loops.rend(); Next *= L->Size, ++L)
      if ((*L).*Side != Next)
        return std::nullopt;
  }
  return C.Loops;
}

/// The parts in the order of a movement's output.
std::optional<Parts> moved(const Loops &By, Parts All) {
  if (By.empty())
    return All;
  std::vector<size_t> Order(By.size()); // of the input
  std::iota(Order.begin(), Order.end(), 0);
  std::sort(Order.begin(), Order.end(), [&](size_t A, size_t B) { return By[A].In > By[B].In; });
  Shape Dims;
  for (size_t I : Order)
    Dims.push_back(static_cast<int32_t>(By[I].Size));
  const auto Groups = partsOf(Dims, std::move(All));
  if (!Groups)
    return std::nullopt;
  Parts Result;
  for (size_t I = 0; I < By.size(); ++I) {
    const Parts &Its = (*Groups)[std::find(Order.begin(), Order.end(), I) - Order.begin()];
    Result.insert(Result.end(), Its.begin(), Its.end());
  }
  return Result;
}

class Composer {
public:
  Composer(Graph &G, Budget &Purse) : G(G), Purse(Purse), U(G) {
    for (const Op &O : G.Ops)
      Moves.push_back(isMovement(O.Kind) ? bijectionOf(G, O, Purse) : std::nullopt);
  }
  int64_t run();

private:
  Graph &G;
  Budget &Purse;
  const Uses U;
  std::vector<std::optional<Loops>> Moves; ///< by operator
  std::vector<Op> New;
  int64_t Count = 0;

  std::vector<size_t> chainTo(size_t Last) const;
  bool goesOn(size_t I) const;
  std::optional<Parts> composed(const std::vector<size_t> &Chain) const;
  double costOfMoves(const std::vector<size_t> &Chain) const;
  TensorId append(OpKind Kind, TensorId In, Shape Dims, std::map<Attr, AttrValue> Attrs, const Op &Last);
  void replace(const std::vector<size_t> &Chain, const Parts &Result);
};

/// Whether the operator's only reader is part of its chain.
bool Composer::goesOn(size_t I) const {
  const TensorId Out = G.Ops[I].Outputs[0];
  return U.readers(Out) == 1 && !isGraphOutput(G, Out);
}

/// The operators of the chain that ends with `Last`, in the order of execution.
std::vector<size_t> Composer::chainTo(size_t Last) const {
  std::vector<size_t> Chain = {Last};
  const hexloom::Quant &Quant = G.out(G.Ops[Last], 0).Quant;
  for (int I = U.producer(G.Ops[Last].Inputs[0]);
       I >= 0 && Moves[I] && goesOn(static_cast<size_t>(I)) && G.out(G.Ops[I], 0).Quant == Quant;
       I = U.producer(G.Ops[I].Inputs[0]))
    Chain.push_back(static_cast<size_t>(I));
  std::reverse(Chain.begin(), Chain.end());
  return Chain;
}

/// Where the elements of the chain's result come from; nothing: one TRANSPOSE does not say it.
std::optional<Parts> Composer::composed(const std::vector<size_t> &Chain) const {
  const Tensor &In = G.in(G.Ops[Chain[0]], 0), &Out = G.out(G.Ops[Chain.back()], 0);
  if (In.elements() == 0 || In.Quant.perChannel() || !(In.Quant == Out.Quant))
    return std::nullopt;
  Parts All = wholeOf(In.Dims);
  for (size_t I : Chain) {
    std::optional<Parts> Next = moved(*Moves[I], std::move(All));
    if (!Next)
      return std::nullopt;
    All = std::move(*Next);
  }
  Parts Joined;
  for (const Part &P : All)
    if (!Joined.empty() && Joined.back().Stride == P.Size * P.Stride)
      Joined.back() = {Joined.back().Size * P.Size, P.Stride};
    else
      Joined.push_back(P);
  return Joined.size() <= kMostDims ? std::optional(Joined) : std::nullopt;
}

/// The cycles of the chain's movements as they are, one after the other.
double Composer::costOfMoves(const std::vector<size_t> &Chain) const {
  double Cycles = 0;
  for (size_t I : Chain)
    if (const Tensor &In = G.in(G.Ops[I], 0); !Moves[I]->empty())
      Cycles += costOf(moved(*Moves[I], wholeOf(In.Dims)).value_or(Parts()), bytesOf(In.Type));
  return Cycles;
}

TensorId Composer::append(OpKind Kind, TensorId In, Shape Dims, std::map<Attr, AttrValue> Attrs, const Op &Last) {
  Tensor T = G.out(Last, 0);
  T.Dims = std::move(Dims);
  T.SourceIndex = -1;
  Purse.keepName(T.Name);
  const TensorId Id = G.addTensor(std::move(T));
  New.push_back({Kind, {In}, {Id}, std::move(Attrs), Last.Name, -1, "", {}, {}});
  return Id;
}

void Composer::replace(const std::vector<size_t> &Chain, const Parts &Result) {
  const Op Last = G.Ops[Chain.back()];
  TensorId Id = G.Ops[Chain[0]].Inputs[0];
  if (Result.size() > 1) {
    std::vector<int64_t> Order(Result.size()), Perm(Result.size());
    std::iota(Order.begin(), Order.end(), 0);
    std::sort(Order.begin(), Order.end(), [&](int64_t A, int64_t B) { return Result[A].Stride > Result[B].Stride; });
    Shape In, Out;
    for (size_t I = 0; I < Order.size(); ++I) {
      Perm[Order[I]] = static_cast<int64_t>(I);
      In.push_back(static_cast<int32_t>(Result[Order[I]].Size));
      Out.push_back(static_cast<int32_t>(Result[I].Size));
    }
    Id = append(OpKind::Reshape, Id, In, {}, Last);
    Id = append(OpKind::Transpose, Id, Out, {{Attr::Perm, Perm}}, Last);
  }
  New.push_back({OpKind::Reshape, {Id}, Last.Outputs, {}, Last.Name, Last.SourceIndex, "", {}, {}});
  ++Count;
}

int64_t Composer::run() {
  std::vector<bool> InChain(G.Ops.size(), false);
  for (size_t I = 0; I < G.Ops.size(); ++I) // those that chains go through
    if (Moves[I] && U.producer(G.Ops[I].Inputs[0]) >= 0)
      if (const auto P = static_cast<size_t>(U.producer(G.Ops[I].Inputs[0])); Moves[P] && goesOn(P))
        InChain[P] = true;
  std::vector<std::vector<size_t>> Ends(G.Ops.size());
  std::vector<bool> Gone(G.Ops.size(), false);
  std::vector<std::optional<Parts>> Results(G.Ops.size());
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    if (!Moves[I] || InChain[I])
      continue;
    const std::vector<size_t> Chain = chainTo(I);
    const auto Moving = std::count_if(Chain.begin(), Chain.end(), [&](size_t C) { return !isView(G.Ops[C].Kind); });
    std::optional<Parts> Result = Moving > 0 ? composed(Chain) : std::nullopt;
    if (!Result)
      continue;
    const bool Copies = Result->size() > 1; // one that copies stays as it is
    if (Copies && (Moving == 1 || costOf(*Result, bytesOf(G.out(G.Ops[I], 0).Type)) > costOfMoves(Chain)))
      continue;
    Results[I] = std::move(Result);
    Ends[I] = Chain;
    for (size_t C : Chain)
      Gone[C] = true;
  }
  for (size_t I = 0; I < G.Ops.size(); ++I)
    if (Results[I])
      replace(Ends[I], *Results[I]);
    else if (!Gone[I])
      New.push_back(G.Ops[I]);
  if (Count > 0)
    G.Ops = std::move(New);
  return Count;
}

} // namespace

int64_t composeMovements(Graph &G, Budget &Purse) { return Composer(G, Purse).run(); }

} // namespace hexloom

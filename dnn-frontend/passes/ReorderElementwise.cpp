// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reorder-elementwise: elementwise operators that read one another work in the order of elements that makes the movements around them
// cheapest.
//
//   %2: i8[1x96x56x56] = TRANSPOSE(%0) {perm=[0, 3, 1, 2]}      %0, %1 are i8[1x56x56x96]
//   %3: i8[1x96x56x56] = TRANSPOSE(%1) {perm=[0, 3, 1, 2]}  ->  %6: i8[1x56x56x96] = ADD(%0, %1)
//   %4: i8[1x96x56x56] = ADD(%2, %3)
//   %5: i8[1x56x56x96] = TRANSPOSE(%4) {perm=[0, 2, 3, 1]}      readers of %5 read %6
//
// An order is that of a tensor which a movement brings to the operators or takes from them. In it, each movement around becomes another
// one, or none; constants are moved here; operands that are repeated have their dimensions where the order has them. The operators stay
// as they are if that costs as much, the operators with repeated operands counted by their cheapest plans.
// Requires: row-major tensors. Changes: operators, and movements around them.
#include "ir/Box.h"
#include "passes/ChainPrice.h"
#include "passes/ElementwiseGroups.h"
#include "passes/Passes.h"

#include <algorithm>
#include <list>
#include <map>

namespace hexloom {

namespace {

constexpr int kMostRounds = 4;

/// The operators of a group in another order, as it is tried and made.
class Reordering {
public:
  Reordering(Graph &G, const ElementwiseGroup &Group, GroupOrder To, const PassContext &C) : G(G), Group(Group), To(std::move(To)), C(C) {
    for (const GroupEdge &E : Group.Inputs)
      Coming.insert({E.Near, &E});
    for (const GroupEdge &E : Group.Outputs)
      Going.insert({E.Near, &E});
  }
  /// The cycles of what would be there instead; nothing: it cannot be done, or the budget does not allow to know.
  std::optional<double> cycles();
  /// Appends what stands for one of the group's operators. They are to be made in their order.
  void make(const Op &Old, std::vector<Op> &Ops);

private:
  Graph &G;
  const ElementwiseGroup &Group;
  const GroupOrder To;
  const PassContext &C;
  std::map<TensorId, TensorId> Ids; ///< what the group has, in the order
  std::map<TensorId, const GroupEdge *> Coming;
  std::multimap<TensorId, const GroupEdge *> Going;

  TensorId tensorLike(TensorId Id, Shape Dims);
  TensorId moved(TensorId Id, const ElementOrder &Order, Shape Dims, const Op &For, std::vector<Op> &Ops);
  TensorId operandOf(const Op &O, size_t Input, std::vector<Op> &Ops);
  void leave(TensorId Id, const Op &By, std::vector<Op> &Ops);
};

std::optional<double> Reordering::cycles() {
  double Sum = 0;
  const auto Add = [&](const std::optional<ElementOrder> &Order, int64_t Width) {
    const bool Fits = Order && isTranspose(joined(*Order));
    Sum += Fits ? copyCycles(*Order, Width) : 0;
    return Fits;
  };
  for (const GroupEdge &E : Group.Inputs)
    if (!Add(composed(To.Order, E.Order), bytesOf(G.Tensors[E.Far].Type)))
      return std::nullopt;
  for (const GroupEdge &E : Group.Outputs)
    if (!Add(composed(E.Order, inverse(To.Order)), bytesOf(G.Tensors[E.Far].Type)))
      return std::nullopt;
  for (size_t I : Group.Ops) {
    const Op &O = G.Ops[I];
    if (isView(O.Kind))
      continue;
    bool Repeats = false;
    std::vector<Shape> Shapes;
    for (TensorId Id : O.Inputs) {
      const std::optional<RepeatedOperand> R = repeatedIn(To, G.Tensors[Id].Dims, G.out(O, 0).Dims);
      if (!R || !isTranspose(joined(R->Order)) || R->Dims.size() > To.Dims.size())
        return std::nullopt;
      Shapes.push_back(R->Dims);
      Repeats |= G.Tensors[Id].elements() > 1 && G.Tensors[Id].elements() < Group.Elements;
      if (!G.Tensors[Id].isConst() && G.Tensors[Id].elements() < Group.Elements && !Add(R->Order, bytesOf(G.Tensors[Id].Type)))
        return std::nullopt;
    }
    if (!Repeats)
      continue;
    const std::optional<double> Now = leastCycles(G, O, C), Then = leastCycles(G, O, C, &Shapes, &To.Dims);
    if (!Now || !Then)
      return std::nullopt;
    Sum += *Then - *Now;
  }
  return Sum;
}

TensorId Reordering::tensorLike(TensorId Id, Shape Dims) {
  Tensor T = G.Tensors[Id];
  T.Dims = std::move(Dims);
  T.Data = nullptr;
  T.SourceIndex = -1;
  C.Shared.Purse.keepName(T.Name);
  return G.addTensor(std::move(T));
}

/// The tensor in an order; the operators that bring it there are appended.
TensorId Reordering::moved(TensorId Id, const ElementOrder &Order, Shape Dims, const Op &For, std::vector<Op> &Ops) {
  const ElementOrder Joined = joined(Order);
  if (movesNothing(Joined) && G.Tensors[Id].Dims == Dims)
    return Id;
  const TensorId New = tensorLike(Id, std::move(Dims));
  if (G.Tensors[Id].isConst()) {
    C.Shared.Purse.keep(G.Tensors[Id].bytes());
    G.Tensors[New].Data = std::make_shared<const Bytes>(inOrder(*G.Tensors[Id].Data, Order, bytesOf(G.Tensors[Id].Type)));
  } else {
    Op Named = For;
    Named.SourceIndex = -1;
    appendCopy(G, Ops, Id, Joined, New, Named, C.Shared.Purse);
  }
  return New;
}

TensorId Reordering::operandOf(const Op &O, size_t Input, std::vector<Op> &Ops) {
  const TensorId Id = O.Inputs[Input];
  if (const auto Known = Ids.find(Id); Known != Ids.end())
    return Known->second;
  if (const auto Edge = Coming.find(Id); Edge != Coming.end())
    return Ids[Id] = moved(Edge->second->Far, *composed(To.Order, Edge->second->Order), To.Dims, O, Ops);
  const RepeatedOperand R = *repeatedIn(To, G.Tensors[Id].Dims, G.out(O, 0).Dims);
  return moved(Id, R.Order, R.Dims, O, Ops); // by the shape that this operator has
}

/// Brings a tensor of the group to those who read it.
void Reordering::leave(TensorId Id, const Op &By, std::vector<Op> &Ops) {
  const auto [First, End] = Going.equal_range(Id);
  for (auto I = First; I != End; ++I) {
    const GroupEdge &E = *I->second;
    Op Named = E.Chain.empty() ? By : G.Ops[E.Chain.back()];
    Named.SourceIndex = E.Chain.empty() ? -1 : Named.SourceIndex;
    appendCopy(G, Ops, Ids.at(Id), joined(*composed(E.Order, inverse(To.Order))), E.Far, Named, C.Shared.Purse);
  }
}

void Reordering::make(const Op &Old, std::vector<Op> &Ops) {
  const TensorId Out = Old.Outputs[0];
  if (isView(Old.Kind))
    Ids[Out] = operandOf(Old, 0, Ops);
  else {
    Op New = Old;
    for (size_t K = 0; K < Old.Inputs.size(); ++K)
      New.Inputs[K] = operandOf(Old, K, Ops);
    New.Outputs[0] = Ids[Out] = tensorLike(Out, To.Dims);
    Ops.push_back(std::move(New));
  }
  leave(Out, Old, Ops);
}

/// The cheapest order of a group, if one is cheaper than its own.
std::optional<GroupOrder> bestOrder(Graph &G, const ElementwiseGroups &All, const ElementwiseGroup &Group, const PassContext &C) {
  double Least = Group.Cycles;
  std::optional<GroupOrder> Best;
  for (const GroupOrder &To : All.ordersOf(Group)) {
    if (!C.Shared.Purse.tryWork(kStepsOfEdge * static_cast<int64_t>(Group.Inputs.size() + Group.Outputs.size() + Group.Ops.size())))
      return std::nullopt;
    if (const std::optional<double> Cycles = Reordering(G, Group, To, C).cycles(); Cycles && *Cycles < Least)
      Least = *Cycles, Best = To;
  }
  return Best;
}

/// Brings all groups that gain by it into their best order, but those next to another one of which they share a movement; returns how many.
int64_t reorderOnce(Graph &G, const PassContext &C) {
  constexpr int64_t kStepsOfOp = 10000;
  if (!C.Shared.Purse.tryWork(kStepsOfOp * static_cast<int64_t>(G.Ops.size())))
    return 0;
  const ElementwiseGroups All(G, C.Shared.Purse);
  std::list<Reordering> Made;
  std::vector<Reordering *> Of(G.Ops.size(), nullptr); // by operator
  std::vector<bool> IsTouched(G.Ops.size(), false), IsGone(G.Ops.size(), false);
  for (const ElementwiseGroup &Group : All.groups()) {
    const auto Touched = [&](size_t I) { return bool(IsTouched[I]); };
    if (std::any_of(Group.Around.begin(), Group.Around.end(), Touched))
      continue;
    std::optional<GroupOrder> To = bestOrder(G, All, Group, C);
    if (!To)
      continue;
    Reordering &New = Made.emplace_back(G, Group, std::move(*To), C);
    for (size_t I : Group.Ops)
      Of[I] = &New;
    for (size_t I : Group.Gone)
      IsGone[I] = true;
    for (size_t I : Group.Around)
      IsTouched[I] = true;
  }
  std::vector<Op> Ops;
  for (size_t I = 0; I < G.Ops.size() && !Made.empty(); ++I)
    if (Of[I])
      Of[I]->make(Op(G.Ops[I]), Ops);
    else if (!IsGone[I])
      Ops.push_back(G.Ops[I]);
  if (!Made.empty())
    G.Ops = std::move(Ops);
  return static_cast<int64_t>(Made.size());
}

} // namespace

int64_t reorderElementwise(Graph &G, const PassContext &C) {
  int64_t Count = 0, Last = 1;
  for (int Round = 0; Round < kMostRounds && Last > 0; ++Round)
    Count += Last = reorderOnce(G, C);
  return Count;
}

} // namespace hexloom

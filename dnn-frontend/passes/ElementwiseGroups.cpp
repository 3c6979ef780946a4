// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/ElementwiseGroups.h"
#include "ir/Box.h"
#include "ir/Families.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace hexloom {

namespace {

constexpr size_t kMostOrders = 8;  // that are tried for a group
constexpr size_t kMostChain = 16;  // movements one after the other

bool isSame(const ElementOrder &A, const ElementOrder &B) {
  return std::equal(A.begin(), A.end(), B.begin(), B.end(),
                    [](const OrderDigit &X, const OrderDigit &Y) { return X.Size == Y.Size && X.Stride == Y.Stride; });
}

/// Digits that lie within a dimension each. Nothing: a dimension ends within a digit that it does not divide.
std::optional<ElementOrder> withinDims(const ElementOrder &Order, const Shape &Dims) {
  ElementOrder Result;
  for (OrderDigit D : Order) {
    ElementOrder Parts; // innermost first
    int64_t Border = 1;
    for (auto Size = Dims.rbegin(); Size != Dims.rend(); ++Size) {
      Border *= *Size;
      if (Border <= D.Stride || Border >= D.Stride * D.Size)
        continue;
      if (Border % D.Stride != 0 || D.Stride * D.Size % Border != 0)
        return std::nullopt;
      Parts.push_back({Border / D.Stride, D.Stride});
      D = {D.Stride * D.Size / Border, Border};
    }
    Parts.push_back(D);
    Result.insert(Result.end(), Parts.rbegin(), Parts.rend());
  }
  return Result;
}

} // namespace

ElementwiseGroups::ElementwiseGroups(const Graph &G, Budget &Purse) : G(G), U(G), Readers(G.Tensors.size()) {
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    Moves.push_back(orderOf(G, G.Ops[I], Purse));
    for (TensorId Id : G.Ops[I].Inputs)
      if (Id != kNoTensor && (Readers[Id].empty() || Readers[Id].back() != I))
        Readers[Id].push_back(I);
  }
  for (std::vector<size_t> &Ops : membersOfGroups())
    if (std::optional<ElementwiseGroup> Group = groupOf(std::move(Ops)))
      Groups.push_back(std::move(*Group));
}

/// Whether each element of the result is made of one element of each input, by the same rule.
bool ElementwiseGroups::isElementwise(const Op &O) const {
  if (familyOf(O.Kind) != Family::Elementwise || O.Kind == OpKind::LayoutConvert || O.Kind == OpKind::DetectionPostprocess || !O.Kernel.empty())
    return false;
  const Tensor &Out = G.out(O, 0);
  for (TensorId Id : O.Inputs)
    if (Id == kNoTensor || G.Tensors[Id].Quant.perChannel() || (O.Kind == OpKind::PRelu && !readsWhole(O, Id)))
      return false;
  return Out.elements() > 1 && !Out.Quant.perChannel();
}

bool ElementwiseGroups::readsWhole(const Op &O, TensorId Id) const { return G.Tensors[Id].elements() == G.out(O, 0).elements(); }

/// Operators that read whole tensors of one another, views between them included.
std::vector<std::vector<size_t>> ElementwiseGroups::membersOfGroups() const {
  std::vector<size_t> Of(G.Ops.size());
  std::iota(Of.begin(), Of.end(), 0);
  const auto Find = [&](size_t I) {
    while (Of[I] != I)
      I = Of[I] = Of[Of[I]];
    return I;
  };
  std::vector<bool> Is(G.Ops.size(), false);
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const Op &O = G.Ops[I];
    const auto Reads = [&](size_t R) { return isElementwise(G.Ops[R]) && readsWhole(G.Ops[R], O.Outputs[0]); };
    const bool IsView = isView(O.Kind) && Moves[I] && G.in(O, 0).Quant == G.out(O, 0).Quant && !G.out(O, 0).Quant.perChannel();
    const int By = IsView ? U.producer(O.Inputs[0]) : -1;
    Is[I] = isElementwise(O) || (By >= 0 && Is[By] && std::any_of(Readers[O.Outputs[0]].begin(), Readers[O.Outputs[0]].end(), Reads));
    if (!Is[I])
      continue;
    for (TensorId Id : O.Inputs)
      if (const int From = U.producer(Id); From >= 0 && Is[From] && readsWhole(O, Id))
        Of[Find(I)] = Find(static_cast<size_t>(From));
  }
  std::map<size_t, std::vector<size_t>> Sets;
  for (size_t I = 0; I < G.Ops.size(); ++I)
    if (Is[I])
      Sets[Find(I)].push_back(I);
  std::vector<std::vector<size_t>> All;
  for (auto &[Root, Ops] : Sets)
    All.push_back(std::move(Ops));
  return All;
}

/// A tensor that the group reads, back to where no movement makes it. The movements are added to `Chain`.
GroupEdge ElementwiseGroups::comingTo(TensorId Near, std::set<size_t> &Chain) const {
  GroupEdge E{Near, Near, {}, {}};
  E.Order = joined(rowMajorOrder(G.Tensors[Near].Dims));
  for (size_t Length = 0; Length < kMostChain; ++Length) {
    const int By = U.producer(E.Far);
    if (By < 0 || !Moves[By] || !(G.in(G.Ops[By], 0).Quant == G.Tensors[Near].Quant))
      break;
    std::optional<ElementOrder> Order = composed(E.Order, *Moves[By]);
    if (!Order)
      break;
    E.Order = joined(*Order);
    E.Far = G.Ops[By].Inputs[0];
    Chain.insert(static_cast<size_t>(By));
  }
  return E;
}

/// What movements that nobody else reads make of a tensor, of which the first is `Reader`. Nothing: they move nothing.
std::optional<GroupEdge> ElementwiseGroups::goingBy(TensorId Near, size_t Reader) const {
  GroupEdge E{Near, Near, {}, {}};
  E.Order = joined(rowMajorOrder(G.Tensors[Near].Dims));
  for (size_t Next = Reader; E.Chain.size() < kMostChain && Moves[Next] && G.out(G.Ops[Next], 0).Quant == G.Tensors[Near].Quant;) {
    std::optional<ElementOrder> Order = composed(*Moves[Next], E.Order);
    if (!Order)
      break;
    E.Order = joined(*Order);
    E.Far = G.Ops[Next].Outputs[0];
    E.Chain.push_back(Next);
    if (isGraphOutput(G, E.Far) || U.readers(E.Far) != 1)
      break;
    Next = Readers[E.Far][0];
  }
  return movesNothing(E.Order) ? std::nullopt : std::optional(E);
}

/// Those movements around the group that nobody else needs.
void ElementwiseGroups::countGone(ElementwiseGroup &Group, const std::set<size_t> &Before) const {
  for (const GroupEdge &E : Group.Outputs)
    Group.Gone.insert(E.Chain.begin(), E.Chain.end());
  const auto IsItsOwn = [&](size_t R) { return Group.Gone.count(R) || std::binary_search(Group.Ops.begin(), Group.Ops.end(), R); };
  for (auto I = Before.rbegin(); I != Before.rend(); ++I)
    if (const TensorId Out = G.Ops[*I].Outputs[0];
        !isGraphOutput(G, Out) && std::all_of(Readers[Out].begin(), Readers[Out].end(), IsItsOwn))
      Group.Gone.insert(*I);
  Group.Around = Before;
  Group.Around.insert(Group.Gone.begin(), Group.Gone.end());
  for (size_t I : Group.Gone)
    Group.Cycles += copyCycles(*Moves[I], bytesOf(G.in(G.Ops[I], 0).Type));
}

/// Nothing: no movement that moves something is next to it, or the group moves its own elements.
std::optional<ElementwiseGroup> ElementwiseGroups::groupOf(std::vector<size_t> Ops) const {
  ElementwiseGroup Group{G.out(G.Ops[Ops[0]], 0).elements(), std::move(Ops), {}, {}, {}, {}, 0};
  std::set<TensorId> Own, Known;
  std::set<size_t> Before;
  for (size_t I : Group.Ops)
    Own.insert(G.Ops[I].Outputs[0]);
  const auto IsItsOwn = [&](size_t R) { return std::binary_search(Group.Ops.begin(), Group.Ops.end(), R); };
  for (size_t I : Group.Ops) {
    const Op &O = G.Ops[I];
    for (TensorId Id : O.Inputs)
      if (!Own.count(Id) && !G.Tensors[Id].isConst() && readsWhole(O, Id) && Known.insert(Id).second)
        Group.Inputs.push_back(comingTo(Id, Before));
    bool IsReadAsItIs = isGraphOutput(G, O.Outputs[0]);
    for (size_t R : Readers[O.Outputs[0]])
      if (!IsItsOwn(R) || !readsWhole(G.Ops[R], O.Outputs[0])) {
        if (std::optional<GroupEdge> E = goingBy(O.Outputs[0], R))
          Group.Outputs.push_back(std::move(*E));
        else
          IsReadAsItIs = true;
      }
    if (IsReadAsItIs)
      Group.Outputs.push_back({O.Outputs[0], O.Outputs[0], joined(rowMajorOrder(G.out(O, 0).Dims)), {}});
  }
  for (const GroupEdge &E : Group.Inputs)
    if (Own.count(E.Far))
      return std::nullopt;
  countGone(Group, Before);
  return Group.Cycles > 0 ? std::optional(Group) : std::nullopt;
}

std::vector<GroupOrder> ElementwiseGroups::ordersOf(const ElementwiseGroup &Group) const {
  std::vector<GroupOrder> All;
  const auto Add = [&](ElementOrder Order, const Shape &Dims) {
    const auto Is = [&](const GroupOrder &Known) { return isSame(Known.Order, Order) && Known.Dims == Dims; };
    if (!movesNothing(Order) && All.size() < kMostOrders && std::none_of(All.begin(), All.end(), Is) && digitsOf(Dims, Order))
      All.push_back({std::move(Order), Dims});
  };
  for (const GroupEdge &E : Group.Inputs)
    Add(joined(inverse(E.Order)), G.Tensors[E.Far].Dims);
  for (const GroupEdge &E : Group.Outputs)
    Add(E.Order, G.Tensors[E.Far].Dims);
  return All;
}

std::optional<RepeatedOperand> repeatedIn(const GroupOrder &To, const Shape &Dims, const Shape &Whole) {
  if (elementsOf(Dims) == 1)
    return RepeatedOperand{{}, Shape(std::min(Dims.size(), To.Dims.size()), 1)};
  if (elementsOf(Dims) == elementsOf(Whole))
    return RepeatedOperand{To.Order, To.Dims};
  const std::optional<ElementOrder> Digits = withinDims(To.Order, Whole);
  const auto Groups = Digits ? digitsOf(To.Dims, *Digits) : std::nullopt;
  if (!Groups)
    return std::nullopt;
  const size_t Missing = Whole.size() - Dims.size();
  RepeatedOperand R;
  for (const ElementOrder &Group : *Groups) {
    int32_t Size = 1;
    bool Repeats = false;
    for (const OrderDigit &D : Group) {
      int64_t Outer = 1, Inner = 1, Own = 1; // the dimension's border, its step, and its step in the operand
      for (size_t I = Whole.size(); I-- > 0;) {
        Inner = Outer, Outer *= Whole[I];
        const int32_t Its = I < Missing ? 1 : Dims[I - Missing];
        if (D.Stride < Outer) {
          if (Its == 1)
            Repeats = true;
          else
            R.Order.push_back({D.Size, D.Stride / Inner * Own}), Size *= static_cast<int32_t>(D.Size);
          break;
        }
        Own *= Its;
      }
    }
    if (Repeats && Size > 1)
      return std::nullopt;
    R.Dims.push_back(Size);
  }
  return R;
}

Bytes inOrder(const Bytes &Data, const ElementOrder &Order, int64_t Width) {
  Bytes Result(Data.size());
  std::vector<int64_t> Turn(Order.size(), 0);
  for (size_t To = 0, From = 0; To < Data.size(); To += static_cast<size_t>(Width)) {
    std::memcpy(&Result[To], &Data[From * static_cast<size_t>(Width)], static_cast<size_t>(Width));
    for (size_t I = Order.size(); I-- > 0;) {
      From += static_cast<size_t>(Order[I].Stride);
      if (++Turn[I] < Order[I].Size)
        break;
      Turn[I] = 0;
      From -= static_cast<size_t>(Order[I].Stride * Order[I].Size);
    }
  }
  return Result;
}

} // namespace hexloom

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// permute-channels: channels are ordered so that movements cost least. The weights around are ordered alike.
//
//   %1: i8[1x28x28x116] = CONV_2D(%0, filter 116x1x1x58)             %1 = CONV_2D(%0, filter)
//   %2: i8[1x28x28x2x58] = RESHAPE(%1)
//   %3: i8[1x28x28x58x2] = TRANSPOSE(%2) {perm=[0, 1, 2, 4, 3]} ->
//   %4: i8[1x28x28x116] = RESHAPE(%3)
//   %5 = CONV_2D(%4, filter 64x1x1x116)                              %5 = CONV_2D(%1, filter with its inputs in another order)
//
// Movements that take channels apart, join or shuffle them (ChannelMove) stand between groups of tensors whose channels have one order. That
// order is free if products with constant filters alone make and read a group's tensors: their weights, biases and scales lie in it, and the
// filters of depthwise convolutions and other constants by channel between them. There may be gaps in it: channels that nobody uses fill
// blocks of 32, so that blocks are copied whole. A channel's arithmetic stays as it is, sums of products are exact in any order, and a gap's
// weights are zero, so results are equal to the bit.
// Groups that others read or make, graph inputs and outputs among them, keep their order. Both rules (ChannelOrders.h) are tried. For each,
// and without any, plans are chosen for the layers from the first to the last that change; what costs least is taken.
// Requires: row-major tensors; constant filters of one group. Changes: weights and other constants by channel, shapes, movements.
#include "passes/ChannelRewriter.h"
#include "passes/Passes.h"
#include "select/Select.h"
#include "support/Error.h"

#include <algorithm>
#include <map>

namespace hexloom {

namespace {

/// Some operators as a graph of their own. Its inputs and outputs are row-major, whatever stands around.
Graph cut(const Graph &G, size_t First, size_t End) {
  Graph Part = G;
  Part.Ops.assign(G.Ops.begin() + static_cast<int64_t>(First), G.Ops.begin() + static_cast<int64_t>(End));
  Part.Inputs.clear(), Part.Outputs.clear(), Part.States.clear();
  Part.InputNames.clear(), Part.OutputNames.clear();
  std::vector<bool> IsMade(G.Tensors.size(), false), IsKnown(G.Tensors.size(), false);
  for (const Op &O : Part.Ops) {
    for (TensorId Id : O.Inputs)
      if (Id != kNoTensor && !G.Tensors[Id].isConst() && !IsMade[Id] && !IsKnown[Id]) {
        IsKnown[Id] = true;
        Part.Inputs.push_back(Id);
      }
    for (TensorId Id : O.Outputs)
      IsMade[Id] = true;
  }
  const auto Read = [&](TensorId Id) {
    if (Id == kNoTensor || !IsMade[Id])
      return;
    IsMade[Id] = false;
    Part.Outputs.push_back(Id);
  };
  for (size_t I = 0; I < G.Ops.size(); ++I)
    if (I < First || I >= End)
      for (TensorId Id : G.Ops[I].Inputs)
        Read(Id);
  for (TensorId Id : G.Outputs)
    Read(Id);
  return Part;
}

/// What the operators cost together by the plans that are chosen for them. Nothing: the budget does not allow to know, or some have none.
std::optional<double> priceOf(const Graph &G, size_t First, size_t End, const PassContext &C) {
  int64_t Steps = 0;
  for (size_t I = First; I < End; ++I) {
    if (!G.Ops[I].Regions.empty() || !G.Ops[I].Kernel.empty())
      return std::nullopt;
    Steps += stepsOfPlans(G, G.Ops[I]);
  }
  if (!C.Shared.Purse.tryWork(Steps))
    return std::nullopt;
  const Budget Left = C.Shared.Purse;
  C.Shared.Purse = Budget::endless();
  std::optional<double> Cost;
  try {
    Cost = choosePlans(cut(G, First, End), {C.For, {}, kDefaultLayoutSolver, false}, C.Shared).Choice.Cost;
  } catch (const UserError &) { // told when all plans are chosen
  }
  C.Shared.Purse = Left;
  return Cost;
}

/// Tries the rules on groups that moves connect, one set of them after the other.
class Chooser {
public:
  Chooser(const Graph &G, const PassContext &C) : G(G), C(C), Groups(G, C.Shared.Purse), Orders(G, Groups) {}
  /// The graph with the best orders. Nothing: none is better than the network's.
  std::optional<Rewritten> run();

private:
  using Those = std::vector<size_t>; ///< groups
  const Graph &G;
  const PassContext &C;
  const ChannelGroups Groups;
  ChannelOrders Orders; ///< of all sets that have been tried
  std::optional<Rewritten> Best;

  std::optional<Rewritten> rewritten(const Those &Set, OrderRule Rule);
  std::pair<size_t, size_t> around(const Those &Set) const;
  std::optional<double> priceOf(const Rewritten *R, std::pair<size_t, size_t> Range) const;
  void tell(const Those &Set, const std::string &Costs) const;
  void choose(const Those &Set);
};

/// The graph with a rule's orders, where moves allow them. Nothing: no order changes.
std::optional<Rewritten> Chooser::rewritten(const Those &Set, OrderRule Rule) {
  for (size_t Held = 0; Held <= Set.size(); ++Held) {
    Orders.choose(Set, Rule);
    if (!Orders.changesAny(Set))
      return std::nullopt;
    const ChannelMove *Failed = nullptr;
    if (std::optional<Rewritten> New = ChannelRewriter(G, Groups, Orders).run(Failed))
      return New;
    if (!Orders.hold(*Failed))
      return std::nullopt;
  }
  return std::nullopt;
}

/// The operators from the first to behind the last one that read or make what the groups have.
std::pair<size_t, size_t> Chooser::around(const Those &Set) const {
  std::pair<size_t, size_t> Range = {G.Ops.size(), 0};
  for (size_t I = 0; I < G.Ops.size(); ++I)
    for (const std::vector<TensorId> *Ids : {&G.Ops[I].Inputs, &G.Ops[I].Outputs})
      for (TensorId Id : *Ids)
        if (Id != kNoTensor && std::binary_search(Set.begin(), Set.end(), Groups.groupOf(Id)))
          Range = {std::min(Range.first, I), I + 1};
  return Range;
}

std::optional<double> Chooser::priceOf(const Rewritten *R, std::pair<size_t, size_t> Range) const {
  if (!R)
    return hexloom::priceOf(G, Range.first, Range.second, C);
  const auto At = [&](size_t Op) { return static_cast<size_t>(std::lower_bound(R->Of.begin(), R->Of.end(), Op) - R->Of.begin()); };
  return hexloom::priceOf(R->G, At(Range.first), At(Range.second), C);
}

/// Tells of the movements between groups.
void Chooser::tell(const Those &Set, const std::string &Costs) const {
  for (size_t K : Set)
    for (size_t I : Groups.groups()[K].MadeBy)
      if (C.Tell && !Costs.empty())
        C.Tell(G.Ops[Groups.moves()[I].Op], "all layers around, by the order of channels, in cycles: " + Costs);
}

/// Takes the cheapest orders of some groups; others have theirs.
void Chooser::choose(const Those &Set) {
  const ChannelOrders Old = Orders;
  ChannelOrders Taken = Orders;
  std::optional<ChannelOrders> Tried;
  std::optional<double> Least;
  std::string Costs;
  for (const OrderRule Rule : {OrderRule::Blocks, OrderRule::Dense}) {
    Orders = Old;
    std::optional<Rewritten> New = rewritten(Set, Rule);
    if (!New || (Tried && *Tried == Orders) || !C.Shared.Purse.affords(New->NewConstants))
      continue;
    const std::pair<size_t, size_t> Range = around(Set);
    if (!Least) {
      Least = priceOf(Best ? &*Best : nullptr, Range);
      Costs = strf("the network's %.0f", Least.value_or(0));
    }
    const std::optional<double> Own = Least ? priceOf(&*New, Range) : std::nullopt;
    Tried.emplace(Orders);
    Costs += strf(Rule == OrderRule::Blocks ? "; in blocks %.0f" : "; dense %.0f", Own.value_or(0));
    if (!Own || *Own >= *Least)
      continue;
    Least = Own;
    Taken = Orders;
    Best = std::move(New);
  }
  Orders = Taken;
  tell(Set, Costs);
}

std::optional<Rewritten> Chooser::run() {
  constexpr int64_t kStepsOfOperator = 4000; // of copying a graph, for each rule
  for (const Those &Set : Groups.connected())
    if (C.Shared.Purse.tryWork(kStepsOfOperator * static_cast<int64_t>(G.Ops.size())))
      choose(Set);
  return std::move(Best);
}

} // namespace

int64_t permuteChannels(Graph &G, const PassContext &C) {
  std::optional<Rewritten> Best = Chooser(G, C).run();
  if (!Best)
    return 0;
  C.Shared.Purse.keep(Best->NewConstants);
  for (size_t T = G.Tensors.size(); T < Best->G.Tensors.size(); ++T)
    C.Shared.Purse.keepName(Best->G.Tensors[T].Name);
  G = std::move(Best->G);
  return Best->Moves;
}

} // namespace hexloom

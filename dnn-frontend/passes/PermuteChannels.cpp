// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// permute-channels: channels lie in the order in which movements cost least; the weights around lie in the same order.
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
// Groups that others read or make, graph inputs and outputs among them, keep their order. Both rules (ChannelOrders.h) are tried: the plans of the
// layers from the first to the last that change are chosen for these as they are and as they would be, and the cheapest are taken.
// Requires: row-major tensors; constant filters of one group. Changes: weights and other constants by channel, shapes, movements.
#include "passes/ChannelOrders.h"
#include "passes/Passes.h"
#include "select/Select.h"
#include "support/Error.h"

#include <algorithm>
#include <map>

namespace hexloom {

namespace {

constexpr size_t kMostBoxes = 64; // of a MOVE

/// The operators of a graph, and by which of the old ones each has been made.
struct Rewritten {
  Graph G;
  std::vector<size_t> Of;
  int64_t Moves = 0;          ///< that have changed
  int64_t NewConstants = 0;   ///< bytes
};

/// Writes a graph in which channels have other orders.
class Rewriter {
public:
  Rewriter(const Graph &Old, const ChannelGroups &Groups, const ChannelOrders &Orders);
  /// Nothing: a move would need too many boxes, which `Failed` names.
  std::optional<Rewritten> run(const ChannelMove *&Failed);

private:
  const Graph &Old;
  const ChannelGroups &Groups;
  const ChannelOrders &Orders;
  Rewritten New;
  std::map<TensorId, const ChannelMove *> MoveOf;
  std::map<TensorId, TensorId> Same; ///< tensors that others are, read in their place
  std::vector<bool> Touched;

  void findTouched();
  bool append(const ChannelMove &M);
  TensorId joined(const ChannelMove &M, const Op &Like);
  Op movement(TensorId Out, const std::vector<TensorId> &Inputs, const std::vector<BoxMovement::Piece> &Pieces) const;
  void appendPermuted(size_t I);
  void permute(Op &O, size_t Input, int Axis, const ChannelOrder &Order, bool IsRead);
  void dropUnread();
};

Rewriter::Rewriter(const Graph &Old, const ChannelGroups &Groups, const ChannelOrders &Orders) : Old(Old), Groups(Groups), Orders(Orders) {
  New.G = Old;
  New.G.Ops.clear();
  for (const ChannelMove &M : Groups.moves())
    MoveOf[M.Out] = &M;
  findTouched();
}

/// Movements that are no moves of their own are touched if what they read is.
void Rewriter::findTouched() {
  std::vector<bool> Is(Old.Tensors.size(), false);
  for (size_t T = 0; T < Old.Tensors.size(); ++T)
    Is[T] = !Orders.of(static_cast<TensorId>(T)).empty();
  for (size_t I = 0; I < Old.Ops.size(); ++I) {
    const Op &O = Old.Ops[I];
    const auto IsAny = [&](TensorId Id) { return Id != kNoTensor && Is[static_cast<size_t>(Id)]; };
    Touched.push_back(std::any_of(O.Inputs.begin(), O.Inputs.end(), IsAny) || std::any_of(O.Outputs.begin(), O.Outputs.end(), IsAny));
    if (Groups.roleOf(I).Kind == ChannelRole::Moves && Touched[I])
      for (TensorId Id : O.Outputs)
        Is[static_cast<size_t>(Id)] = Is[static_cast<size_t>(Id)] || !MoveOf.count(Id);
  }
}

/// A movement of these boxes, by the operator that says it best.
Op Rewriter::movement(TensorId Out, const std::vector<TensorId> &Inputs, const std::vector<BoxMovement::Piece> &Pieces) const {
  const Graph &G = New.G;
  const auto ChannelsOf = [&](TensorId T) { return static_cast<int64_t>(G.Tensors[T].Dims.back()); };
  Op O{OpKind::Move, Inputs, {Out}, {{Attr::Boxes, boxesAttribute(Pieces)}, {Attr::PadValue, int64_t(0)}}, "", -1, "", {}, {}};
  const auto IsRun = [&](const BoxMovement::Piece &P) { // neighbours that go to neighbours
    const auto IsStep = [](const Box::Loop &L) { return L.In.Axis == L.Out.Axis && L.In.Step == 1 && L.Out.Step == 1; };
    return std::all_of(P.Box.Loops.begin(), P.Box.Loops.end(), IsStep);
  };
  int64_t All = 0;
  bool AreWhole = Pieces.size() == Inputs.size() && Inputs.size() > 1;
  for (size_t I = 0; AreWhole && I < Pieces.size(); ++I) {
    AreWhole = Pieces[I].Input == I && IsRun(Pieces[I]) && Pieces[I].Box.elements() == G.Tensors[Inputs[I]].elements();
    All += ChannelsOf(Inputs[I]);
  }
  const auto Rank = G.Tensors[Out].Dims.size();
  if (AreWhole && All == ChannelsOf(Out)) {
    O.Kind = OpKind::Concatenation;
    O.Attrs = {{Attr::Axis, static_cast<int64_t>(Rank) - 1}, {Attr::Activation, std::string("none")}};
  } else if (Pieces.size() == 1 && IsRun(Pieces[0]) && Pieces[0].Box.elements() == G.Tensors[Out].elements()) {
    O.Kind = OpKind::StridedSlice;
    O.Attrs = {{Attr::Begin, Pieces[0].Box.InFirst},
               {Attr::Strides, std::vector<int64_t>(Rank, 1)},
               {Attr::Size, std::vector<int64_t>(G.Tensors[Out].Dims.begin(), G.Tensors[Out].Dims.end())}};
  }
  return O;
}

/// All inputs of a move, one after the other.
TensorId Rewriter::joined(const ChannelMove &M, const Op &Like) {
  Tensor T = New.G.Tensors[M.Out];
  T.SourceIndex = -1;
  T.Dims.back() = 0;
  for (TensorId Id : M.Inputs)
    T.Dims.back() += New.G.Tensors[Id].Dims.back();
  const TensorId Id = New.G.addTensor(std::move(T));
  New.G.Ops.push_back({OpKind::Concatenation, M.Inputs, {Id},
                       {{Attr::Axis, int64_t(New.G.Tensors[Id].rank()) - 1}, {Attr::Activation, std::string("none")}}, Like.Name, -1, "", {}, {}});
  New.Of.push_back(M.Op);
  return Id;
}

/// Appends what makes a move's tensor; false: it would be too many boxes.
bool Rewriter::append(const ChannelMove &M) {
  const Op &Like = Old.Ops[M.Op];
  ChannelMove Its = M;
  std::vector<ChannelMove::Place> Places = Orders.placesOf(M);
  bool IsWhole = M.Inputs.size() == 1 && Orders.sizeOf(M.Inputs[0]) == Orders.sizeOf(M.Out);
  for (size_t P = 0; P < Places.size(); ++P)
    IsWhole &= Places[P].Input == ChannelOrders::kGap || Places[P].Channel == static_cast<int32_t>(P);
  if (IsWhole && !isGraphOutput(Old, M.Out) && Old.Tensors[M.Inputs[0]].Quant == Old.Tensors[M.Out].Quant) {
    Same[M.Out] = M.Inputs[0];
    return true;
  }
  std::vector<BoxMovement::Piece> Pieces = Orders.piecesOf(M, Places);
  if (Pieces.size() > kMostBoxes && M.Inputs.size() > 1) { // places of several tensors in turn: they are joined first
    std::vector<int32_t> First = {0};
    for (TensorId Id : M.Inputs)
      First.push_back(First.back() + Orders.sizeOf(Id));
    for (ChannelMove::Place &P : Places)
      if (P.Input != ChannelOrders::kGap)
        P = {0, P.Channel + First[P.Input]};
    Pieces = Orders.piecesOf(M, Places);
    if (Pieces.size() > kMostBoxes)
      return false;
    Its.Inputs = {joined(M, Like)};
  }
  if (Pieces.size() > kMostBoxes)
    return false;
  Op O = IsWhole ? Op{OpKind::Reshape, Its.Inputs, {M.Out}, {}, "", -1, "", {}, {}} : movement(M.Out, Its.Inputs, Pieces);
  O.Name = Like.Outputs.size() > 1 ? opNameFrom(Old.Tensors[M.Out].Name) : Like.Name;
  O.SourceIndex = Like.SourceIndex;
  New.G.Ops.push_back(std::move(O));
  New.Of.push_back(M.Op);
  return true;
}

/// Brings a constant into an order. A gap is a zero where it is read, and has the numbers of some channel where it is made.
void Rewriter::permute(Op &O, size_t Input, int Axis, const ChannelOrder &Order, bool IsRead) {
  if (Order.empty() || !New.G.hasIn(O, Input))
    return;
  const Tensor &T = New.G.in(O, Input);
  const auto Zero = static_cast<uint8_t>(T.Quant.ZeroPoints.empty() ? 0 : T.Quant.ZeroPoints[0]);
  Tensor Own = inChannelOrder(T, Axis, Order, IsRead ? std::optional(Zero) : std::nullopt);
  New.NewConstants += Own.bytes();
  O.Inputs[Input] = New.G.addTensor(std::move(Own));
}

/// Appends an operator with its constants in the orders of what it reads and makes.
void Rewriter::appendPermuted(size_t I) {
  Op O = Old.Ops[I];
  const ChannelRole &Role = Groups.roleOf(I);
  const ChannelOrder &Out = Orders.of(O.Outputs[0]);
  if (Role.Kind == ChannelRole::Gives)
    permute(O, 1, Role.FilterIn, Orders.of(O.Inputs[0]), true);
  if (Role.FilterOut >= 0) {
    permute(O, 1, Role.FilterOut, Out, false);
    permute(O, 2, 0, Out, false);
  } else if (Role.Kind == ChannelRole::Passes)
    for (size_t K = 0; K < O.Inputs.size(); ++K)
      if (Old.hasIn(O, K) && Old.in(O, K).isConst() && !Old.in(O, K).Dims.empty() && Old.in(O, K).Dims.back() > 1)
        permute(O, K, Old.in(O, K).rank() - 1, Out, false);
  for (TensorId &Id : O.Inputs)
    if (const auto At = Same.find(Id); At != Same.end())
      Id = At->second;
  New.G.Ops.push_back(std::move(O));
  New.Of.push_back(I);
}

/// Drops the movements whose results nobody reads any more.
void Rewriter::dropUnread() {
  std::vector<bool> IsRead(New.G.Tensors.size(), false), Stays(New.G.Ops.size(), true);
  for (TensorId Id : New.G.Outputs)
    IsRead[Id] = true;
  for (size_t I = New.G.Ops.size(); I-- > 0;) {
    const Op &O = New.G.Ops[I];
    const auto Is = [&](TensorId Id) { return bool(IsRead[Id]); };
    Stays[I] = !isMovement(O.Kind) || std::any_of(O.Outputs.begin(), O.Outputs.end(), Is);
    for (TensorId Id : O.Inputs)
      if (Stays[I] && Id != kNoTensor)
        IsRead[Id] = true;
  }
  size_t Kept = 0;
  for (size_t I = 0; I < Stays.size(); ++I)
    if (Stays[I]) {
      if (Kept != I)
        New.G.Ops[Kept] = std::move(New.G.Ops[I]);
      New.Of[Kept++] = New.Of[I];
    }
  New.G.Ops.resize(Kept);
  New.Of.resize(Kept);
}

std::optional<Rewritten> Rewriter::run(const ChannelMove *&Failed) {
  for (size_t T = 0; T < Old.Tensors.size(); ++T)
    if (const auto Id = static_cast<TensorId>(T); !Orders.of(Id).empty() && !Old.Tensors[T].isConst()) {
      New.G.Tensors[T].Dims.back() = Orders.sizeOf(Id);
      New.G.Tensors[T].SourceIndex = -1;
    }
  for (size_t I = 0; I < Old.Ops.size(); ++I) {
    if (!Touched[I] || Groups.roleOf(I).Kind != ChannelRole::Moves) {
      appendPermuted(I);
      continue;
    }
    for (TensorId Id : Old.Ops[I].Outputs)
      if (const auto At = MoveOf.find(Id); At != MoveOf.end()) {
        ++New.Moves;
        if (!append(*At->second)) {
          Failed = At->second;
          return std::nullopt;
        }
      }
  }
  dropUnread();
  return std::move(New);
}

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
  void choose(const Those &Set);
};

/// The graph with a rule's orders, where moves allow them. Nothing: no order changes.
std::optional<Rewritten> Chooser::rewritten(const Those &Set, OrderRule Rule) {
  for (size_t Held = 0; Held <= Set.size(); ++Held) {
    Orders.choose(Set, Rule);
    if (!Orders.changesAny(Set))
      return std::nullopt;
    const ChannelMove *Failed = nullptr;
    if (std::optional<Rewritten> New = Rewriter(G, Groups, Orders).run(Failed))
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

/// Takes the cheapest orders of some groups; others have theirs.
void Chooser::choose(const Those &Set) {
  const ChannelOrders Old = Orders;
  ChannelOrders Taken = Orders;
  std::optional<ChannelOrders> Tried;
  std::optional<double> Least;
  for (const OrderRule Rule : {OrderRule::Blocks, OrderRule::Dense}) {
    Orders = Old;
    std::optional<Rewritten> New = rewritten(Set, Rule);
    if (!New || (Tried && *Tried == Orders) || !C.Shared.Purse.affords(New->NewConstants))
      continue;
    const std::pair<size_t, size_t> Range = around(Set);
    if (!Least)
      Least = priceOf(Best ? &*Best : nullptr, Range);
    const std::optional<double> Own = Least ? priceOf(&*New, Range) : std::nullopt;
    Tried.emplace(Orders);
    if (!Own || *Own >= *Least)
      continue;
    Least = Own;
    Taken = Orders;
    Best = std::move(New);
  }
  Orders = Taken;
}

std::optional<Rewritten> Chooser::run() {
  constexpr int64_t kStepsOfOperator = 2000;
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

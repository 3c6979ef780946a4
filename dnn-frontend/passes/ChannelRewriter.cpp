// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/ChannelRewriter.h"

#include <algorithm>

namespace hexloom {

ChannelRewriter::ChannelRewriter(const Graph &Old, const ChannelGroups &Groups, const ChannelOrders &Orders) : Old(Old), Groups(Groups), Orders(Orders) {
  New.G = Old;
  New.G.Ops.clear();
  for (const ChannelMove &M : Groups.moves())
    MoveOf[M.Out] = &M;
  findTouched();
}

/// Movements that are no moves of their own are touched if what they read is.
void ChannelRewriter::findTouched() {
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
Op ChannelRewriter::movement(TensorId Out, const std::vector<TensorId> &Inputs, const std::vector<BoxMovement::Piece> &Pieces) const {
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
TensorId ChannelRewriter::joined(const ChannelMove &M, const Op &Like) {
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
bool ChannelRewriter::append(const ChannelMove &M) {
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
void ChannelRewriter::permute(Op &O, size_t Input, int Axis, const ChannelOrder &Order, bool IsRead) {
  if (Order.empty() || !New.G.hasIn(O, Input))
    return;
  const Tensor &T = New.G.in(O, Input);
  const auto Zero = static_cast<uint8_t>(T.Quant.ZeroPoints.empty() ? 0 : T.Quant.ZeroPoints[0]);
  Tensor Own = inChannelOrder(T, Axis, Order, IsRead ? std::optional(Zero) : std::nullopt);
  New.NewConstants += Own.bytes();
  O.Inputs[Input] = New.G.addTensor(std::move(Own));
}

/// Appends an operator with its constants in the orders of what it reads and makes.
void ChannelRewriter::appendPermuted(size_t I) {
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
void ChannelRewriter::dropUnread() {
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

std::optional<Rewritten> ChannelRewriter::run(const ChannelMove *&Failed) {
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

} // namespace hexloom

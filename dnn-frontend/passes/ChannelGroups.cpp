// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/ChannelGroups.h"
#include "classes/Accesses.h"
#include "ir/Families.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <set>

namespace hexloom {

namespace {

constexpr int32_t kMostChannels = 1 << 13;

bool isBiasOf(const Graph &G, const Op &O) { return !G.hasIn(O, 2) || G.in(O, 2).isConst(); }

/// Whether a filter has one scale, or one for each index of this axis.
bool isScaledBy(const Tensor &Filter, int Axis) { return !Filter.Quant.perChannel() || Filter.Quant.Axis == Axis; }

/// Whether an operator does well whatever lies in channels that nobody uses, and says nowhere how many there are: a divisor of zero does not.
bool takesGaps(const Graph &G, const Op &O) {
  if (isMovement(O.Kind))
    return isView(O.Kind);
  const bool IsAny = O.Inputs.size() == 1 || O.Kind == OpKind::Add || O.Kind == OpKind::Sub || O.Kind == OpKind::Mul || O.Kind == OpKind::PRelu;
  return familyOf(O.Kind) != Family::Elementwise || (IsAny && bytesOf(G.out(O, 0).Type) == 1);
}

} // namespace

ChannelGroups::ChannelGroups(const Graph &G, Budget &Purse)
    : G(G), U(G), Purse(Purse), MoveOf(G.Tensors.size(), -1), Joined(G.Tensors.size()), Number(G.Tensors.size()), IsNeeded(G.Tensors.size(), false) {
  std::iota(Joined.begin(), Joined.end(), 0);
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const Op &O = G.Ops[I];
    Roles.push_back(roleOf(O));
    if (Roles[I].Kind == ChannelRole::Passes)
      join(O);
    if (Roles[I].Kind == ChannelRole::Moves)
      findMoves(I);
  }
  need();
  number();
}

size_t ChannelGroups::root(size_t T) {
  while (Joined[T] != T)
    T = Joined[T] = Joined[Joined[T]];
  return T;
}

int32_t ChannelGroups::channelsOf(TensorId T) const {
  const Shape &Dims = G.Tensors[T].Dims;
  return Dims.empty() ? 1 : Dims.back();
}

/// The role of a product of one group, whose filter has these axes.
ChannelRole ChannelGroups::productRole(const Op &O, int FilterIn, int FilterOut) const {
  const Tensor &Filter = G.in(O, 1);
  const bool Fits = Filter.isConst() && bytesOf(Filter.Type) == 1 && isBiasOf(G, O) && isScaledBy(Filter, FilterOut) && Filter.Dims[FilterIn] == channelsOf(O.Inputs[0]) &&
                    Filter.Dims[FilterOut] == channelsOf(O.Outputs[0]);
  return Fits ? ChannelRole{ChannelRole::Gives, FilterIn, FilterOut} : ChannelRole{};
}

/// Whether each element of the result is made of one element of each input, by a rule that is the same for all channels or has numbers for
/// each.
bool ChannelGroups::isPassedByEach(const Op &O) const {
  if (O.Kind == OpKind::LayoutConvert || O.Kind == OpKind::DetectionPostprocess || O.Outputs.size() != 1 || G.out(O, 0).Quant.perChannel())
    return false;
  const int32_t Channels = channelsOf(O.Outputs[0]);
  return std::all_of(O.Inputs.begin(), O.Inputs.end(), [&](TensorId Id) {
    return Id != kNoTensor && !G.Tensors[Id].Quant.perChannel() && (channelsOf(Id) == Channels || channelsOf(Id) == 1);
  });
}

ChannelRole ChannelGroups::roleOf(const Op &O) const {
  const auto IsSmall = [&](TensorId Id) { return Id == kNoTensor || (channelsOf(Id) <= kMostChannels && G.Tensors[Id].elements() > 0); };
  const auto IsConst = [&](TensorId Id) { return Id == kNoTensor || G.Tensors[Id].isConst(); };
  const auto AreSmall = [&](const std::vector<TensorId> &Ids) { return Ids.size() <= 64 && std::all_of(Ids.begin(), Ids.end(), IsSmall); };
  if (!O.Kernel.empty() || !O.Regions.empty() || O.Inputs.empty() || !AreSmall(O.Inputs) || !AreSmall(O.Outputs))
    return {};
  if (familyOf(O.Kind) == Family::Elementwise)
    return isPassedByEach(O) ? ChannelRole{ChannelRole::Passes} : ChannelRole{};
  if (IsConst(O.Inputs[0]))
    return {};
  switch (O.Kind) {
  case OpKind::Conv2D:
  case OpKind::TransposeConv:
    return productRole(O, 3, 0);
  case OpKind::FullyConnected:
    return productRole(O, 1, 0);
  case OpKind::DepthwiseConv2D:
    if (O.i(Attr::DepthMultiplier) == 1 && G.in(O, 1).isConst() && isBiasOf(G, O) && isScaledBy(G.in(O, 1), 3))
      return {ChannelRole::Passes, -1, 3};
    return {};
  default:
    break;
  }
  if (isMovement(O.Kind))
    return {std::none_of(O.Inputs.begin(), O.Inputs.end(), IsConst) && keepsLast(G, O) ? ChannelRole::Passes : ChannelRole::Moves};
  const Family Its = familyOf(O.Kind);
  const bool Passes = (Its == Family::Window || Its == Family::Resize || Its == Family::Reduction) && keepsLast(G, O);
  return Passes ? ChannelRole{ChannelRole::Passes} : ChannelRole{};
}

/// The move of a tensor whose channels boxes bring. Nothing: they move pixels, too.
std::optional<ChannelMove> ChannelGroups::moveOf(TensorId Out, const Sources &Boxes) const {
  const Shape &To = G.Tensors[Out].Dims;
  ChannelMove M{Out, 0, {}, {}};
  M.Places.assign(static_cast<size_t>(To.back()), {0, -1});
  for (const Source &S : Boxes) {
    const Shape &From = G.Tensors[S.From].Dims;
    if (From.size() != To.size() || !std::equal(From.begin(), From.end() - 1, To.begin()))
      return std::nullopt;
    const auto Last = static_cast<int>(To.size()) - 1;
    for (int A = 0; A < Last; ++A) {
      const Box::Loop *L = To[A] > 1 ? wholeLoop(S.Box, A, To[A]) : nullptr;
      if (To[A] > 1 && (!L || L->In.Axis != A || L->In.Step != 1))
        return std::nullopt;
    }
    size_t Input = static_cast<size_t>(std::find(M.Inputs.begin(), M.Inputs.end(), S.From) - M.Inputs.begin());
    if (Input == M.Inputs.size())
      M.Inputs.push_back(S.From);
    for (const ChannelTurn &T : hexloom::channelsOf(S.Box)) {
      const bool IsAtPixel = std::all_of(T.In.begin(), T.In.end() - 1, [](int64_t Index) { return Index == 0; });
      const int64_t Channel = T.In.back();
      if (!IsAtPixel || T.Out < 0 || T.Out >= To.back() || Channel < 0 || Channel >= From.back() || M.Places[T.Out].Channel >= 0)
        return std::nullopt;
      M.Places[T.Out] = {Input, static_cast<int32_t>(Channel)};
    }
  }
  const auto IsKnown = [](const ChannelMove::Place &P) { return P.Channel >= 0; };
  return std::all_of(M.Places.begin(), M.Places.end(), IsKnown) ? std::optional(std::move(M)) : std::nullopt;
}

/// Looks for the nearest tensors of whose channels those of an output are, through movements that also move pixels.
std::optional<ChannelMove> ChannelGroups::nearestMove(size_t Op, size_t Output) {
  constexpr int kMostSteps = 8;
  constexpr int64_t kStepsOfChannel = 100;
  const TensorId Out = G.Ops[Op].Outputs[Output];
  std::optional<Sources> Boxes = G.Tensors[Out].Dims.empty() ? std::nullopt : sourcesOf(G, G.Ops[Op], Output);
  for (int Step = 0; Boxes && Step < kMostSteps; ++Step) {
    if (!Purse.tryWork(kStepsOfChannel * (channelsOf(Out) + static_cast<int64_t>(Boxes->size()))))
      break;
    if (std::optional<ChannelMove> M = moveOf(Out, *Boxes))
      return M;
    std::set<TensorId> Froms;
    for (const Source &S : *Boxes)
      Froms.insert(S.From);
    bool IsAny = false;
    for (TensorId From : Froms) {
      const int By = U.producer(From);
      if (By < 0 || Roles[By].Kind != ChannelRole::Moves || MoveOf[From] >= 0)
        continue;
      const auto &Made = G.Ops[By].Outputs;
      const std::optional<Sources> Own = sourcesOf(G, G.Ops[By], static_cast<size_t>(std::find(Made.begin(), Made.end(), From) - Made.begin()));
      Boxes = Own && Boxes ? replaced(*Boxes, From, *Own, Purse) : std::nullopt;
      IsAny = true;
    }
    if (!IsAny)
      break;
  }
  return std::nullopt;
}

/// Makes a move of one whose inputs may be moves themselves.
ChannelMove ChannelGroups::composed(const ChannelMove &M) const {
  ChannelMove All{M.Out, M.Op, {}, {}};
  for (const ChannelMove::Place &P : M.Places) {
    const int By = MoveOf[M.Inputs[P.Input]];
    const ChannelMove *First = By < 0 ? nullptr : &Moves[static_cast<size_t>(By)]; // composed already
    const ChannelMove::Place From = First ? First->Places[static_cast<size_t>(P.Channel)] : P;
    const TensorId Id = First ? First->Inputs[From.Input] : M.Inputs[From.Input];
    const auto At = std::find(All.Inputs.begin(), All.Inputs.end(), Id);
    All.Places.push_back({static_cast<size_t>(At - All.Inputs.begin()), From.Channel});
    if (At == All.Inputs.end())
      All.Inputs.push_back(Id);
  }
  return All;
}

/// Makes moves of all outputs of an operator, or of none.
void ChannelGroups::findMoves(size_t Op) {
  const std::vector<TensorId> &Outputs = G.Ops[Op].Outputs;
  std::vector<ChannelMove> Own;
  for (size_t K = 0; K < Outputs.size(); ++K) {
    std::optional<ChannelMove> M = nearestMove(Op, K);
    if (!M)
      return;
    M->Op = Op;
    Own.push_back(composed(*M));
  }
  for (ChannelMove &M : Own) {
    MoveOf[M.Out] = static_cast<int>(Moves.size());
    Moves.push_back(std::move(M));
  }
}

/// Puts what an operator that passes channels on reads and makes into one group.
void ChannelGroups::join(const Op &O) {
  const size_t Out = root(static_cast<size_t>(O.Outputs[0]));
  const bool HasFilter = hasFilter(O.Kind);
  for (size_t I = 0; I < O.Inputs.size() && (I == 0 || !HasFilter); ++I)
    if (!G.in(O, I).isConst() && channelsOf(O.Inputs[I]) == channelsOf(O.Outputs[0]))
      Joined[root(static_cast<size_t>(O.Inputs[I]))] = Out;
  for (TensorId Id : O.Outputs)
    Joined[root(static_cast<size_t>(Id))] = Out;
}

/// Marks the tensors of which somebody needs the network's order, and leaves the moves that are read. A movement whose output is no move
/// needs that order if others than movements that are composed of it read its output.
void ChannelGroups::need() {
  for (const std::vector<TensorId> *Ids : {&G.Inputs, &G.Outputs})
    for (TensorId Id : *Ids)
      IsNeeded[Id] = true;
  std::vector<bool> IsRead = IsNeeded;
  for (size_t I = G.Ops.size(); I-- > 0;) {
    const Op &O = G.Ops[I];
    const bool IsMovement = Roles[I].Kind == ChannelRole::Moves;
    const auto IsOther = [&](TensorId Id) { return MoveOf[Id] < 0 && IsRead[Id]; };
    const bool Needs = Roles[I].Kind == ChannelRole::Needs || (IsMovement && std::any_of(O.Outputs.begin(), O.Outputs.end(), IsOther));
    for (TensorId Id : O.Outputs) {
      IsNeeded[Id] = IsNeeded[Id] || Needs;
      if (MoveOf[Id] >= 0 && IsRead[Id])
        for (TensorId From : Moves[static_cast<size_t>(MoveOf[Id])].Inputs)
          IsRead[From] = true;
    }
    for (TensorId Id : O.Inputs)
      if (Id != kNoTensor) {
        IsRead[Id] = IsRead[Id] || Needs || !IsMovement;
        IsNeeded[Id] = IsNeeded[Id] || Needs || G.Tensors[Id].isConst();
      }
  }
  const auto IsUnread = [&](const ChannelMove &M) { return !IsRead[M.Out]; };
  Moves.erase(std::remove_if(Moves.begin(), Moves.end(), IsUnread), Moves.end());
}

void ChannelGroups::number() {
  constexpr size_t kNone = SIZE_MAX;
  std::vector<size_t> Of(G.Tensors.size(), kNone);
  for (size_t T = 0; T < G.Tensors.size(); ++T) {
    const size_t Root = root(T);
    if (Of[Root] == kNone) {
      Of[Root] = Groups.size();
      Groups.push_back({channelsOf(static_cast<TensorId>(T)), false, true, {}, {}});
    }
    Number[T] = Of[Root];
    Groups[Number[T]].IsFixed = Groups[Number[T]].IsFixed || IsNeeded[T] || Groups[Number[T]].Channels != channelsOf(static_cast<TensorId>(T));
  }
  for (size_t I = 0; I < G.Ops.size(); ++I)
    if (Roles[I].Kind == ChannelRole::Passes && !takesGaps(G, G.Ops[I]))
      Groups[Number[static_cast<size_t>(G.Ops[I].Outputs[0])]].TakesGaps = false;
  for (size_t I = 0; I < Moves.size(); ++I) {
    Groups[Number[Moves[I].Out]].MadeBy.push_back(I);
    for (TensorId Id : Moves[I].Inputs) {
      std::vector<size_t> &Readers = Groups[Number[Id]].ReadBy;
      if (Readers.empty() || Readers.back() != I)
        Readers.push_back(I);
    }
  }
}

std::vector<std::vector<size_t>> ChannelGroups::connected() const {
  std::vector<size_t> Of(Groups.size());
  std::iota(Of.begin(), Of.end(), 0);
  const auto Root = [&](size_t I) {
    while (Of[I] != I)
      I = Of[I] = Of[Of[I]];
    return I;
  };
  for (const ChannelMove &M : Moves)
    for (TensorId Id : M.Inputs)
      Of[Root(groupOf(Id))] = Root(groupOf(M.Out));
  std::map<size_t, std::vector<size_t>> Sets;
  for (size_t I = 0; I < Of.size(); ++I)
    if (!Groups[I].MadeBy.empty() || !Groups[I].ReadBy.empty())
      Sets[Root(I)].push_back(I);
  std::vector<std::vector<size_t>> All;
  for (auto &[First, Set] : Sets)
    if (std::any_of(Set.begin(), Set.end(), [&](size_t I) { return !Groups[I].IsFixed; }))
      All.push_back(std::move(Set));
  return All;
}

Tensor inChannelOrder(const Tensor &T, int Axis, const ChannelOrder &Order, std::optional<uint8_t> Gap) {
  Tensor New = T;
  New.SourceIndex = -1;
  const auto A = T.Dims.begin() + Axis;
  const int64_t Size = *A, NewSize = static_cast<int64_t>(Order.size());
  const int64_t Outer = std::accumulate(T.Dims.begin(), A, int64_t(1), std::multiplies<>());
  const int64_t Run = T.elements() / std::max<int64_t>(1, Outer * Size) * bytesOf(T.Type);
  New.Dims[static_cast<size_t>(Axis)] = static_cast<int32_t>(NewSize);
  Bytes Data(static_cast<size_t>(Outer * NewSize * Run), Gap.value_or(0));
  const int32_t Any = *std::find_if(Order.begin(), Order.end(), [](int32_t Channel) { return Channel >= 0; });
  const auto From = [&](int64_t I) { return Order[static_cast<size_t>(I)] < 0 ? Any : Order[static_cast<size_t>(I)]; };
  for (int64_t O = 0; O < Outer; ++O)
    for (int64_t I = 0; I < NewSize; ++I)
      if (Order[static_cast<size_t>(I)] >= 0 || !Gap)
        std::memcpy(&Data[static_cast<size_t>((O * NewSize + I) * Run)], &(*T.Data)[static_cast<size_t>((O * Size + From(I)) * Run)],
                    static_cast<size_t>(Run));
  New.Data = std::make_shared<const Bytes>(std::move(Data));
  if (T.Quant.perChannel() && T.Quant.Axis == Axis) {
    New.Quant.Scales.clear();
    New.Quant.ZeroPoints.clear();
    for (int64_t I = 0; I < NewSize; ++I) {
      New.Quant.Scales.push_back(T.Quant.Scales[static_cast<size_t>(From(I))]);
      New.Quant.ZeroPoints.push_back(T.Quant.ZeroPoints[static_cast<size_t>(From(I))]);
    }
  }
  return New;
}

} // namespace hexloom

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/ChannelOrders.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace hexloom {

namespace {

using Place = ChannelMove::Place;
constexpr int32_t kBlock = 32; // channels of a block of layouts

int32_t up(int32_t Channels) { return (Channels + kBlock - 1) / kBlock * kBlock; }

bool isGap(const Place &P) { return P.Input == ChannelOrders::kGap; }

/// Without gaps at its end if these are all, and empty if each channel lies at its own place.
ChannelOrder simplified(ChannelOrder Order) {
  const auto Last = std::find_if(Order.rbegin(), Order.rend(), [](int32_t Channel) { return Channel >= 0; }).base();
  if (std::find(Order.begin(), Last, -1) == Last)
    Order.erase(Last, Order.end());
  for (size_t P = 0; P < Order.size(); ++P)
    if (Order[P] != static_cast<int32_t>(P))
      return Order;
  return {};
}

/// So many turns, each a step further.
struct Turns {
  int64_t Size, Step;
};

/// The longest pattern of places of one input from the first one on, without gaps: turns of turns, innermost first.
std::vector<Turns> patternAt(const std::vector<Place> &Places, size_t First) {
  constexpr size_t kMostLoops = 3;
  std::vector<Turns> Loops;
  const auto IsAhead = [&](size_t At, size_t Size, int64_t Step) {
    for (size_t I = 0; I < Size; ++I)
      if (At + I >= Places.size() || Places[At + I].Input != Places[First].Input || Places[At + I].Channel != Places[First + I].Channel + Step)
        return false;
    return true;
  };
  for (size_t Size = 1; Loops.size() < kMostLoops && First + Size < Places.size();) {
    const int64_t Step = Places[First + Size].Channel - Places[First].Channel;
    size_t Count = 1;
    while (IsAhead(First + Count * Size, Size, static_cast<int64_t>(Count) * Step))
      ++Count;
    if (Count == 1)
      break;
    Loops.push_back({static_cast<int64_t>(Count), Step});
    Size *= Count;
  }
  return Loops;
}

/// How many neighbours a place is the first of; gaps between them and up to the end of a block are copied, too, as far as the input has
/// channels.
int64_t runAt(const std::vector<Place> &Places, size_t First, int32_t Channels) {
  size_t End = First + 1;
  for (size_t P = End; P < Places.size(); ++P) {
    const int64_t Channel = Places[First].Channel + static_cast<int64_t>(P - First);
    if (Channel >= Channels || (!isGap(Places[P]) && (Places[P].Input != Places[First].Input || Places[P].Channel != Channel)))
      break;
    End = P + 1;
  }
  while (isGap(Places[End - 1]) && End % kBlock != 0 && (End < Places.size() && !isGap(Places[End])))
    --End;
  return static_cast<int64_t>(End - First);
}

} // namespace

void ChannelOrders::choose(const std::vector<size_t> &Those, OrderRule Rule) {
  std::vector<size_t> Made, Roots;
  reset(Those);
  for (size_t K : Those)
    if (isFree(K))
      (Groups->groups()[K].MadeBy.empty() ? Roots : Made).push_back(K);
  std::sort(Made.begin(), Made.end(), [&](size_t A, size_t B) { return Groups->groups()[A].MadeBy[0] < Groups->groups()[B].MadeBy[0]; });
  const auto HasGaps = [&](size_t K) { return Rule == OrderRule::Blocks && Groups->groups()[K].TakesGaps && Groups->groups()[K].Channels > kBlock; };
  for (size_t K : Roots)
    set(K, byReaders(K, HasGaps(K)));
  for (size_t K : Made)
    set(K, bySources(K, HasGaps(K)));
}

void ChannelOrders::reset(const std::vector<size_t> &Those) {
  for (size_t K : Those)
    Orders[K].clear();
}

bool ChannelOrders::hold(const ChannelMove &M) {
  bool IsAny = false;
  std::vector<TensorId> All = M.Inputs;
  All.push_back(M.Out);
  for (TensorId T : All) {
    const size_t K = Groups->groupOf(T);
    IsAny |= !IsHeld[K] && !Orders[K].empty();
    IsHeld[K] = true;
  }
  return IsAny;
}

void ChannelOrders::set(size_t Group, ChannelOrder Order) { Orders[Group] = simplified(std::move(Order)); }

int32_t ChannelOrders::sizeOf(TensorId T) const {
  return of(T).empty() ? Groups->groups()[Groups->groupOf(T)].Channels : static_cast<int32_t>(of(T).size());
}

bool ChannelOrders::changesAny(const std::vector<size_t> &Those) const {
  return std::any_of(Those.begin(), Those.end(), [&](size_t K) { return !Orders[K].empty(); });
}

std::vector<Place> ChannelOrders::placesOf(const ChannelMove &M) const {
  std::vector<std::vector<int32_t>> At(M.Inputs.size());
  for (size_t I = 0; I < M.Inputs.size(); ++I) {
    const ChannelOrder &Order = of(M.Inputs[I]);
    At[I].resize(Order.empty() ? 0 : static_cast<size_t>(Groups->groups()[Groups->groupOf(M.Inputs[I])].Channels));
    for (size_t P = 0; P < Order.size(); ++P)
      if (Order[P] >= 0)
        At[I][static_cast<size_t>(Order[P])] = static_cast<int32_t>(P);
  }
  const ChannelOrder &Out = of(M.Out);
  std::vector<Place> Places(static_cast<size_t>(sizeOf(M.Out)), {kGap, -1});
  for (size_t P = 0; P < Places.size(); ++P)
    if (const int32_t Channel = Out.empty() ? static_cast<int32_t>(P) : Out[P]; Channel >= 0) {
      const Place &From = M.Places[static_cast<size_t>(Channel)];
      Places[P] = {From.Input, At[From.Input].empty() ? From.Channel : At[From.Input][static_cast<size_t>(From.Channel)]};
    }
  return Places;
}

std::vector<BoxMovement::Piece> ChannelOrders::piecesOf(const ChannelMove &M, const std::vector<Place> &Places) const {
  const Shape &Dims = G->Tensors[M.Out].Dims;
  const int Last = static_cast<int>(Dims.size()) - 1;
  const bool HasGaps = std::any_of(Places.begin(), Places.end(), isGap);
  std::vector<BoxMovement::Piece> Pieces;
  for (size_t First = 0; First < Places.size() && Pieces.size() <= kMostBoxes;) {
    if (isGap(Places[First])) {
      ++First;
      continue;
    }
    std::vector<Turns> Found;
    if (HasGaps)
      Found = {{runAt(Places, First, sizeOf(M.Inputs[Places[First].Input])), 1}};
    else
      Found = patternAt(Places, First);
    Box B{std::vector<int64_t>(Dims.size(), 0), std::vector<int64_t>(Dims.size(), 0), {}};
    B.InFirst.back() = Places[First].Channel;
    B.OutFirst.back() = static_cast<int64_t>(First);
    int64_t Size = 1;
    for (const Turns &T : Found) {
      B.Loops.insert(B.Loops.begin(), {T.Size, {Last, T.Step}, {Last, Size}});
      Size *= T.Size;
    }
    for (int A = Last - 1; A >= 0; --A)
      B.Loops.insert(B.Loops.begin(), {Dims[static_cast<size_t>(A)], {A, 1}, {A, 1}});
    joinLoops(B);
    Pieces.push_back({Places[First].Input, 0, std::move(B)});
    First += static_cast<size_t>(Size);
  }
  return Pieces;
}

/// A group's channels as they lie where they come from. With gaps: whole blocks as they are there, as many as leave room for the channels
/// of all others, which come last.
ChannelOrder ChannelOrders::bySources(size_t Group, bool WithGaps) const {
  const ChannelGroup &K = Groups->groups()[Group];
  const std::vector<Place> Places = placesOf(Groups->moves()[K.MadeBy[0]]); // in the network's order: the group has none yet
  WithGaps &= std::set<Place>(Places.begin(), Places.end()).size() == Places.size(); // no channel goes to two places
  std::map<Place, std::vector<int32_t>> Blocks; // by the first place of each
  for (size_t P = 0; P < Places.size(); ++P)
    Blocks[{Places[P].Input, WithGaps ? Places[P].Channel / kBlock * kBlock : 0}].push_back(static_cast<int32_t>(P));
  const auto IsBefore = [&](int32_t A, int32_t B) { return Places[static_cast<size_t>(A)] < Places[static_cast<size_t>(B)]; };
  std::vector<std::vector<int32_t>> Whole, Rest;
  for (auto &[First, Channels] : Blocks) {
    std::stable_sort(Channels.begin(), Channels.end(), IsBefore);
    Whole.push_back(Channels);
  }
  int32_t Loose = 0;
  if (WithGaps) { // the emptiest blocks are no longer whole until all fit
    std::vector<size_t> BySize(Whole.size());
    std::iota(BySize.begin(), BySize.end(), 0);
    std::stable_sort(BySize.begin(), BySize.end(), [&](size_t A, size_t B) { return Whole[A].size() < Whole[B].size(); });
    std::vector<bool> IsLoose(Whole.size(), false);
    auto Blocky = static_cast<int32_t>(Whole.size());
    for (size_t I = 0; I < BySize.size() && Blocky * kBlock + up(Loose) > up(K.Channels); ++I, --Blocky) {
      IsLoose[BySize[I]] = true;
      Loose += static_cast<int32_t>(Whole[BySize[I]].size());
    }
    std::vector<std::vector<int32_t>> Left;
    for (size_t I = 0; I < Whole.size(); ++I)
      (IsLoose[I] ? Rest : Left).push_back(Whole[I]);
    Whole = std::move(Left);
  }
  ChannelOrder Order;
  for (const std::vector<int32_t> &Channels : Whole) {
    const size_t First = Order.size();
    if (WithGaps)
      Order.resize(First + kBlock, -1);
    for (int32_t Channel : Channels)
      if (WithGaps && First + static_cast<size_t>(Places[static_cast<size_t>(Channel)].Channel % kBlock) < Order.size())
        Order[First + static_cast<size_t>(Places[static_cast<size_t>(Channel)].Channel % kBlock)] = Channel;
      else
        Order.push_back(Channel);
  }
  for (const std::vector<int32_t> &Channels : Rest)
    Order.insert(Order.end(), Channels.begin(), Channels.end());
  if (WithGaps)
    Order.resize(static_cast<size_t>(up(static_cast<int32_t>(Order.size()))), -1);
  return Order;
}

/// A group's channels reader by reader, those of one reader in the network's order, or as they go to places that cannot be others.
ChannelOrder ChannelOrders::byReaders(size_t Group, bool WithGaps) const {
  const ChannelGroup &K = Groups->groups()[Group];
  std::vector<bool> IsTaken(static_cast<size_t>(K.Channels), false);
  ChannelOrder Order;
  int32_t Left = K.Channels;
  const auto Take = [&](const std::vector<int32_t> &Channels) {
    for (int32_t Channel : Channels)
      if (!IsTaken[static_cast<size_t>(Channel)]) {
        IsTaken[static_cast<size_t>(Channel)] = true;
        Order.push_back(Channel);
        --Left;
      }
    const int32_t Size = up(static_cast<int32_t>(Order.size()));
    if (WithGaps && Size + Left <= up(K.Channels))
      Order.resize(static_cast<size_t>(Size), -1);
  };
  for (size_t I : K.ReadBy) {
    const ChannelMove &M = Groups->moves()[I];
    std::vector<int32_t> Channels;
    for (const Place &From : M.Places)
      if (Groups->groupOf(M.Inputs[From.Input]) == Group)
        Channels.push_back(From.Channel);
    if (isFree(Groups->groupOf(M.Out)))
      std::sort(Channels.begin(), Channels.end());
    Take(Channels);
  }
  std::vector<int32_t> All(static_cast<size_t>(K.Channels));
  std::iota(All.begin(), All.end(), 0);
  Take(All);
  return Order;
}

} // namespace hexloom

//===- SDA/BottomUpPacker.cpp - GCD2's Algorithm 1 ------------------------===//
//
// Packets are built from the region's end. The seed of a packet is the last unpacked instruction of
// the critical path; then the free instruction with the best score joins until none fits:
//
//   score(i) = (order + pred) * w - |hi_lat - lat| * (1 - w) - p(i, packet)           equation (4)
//
// An instruction is free when each of its unpacked successors is in the packet being built and may
// stay there (the edge is soft or mere order). p is the stall that i causes: the cycles by which the
// packets already built would have to wait for it, and the penalty of soft edges inside the packet.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/SDA/BottomUpPacker.h"
#include "llvm/ADT/Statistic.h"
#include <algorithm>
#include <tuple>

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumScored, "Number of instructions scored for a place in a packet");

namespace llvm::sda {

namespace {

/// Candidates looked at for each place in a packet: keeps the work near linear in regions of
/// thousands of instructions.
constexpr unsigned Window = 96;

class Packer {
public:
  Packer(const IDG &G, PackingPolicy &Policy, const PackerParams &Params)
      : G(G), Policy(Policy), Params(Params), OpenSuccs(G.size()), InPacketSuccs(G.size()),
        Ready(G.size()), Inside(G.size()), Placed(G.size()), Choices(G.size()) {
    for (unsigned N = 0; N != G.size(); ++N) {
      Ready[N] = std::max(Params.UseExitDelays ? G.exitDelay(N) : 0,
                          Params.TailDistance.empty() ? 0 : Params.TailDistance[N]);
      OpenSuccs[N] = G.succs(N).size();
      if (!OpenSuccs[N])
        Free.push_back(N);
    }
  }

  Packing run() {
    Packing Reversed;
    while (!Free.empty()) {
      if (!buildPacket())
        return {};
      llvm::sort(Current);
      Reversed.push_back(Current);
      close();
    }
    std::reverse(Reversed.begin(), Reversed.end());
    return Reversed;
  }

  std::vector<Choice> takeChoices() { return std::move(Choices); }

private:
  bool buildPacket() {
    unsigned Seed = selectSeed();
    Now = std::max(Now + 1, Ready[Seed]);
    HighestLatency = Width = 0;
    add(Seed);
    int Partner = Policy.partner(Seed);
    if (Partner >= 0) {
      if (!isFree(Partner) || !Policy.fits(Current, Partner))
        return false;
      add(Partner);
    }
    while (Width < Params.IssueLimit) {
      int N = selectInstruction();
      if (N < 0)
        break;
      add(N);
    }
    return true;
  }

  unsigned selectSeed() const {
    auto Key = [&](unsigned N) {
      bool CanIssue = Params.Seed == SeedRule::CriticalPath || Ready[N] <= Now + 1;
      return std::make_tuple(CanIssue, G.pathLength(N) + jitter(N), G.order(N), N);
    };
    return *std::max_element(Free.begin(), Free.end(),
                             [&](unsigned A, unsigned B) { return Key(A) < Key(B); });
  }

  /// p(i, packet).
  int64_t penalty(unsigned N) const {
    return std::max<int64_t>(0, Ready[N] - Now) + Inside[N];
  }

  double score(unsigned N) const {
    double Difference = std::abs(double(HighestLatency) - double(G.latency(N)));
    double S = (G.order(N) + G.numPreds(N)) * Params.W - Difference * (1 - Params.W);
    S += jitter(N);
    return Params.UsePenalty ? S - penalty(N) : S;
  }

  /// The same for the same node and variant, whatever the machine.
  double jitter(unsigned N) const {
    if (Params.Jitter == 0)
      return 0;
    uint32_t H = (N + 1) * 2654435761u ^ (Params.Variant + 1) * 2246822519u;
    H = (H ^ H >> 15) * 3266489917u;
    return Params.Jitter * ((H ^ H >> 16) & 0xffff) / 65536.0;
  }

  int selectInstruction() {
    ArrayRef<unsigned> Near = Free;
    if (Free.size() > Window) {
      Nearest = Free;
      std::nth_element(Nearest.begin(), Nearest.begin() + Window, Nearest.end(),
                       [&](unsigned A, unsigned B) {
                         return std::make_pair(G.pathLength(A), A) >
                                std::make_pair(G.pathLength(B), B);
                       });
      Near = ArrayRef<unsigned>(Nearest).take_front(Window);
    }
    NumScored += Near.size();
    Scored.clear();
    for (unsigned N : Near)
      if (!Params.StallFree || penalty(N) == 0)
        Scored.push_back({score(N), N});
    // One of the first usually fits: a heap need not be sorted to its end.
    std::make_heap(Scored.begin(), Scored.end());
    for (auto End = Scored.end(); End != Scored.begin(); --End) {
      std::pop_heap(Scored.begin(), End);
      auto [Score, N] = *std::prev(End);
      if (Policy.partner(N) < 0 && Policy.fits(Current, N)) {
        Choices[N] = {/*Seed=*/false, Score};
        return N;
      }
    }
    return -1;
  }

  bool isFree(unsigned N) const { return llvm::is_contained(Free, N); }

  void add(unsigned N) {
    llvm::erase(Free, N);
    Current.insert(llvm::upper_bound(Current, N), N);
    Width += Policy.width(N);
    Placed[N] = true;
    // A member that comes late holds up the whole packet.
    Now = std::max(Now, Ready[N]);
    HighestLatency = std::max(HighestLatency, G.latency(N));
    for (unsigned I : G.preds(N)) {
      const Edge &E = G.edge(I);
      Inside[E.Src] = std::max(Inside[E.Src], E.Penalty);
      if (E.Kind != EdgeKind::Hard && ++InPacketSuccs[E.Src] == OpenSuccs[E.Src])
        Free.push_back(E.Src);
    }
  }

  void close() {
    // Those that were free only by sharing the packet are now free, or were already.
    for (unsigned N : Current)
      for (unsigned I : G.preds(N)) {
        const Edge &E = G.edge(I);
        if (!Placed[E.Src])
          Ready[E.Src] = std::max(Ready[E.Src], Now + int64_t(E.Latency));
        Inside[E.Src] = 0;
        bool WasFree = InPacketSuccs[E.Src] == OpenSuccs[E.Src];
        if (E.Kind != EdgeKind::Hard)
          --InPacketSuccs[E.Src];
        --OpenSuccs[E.Src];
        if (!Placed[E.Src] && !WasFree && InPacketSuccs[E.Src] == OpenSuccs[E.Src])
          Free.push_back(E.Src);
      }
    Current.clear();
  }

  const IDG &G;
  PackingPolicy &Policy;
  const PackerParams &Params;
  /// Successors not yet in a closed packet, and those of them that are in the current packet by an
  /// edge that allows it. A node is free when the two agree.
  std::vector<unsigned> OpenSuccs, InPacketSuccs;
  /// By node: the cycle, counted from the region's end, at which it can issue without a stall as
  /// far as closed packets say; and the penalty that it would have in the current packet.
  std::vector<int64_t> Ready;
  std::vector<unsigned> Inside;
  std::vector<bool> Placed;
  std::vector<Choice> Choices;
  std::vector<unsigned> Free;
  // Of selectInstruction, here for their memory.
  std::vector<unsigned> Nearest;
  std::vector<std::pair<double, unsigned>> Scored;
  Packet Current;
  int64_t Now = -1;
  unsigned HighestLatency = 0;
  unsigned Width = 0;
};

} // namespace

unsigned packetBound(ArrayRef<ResourceGroup> Resources) {
  size_t Bound = 0;
  for (const ResourceGroup &R : Resources)
    Bound = std::max(Bound, (R.Nodes.size() + R.Capacity - 1) / R.Capacity);
  return Bound;
}

std::vector<unsigned> tailDistances(const IDG &G, const Packing &P) {
  std::vector<unsigned> PacketOf(G.size()), Distance(G.size());
  for (unsigned K = 0; K != P.size(); ++K)
    for (unsigned N : P[K])
      PacketOf[N] = K;
  for (const Edge &E : G.carried())
    if (E.Latency > PacketOf[E.Dst] + 1)
      Distance[E.Src] = std::max(Distance[E.Src], E.Latency - PacketOf[E.Dst] - 1);
  return Distance;
}

Packing packBottomUp(const IDG &G, PackingPolicy &Policy, const PackerParams &Params,
                     std::vector<Choice> *Choices) {
  Packer P(G, Policy, Params);
  Packing Result = P.run();
  if (Choices)
    *Choices = P.takeChoices();
  return Result;
}

} // namespace llvm::sda

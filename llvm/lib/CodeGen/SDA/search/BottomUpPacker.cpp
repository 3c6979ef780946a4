//===- SDA/BottomUpPacker.cpp - GCD2's Algorithm 1 ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packets are built from the region's end. The seed of a packet is the last unpacked instruction of
// the critical path; then the free instruction with the best score joins until none fits:
//
//   score(i) = (order + pred) * w - |hi_lat - lat| * (1 - w) - p(i, packet)           equation (4)
//
// An instruction is free when each of its unpacked successors is in the packet being built and may
// stay there (the edge is soft or mere order). p is the stall that i causes: the cycles by which
// the packets already built would have to wait for it, and those by which the packet's longest
// chain of penalties grows.
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
      : G(G), Policy(Policy), Params(Params), Nodes(G.size()), Choices(G.size()) {
    for (unsigned N = 0; N != G.size(); ++N) {
      Node &S = Nodes[N];
      S.Weight = (G.order(N) + G.numPreds(N)) * Params.W;
      S.Jitter = jitter(N);
      S.Path = G.pathLength(N) + S.Jitter;
      S.Latency = G.latency(N);
      S.Ready = std::max(Params.UseExitDelays ? G.exitDelay(N) : 0,
                         Params.TailDistance.empty() ? 0 : Params.TailDistance[N]);
      S.OpenSuccs = G.succs(N).size();
      if (!S.OpenSuccs)
        setFree(N);
    }
  }

  Packing run() {
    Packing Reversed;
    while (!Free.empty()) {
      if (!buildPacket())
        return {};
      Reversed.push_back(Current);
      close();
    }
    std::reverse(Reversed.begin(), Reversed.end());
    return Reversed;
  }

  std::vector<Choice> takeChoices() { return std::move(Choices); }

private:
  static constexpr unsigned NotFree = ~0u;

  struct Node {
    /// The score's part that the packet does not change, and its perturbation.
    double Weight = 0, Jitter = 0;
    /// The critical path's length to it, perturbed.
    double Path = 0;
    /// The cycle, counted from the region's end, at which it can issue without a stall as far as
    /// closed packets say.
    int64_t Ready = 0;
    int Latency = 0;
    /// The penalties on the longest way from it through the current packet.
    unsigned Inside = 0;
    /// Whether a soft edge leads from it into the current packet.
    bool Soft = false;
    /// Successors not yet in a closed packet, and those of them that are in the current packet by
    /// an edge that allows it. A node is free when the two agree.
    unsigned OpenSuccs = 0, InPacketSuccs = 0;
    /// The node's place in Free.
    unsigned Place = NotFree;
    bool Placed = false;
  };

  bool buildPacket() {
    unsigned Seed = selectSeed();
    Now = std::max(Now + 1, Nodes[Seed].Ready);
    HighestLatency = Width = Stall = 0;
    add(Seed);
    int Partner = Policy.partner(Seed);
    if (Partner >= 0) {
      if (Nodes[Partner].Place == NotFree || !Policy.fits(Current, Partner))
        return false;
      add(Partner);
    }
    while (Width < Policy.issueWidth()) {
      int N = selectInstruction();
      if (N < 0)
        break;
      add(N);
    }
    return true;
  }

  unsigned selectSeed() const {
    auto CanIssue = [&](const Node &S) {
      return Params.Seed == SeedRule::CriticalPath || S.Ready <= Now + 1;
    };
    unsigned Seed = Free.front();
    bool SeedCan = CanIssue(Nodes[Seed]);
    for (unsigned N : ArrayRef(Free).drop_front()) {
      bool Can = CanIssue(Nodes[N]);
      if (Can != SeedCan ? SeedCan : Nodes[N].Path < Nodes[Seed].Path)
        continue;
      if (Can == SeedCan && Nodes[N].Path == Nodes[Seed].Path &&
          std::make_pair(G.order(N), N) < std::make_pair(G.order(Seed), Seed))
        continue;
      Seed = N;
      SeedCan = Can;
    }
    return Seed;
  }

  /// p(i, packet).
  int64_t penalty(const Node &S) const {
    return std::max<int64_t>(0, S.Ready - Now) + std::max(S.Inside, Stall) - Stall;
  }

  double score(const Node &S) const {
    double Score = S.Weight - std::abs(HighestLatency - S.Latency) * (1 - Params.W) + S.Jitter;
    bool Pays = Params.UsePenalty && (S.Soft || !Params.OnlySoftPay);
    return Pays ? Score - penalty(S) : Score;
  }

  /// What is added to node N's score: 0 to Params.Jitter. It depends on node and variant alone, so
  /// that every host packs alike.
  double jitter(unsigned N) const {
    if (Params.Jitter == 0)
      return 0;
    uint32_t H = (N + 1) * 2654435761u ^ (Params.Variant + 1) * 2246822519u;
    H = (H ^ H >> 15) * 3266489917u;
    return Params.Jitter * ((H ^ H >> 16) & 0xffff) / 65536.0;
  }

  /// Candidates: the free nodes, or those with the longest paths if there are many.
  void takeNearest() {
    Candidates = Free;
    if (Params.AllCandidates || Free.size() <= Window)
      return;
    std::nth_element(Candidates.begin(), Candidates.begin() + Window, Candidates.end(),
                     [&](unsigned A, unsigned B) {
                       return std::make_pair(G.pathLength(A), A) >
                              std::make_pair(G.pathLength(B), B);
                     });
    Candidates.resize(Window);
  }

  int selectInstruction() {
    takeNearest();
    Policy.dropMisfits(Current, Candidates);
    NumScored += Candidates.size();
    Scored.clear();
    size_t Highest = 0;
    for (unsigned N : Candidates) {
      const Node &S = Nodes[N];
      if (Params.StallFree && penalty(S) != 0)
        continue;
      double Score = score(S);
      if (!Scored.empty()) {
        auto [Best, Of] = Scored[Highest];
        if (Score > Best || (Score == Best && N > Of))
          Highest = Scored.size();
      }
      Scored.push_back({Score, N});
    }
    // The first nearly always fits, so that they need not be sorted.
    while (!Scored.empty()) {
      auto [Score, N] = Scored[Highest];
      if (Policy.partner(N) < 0 && Policy.fits(Current, N)) {
        Choices[N] = {/*Seed=*/false, Score};
        return N;
      }
      Scored[Highest] = Scored.back();
      Scored.pop_back();
      Highest = std::max_element(Scored.begin(), Scored.end()) - Scored.begin();
    }
    return -1;
  }

  void setFree(unsigned N) {
    Nodes[N].Place = Free.size();
    Free.push_back(N);
  }

  void place(unsigned N) {
    Node &S = Nodes[N];
    Nodes[Free.back()].Place = S.Place;
    Free[S.Place] = Free.back();
    Free.pop_back();
    S.Place = NotFree;
    S.Placed = true;
  }

  void add(unsigned N) {
    place(N);
    Current.insert(llvm::upper_bound(Current, N), N);
    Width += Policy.width(N);
    // A member that comes late holds up the whole packet.
    Now = std::max(Now, Nodes[N].Ready);
    HighestLatency = std::max(HighestLatency, Nodes[N].Latency);
    Stall = std::max(Stall, Nodes[N].Inside);
    for (unsigned I : G.preds(N)) {
      const Edge &E = G.edge(I);
      Node &Src = Nodes[E.Src];
      if (E.Kind == EdgeKind::Soft) {
        Src.Soft = true;
        Src.Inside = std::max(Src.Inside, G.waitInside(Nodes[N].Inside, E.Penalty));
      }
      if (E.Kind != EdgeKind::Hard && ++Src.InPacketSuccs == Src.OpenSuccs)
        setFree(E.Src);
    }
  }

  void close() {
    // Seen from the end a packet begins that much later than it issues.
    Now += Stall;
    // Nodes that were free only by sharing the packet are now free, or were already.
    for (unsigned N : Current)
      for (unsigned I : G.preds(N)) {
        const Edge &E = G.edge(I);
        Node &Src = Nodes[E.Src];
        if (!Src.Placed)
          Src.Ready = std::max(Src.Ready, Now + int64_t(E.Latency));
        Src.Inside = 0;
        Src.Soft = false;
        bool WasFree = Src.InPacketSuccs == Src.OpenSuccs;
        if (E.Kind != EdgeKind::Hard)
          --Src.InPacketSuccs;
        --Src.OpenSuccs;
        if (!Src.Placed && !WasFree && Src.InPacketSuccs == Src.OpenSuccs)
          setFree(E.Src);
      }
    Current.clear();
  }

  const IDG &G;
  PackingPolicy &Policy;
  const PackerParams &Params;
  std::vector<Node> Nodes;
  std::vector<Choice> Choices;
  std::vector<unsigned> Free;
  // Local to selectInstruction; members, so that their memory is kept.
  std::vector<unsigned> Candidates;
  std::vector<std::pair<double, unsigned>> Scored;
  Packet Current;
  int64_t Now = -1;
  int HighestLatency = 0;
  unsigned Width = 0;
  unsigned Stall = 0; // of the current packet: see stallInside()
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

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
#include <algorithm>
#include <tuple>

namespace llvm::sda {

namespace {

/// Candidates looked at for each place in a packet: keeps the work near linear in regions of
/// thousands of instructions.
constexpr unsigned Window = 96;

class Packer {
public:
  Packer(const IDG &G, PackingPolicy &Policy, const PackerParams &Params)
      : G(G), Policy(Policy), Params(Params), OpenSuccs(G.size()), InPacketSuccs(G.size()),
        IssuedAt(G.size(), -1), Choices(G.size()) {
    for (unsigned N = 0; N != G.size(); ++N) {
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
    Now = std::max(Now + 1, readyAt(Seed));
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

  /// The cycle, counted from the region's end, at which N can issue without a stall.
  int64_t readyAt(unsigned N) const {
    int64_t T = Params.TailDistance.empty() ? 0 : Params.TailDistance[N];
    for (unsigned I : G.succs(N)) {
      const Edge &E = G.edge(I);
      if (IssuedAt[E.Dst] >= 0 && !inCurrent(E.Dst))
        T = std::max(T, IssuedAt[E.Dst] + int64_t(E.Latency));
    }
    return T;
  }

  unsigned selectSeed() const {
    auto Key = [&](unsigned N) {
      bool Ready =
          Params.Seed == SeedRule::CriticalPath || readyAt(N) <= Now + 1;
      return std::make_tuple(Ready, G.pathLength(N) + jitter(N), G.order(N), N);
    };
    return *std::max_element(Free.begin(), Free.end(),
                             [&](unsigned A, unsigned B) { return Key(A) < Key(B); });
  }

  /// p(i, packet).
  int64_t penalty(unsigned N) const {
    int64_t Inside = 0;
    for (unsigned I : G.succs(N))
      if (inCurrent(G.edge(I).Dst))
        Inside = std::max(Inside, int64_t(G.edge(I).Penalty));
    return std::max<int64_t>(0, readyAt(N) - Now) + Inside;
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
    std::vector<unsigned> Near = Free;
    if (Near.size() > Window) {
      std::nth_element(Near.begin(), Near.begin() + Window, Near.end(),
                       [&](unsigned A, unsigned B) {
                         return std::make_pair(G.pathLength(A), A) >
                                std::make_pair(G.pathLength(B), B);
                       });
      Near.resize(Window);
    }
    std::vector<std::pair<double, unsigned>> Scored;
    for (unsigned N : Near)
      if (!Params.StallFree || penalty(N) == 0)
        Scored.push_back({score(N), N});
    llvm::sort(Scored, [](const auto &A, const auto &B) { return A > B; });
    for (auto [Score, N] : Scored)
      if (Policy.partner(N) < 0 && Policy.fits(Current, N)) {
        Choices[N] = {/*Seed=*/false, Score};
        return N;
      }
    return -1;
  }

  bool inCurrent(unsigned N) const { return llvm::is_contained(Current, N); }
  bool isFree(unsigned N) const { return llvm::is_contained(Free, N); }

  void add(unsigned N) {
    llvm::erase(Free, N);
    Current.insert(llvm::upper_bound(Current, N), N);
    Width += Policy.width(N);
    // A member that comes late holds up the whole packet.
    Now = std::max(Now, readyAt(N));
    for (unsigned M : Current)
      IssuedAt[M] = Now;
    HighestLatency = std::max(HighestLatency, G.latency(N));
    for (unsigned I : G.preds(N)) {
      const Edge &E = G.edge(I);
      if (E.Kind != EdgeKind::Hard && ++InPacketSuccs[E.Src] == OpenSuccs[E.Src])
        Free.push_back(E.Src);
    }
  }

  void close() {
    // Those that were free only by sharing the packet are now free, or were already.
    for (unsigned N : Current)
      for (unsigned I : G.preds(N)) {
        const Edge &E = G.edge(I);
        bool WasFree = InPacketSuccs[E.Src] == OpenSuccs[E.Src];
        if (E.Kind != EdgeKind::Hard)
          --InPacketSuccs[E.Src];
        --OpenSuccs[E.Src];
        bool Placed = IssuedAt[E.Src] >= 0;
        if (!Placed && !WasFree && InPacketSuccs[E.Src] == OpenSuccs[E.Src])
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
  std::vector<int64_t> IssuedAt;
  std::vector<Choice> Choices;
  std::vector<unsigned> Free;
  Packet Current;
  int64_t Now = -1;
  unsigned HighestLatency = 0;
  unsigned Width = 0;
};

} // namespace

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

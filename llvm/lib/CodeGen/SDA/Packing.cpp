//===- SDA/Packing.cpp - A region's packets and what they cost ------------===//

#include "llvm/CodeGen/SDA/Packing.h"
#include <algorithm>

namespace llvm::sda {

namespace {

/// Issue times of a packing's packets, iteration by iteration.
class Timeline {
public:
  Timeline(const IDG &G, const Packing &P)
      : G(G), P(P), PacketOf(G.size()), CarriedIn(G.size()) {
    for (unsigned K = 0; K != P.size(); ++K)
      for (unsigned N : P[K])
        PacketOf[N] = K;
    for (unsigned I = 0; I != G.carried().size(); ++I)
      CarriedIn[G.carried()[I].Dst].push_back(I);
  }

  /// Issues all packets once more; returns the cycle of the first one.
  int64_t iterate() {
    std::vector<int64_t> Before = Issue;
    Issue.assign(P.size(), 0);
    for (unsigned K = 0; K != P.size(); ++K) {
      Last = earliest(K, Before);
      Issue[K] = Last;
    }
    return P.empty() ? 0 : Issue.front();
  }

  int64_t last() const { return Last; }

  /// The cycle of the first packet behind the region.
  int64_t end() const {
    int64_t End = Last + 1;
    for (unsigned K = 0; K != P.size(); ++K)
      for (unsigned N : P[K])
        End = std::max(End, Issue[K] + 1 + int64_t(G.exitDelay(N)));
    return End;
  }

private:
  int64_t earliest(unsigned K, const std::vector<int64_t> &Before) const {
    int64_t T = Last + 1;
    unsigned Inside = 0;
    for (unsigned N : P[K]) {
      for (unsigned I : G.preds(N)) {
        const Edge &E = G.edge(I);
        if (PacketOf[E.Src] == K)
          Inside = std::max(Inside, E.Penalty);
        else
          T = std::max(T, Issue[PacketOf[E.Src]] + int64_t(E.Latency));
      }
      if (Before.empty())
        T = std::max(T, int64_t(G.entryDelay(N)));
      else
        for (unsigned I : CarriedIn[N])
          T = std::max(T, Before[PacketOf[G.carried()[I].Src]] + int64_t(G.carried()[I].Latency));
    }
    return T + Inside;
  }

  const IDG &G;
  const Packing &P;
  std::vector<unsigned> PacketOf;
  std::vector<SmallVector<unsigned, 2>> CarriedIn;
  std::vector<int64_t> Issue;
  int64_t Last = -1;
};

} // namespace

Cost price(const IDG &G, const Packing &P) {
  Cost C;
  C.Packets = P.size();
  Timeline T(G, P);
  int64_t First = T.iterate(), Cycles = T.last() + 1;
  C.Behind = T.end() - Cycles;
  if (G.isLoop() && !P.empty()) {
    // Stalls carried around the back edge settle after a few iterations.
    for (unsigned I = 0; I != 4; ++I) {
      int64_t Next = T.iterate();
      Cycles = Next - First;
      First = Next;
    }
  }
  C.Stalls = Cycles - C.Packets;
  return C;
}

const char *findViolation(const IDG &G, const Packing &P) {
  std::vector<int> PacketOf(G.size(), -1);
  for (unsigned K = 0; K != P.size(); ++K)
    for (unsigned N : P[K]) {
      if (PacketOf[N] != -1)
        return "an instruction is in two packets";
      PacketOf[N] = K;
    }
  for (int K : PacketOf)
    if (K == -1)
      return "an instruction is in no packet";
  for (const Edge &E : G.edges()) {
    if (PacketOf[E.Src] > PacketOf[E.Dst])
      return "a dependence is reversed";
    if (PacketOf[E.Src] == PacketOf[E.Dst] && E.Kind == EdgeKind::Hard)
      return "a hard dependence is inside a packet";
  }
  return nullptr;
}

} // namespace llvm::sda

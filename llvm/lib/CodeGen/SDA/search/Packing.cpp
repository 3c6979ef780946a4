//===- SDA/Packing.cpp - A region's packets and what they cost ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/Packing.h"
#include <algorithm>

namespace llvm::sda {

unsigned stallInside(const IDG &G, ArrayRef<unsigned> Members) {
  if (!G.hasPenalties())
    return 0;
  SmallVector<unsigned, 8> Begin(Members.size());
  unsigned Last = 0;
  for (unsigned J = 0; J != Members.size(); ++J) {
    for (unsigned I = 0; I != J; ++I)
      if (const Edge *E = G.find(Members[I], Members[J]); E && E->Kind == EdgeKind::Soft)
        Begin[J] = std::max(Begin[J], G.waitInside(Begin[I], E->Penalty));
    Last = std::max(Last, Begin[J]);
  }
  return Last;
}

namespace {

/// Issue times of a packing's packets, iteration by iteration.
class Timeline {
public:
  Timeline(const IDG &G, const Packing &P)
      : G(G), P(P), PacketOf(G.size()), Inside(P.size()), Issue(P.size()), Before(P.size()) {
    for (unsigned K = 0; K != P.size(); ++K) {
      Inside[K] = stallInside(G, P[K]);
      for (unsigned N : P[K])
        PacketOf[N] = K;
    }
    for (unsigned K = 0; K != P.size(); ++K)
      Issue[K] = Last = earliest(K, [&](unsigned N) { return int(G.entryDelay(N)); });
  }

  /// Cycles of an iteration in the long run, rounded up. Iterations may alternate: what the next
  /// one waits for depends on this one alone, so they repeat from the first that went like an
  /// earlier one. Where none has, the mean of the last ones, rounded down.
  int steadyCycles() {
    constexpr unsigned MaxIterations = 32;
    std::vector<std::vector<int>> Gone;
    for (unsigned I = 0; I != MaxIterations; ++I) {
      Gone.push_back(Issue);
      iterate();
      for (unsigned Period = 1; Period <= Gone.size(); ++Period)
        if (const std::vector<int> &Old = Gone[Gone.size() - Period]; wentLike(Old))
          return (Issue.front() - Old.front() + int(Period) - 1) / int(Period);
    }
    constexpr unsigned Half = MaxIterations / 2;
    return (Issue.front() - Gone[MaxIterations - Half].front()) / int(Half);
  }

  int last() const { return Last; }

  /// The cycle of the first packet behind the region.
  int end() const {
    int End = Last + 1;
    for (unsigned K = 0; K != P.size(); ++K)
      for (unsigned N : P[K])
        End = std::max(End, Issue[K] + 1 + int(G.exitDelay(N)));
    return End;
  }

private:
  /// Issues all packets once more.
  void iterate() {
    std::swap(Issue, Before);
    for (unsigned K = 0; K != P.size(); ++K)
      Issue[K] = Last = earliest(K, [&](unsigned N) { return carried(N); });
  }

  /// Whether the packets of the last iteration are as far apart as those of Old.
  bool wentLike(const std::vector<int> &Old) const {
    for (unsigned K = 1; K != P.size(); ++K)
      if (Issue[K] - Issue[K - 1] != Old[K] - Old[K - 1])
        return false;
    return true;
  }

  /// The cycle before which N cannot issue for what the iteration before makes.
  int carried(unsigned N) const {
    int T = 0;
    for (unsigned I : G.carriedInto(N)) {
      const Edge &E = G.carried()[I];
      T = std::max(T, Before[PacketOf[E.Src]] + int(E.Latency));
    }
    return T;
  }

  /// Entry: the cycle before which a node cannot issue for what is before this iteration.
  template <typename Function> int earliest(unsigned K, Function Entry) const {
    int T = Last + 1;
    for (unsigned N : P[K]) {
      for (unsigned I : G.preds(N))
        if (const Edge &E = G.edge(I); PacketOf[E.Src] != K)
          T = std::max(T, Issue[PacketOf[E.Src]] + int(E.Latency));
      T = std::max(T, Entry(N));
    }
    return T + Inside[K];
  }

  const IDG &G;
  const Packing &P;
  std::vector<unsigned> PacketOf;
  /// The stall inside each packet: see stallInside().
  std::vector<unsigned> Inside;
  std::vector<int> Issue, Before;
  int Last = -1;
};

} // namespace

Cost price(const IDG &G, const Packing &P) {
  Cost C;
  C.Packets = P.size();
  if (P.empty())
    return C;
  Timeline T(G, P);
  int Cycles = T.last() + 1;
  C.Behind = T.end() - Cycles;
  if (G.isLoop())
    Cycles = T.steadyCycles();
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

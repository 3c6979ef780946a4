//===- SDA/IDG.cpp - Instruction dependence graph -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/IDG.h"
#include "llvm/ADT/BitVector.h"
#include <algorithm>

namespace llvm::sda {

IDG::IDG(unsigned NumNodes) : Nodes(NumNodes) {}

const Edge *IDG::find(unsigned A, unsigned B) const {
  // The later node tends to have few predecessors, a branch excepted.
  if (Nodes[A].Out.size() < Nodes[B].In.size()) {
    for (unsigned E : Nodes[A].Out)
      if (Edges[E].Dst == B)
        return &Edges[E];
    return nullptr;
  }
  for (unsigned E : Nodes[B].In)
    if (Edges[E].Src == A)
      return &Edges[E];
  return nullptr;
}

static unsigned strictness(EdgeKind K) {
  switch (K) {
  case EdgeKind::Hard:
    return 2;
  case EdgeKind::Soft:
    return 1;
  case EdgeKind::Order:
    return 0;
  }
  return 2;
}

void IDG::addEdge(const Edge &E) {
  Penalties |= E.Kind == EdgeKind::Soft && E.Penalty;
  if (Edge *Old = const_cast<Edge *>(find(E.Src, E.Dst))) {
    if (strictness(E.Kind) > strictness(Old->Kind)) {
      Old->Kind = E.Kind;
      Old->Class = E.Class;
    }
    Old->Latency = std::max(Old->Latency, E.Latency);
    Old->Penalty = std::max(Old->Penalty, E.Penalty);
    return;
  }
  Nodes[E.Src].Out.push_back(Edges.size());
  Nodes[E.Dst].In.push_back(Edges.size());
  Edges.push_back(E);
}

void IDG::hardenSoftEdges() {
  Penalties = false;
  for (Edge &E : Edges)
    if (E.Kind == EdgeKind::Soft) {
      E.Kind = EdgeKind::Hard;
      E.Latency = std::max(E.Latency, 1u);
    }
}

void IDG::finalize() {
  // Program order is a topological order.
  bool Exact = size() <= MaxExactPreds;
  std::vector<BitVector> Ancestors(Exact ? size() : 0);
  for (unsigned N = 0; N != size(); ++N) {
    unsigned Order = 0, Start = Nodes[N].Entry, Earliest = Nodes[N].Entry;
    if (Exact)
      Ancestors[N].resize(size());
    for (unsigned I : Nodes[N].In) {
      const Edge &E = Edges[I];
      Order = std::max(Order, Nodes[E.Src].Order);
      unsigned Issue = Nodes[E.Src].PathLength - Nodes[E.Src].Latency;
      Start = std::max(Start, Issue + E.distance());
      Earliest = std::max(Earliest, Nodes[E.Src].Earliest + leastDistance(E));
      if (Exact) {
        Ancestors[N] |= Ancestors[E.Src];
        Ancestors[N].set(E.Src);
      }
    }
    Nodes[N].Order = Order + 1;
    Nodes[N].PathLength = Start + Nodes[N].Latency;
    Nodes[N].Earliest = Earliest;
    Nodes[N].NumPreds = Exact ? Ancestors[N].count() : Nodes[N].In.size();
  }
}

unsigned IDG::criticalCycles() const {
  unsigned Cycles = 0;
  for (const Node &N : Nodes)
    Cycles = std::max(Cycles, N.Earliest + 1 + N.Exit);
  // Longest paths from the node that the next iteration waits with to the one that it waits for.
  std::vector<int> From(size());
  for (const Edge &Back : Carried) {
    if (Back.Dst > Back.Src)
      continue;
    std::fill(From.begin() + Back.Dst, From.begin() + Back.Src + 1, -1);
    From[Back.Dst] = 0;
    for (unsigned N = Back.Dst + 1; N <= Back.Src; ++N)
      for (unsigned I : Nodes[N].In)
        if (const Edge &E = Edges[I]; E.Src >= Back.Dst && From[E.Src] >= 0)
          From[N] = std::max<int>(From[N], From[E.Src] + leastDistance(E));
    if (From[Back.Src] >= 0)
      Cycles = std::max(Cycles, From[Back.Src] + Back.Latency);
  }
  return Cycles;
}

} // namespace llvm::sda

//===- SDA/IDG.h - Instruction dependence graph -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instruction dependence graph (IDG) of one region: the nodes are the region's instructions,
// numbered in program order; an edge runs from the earlier to the later instruction and says
// whether both may share a packet (GCD2, section IV.C). The artificial entry vertex of the paper is
// implicit: it precedes every node without predecessors, at distance 0.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CODEGEN_SDA_IDG_H
#define LLVM_CODEGEN_SDA_IDG_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace llvm::sda {

enum class EdgeKind : uint8_t {
  /// The later instruction needs a packet of its own after the earlier one's.
  Hard,
  /// Both may share a packet, by a rule of the architecture, perhaps at a penalty.
  Soft,
  /// Mere order, which one packet keeps by definition (everything before the branch that ends it).
  Order,
};

struct Edge {
  unsigned Src = 0;
  unsigned Dst = 0;
  EdgeKind Kind = EdgeKind::Hard;
  /// The policy's soft class, for remarks and pictures; 0 for edges that are not soft.
  uint8_t Class = 0;
  /// Cycles from the issue of Src's packet to that of Dst's at the least, when the packets differ.
  unsigned Latency = 1;
  /// Soft edges only: cycles that Dst begins after Src when both share a packet. The packet waits
  /// for all of its members, and whatever reads their results waits with it (see Packing.h).
  unsigned Penalty = 0;

  /// Cycles that pass at the least from the begin of Src to that of Dst, in one packet or in two.
  unsigned distance() const {
    return Kind == EdgeKind::Hard ? Latency : std::min(Penalty, std::max(Latency, 1u));
  }
};

class IDG {
public:
  explicit IDG(unsigned NumNodes);

  unsigned size() const { return Nodes.size(); }

  /// Adds an edge, or strengthens the one that is there: a pair of nodes has one edge, of the
  /// strictest kind and the longest latency seen.
  void addEdge(const Edge &E);

  /// Adds a dependence of the next iteration on this one (the region is a loop's body).
  void addCarriedEdge(const Edge &E) {
    Nodes[E.Dst].CarriedIn.push_back(Carried.size());
    Carried.push_back(E);
  }

  /// Says whether the machine waits once for all dependences inside a packet. Penalties then do not
  /// add up along a chain.
  void setPenaltiesOnce(bool Once) { PenaltiesOnce = Once; }
  bool hasPenaltiesOnce() const { return PenaltiesOnce; }
  /// What a member waits behind one that waits for Inside itself.
  unsigned waitInside(unsigned Inside, unsigned Penalty) const {
    return PenaltiesOnce ? std::max(Inside, Penalty) : Inside + Penalty;
  }

  void setLatency(unsigned N, unsigned Latency) { Nodes[N].Latency = Latency; }
  unsigned latency(unsigned N) const { return Nodes[N].Latency; }

  /// The entry delay is the cycle before which N cannot issue, counted from the region's first one.
  /// The exit delay is how many cycles before the region's end N has to issue. Otherwise what
  /// follows the region waits.
  void setEntryDelay(unsigned N, unsigned Cycles) { Nodes[N].Entry = Cycles; }
  void setExitDelay(unsigned N, unsigned Cycles) { Nodes[N].Exit = Cycles; }
  unsigned entryDelay(unsigned N) const { return Nodes[N].Entry; }
  unsigned exitDelay(unsigned N) const { return Nodes[N].Exit; }

  ArrayRef<unsigned> preds(unsigned N) const { return Nodes[N].In; }
  ArrayRef<unsigned> succs(unsigned N) const { return Nodes[N].Out; }
  const Edge &edge(unsigned E) const { return Edges[E]; }
  ArrayRef<Edge> edges() const { return Edges; }
  ArrayRef<Edge> carried() const { return Carried; }
  /// Indices of the carried edges that lead into N.
  ArrayRef<unsigned> carriedInto(unsigned N) const { return Nodes[N].CarriedIn; }
  /// Whether any pair may share a packet only at a penalty.
  bool hasPenalties() const { return Penalties; }
  bool isLoop() const { return Loop; }
  void setLoop(bool L) { Loop = L; }

  /// The edge from A to B, or null.
  const Edge *find(unsigned A, unsigned B) const;

  /// Turns every soft edge into a hard one (the paper's "soft to hard").
  void hardenSoftEdges();

  /// Computes distances from the entry and counts predecessors. To be called once all edges are
  /// there.
  void finalize();

  /// Distance from the entry in edges: i.order of equation (4).
  unsigned order(unsigned N) const { return Nodes[N].Order; }
  /// Number of instructions that N depends on, directly or not: i.pred of equation (4). In regions
  /// of more than MaxExactPreds nodes, where the closure would be quadratic, the direct ones.
  unsigned numPreds(unsigned N) const { return Nodes[N].NumPreds; }
  /// Cycles of the longest path from the entry to the end of N. Removing nodes from the bottom
  /// leaves this value of all others as it is, so the critical path of what remains after a packet
  /// ends at the remaining node for which it is greatest.
  unsigned pathLength(unsigned N) const { return Nodes[N].PathLength; }
  /// The cycle before which N issues in no packing: pathLength() without its own latency, but that
  /// penalties which do not add up count for nothing.
  unsigned earliestIssue(unsigned N) const { return Nodes[N].Earliest; }
  /// Cycles that no packing of the graph can go below, whatever its resources: the critical path
  /// between the delays of entry and exit, and in a loop the longest circle.
  unsigned criticalCycles() const;

  static constexpr unsigned MaxExactPreds = 2048;

private:
  struct Node {
    unsigned Latency = 1;
    unsigned Order = 0;
    unsigned NumPreds = 0;
    unsigned PathLength = 0;
    unsigned Earliest = 0;
    unsigned Entry = 0, Exit = 0;
    SmallVector<unsigned, 4> In, Out;
    SmallVector<unsigned, 2> CarriedIn;
  };
  std::vector<Node> Nodes;
  std::vector<Edge> Edges;
  std::vector<Edge> Carried;
  bool Loop = false;
  bool Penalties = false;
  bool PenaltiesOnce = false;

  unsigned leastDistance(const Edge &E) const {
    return PenaltiesOnce && E.Kind == EdgeKind::Soft ? 0 : E.distance();
  }
};

} // namespace llvm::sda

#endif

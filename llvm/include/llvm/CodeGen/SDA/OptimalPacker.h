//===- SDA/OptimalPacker.h - Provably best packings -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_OPTIMALPACKER_H
#define LLVM_CODEGEN_SDA_OPTIMALPACKER_H

#include "llvm/CodeGen/SDA/BottomUpPacker.h"

namespace llvm::sda {

struct OptimalResult {
  /// The best packing found, or empty if nothing beat UpperBound.
  Packing Best;
  /// The best packing's price by the graph (see Packing.h), or UpperBound.
  unsigned Cycles = 0;
  /// Whether the search ended: no packing has a lower price by the graph than Cycles.
  bool Proven = false;
  unsigned NodesVisited = 0;
};

/// Graphs of more nodes are not searched: sets of nodes are machine words.
constexpr unsigned MaxOptimalNodes = 64;

/// Branch and bound over packets from the region's end, the yardstick of the heuristic packer: at
/// each step every feasible packet of free instructions is tried, each after the stall that it
/// needs. A branch ends when the critical path of what remains, or the policy's resources, cannot
/// beat the best, or when the same instructions were placed before, no later. The price is that of
/// price(): entry and exit delays count, and the back edge of a loop. Looks for packings of fewer
/// than UpperBound cycles; gives up after NodeLimit packets. Together: what reads one load is
/// tried in one packet first, and the load beside it; where the limit is reached, this finds other
/// packings.
OptimalResult packOptimal(const IDG &G, PackingPolicy &Policy, unsigned UpperBound,
                          unsigned NodeLimit, bool Together = false);

/// Whether a node has more than one reader that can share its packet: what Together is for.
bool feedsSeveral(const IDG &G);

} // namespace llvm::sda

#endif

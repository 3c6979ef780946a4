//===- SDA/OptimalPacker.h - Provably best packings -------------*- C++ -*-===//
#ifndef LLVM_CODEGEN_SDA_OPTIMALPACKER_H
#define LLVM_CODEGEN_SDA_OPTIMALPACKER_H

#include "llvm/CodeGen/SDA/BottomUpPacker.h"

namespace llvm::sda {

struct OptimalResult {
  /// The best packing found, or empty if nothing beat UpperBound.
  Packing Best;
  /// Its cycles by the graph's latencies and penalties, without what a back edge adds.
  unsigned Cycles = 0;
  /// The search ended: nothing under Cycles (or under UpperBound, if Best is empty) exists.
  bool Proven = false;
  unsigned NodesVisited = 0;
};

/// Branch and bound over packets from the region's end, the yardstick of the heuristic packer: at
/// each step every feasible packet of free instructions is tried, each after the stall that it
/// needs. A branch ends when the critical path of what remains, or the policy's bound, cannot beat
/// the best. Looks for packings of fewer than UpperBound cycles; gives up after NodeLimit packets.
OptimalResult packOptimal(const IDG &G, PackingPolicy &Policy, unsigned IssueLimit,
                          unsigned UpperBound, unsigned NodeLimit);

} // namespace llvm::sda

#endif

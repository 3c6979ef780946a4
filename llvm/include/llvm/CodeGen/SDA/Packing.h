//===- SDA/Packing.h - A region's packets and what they cost ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_PACKING_H
#define LLVM_CODEGEN_SDA_PACKING_H

#include "llvm/CodeGen/SDA/IDG.h"

namespace llvm::sda {

/// The nodes of one packet, in program order.
using Packet = SmallVector<unsigned, 4>;

/// A region's packets, in the order of issue. Every node is in exactly one of them.
using Packing = std::vector<Packet>;

/// Cycles that a packet (or some of its members) waits for what its members make for each other:
/// the longest chain of penalties inside, or the highest one where they do not add up.
unsigned stallInside(const IDG &G, ArrayRef<unsigned> Members);

struct Cost {
  unsigned Packets = 0;
  unsigned Stalls = 0;
  /// Stalls of the packets behind the region, which wait for its last results.
  unsigned Behind = 0;
  /// Expected packets that only fill up to an alignment behind the region, in quarters.
  unsigned PaddingQuarters = 0;
  unsigned cycles() const { return Packets + Stalls + Behind; }
  bool operator<(const Cost &O) const {
    unsigned Quarters = 4 * cycles() + PaddingQuarters;
    unsigned Others = 4 * O.cycles() + O.PaddingQuarters;
    // At equal cycles, fewer packets win: the code is smaller.
    return Quarters != Others ? Quarters < Others : Packets < O.Packets;
  }
};

/// Prices a packing: packets issue in order, one a cycle, and wait for the latencies of the graph's
/// edges and for the delays of entry and exit. Once all that it waits for from outside is there, a
/// packet waits for its stallInside(), as a whole: it issues, and the latencies of its results
/// begin, that much later. A loop's body is priced in the long run, the carried edges included.
Cost price(const IDG &G, const Packing &P);

/// How a node came into its packet: as its seed, or by its score of equation (4).
struct Choice {
  bool Seed = true;
  double Score = 0;
};

/// Checks that a packing holds every node once and keeps all edges: hard ones between packets, the
/// others at least within one. Returns a description of the first violation, or null.
const char *findViolation(const IDG &G, const Packing &P);

} // namespace llvm::sda

#endif

//===- SDA/BottomUpPacker.h - GCD2's Algorithm 1 ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_BOTTOMUPPACKER_H
#define LLVM_CODEGEN_SDA_BOTTOMUPPACKER_H

#include "llvm/CodeGen/SDA/Packing.h"

namespace llvm::sda {

/// Nodes of which one packet has places for Capacity. Who takes two places is in it twice.
struct ResourceGroup {
  SmallVector<unsigned, 8> Nodes;
  unsigned Capacity = 1;
};

/// What the algorithm asks of a target: which sets of instructions fit in one packet. Dependences
/// are the graph's business; slots, forms and the rules between members are the policy's.
class PackingPolicy {
public:
  virtual ~PackingPolicy() = default;

  /// Places of a packet, of which each member takes width().
  virtual unsigned issueWidth() const = 0;

  /// Whether Members (in program order, without N) and N can be one packet.
  virtual bool fits(ArrayRef<unsigned> Members, unsigned N) = 0;

  /// Removes from Nodes what certainly does not fit beside Members, as far as that is quickly told.
  virtual void dropMisfits(ArrayRef<unsigned> Members, std::vector<unsigned> &Nodes) {}

  /// A node that has to be in N's packet (a new-value jump's feeder), or -1.
  virtual int partner(unsigned N) const { return -1; }

  /// The scarce resources of the region; for lower bounds, so some may be left out.
  virtual std::vector<ResourceGroup> resources() { return {}; }

  /// Places that N takes in a packet: 0 for what is only a mark on it (the end of a hardware loop).
  virtual unsigned width(unsigned N) const { return 1; }
};

enum class SeedRule {
  /// The last unpacked instruction on the critical path, as published.
  CriticalPath,
  /// As CriticalPath, but among the instructions that issue without a stall, if there are any.
  CriticalPathReady,
};

struct PackerParams {
  /// w of equation (4), from 0 (equal latencies) to 1 (long chains).
  double W = 0.5;
  SeedRule Seed = SeedRule::CriticalPath;
  /// Whether the score subtracts p(i, packet); without it the mode is the paper's "soft to none".
  bool UsePenalty = true;
  /// Whether only candidates with a soft edge into the packet are charged p, as published.
  /// Otherwise all are that stall something.
  bool OnlySoftPay = false;
  /// Whether all free instructions are candidates, as published, however many. Otherwise only those
  /// with the longest paths are.
  bool AllCandidates = false;
  /// Whether instructions for which the packet would have to wait do not join it, but seed one of
  /// their own. As published, any free instruction joins, whatever its penalty.
  bool StallFree = false;
  /// Whether what follows the region is taken into account.
  bool UseExitDelays = true;
  /// The largest perturbation of scores, by a sequence that Variant selects; 0: none. Restarts with
  /// another variant find packings that no weight leads to.
  double Jitter = 0;
  unsigned Variant = 0;
  /// By node, how many cycles before a loop's end it has to issue so that the next iteration does
  /// not wait. Empty, or one entry for each node.
  std::vector<unsigned> TailDistance;
};

/// Packets that a region with such resources needs at the least.
unsigned packetBound(ArrayRef<ResourceGroup> Resources);

/// TailDistance for a loop whose next iteration issues as P does.
std::vector<unsigned> tailDistances(const IDG &G, const Packing &P);

/// Packs a finalized graph from its end to its beginning. Returns an empty packing if a partner
/// could not be kept (the caller then has to leave the region as it is). Choices, if given, gets
/// one entry for each node.
Packing packBottomUp(const IDG &G, PackingPolicy &Policy, const PackerParams &Params,
                     std::vector<Choice> *Choices = nullptr);

} // namespace llvm::sda

#endif

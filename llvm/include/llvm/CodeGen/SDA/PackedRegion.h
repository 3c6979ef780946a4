//===- SDA/PackedRegion.h - A region and its packings ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_PACKEDREGION_H
#define LLVM_CODEGEN_SDA_PACKEDREGION_H

#include "llvm/ADT/BitVector.h"
#include "llvm/CodeGen/SDA/BottomUpPacker.h"
#include "llvm/CodeGen/SDA/Region.h"
#include <memory>
#include <optional>

namespace llvm::sda {

/// A way to pack a region.
struct Candidate {
  Arrangement Packed;
  sda::Cost Cost;
  const char *Name = "stock";
  unsigned Program = 0; // 1: renamed
  double W = 0;
  std::vector<Choice> Choices; // empty if no score chose
};

/// A packing as the cycle model sees it, which outlives the instructions.
struct PackingTrace {
  virtual ~PackingTrace() = default;
  Cost Alone; // where neighbours do not count
};

/// What a region is compared with: the packets that the stock packetizer made of its instructions,
/// or of those that these stand for.
struct Baseline {
  std::shared_ptr<const PackingTrace> Trace; // null if it has made none
  sda::Cost Cost;                            // between the region's neighbours
  /// Instructions of the region that those packets do not do the work of: copies from a loop, and
  /// its guard.
  unsigned Added = 0;
  /// Whether the packets were a candidate, all of them.
  bool MayStand = false;
  /// Whether the region has other instructions for the same.
  bool Rewritten = false;

  bool isFair() const { return Trace && !Added; }
};

/// A region and what may become of it. The best candidate is the first one.
struct PackedRegion {
  Region R;
  BitVector LiveOut;
  std::vector<Candidate> Kept;
  Candidate Stock; // the packets that the region came with, mended where they may not stand
  BitVector Refused; // of them, by number: those that may not stand
  Baseline Base;
  /// Whether the stock packets may stand, mended if need be.
  bool StockAllowed = false;
  std::optional<IDG> Graphs[2]; // of the program as it is, and renamed
  unsigned Bound = 0; // packets at the least
  /// Cycles that no packing of any program that was tried can go below, as far as is known.
  unsigned LowerBound = ~0u;
  /// Number of instructions that belong to the next iteration.
  unsigned Rotated = 0;
  /// Whether only an idea of what the region may take is wanted: the search takes little trouble.
  bool Trial = false;
  /// Whether the last iteration's rest is behind the loop.
  bool Peeled = false;
  /// Whether the block was taken apart, for it has got new instructions. Then the stock packets
  /// have one instruction each.
  bool Repacked = false;
  /// Whether the search has found nothing.
  bool FellBack = false;
  /// What kept the search for the optimum from its end; null if nothing did.
  const char *SearchLimit = nullptr;
  /// What kept the loop from being peeled, though it has a count.
  const char *PeelLimit = nullptr;

  bool provenOptimal() const { return best().Cost.cycles() <= LowerBound; }
  const Candidate &best() const { return Kept.front(); }

  /// Candidates that stay at hand until the neighbours are known. A loop has none but itself.
  size_t maxKept() const { return R.isLoopBody() ? 1 : 4; }
  /// What comes later has to be better.
  bool isAmongBest(const Cost &C) const {
    return Kept.size() < maxKept() || C < Kept.back().Cost;
  }
  void keep(Candidate C);
};

using PackedRegions = std::vector<std::unique_ptr<PackedRegion>>;

} // namespace llvm::sda

#endif

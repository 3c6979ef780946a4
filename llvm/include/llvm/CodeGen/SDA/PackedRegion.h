//===- SDA/Arrangement.h - A region and its packings -----------*- C++ -*-===//
#ifndef LLVM_CODEGEN_SDA_PACKEDREGION_H
#define LLVM_CODEGEN_SDA_PACKEDREGION_H

#include "llvm/ADT/BitVector.h"
#include "llvm/CodeGen/SDA/BottomUpPacker.h"
#include "llvm/CodeGen/SDA/Region.h"
#include <memory>
#include <optional>

namespace llvm::sda {

/// One way to pack a region.
struct Candidate {
  Arrangement Packed;
  sda::Cost Cost;
  const char *Name = "stock";
  unsigned Program = 0; // 1: renamed
  double W = 0;
  std::vector<Choice> Choices; // empty if no score chose
};

/// A region and what may become of it. The best candidate is the first one.
struct PackedRegion {
  Region R;
  BitVector LiveOut;
  std::vector<Candidate> Kept;
  Candidate Stock;
  /// The stock packets may stand.
  bool StockAllowed = false;
  std::optional<IDG> Graphs[2]; // of the program as it is, and renamed
  unsigned Bound = 0; // packets at the least
  /// Cycles that no packing of any program that was tried can go below, as far as is known.
  unsigned LowerBound = ~0u;
  /// Instructions that belong to the next iteration.
  unsigned Rotated = 0;
  /// Only an idea of what the region may take is wanted: the search takes little trouble.
  bool Trial = false;
  /// The last iteration's rest is behind the loop.
  bool Peeled = false;

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

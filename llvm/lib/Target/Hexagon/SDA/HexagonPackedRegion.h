//===- HexagonPackedRegion.h - A region and its packings --------*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONPACKEDREGION_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONPACKEDREGION_H

#include "HexagonSDARegion.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/CodeGen/SDA/BottomUpPacker.h"
#include <memory>
#include <optional>

namespace llvm {

/// One way to pack a region.
struct HexagonCandidate {
  PackedRegion Packed;
  sda::Cost Cost;
  const char *Name = "stock";
  unsigned Program = 0; // 1: renamed
  double W = 0;
  std::vector<sda::Choice> Choices; // empty if no score chose
};

/// A region and what may become of it. The best candidate is the first one.
struct HexagonPackedRegion {
  HexagonRegion R;
  BitVector LiveOut;
  std::vector<HexagonCandidate> Kept;
  HexagonCandidate Stock;
  /// The stock packets may stand.
  bool StockAllowed = false;
  std::optional<sda::IDG> Graphs[2]; // of the program as it is, and renamed
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
  const HexagonCandidate &best() const { return Kept.front(); }

  /// Candidates that stay at hand until the neighbours are known. A loop has none but itself.
  size_t maxKept() const { return R.isLoopBody() ? 1 : 4; }
  /// What comes later has to be better.
  bool isAmongBest(const sda::Cost &C) const {
    return Kept.size() < maxKept() || C < Kept.back().Cost;
  }
  void keep(HexagonCandidate C);
};

using HexagonPackedRegions = std::vector<std::unique_ptr<HexagonPackedRegion>>;

} // namespace llvm

#endif

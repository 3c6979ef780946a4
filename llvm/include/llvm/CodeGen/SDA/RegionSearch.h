//===- SDA/RegionSearch.h - The candidates of a region ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_REGIONSEARCH_H
#define LLVM_CODEGEN_SDA_REGIONSEARCH_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/CodeGen/SDA/SDATarget.h"
#include "llvm/CodeGen/SDA/SearchEffort.h"

namespace llvm {
class MachineLoopInfo;
} // namespace llvm

namespace llvm::sda {

/// Finds packings of one region after the other. Whoever calls it has entered the region in the
/// cycle model.
class RegionSearch {
public:
  RegionSearch(SDATarget &T, const MachineLoopInfo &MLI);

  /// Adds the best packings to those that P has kept already; of the program as its instructions
  /// stand now, and once more with other registers. LiveIn: the units that are live before P.
  void run(PackedRegion &P, const BitVector &LiveIn);

  /// Makes the packets that P came with a candidate where some of them may not stand: each of these
  /// becomes two. To be called ahead of run().
  void mendStock(PackedRegion &P);

private:
  SearchEffort effort(const Region &R) const;

  enum class Verdict { Done, Repeated, Refused };
  Verdict consider(const IDG &G, PackerParams Params, const char *Name);
  /// Prices P and keeps it if it is among the best. Repeated: it was priced before. Refused: the
  /// assembler does not take one of its packets, which from now on does not fit.
  Verdict consider(const IDG &G, const Packing &P, const char *Name, double W,
                   std::vector<Choice> Choices);
  void searchOptimum(const IDG &G);
  void searchWeights(const IDG &G, PackerParams Params);
  void searchTopDown(const IDG &G, PackerParams Params);
  void searchPublished(const IDG &G);
  void search(const IDG &G);
  /// Whether nothing better can exist.
  bool boundReached() const;
  void packProgram(bool Renamed);

  SDATarget &T;
  const MachineLoopInfo &MLI;
  RegionPolicy &Rules;
  CycleModel &Pricing;
  PackedRegion *Current = nullptr;
  bool InRenamed = false;
  unsigned StallsBehind = 0; // that no packing of the region has a part in
  // State of the search for the current program: a lower bound of its cycles; the fewest cycles of
  // a candidate by the graph alone; the hashes of the packings that were priced.
  unsigned LeastCycles = 0;
  unsigned FewestCycles = ~0u;
  DenseSet<size_t> Considered;
};

} // namespace llvm::sda

#endif

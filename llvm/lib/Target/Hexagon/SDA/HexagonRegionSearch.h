//===- HexagonRegionSearch.h - The candidates of a region -------*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONSEARCH_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONSEARCH_H

#include "HexagonPackedRegion.h"
#include "HexagonPacketRules.h"
#include "HexagonRegionCost.h"
#include "HexagonSoftDeps.h"
#include "llvm/ADT/DenseSet.h"

namespace llvm {

class MachineLoopInfo;

/// Finds packings of one region after the other. Dependences and price are its owner's, who also
/// enters the region for the price.
class HexagonRegionSearch {
public:
  HexagonRegionSearch(MachineFunction &MF, const MachineLoopInfo &MLI, HexagonDepClassifier &Deps,
                      HexagonRegionCost &Pricing);

  /// Adds the best packings to those that P has kept already; of the program as its instructions
  /// stand now, and once more with other registers. LiveIn: the units that are live before P.
  void run(HexagonPackedRegion &P, const BitVector &LiveIn);

private:
  struct Effort {
    unsigned Weights;
    bool Hardened;
    unsigned Restarts;
    unsigned OptimalNodes; // that the search for the optimum may visit
  };
  Effort effort(const HexagonRegion &R) const;

  enum class Verdict { Done, Repeated, Refused };
  Verdict consider(const sda::IDG &G, sda::PackerParams Params, const char *Name);
  /// Prices P and keeps it if it is among the best. Repeated: it was priced before. Refused: the
  /// assembler does not take one of its packets, which from now on does not fit.
  Verdict consider(const sda::IDG &G, const sda::Packing &P, const char *Name, double W,
                   std::vector<sda::Choice> Choices);
  void searchOptimum(const sda::IDG &G);
  void searchWeights(const sda::IDG &G, sda::PackerParams Params);
  void searchTopDown(const sda::IDG &G, sda::PackerParams Params);
  void search(const sda::IDG &G);
  /// Whether nothing better can exist.
  bool boundReached() const;
  void packProgram(bool Renamed);

  const MachineLoopInfo &MLI;
  const HexagonInstrInfo &HII;
  HexagonDepClassifier &Deps;
  HexagonPacketRules Rules;
  HexagonRegionCost &Pricing;
  HexagonPackedRegion *Current = nullptr;
  bool InRenamed = false;
  unsigned StallsBehind = 0; // that no packing of the region has a part in
  // Of the current program: a lower bound of its cycles; the fewest cycles of a candidate by the
  // graph alone; the hashes of the packings that were priced.
  unsigned LeastCycles = 0;
  unsigned FewestCycles = ~0u;
  DenseSet<size_t> Considered;
};

} // namespace llvm

#endif

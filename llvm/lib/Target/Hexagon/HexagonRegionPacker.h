//===- HexagonRegionPacker.h - The best packing of a region -----*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONPACKER_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONPACKER_H

#include "HexagonLiveUnits.h"
#include "HexagonPacketRules.h"
#include "HexagonRegionCost.h"
#include "HexagonSDARegion.h"
#include "HexagonSoftDeps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/CodeGen/SDA/BottomUpPacker.h"
#include <memory>
#include <optional>

namespace llvm {

class MachineLoopInfo;
class MachineOptimizationRemarkEmitter;

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

  bool provenOptimal() const { return best().Cost.cycles() <= LowerBound; }
  const HexagonCandidate &best() const { return Kept.front(); }
};

using HexagonPackedRegions = std::vector<std::unique_ptr<HexagonPackedRegion>>;

/// Packs the regions of one function.
class HexagonRegionPacker {
public:
  HexagonRegionPacker(MachineFunction &MF, const MachineLoopInfo &MLI, AAResults *AA,
                      const MachineBranchProbabilityInfo *MBPI,
                      MachineOptimizationRemarkEmitter &ORE);

  /// Finds P's candidates and bundles the best one.
  void pack(HexagonPackedRegion &P);
  /// Finds candidates for a loop whose instructions stand elsewhere in the block, or are bundled
  /// otherwise; changes their registers and forms, bundles nothing.
  void search(HexagonPackedRegion &P);
  /// Puts P, a loop that was searched, in the place of what its block holds.
  void replace(HexagonPackedRegion &P);
  /// Prices the candidates again between the neighbours as they are now, and bundles the best one.
  /// Returns whether it is another one.
  bool reconsider(HexagonPackedRegion &P);
  /// Goes back to the stock packets, if they are allowed.
  void revert(HexagonPackedRegion &P);
  /// Once P is what it will be: statistics, remark, picture, validation.
  void finish(HexagonPackedRegion &P);
  /// Ends the program if validation has found a difference.
  void require(const HexagonPackedRegion &P, const std::string &Difference);
  const HexagonLiveUnits &liveness() const { return Liveness; }
  AAResults *aliasAnalysis() const { return AA; }
  /// Modelled cycles of the function as it stands, inner loops weighing most.
  uint64_t priceFunction() { return Pricing.priceFunction(MF); }

private:
  struct Effort {
    unsigned Weights;
    bool Hardened;
    unsigned Restarts;
    unsigned OptimalNodes; // that the search for the optimum may visit
  };
  Effort effort(const HexagonRegion &R) const;

  void consider(const sda::IDG &G, sda::PackerParams Params, const char *Name);
  enum class Verdict { Done, Refused };
  /// Prices P and keeps it if it is among the best. Refused: the assembler does not take one of its
  /// packets, which from now on does not fit.
  Verdict consider(const sda::IDG &G, const sda::Packing &P, const char *Name, double W,
                   std::vector<sda::Choice> Choices);
  size_t maxKept() const;
  bool isAmongBest(const sda::Cost &C) const;
  void keep(HexagonCandidate C);
  void searchOptimum(const sda::IDG &G);
  void searchWeights(const sda::IDG &G, sda::PackerParams Params);
  void searchTopDown(const sda::IDG &G, sda::PackerParams Params);
  void search(const sda::IDG &G);
  /// Whether nothing better can exist.
  bool boundReached() const;
  bool keepsOrder(const sda::Packing &P) const;
  void packProgram(bool Renamed);
  void packPrograms(const BitVector &LiveIn);
  void assemble(HexagonPackedRegion &P);
  void verify(HexagonPackedRegion &P);

  MachineFunction &MF;
  const MachineLoopInfo &MLI;
  const HexagonInstrInfo &HII;
  AAResults *AA;
  HexagonDepClassifier Deps;
  HexagonPacketRules Rules;
  HexagonLiveUnits Liveness;
  HexagonRegionCost Pricing;
  MachineOptimizationRemarkEmitter &ORE;
  HexagonPackedRegion *Current = nullptr;
  bool InRenamed = false;
  // Of the current program: a lower bound of its cycles; the fewest cycles of a candidate by the
  // graph alone; the hashes of the packings that were priced.
  unsigned LeastCycles = 0;
  unsigned FewestCycles = ~0u;
  DenseSet<size_t> Considered;
};

} // namespace llvm

#endif

//===- HexagonRegionPacker.h - The best packing of a region -----*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONPACKER_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONPACKER_H

#include "HexagonLiveUnits.h"
#include "HexagonReference.h"
#include "HexagonRegionSearch.h"

namespace llvm {

class MachineLoopInfo;
class MachineOptimizationRemarkEmitter;

/// Packs the regions of one function.
class HexagonRegionPacker {
public:
  /// Reference: the program, for -sda-verify; null without.
  HexagonRegionPacker(MachineFunction &MF, MachineLoopInfo &MLI, AAResults *AA,
                      const MachineBranchProbabilityInfo *MBPI,
                      MachineOptimizationRemarkEmitter &ORE, HexagonReference *Reference);

  /// Finds P's candidates and bundles the best one.
  void pack(HexagonPackedRegion &P);
  /// Finds candidates for a loop whose instructions stand elsewhere in the block, or are bundled
  /// otherwise; changes their registers and forms, bundles nothing.
  void search(HexagonPackedRegion &P);
  /// Puts P, a loop that was searched, in the place of what its block holds.
  void replace(HexagonPackedRegion &P);
  /// Finds candidates for a region that is taken apart and has another program; bundles nothing.
  void searchRewritten(HexagonPackedRegion &P);
  /// Bundles the best candidate of P, which is taken apart.
  void putBack(HexagonPackedRegion &P);
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
  /// Looks anew at a block that begins with other instructions.
  void updateBlock(const MachineBasicBlock &MBB) { Liveness.add(MBB); }
  /// Takes in a new block that follows Loop.
  void addBlock(MachineBasicBlock &New, const MachineBasicBlock &Loop);
  AAResults *aliasAnalysis() const { return AA; }
  HexagonReference *reference() const { return Reference; }
  /// Once all regions are finished: compares the function with the reference, if there is one.
  void verifyFunction(const HexagonPackedRegions &Regions);
  /// Modelled cycles of the function as it stands, inner loops weighing most.
  uint64_t priceFunction() { return Pricing.priceFunction(MF); }

private:
  bool keepsOrder(const sda::Packing &P) const;
  void assemble(HexagonPackedRegion &P);
  void verify(HexagonPackedRegion &P);
  [[noreturn]] void reject(const MachineBasicBlock &MBB, const std::string &What);

  MachineFunction &MF;
  MachineLoopInfo &MLI;
  const HexagonInstrInfo &HII;
  AAResults *AA;
  HexagonDepClassifier Deps;
  HexagonLiveUnits Liveness;
  HexagonRegionCost Pricing;
  MachineOptimizationRemarkEmitter &ORE;
  HexagonRegionSearch Search;
  HexagonReference *Reference;
};

} // namespace llvm

#endif

//===- SDA/RegionPacker.h - The best packing of a region --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_REGIONPACKER_H
#define LLVM_CODEGEN_SDA_REGIONPACKER_H

#include "llvm/CodeGen/SDA/DebugInstrs.h"
#include "llvm/CodeGen/SDA/LiveUnits.h"
#include "llvm/CodeGen/SDA/Reference.h"
#include "llvm/CodeGen/SDA/RegionSearch.h"

namespace llvm::sda {

/// Packs the regions of one function.
class RegionPacker {
public:
  /// Program: the reference, for -sda-verify; null without.
  RegionPacker(SDATarget &T, MachineLoopInfo &MLI, MachineOptimizationRemarkEmitter &ORE,
               DebugInstrs &Debug, Reference *Program);

  /// Finds P's candidates and bundles the best one.
  void pack(PackedRegion &P);
  /// Finds candidates for a loop whose instructions stand elsewhere in the block, or are bundled
  /// otherwise; changes their registers and forms, bundles nothing.
  void search(PackedRegion &P);
  /// Puts P, a loop that was searched, in the place of what its block holds.
  void replace(PackedRegion &P);
  /// Finds candidates for P, which has another program and is Open; bundles nothing.
  void searchRewritten(PackedRegion &P, const OpenRegion &Open);
  /// Bundles the best candidate of P anew.
  void putBack(PackedRegion &P);
  /// P's instructions are about to be packed in a region with others, which is compared with P's
  /// stock packets.
  void retire(const PackedRegion &P);
  /// As retire(), for instructions of a block that are in no region. Their stock packets are
  /// unknown.
  void retireRest(const MachineBasicBlock &MBB);
  /// Prices the candidates again between the neighbours as they are now, and bundles the best one.
  /// Returns whether it is another one.
  bool reconsider(PackedRegion &P);
  /// Goes back to the stock packets, if they are allowed.
  void revert(PackedRegion &P);
  /// Ends the work on P, which does not change any more: statistics, remark, picture, validation.
  void finish(PackedRegion &P);
  /// Ends the program if validation has found a difference.
  void require(const PackedRegion &P, const std::string &Difference);
  const LiveUnits &liveness() const { return Liveness; }
  /// Looks anew at a block that begins with other instructions.
  void updateBlock(const MachineBasicBlock &MBB) { Liveness.add(MBB); }
  /// Takes in a new block that follows Loop.
  void addBlock(MachineBasicBlock &New, const MachineBasicBlock &Loop);
  SDATarget &target() const { return T; }
  AAResults *aliasAnalysis() const { return T.AA; }
  Reference *reference() const { return Program; }
  DebugInstrs &debugInstrs() const { return Debug; }
  /// Once all regions are finished: compares the function with the reference, if there is one.
  void verifyFunction(const PackedRegions &Regions);
  /// Modelled cycles of the function as it stands, inner loops weighing most.
  uint64_t priceFunction() { return Pricing.priceFunction(MF); }
  MachineOptimizationRemarkEmitter &remarks() const { return ORE; }

private:
  void findBaseline(PackedRegion &P);
  void enterBundled(PackedRegion &P);
  void priceInPlace(PackedRegion &P);
  void count(const PackedRegion &P) const;
  void verify(PackedRegion &P);
  [[noreturn]] void reject(const MachineBasicBlock &MBB, const std::string &What);

  SDATarget &T;
  MachineFunction &MF;
  MachineLoopInfo &MLI;
  LiveUnits Liveness;
  CycleModel &Pricing;
  MachineOptimizationRemarkEmitter &ORE;
  RegionSearch Search;
  DebugInstrs &Debug;
  Reference *Program;
  DenseMap<const MachineInstr *, Baseline> Retired;
};

} // namespace llvm::sda

#endif

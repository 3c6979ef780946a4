//===- HexagonSDATarget.h - Hexagon, as the packetizer sees it --*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONSDATARGET_H
#define LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONSDATARGET_H

#include "HexagonPacketRules.h"
#include "HexagonRegionCost.h"
#include "HexagonSoftDeps.h"
#include "llvm/CodeGen/SDA/SDATarget.h"

namespace llvm {

class HexagonSDATarget : public sda::SDATarget {
public:
  HexagonSDATarget(MachineFunction &MF, const MachineLoopInfo &MLI, AAResults *AA,
                   const MachineBranchProbabilityInfo *MBPI);

  unsigned packetSize() const override { return HexagonPacketSize; }
  sda::RegionPolicy &policy() override { return Rules; }
  sda::CycleModel &cycles() override { return Pricing; }

  bool isPinned(const MachineInstr &MI) const override;
  bool leavesRegister(const MachineInstr &MI) const override;
  bool isInOrder(const MachineInstr &Bundle) const override;
  void setInOrder(MachineBasicBlock::instr_iterator Bundle) const override;
  std::optional<Address> address(const MachineInstr &MI) const override;
  ArrayRef<MCPhysReg> returnRegisters() const override;

  ArrayRef<const TargetRegisterClass *> localClasses() const override;
  ArrayRef<MCPhysReg> neverLocal() const override;
  void rewriteRegions(HexagonPackedRegions &Regions, sda::RegionPacker &Packer,
                      InstrStates &Before) override;
  void overlapLoops(HexagonPackedRegions &Regions, sda::RegionPacker &Packer,
                    InstrStates &Before) override;

  std::unique_ptr<sda::SymbolicMachine> machine(const HexagonRegion &R) const override;
  bool isPacket(ArrayRef<const MachineInstr *> Members, bool InOrder) const override;
  void injectFault(sda::FaultSite &S) const override;
  void report(const HexagonPackedRegion &P, MachineOptimizationRemarkEmitter &ORE) override;
  void draw(const HexagonPackedRegion &P) override;

private:
  const HexagonInstrInfo &HII;
  HexagonDepClassifier Deps;
  HexagonPacketRules Rules;
  HexagonRegionCost Pricing;
};

} // namespace llvm

#endif

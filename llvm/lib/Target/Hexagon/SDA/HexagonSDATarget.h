//===- HexagonSDATarget.h - Hexagon, as the packetizer sees it --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONSDATARGET_H
#define LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONSDATARGET_H

#include "HexagonBoard.h"
#include "HexagonCountedLoops.h"
#include "HexagonForms.h"
#include "HexagonPacketRules.h"
#include "HexagonSoftDeps.h"
#include "llvm/CodeGen/SDA/SDATarget.h"

namespace llvm {

class HexagonSDATarget : public sda::SDATarget {
public:
  HexagonSDATarget(MachineFunction &MF, const MachineLoopInfo &MLI, AAResults *AA,
                   const MachineBranchProbabilityInfo *MBPI, HexagonSlotAnswers &Answers);

  unsigned packetSize() const override { return HexagonPacketSize; }
  sda::RegionPolicy &policy() override { return Rules; }
  sda::CycleModel &cycles() override { return Pricing; }

  bool isPinned(const MachineInstr &MI) const override;
  bool leavesRegister(const MachineInstr &MI) const override;
  bool isInOrder(const MachineInstr &Bundle) const override;
  void setInOrder(MachineBasicBlock::instr_iterator Bundle) const override;
  std::optional<Address> address(const MachineInstr &MI) const override;
  unsigned accessBytes(const MachineInstr &MI) const override;
  ArrayRef<MCPhysReg> returnRegisters() const override;

  ArrayRef<const TargetRegisterClass *> localClasses() const override;
  ArrayRef<MCPhysReg> neverLocal() const override;
  std::optional<Move> move(const MachineInstr &MI) const override;
  bool hidesAddress(const MachineInstr &MI) const override;
  bool mayAlias(const MachineInstr &A, const MachineInstr &B) const override;

  std::optional<Compound> compound(const MachineInstr &MI) const override;
  std::optional<unsigned> addition() const override;
  const sda::CountedLoops *countedLoops() const override { return &Loops; }

  std::unique_ptr<sda::SymbolicMachine> machine(const sda::Region &R) const override;
  bool isPacket(ArrayRef<const MachineInstr *> Members, bool InOrder) const override;
  void injectFault(sda::FaultSite &S) const override;
  std::string softClassName(uint8_t Class) const override;
  uint8_t softClassInPacket(uint8_t Class, unsigned Opcode) const override;
  const MCInst *printable(MCInst &Inst, MCContext &Context) const override;

private:
  const HexagonInstrInfo &HII;
  HexagonDepClassifier Deps;
  HexagonPacketRules Rules;
  HexagonRegionCost Pricing;
  HexagonCountedLoops Loops;
  mutable HexagonForms Forms; // of the validator
};

} // namespace llvm

#endif

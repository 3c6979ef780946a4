//===- SwiftDSPSDATarget.h - SwiftDSP, as the packetizer sees it -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_SWIFTDSP_SDA_SWIFTDSPSDATARGET_H
#define LLVM_LIB_TARGET_SWIFTDSP_SDA_SWIFTDSPSDATARGET_H

#include "SDA/SwiftDSPCountedLoops.h"
#include "SDA/SwiftDSPPolicy.h"

namespace llvm {

class SwiftDSPSDATarget : public sda::SDATarget {
public:
  SwiftDSPSDATarget(MachineFunction &MF, AAResults *AA);

  unsigned packetSize() const override { return SwiftDSP::NumSlots; }
  sda::RegionPolicy &policy() override { return Rules; }
  sda::CycleModel &cycles() override { return Cycles; }

  bool isPinned(const MachineInstr &MI) const override;
  std::optional<Address> address(const MachineInstr &MI) const override;
  ArrayRef<MCPhysReg> returnRegisters() const override;
  ArrayRef<const TargetRegisterClass *> localClasses() const override;
  ArrayRef<MCPhysReg> neverLocal() const override;
  /// Whether loops may overlap iterations: only if every branch then stays in reach of its target.
  bool mayOverlapLoops() const override;
  const sda::CountedLoops *countedLoops() const override { return &Loops; }
  std::string softClassName(uint8_t Class) const override;

  std::unique_ptr<sda::SymbolicMachine> machine(const sda::Region &R) const override;
  bool isPacket(ArrayRef<const MachineInstr *> Members, bool InOrder) const override;

private:
  SwiftDSPPolicy Rules;
  SwiftDSPCycles Cycles;
  SwiftDSPCountedLoops Loops;
};

} // namespace llvm

#endif

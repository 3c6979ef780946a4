//===- SwiftDSPRegisterInfo.h - Reserved and preserved registers -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPREGISTERINFO_H
#define LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPREGISTERINFO_H

#include "llvm/CodeGen/TargetRegisterInfo.h"

#define GET_REGINFO_HEADER
#include "SwiftDSPGenRegisterInfo.inc"

namespace llvm {

class SwiftDSPRegisterInfo : public SwiftDSPGenRegisterInfo {
public:
  SwiftDSPRegisterInfo();

  const MCPhysReg *getCalleeSavedRegs(const MachineFunction *MF) const override;
  const uint32_t *getCallPreservedMask(const MachineFunction &MF, CallingConv::ID) const override;
  BitVector getReservedRegs(const MachineFunction &MF) const override;

  bool isAsmClobberable(const MachineFunction &MF, MCRegister Reg) const override;

  Register getFrameRegister(const MachineFunction &MF) const override;
  bool requiresRegisterScavenging(const MachineFunction &) const override { return true; }
  bool requiresFrameIndexScavenging(const MachineFunction &) const override { return true; }
  bool requiresFrameIndexReplacementScavenging(const MachineFunction &) const override {
    return true;
  }
  bool eliminateFrameIndex(MachineBasicBlock::iterator II, int SPAdj, unsigned FIOperandNum,
                           RegScavenger *RS) const override;

private:
  void expandTupleAccess(MachineInstr &MI, int SPAdj, RegScavenger *RS) const;
};

} // namespace llvm

#endif

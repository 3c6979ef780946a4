//===- SwiftDSPFrameLowering.h - The stack frame ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPFRAMELOWERING_H
#define LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPFRAMELOWERING_H

#include "llvm/CodeGen/TargetFrameLowering.h"

namespace llvm {

class SwiftDSPFrameLowering : public TargetFrameLowering {
public:
  SwiftDSPFrameLowering()
      : TargetFrameLowering(StackGrowsDown, /*StackAlignment=*/Align(16), /*LocalAreaOffset=*/0) {}

  void emitPrologue(MachineFunction &MF, MachineBasicBlock &MBB) const override;
  void emitEpilogue(MachineFunction &MF, MachineBasicBlock &MBB) const override;
  /// Whether s7 is reserved to find variables with.
  bool hasBasePointer(const MachineFunction &MF) const;
  bool hasFP(const MachineFunction &MF) const override;
  bool hasReservedCallFrame(const MachineFunction &MF) const override;
  StackOffset getFrameIndexReference(const MachineFunction &MF, int Index,
                                     Register &Base) const override;
  bool spillCalleeSavedRegisters(MachineBasicBlock &MBB, MachineBasicBlock::iterator I,
                                 ArrayRef<CalleeSavedInfo> Saved,
                                 const TargetRegisterInfo *TRI) const override;
  void determineCalleeSaves(MachineFunction &MF, BitVector &Saved,
                            RegScavenger *RS) const override;
  void processFunctionBeforeFrameFinalized(MachineFunction &MF, RegScavenger *RS) const override;
  MachineBasicBlock::iterator
  eliminateCallFramePseudoInstr(MachineFunction &MF, MachineBasicBlock &MBB,
                                MachineBasicBlock::iterator I) const override;
};

} // namespace llvm

#endif

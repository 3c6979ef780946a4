//===- SwiftDSPInstrInfo.h - Copies, spills, branches -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPINSTRINFO_H
#define LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPINSTRINFO_H

#include "SwiftDSPRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"

#define GET_INSTRINFO_HEADER
#include "SwiftDSPGenInstrInfo.inc"

namespace llvm {

class SwiftDSPSubtarget;

class SwiftDSPInstrInfo : public SwiftDSPGenInstrInfo {
public:
  explicit SwiftDSPInstrInfo(const SwiftDSPSubtarget &STI);

  const SwiftDSPRegisterInfo &getRegisterInfo() const { return RI; }

  void copyPhysReg(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, const DebugLoc &DL,
                   MCRegister Dest, MCRegister Source, bool KillSource) const override;
  void storeRegToStackSlot(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, Register Source,
                           bool KillSource, int Index, const TargetRegisterClass *RC,
                           const TargetRegisterInfo *TRI, Register VReg) const override;
  void loadRegFromStackSlot(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, Register Dest,
                            int Index, const TargetRegisterClass *RC,
                            const TargetRegisterInfo *TRI, Register VReg) const override;
  Register isLoadFromStackSlot(const MachineInstr &MI, int &Index) const override;
  Register isStoreToStackSlot(const MachineInstr &MI, int &Index) const override;

  bool analyzeBranch(MachineBasicBlock &MBB, MachineBasicBlock *&TBB, MachineBasicBlock *&FBB,
                     SmallVectorImpl<MachineOperand> &Cond, bool AllowModify) const override;
  unsigned insertBranch(MachineBasicBlock &MBB, MachineBasicBlock *TBB, MachineBasicBlock *FBB,
                        ArrayRef<MachineOperand> Cond, const DebugLoc &DL,
                        int *BytesAdded) const override;
  unsigned removeBranch(MachineBasicBlock &MBB, int *BytesRemoved) const override;
  bool reverseBranchCondition(SmallVectorImpl<MachineOperand> &Cond) const override;
  bool isBranchOffsetInRange(unsigned Opcode, int64_t Offset) const override;
  MachineBasicBlock *getBranchDestBlock(const MachineInstr &MI) const override;
  void insertIndirectBranch(MachineBasicBlock &MBB, MachineBasicBlock &NewDestBB,
                            MachineBasicBlock &RestoreBB, const DebugLoc &DL, int64_t BrOffset,
                            RegScavenger *RS) const override;
  unsigned getInstSizeInBytes(const MachineInstr &MI) const override;
  DFAPacketizer *CreateTargetScheduleState(const TargetSubtargetInfo &STI) const override;

  /// Whether a load, a store or addi can hold the offset.
  bool isLegalOffset(unsigned Opcode, int64_t Offset) const;
  /// The part of the offset that the field can hold, its low bits.
  int64_t nearestLegalOffset(unsigned Opcode, int64_t Offset) const;
  /// Dest = Source + Value, in as many instructions as that takes. Dest may be Source, but not
  /// where Value takes more than addi and no other register is there: Dest holds the constant
  /// first.
  void addImmediate(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, const DebugLoc &DL,
                    Register Dest, Register Source, int64_t Value,
                    MachineInstr::MIFlag Flag = MachineInstr::NoFlags) const;
  /// Dest = Value.
  void loadImmediate(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, const DebugLoc &DL,
                     Register Dest, int64_t Value,
                     MachineInstr::MIFlag Flag = MachineInstr::NoFlags) const;

private:
  const SwiftDSPSubtarget &STI;
  const SwiftDSPRegisterInfo RI;
};

} // namespace llvm

#endif

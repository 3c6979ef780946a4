//===- SwiftDSPRegisterInfo.cpp - Reserved and preserved registers --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SwiftDSPRegisterInfo.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSPFrameLowering.h"
#include "SwiftDSPInstrInfo.h"
#include "SwiftDSPSubtarget.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

#define GET_REGINFO_TARGET_DESC
#include "SwiftDSPGenRegisterInfo.inc"

SwiftDSPRegisterInfo::SwiftDSPRegisterInfo() : SwiftDSPGenRegisterInfo(SwiftDSP::R31) {}

const MCPhysReg *SwiftDSPRegisterInfo::getCalleeSavedRegs(const MachineFunction *) const {
  return CSR_SwiftDSP_SaveList;
}

const uint32_t *SwiftDSPRegisterInfo::getCallPreservedMask(const MachineFunction &,
                                                           CallingConv::ID) const {
  return CSR_SwiftDSP_RegMask;
}

BitVector SwiftDSPRegisterInfo::getReservedRegs(const MachineFunction &MF) const {
  BitVector Reserved(getNumRegs());
  markSuperRegs(Reserved, SwiftDSP::R0);
  markSuperRegs(Reserved, SwiftDSP::R30);
  const auto &Frame = *MF.getSubtarget<SwiftDSPSubtarget>().getFrameLowering();
  if (Frame.hasFP(MF))
    markSuperRegs(Reserved, SwiftDSP::R29);
  if (Frame.hasBasePointer(MF))
    markSuperRegs(Reserved, SwiftDSP::R28);
  for (MCPhysReg Reg : SwiftDSP::SRRegClass)
    markSuperRegs(Reserved, Reg);
  return Reserved;
}

/// Loop counters and the like are reserved, but nobody's across assembly.
bool SwiftDSPRegisterInfo::isAsmClobberable(const MachineFunction &MF, MCRegister Reg) const {
  return SwiftDSP::SRRegClass.contains(Reg) || !getReservedRegs(MF).test(Reg);
}

Register SwiftDSPRegisterInfo::getFrameRegister(const MachineFunction &MF) const {
  return MF.getSubtarget().getFrameLowering()->hasFP(MF) ? SwiftDSP::R29 : SwiftDSP::R30;
}

/// 0: no spilled vector or tuple; 1: a spill, 2: a reload.
static unsigned tupleAccess(unsigned Opcode) {
  switch (Opcode) {
  case SwiftDSP::SPILL_GP:
  case SwiftDSP::SPILL_VR:
  case SwiftDSP::SPILL_V2:
  case SwiftDSP::SPILL_V3:
  case SwiftDSP::SPILL_V4:
    return 1;
  case SwiftDSP::RELOAD_GP:
  case SwiftDSP::RELOAD_VR:
  case SwiftDSP::RELOAD_V2:
  case SwiftDSP::RELOAD_V3:
  case SwiftDSP::RELOAD_V4:
    return 2;
  default:
    return 0;
  }
}

/// Expands the access of a tuple: one access for each general register, two for each vector. All
/// data come first, then the guard bits.
void SwiftDSPRegisterInfo::expandTupleAccess(MachineInstr &MI, int SPAdj, RegScavenger *RS) const {
  MachineBasicBlock &MBB = *MI.getParent();
  MachineFunction &MF = *MBB.getParent();
  const auto &TII = *MF.getSubtarget<SwiftDSPSubtarget>().getInstrInfo();
  const MachineOperand &Tuple = MI.getOperand(0);
  const int64_t Start = MI.getOperand(1).getImm();
  bool IsSpill = tupleAccess(MI.getOpcode()) == 1;
  // A tuple's own tuples are among its subregisters, too.
  SmallVector<MCPhysReg, 4> Parts;
  for (MCPhysReg Part : subregs(Tuple.getReg()))
    if (subregs(Part).empty())
      Parts.push_back(Part);
  if (Parts.empty())
    Parts.push_back(Tuple.getReg());
  auto Add = [&](unsigned Store, unsigned Load, MCPhysReg Part, unsigned At, unsigned Bytes,
                 bool IsLast) {
    auto Access = BuildMI(MBB, MI, MI.getDebugLoc(), TII.get(IsSpill ? Store : Load));
    unsigned FrameOperand = 2;
    const bool IsKill = IsLast && Tuple.isKill();
    if (IsSpill && Part == Tuple.getReg()) {
      Access.addReg(Part, getKillRegState(IsKill));
    } else if (IsSpill) {
      Access.addReg(Part);
    } else {
      Access.addDef(Part);
      if (Load == SwiftDSP::VLDG_O) {
        Access.addReg(Part);
        FrameOperand = 3;
      }
    }
    Access.addImm(Start + At).addFrameIndex(MI.getOperand(2).getIndex());
    // A part without a value may be stored as long as another part has one.
    if (IsSpill && Part != Tuple.getReg())
      Access.addReg(Tuple.getReg(), RegState::Implicit | getKillRegState(IsKill));
    for (MachineMemOperand *Whole : MI.memoperands())
      Access.addMemOperand(MF.getMachineMemOperand(Whole, At, Bytes));
    eliminateFrameIndex(Access->getIterator(), SPAdj, FrameOperand, RS);
  };
  bool IsGeneral = SwiftDSP::GPRegClass.contains(Tuple.getReg());
  unsigned At = 0;
  for (MCPhysReg Part : Parts) {
    if (IsGeneral)
      Add(SwiftDSP::STW_O, SwiftDSP::LDW_O, Part, At, 4, Part == Parts.back());
    else
      Add(SwiftDSP::VST_O, SwiftDSP::VLD_O, Part, At, 16, false);
    At += IsGeneral ? 4 : 16;
  }
  for (MCPhysReg Part : Parts) {
    if (IsGeneral)
      break;
    Add(SwiftDSP::VSTG_O, SwiftDSP::VLDG_O, Part, At, 4, Part == Parts.back());
    At += 4;
  }
}

/// The operand behind (or, of addi, behind) the frame index is the offset: loads and stores have
/// imm, rb; addi has rb, imm.
bool SwiftDSPRegisterInfo::eliminateFrameIndex(MachineBasicBlock::iterator II, int SPAdj,
                                               unsigned FIOperandNum, RegScavenger *RS) const {
  MachineInstr &MI = *II;
  if (tupleAccess(MI.getOpcode())) {
    expandTupleAccess(MI, SPAdj, RS);
    MI.eraseFromParent();
    return true;
  }
  MachineBasicBlock &MBB = *MI.getParent();
  MachineFunction &MF = *MBB.getParent();
  const auto &TII = *MF.getSubtarget<SwiftDSPSubtarget>().getInstrInfo();
  int Index = MI.getOperand(FIOperandNum).getIndex();
  Register Base;
  int64_t Offset =
      MF.getSubtarget().getFrameLowering()->getFrameIndexReference(MF, Index, Base).getFixed() +
      SPAdj;
  if (MI.isDebugValue()) {
    MI.getOperand(FIOperandNum).ChangeToRegister(Base, /*isDef=*/false);
    return false;
  }
  bool IsAddress = MI.getOpcode() == SwiftDSP::ADDI;
  unsigned OffsetOperand = IsAddress ? FIOperandNum + 1 : FIOperandNum - 1;
  if (MI.isInlineAsm())
    OffsetOperand = FIOperandNum + 1;
  MachineOperand &Imm = MI.getOperand(OffsetOperand);
  Offset += Imm.getImm();
  bool KillBase = false;
  if (!MI.isInlineAsm() && !TII.isLegalOffset(MI.getOpcode(), Offset)) {
    // What the field cannot hold is added to the base in a register of its own.
    int64_t Rest = IsAddress ? 0 : TII.nearestLegalOffset(MI.getOpcode(), Offset);
    Register Scratch = MF.getRegInfo().createVirtualRegister(&SwiftDSP::GRRegClass);
    TII.addImmediate(MBB, II, MI.getDebugLoc(), Scratch, Base, Offset - Rest);
    Base = Scratch;
    Offset = Rest;
    KillBase = true;
  }
  Imm.ChangeToImmediate(Offset);
  MI.getOperand(FIOperandNum).ChangeToRegister(Base, /*isDef=*/false, /*isImp=*/false, KillBase);
  return false;
}

//===- SwiftDSPRegisterInfo.cpp - Reserved and preserved registers --------===//

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
  if (MF.getSubtarget().getFrameLowering()->hasFP(MF))
    markSuperRegs(Reserved, SwiftDSP::R29);
  for (MCPhysReg Reg : SwiftDSP::SRRegClass)
    markSuperRegs(Reserved, Reg);
  return Reserved;
}


Register SwiftDSPRegisterInfo::getFrameRegister(const MachineFunction &MF) const {
  return MF.getSubtarget().getFrameLowering()->hasFP(MF) ? SwiftDSP::R29 : SwiftDSP::R30;
}

/// The operand behind (or, of addi, behind) the frame index is the offset: loads and stores have imm, rb; addi has rb, imm.
bool SwiftDSPRegisterInfo::eliminateFrameIndex(MachineBasicBlock::iterator II, int SPAdj,
                                               unsigned FIOperandNum, RegScavenger *) const {
  MachineInstr &MI = *II;
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

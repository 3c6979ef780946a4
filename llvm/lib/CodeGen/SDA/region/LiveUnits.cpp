//===- SDA/LiveUnits.cpp - Live register units ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/LiveUnits.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/SDA/Faults.h"
#include "llvm/CodeGen/SDA/SDATarget.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"

namespace llvm::sda {

LiveUnits::LiveUnits(const SDATarget &T)
    : T(T), TRI(T.TRI), Preserved(TRI.getNumRegUnits()),
      In(T.MF.getNumBlockIDs(), BitVector(TRI.getNumRegUnits())) {
  const MachineFunction &MF = T.MF;
  for (const MCPhysReg *R = TRI.getCalleeSavedRegs(&MF); R && *R; ++R)
    for (MCRegUnit U : TRI.regunits(*R))
      Preserved.set(U);
  for (MCRegister R : T.returnRegisters())
    for (MCRegUnit U : TRI.regunits(R))
      Preserved.set(U);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto I = MF.rbegin(), E = MF.rend(); I != E; ++I) {
      BitVector Live = liveBefore(*I, I->instr_begin());
      Changed |= Live != In[I->getNumber()];
      In[I->getNumber()] = std::move(Live);
    }
  }
}

BitVector LiveUnits::liveIn(const MachineBasicBlock &MBB) const {
  BitVector Live = In[MBB.getNumber()];
  faults::liveIn(Live);
  return Live;
}

BitVector LiveUnits::liveOut(const MachineBasicBlock &MBB) const {
  BitVector Live(TRI.getNumRegUnits());
  // Where control leaves otherwise than by a return, what that gives back is safe.
  if (MBB.succ_empty())
    Live |= Preserved;
  BitVector Behind(TRI.getNumRegUnits());
  for (const MachineBasicBlock *S : MBB.successors())
    Behind |= In[S->getNumber()];
  faults::liveInSuccessor(Behind);
  return Live |= Behind;
}

BitVector LiveUnits::liveAtExits(const MachineBasicBlock &Loop) const {
  BitVector Live(TRI.getNumRegUnits());
  for (const MachineBasicBlock *S : Loop.successors())
    if (S != &Loop)
      Live |= In[S->getNumber()];
  faults::liveAtExits(Live);
  return Live;
}

BitVector LiveUnits::liveInOfLoop(const MachineBasicBlock &Loop,
                                         ArrayRef<MachineInstr *> Instrs) const {
  BitVector AtEnd = liveAtExits(Loop), Live;
  for (;;) {
    Live = AtEnd;
    for (const MachineInstr *MI : llvm::reverse(Instrs))
      stepBackward(*MI, Live);
    if (!Live.test(AtEnd))
      return Live;
    AtEnd |= Live;
  }
}

void LiveUnits::add(const MachineBasicBlock &New) {
  In.resize(New.getParent()->getNumBlockIDs(), BitVector(TRI.getNumRegUnits()));
  In[New.getNumber()] = liveBefore(New, New.instr_begin());
}

void LiveUnits::update(const MachineBasicBlock &Loop) {
  BitVector &Live = In[Loop.getNumber()];
  for (Live = liveAtExits(Loop);;) {
    BitVector Now = liveBefore(Loop, Loop.instr_begin());
    if (Now == Live)
      return;
    Live = std::move(Now);
  }
}

/// Takes away what a call loses. Masks leave out reserved registers, which it keeps all the same.
void LiveUnits::removeClobbered(const MachineOperand &Mask, const MachineRegisterInfo &MRI,
                                BitVector &Live) const {
  for (unsigned U : Live.set_bits()) {
    bool Clobbered = true, Reserved = true;
    for (MCRegUnitRootIterator Root(U, &TRI); Root.isValid(); ++Root) {
      Clobbered &= Mask.clobbersPhysReg(*Root);
      Reserved &= MRI.isReserved(*Root);
    }
    if (Clobbered && !Reserved)
      Live.reset(U);
  }
}

void LiveUnits::stepBackward(const MachineInstr &MI, BitVector &Live) const {
  // IMPLICIT_DEF emits no code and goes to its region's beginning, before reads of what the
  // register held.
  if (MI.isDebugInstr() || MI.isBundle() || MI.isImplicitDef())
    return;
  // What a return gives back is safe behind it; some returns, which restore registers, write it
  // themselves.
  if (MI.isReturn())
    Live |= Preserved;
  // A conditional definition may leave the old value.
  bool Conditional = T.TII.isPredicated(MI);
  // Beside a tail call may be a jump to others, who have what it clobbers.
  bool Clobbers = !Conditional && !MI.isTerminator();
  for (const MachineOperand &Op : MI.operands()) {
    if (Op.isReg() && Op.isDef() && Op.getReg() && !Conditional)
      for (MCRegUnit U : TRI.regunits(Op.getReg().asMCReg()))
        Live.reset(U);
    if (Op.isRegMask() && Clobbers)
      removeClobbered(Op, MI.getMF()->getRegInfo(), Live);
  }
  for (const MachineOperand &Op : MI.operands())
    if (Op.isReg() && Op.isUse() && Op.getReg() && !Op.isUndef())
      for (MCRegUnit U : TRI.regunits(Op.getReg().asMCReg()))
        Live.set(U);
}

BitVector LiveUnits::liveBefore(const MachineBasicBlock &MBB,
                                       MachineBasicBlock::const_instr_iterator Where) const {
  BitVector Live = liveOut(MBB);
  // Within a bundle the order of the instructions is that of the program, forms aside.
  for (auto I = MBB.instr_end(); I != Where;) {
    --I;
    stepBackward(*I, Live);
  }
  return Live;
}

} // namespace llvm::sda

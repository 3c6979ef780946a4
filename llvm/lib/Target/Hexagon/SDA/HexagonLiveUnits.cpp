//===- HexagonLiveUnits.cpp - Live register units -------------------------===//

#include "HexagonLiveUnits.h"
#include "HexagonInstrInfo.h"
#include "HexagonRegisterInfo.h"
#include "HexagonSubtarget.h"

using namespace llvm;

HexagonLiveUnits::HexagonLiveUnits(const MachineFunction &MF)
    : HRI(*MF.getSubtarget<HexagonSubtarget>().getRegisterInfo()), Preserved(HRI.getNumRegUnits()),
      In(MF.getNumBlockIDs(), BitVector(HRI.getNumRegUnits())) {
  for (const MCPhysReg *R = HRI.getCalleeSavedRegs(&MF); R && *R; ++R)
    for (MCRegUnit U : HRI.regunits(*R))
      Preserved.set(U);
  // A tail call does not name them, and whoever is called returns by them.
  for (MCRegister R : {Hexagon::R30, Hexagon::R31})
    for (MCRegUnit U : HRI.regunits(R))
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

const BitVector &HexagonLiveUnits::liveIn(const MachineBasicBlock &MBB) const {
  return In[MBB.getNumber()];
}

BitVector HexagonLiveUnits::liveOut(const MachineBasicBlock &MBB) const {
  BitVector Live(HRI.getNumRegUnits());
  // Where control leaves otherwise than by a return, what that gives back is safe.
  if (MBB.succ_empty())
    Live |= Preserved;
  for (const MachineBasicBlock *S : MBB.successors())
    Live |= In[S->getNumber()];
  return Live;
}

BitVector HexagonLiveUnits::liveAtExits(const MachineBasicBlock &Loop) const {
  BitVector Live(HRI.getNumRegUnits());
  for (const MachineBasicBlock *S : Loop.successors())
    if (S != &Loop)
      Live |= In[S->getNumber()];
  return Live;
}

BitVector HexagonLiveUnits::liveInOfLoop(const MachineBasicBlock &Loop,
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

void HexagonLiveUnits::add(const MachineBasicBlock &New) {
  In.resize(New.getParent()->getNumBlockIDs(), BitVector(HRI.getNumRegUnits()));
  In[New.getNumber()] = liveBefore(New, New.instr_begin());
}

void HexagonLiveUnits::update(const MachineBasicBlock &Loop) {
  BitVector &Live = In[Loop.getNumber()];
  for (Live = liveAtExits(Loop);;) {
    BitVector Now = liveBefore(Loop, Loop.instr_begin());
    if (Now == Live)
      return;
    Live = std::move(Now);
  }
}

/// Takes away what a call loses. Masks leave out reserved registers, which it keeps all the same.
void HexagonLiveUnits::removeClobbered(const MachineOperand &Mask, const MachineRegisterInfo &MRI, BitVector &Live) const {
  for (unsigned U : Live.set_bits()) {
    bool Clobbered = true, Reserved = true;
    for (MCRegUnitRootIterator Root(U, &HRI); Root.isValid(); ++Root) {
      Clobbered &= Mask.clobbersPhysReg(*Root);
      Reserved &= MRI.isReserved(*Root);
    }
    if (Clobbered && !Reserved)
      Live.reset(U);
  }
}

void HexagonLiveUnits::stepBackward(const MachineInstr &MI, BitVector &Live) const {
  // IMPLICIT_DEF emits no code and goes to its region's beginning, before reads of what the register held.
  if (MI.isDebugInstr() || MI.isBundle() || MI.isImplicitDef())
    return;
  const auto &HII = *MI.getMF()->getSubtarget<HexagonSubtarget>().getInstrInfo();
  // A conditional definition may leave the old value.
  bool Conditional = HII.isPredicated(MI);
  // Beside a tail call may be a jump to others, who have what it clobbers.
  bool Clobbers = !Conditional && !MI.isTerminator();
  for (const MachineOperand &Op : MI.operands()) {
    if (Op.isReg() && Op.isDef() && Op.getReg() && !Conditional)
      for (MCRegUnit U : HRI.regunits(Op.getReg().asMCReg()))
        Live.reset(U);
    if (Op.isRegMask() && Clobbers)
      removeClobbered(Op, MI.getMF()->getRegInfo(), Live);
  }
  if (MI.isReturn())
    Live |= Preserved;
  for (const MachineOperand &Op : MI.operands())
    if (Op.isReg() && Op.isUse() && Op.getReg() && !Op.isUndef())
      for (MCRegUnit U : HRI.regunits(Op.getReg().asMCReg()))
        Live.set(U);
}

BitVector HexagonLiveUnits::liveBefore(const MachineBasicBlock &MBB,
                                       MachineBasicBlock::const_instr_iterator Where) const {
  BitVector Live = liveOut(MBB);
  // Within a bundle the order of the instructions is that of the program, forms aside.
  for (auto I = MBB.instr_end(); I != Where;) {
    --I;
    stepBackward(*I, Live);
  }
  return Live;
}

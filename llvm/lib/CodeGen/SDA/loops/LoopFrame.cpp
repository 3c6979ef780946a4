//===- SDA/LoopFrame.cpp - How a loop is entered and left -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/LoopFrame.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/SDA/CountedLoops.h"
#include "llvm/CodeGen/SDA/Faults.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

namespace llvm::sda {

const MachineBasicBlock *jumpTarget(const MachineInstr &MI) {
  bool Jumps = MI.isUnconditionalBranch() && !MI.isBundle() && MI.getNumExplicitOperands() == 1 &&
               MI.getOperand(0).isMBB();
  return Jumps ? MI.getOperand(0).getMBB() : nullptr;
}

/// Whether Preheader has another way out than Loop: a conditional return leaves it without being a
/// way to a block.
static bool mayLeave(const MachineBasicBlock &Preheader, const MachineBasicBlock &Loop,
                     const CountedLoops *Counted) {
  return llvm::any_of(Preheader.instrs(), [&](const MachineInstr &MI) {
    const bool SetsUp = Counted && Counted->loopOf(MI) == &Loop;
    return !MI.isBundle() && MI.isTerminator() && !SetsUp && jumpTarget(MI) != &Loop;
  });
}

LoopFrame::LoopFrame(MachineBasicBlock &Loop, const CountedLoops *Counted)
    : Loop(Loop), Counted(Counted) {
  findPreheader();
  bool IsCounted = Counted && llvm::any_of(Loop.instrs(), [&](const MachineInstr &MI) {
                     return Counted->isEnd(MI);
                   });
  if (Preheader && IsCounted) {
    findSetup();
    findExit();
  }
}

void LoopFrame::findPreheader() {
  if (Loop.isEHPad())
    return;
  for (MachineBasicBlock *P : Loop.predecessors()) {
    if (P == &Loop)
      continue;
    if (Preheader || P->succ_size() != 1) {
      Preheader = nullptr;
      return;
    }
    Preheader = P;
  }
  if (Preheader && faults::mayLeave(mayLeave(*Preheader, Loop, Counted)))
    Preheader = nullptr;
}

void LoopFrame::findSetup() {
  for (MachineInstr &MI : llvm::reverse(Preheader->instrs()))
    if (Counted->loopOf(MI) == &Loop) {
      Setup = &MI;
      if (count().isImm())
        TripCount = count().getImm();
      return;
    }
  Preheader = nullptr; // set up elsewhere
}

MachineOperand &LoopFrame::count() const { return Setup->getOperand(Counted->countOperand()); }

bool LoopFrame::overwritesCount(const MachineInstr &MI) const {
  return Setup && Counted->setsUpLast() && count().isReg() &&
         MI.modifiesRegister(count().getReg(), MI.getMF()->getSubtarget().getRegisterInfo());
}

void LoopFrame::findExit() {
  if (Loop.succ_size() != 2)
    return;
  MachineBasicBlock *Other = *Loop.succ_begin() == &Loop ? *Loop.succ_rbegin() : *Loop.succ_begin();
  MachineInstr &Last = Loop.instr_back();
  bool Jumps = jumpTarget(Last) && !Last.isBundled();
  unsigned Branches = llvm::count_if(Loop.instrs(), [](const MachineInstr &MI) {
    return !MI.isBundle() && MI.isTerminator();
  });
  if (Other == &Loop || Other->isEHPad() || Branches != (Jumps ? 2 : 1) ||
      (Jumps ? jumpTarget(Last) : Loop.getNextNode()) != Other)
    return;
  Exit = Other;
  ExitJump = Jumps ? &Last : nullptr;
}

} // namespace llvm::sda

//===- SDA/LoopPeeling.cpp - The last iteration's rest --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   loop0(.L,r2)                    p0 = cmp.gtu(r2,#1)
//   .L:                             r2 = add(r2,#-1)
//   M                               loop0(.L,r2)
//   R  :endloop0              ->    M
//   .X:                             if (!p0) jump .E
//                                   .L:
//                                   R M  :endloop0
//                                   .E:
//                                   R
//                                   .X:
//
// (M R)^n equals M (R M)^(n-1) R. A counted loop runs at least once, so n must be two or more: with
// a count that is known nothing guards the loop. Where nothing but the loop leads to .X, .E is no
// block of its own. Where the setup is to be last (CountedLoops), M and the jump stand before it.
// Here everything but M and R is made; these are LoopRotation's.
//
// Invalidates: the CFG.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/SDA/LoopPeeling.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/SDA/Faults.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/IR/Function.h"

namespace llvm::sda {

/// One loop in so many is assumed to have but one iteration.
static constexpr unsigned RarelyOnce = 32;

LoopPeeling::LoopPeeling(const SDATarget &T, const LoopFrame &Frame, const LiveUnits &Liveness)
    : T(T), Frame(Frame) {
  if (!Frame.Setup || !Frame.Exit || T.MF.getFunction().hasOptSize())
    return;
  if (Frame.count().isImm())
    Possible = Frame.TripCount > 1;
  else
    Possible = findRegisters(Liveness);
}

bool LoopPeeling::isNamed(MCRegister Reg, const MachineBasicBlock &MBB) const {
  return llvm::any_of(MBB.instrs(), [&](const MachineInstr &MI) {
    return MI.readsRegister(Reg, &T.TRI) || MI.modifiesRegister(Reg, &T.TRI);
  });
}

/// A caller-saved register that nothing names in the preheader or the loop and that holds nothing
/// behind them. Where the setup is last, so is the guard: the preheader is done with its registers.
MCRegister LoopPeeling::freeRegister(const TargetRegisterClass &RC, const BitVector &Live,
                                     MCRegister Taken) const {
  for (MCRegister Reg : RC) {
    bool Saved = Reg == Taken || llvm::is_contained(T.neverLocal(), Reg);
    for (const MCPhysReg *R = T.TRI.getCalleeSavedRegs(&T.MF); R && *R; ++R)
      Saved |= T.TRI.regsOverlap(*R, Reg);
    if (!Saved && !T.MF.getRegInfo().isReserved(Reg) &&
        llvm::none_of(T.TRI.regunits(Reg), [&](MCRegUnit U) { return Live[U]; }) &&
        (Frame.Counted->setsUpLast() || !isNamed(Reg, *Frame.Preheader)) &&
        !isNamed(Reg, Frame.Loop))
      return Reg;
  }
  return MCRegister();
}

/// Whether nothing in the preheader reads Reg behind the setup; what begins the rotated loop may
/// stand before it.
bool LoopPeeling::setupReadsLast(MCRegister Reg) const {
  if (Frame.Counted->setsUpLast() && isNamed(Reg, Frame.Loop))
    return false;
  auto Behind = llvm::make_range(std::next(Frame.Setup->getIterator()),
                                 Frame.Preheader->instr_end());
  return llvm::none_of(Behind, [&](const MachineInstr &MI) {
    return !MI.isBundle() && !MI.isDebugInstr() && MI.readsRegister(Reg, &T.TRI);
  });
}

bool LoopPeeling::findRegisters(const LiveUnits &Liveness) {
  // Nothing that clobbers registers may come between the guard's two halves.
  auto Packet = getBundleStart(Frame.Setup->getIterator());
  if (llvm::any_of(llvm::make_range(Packet, Frame.Preheader->instr_end()),
                   [](const MachineInstr &MI) { return MI.isCall() || MI.isInlineAsm(); }))
    return false;
  BitVector Live = Liveness.liveIn(Frame.Loop);
  Live |= Liveness.liveIn(*Frame.Exit);
  MCRegister Old = Frame.count().getReg().asMCReg();
  bool Dead = llvm::none_of(T.TRI.regunits(Old), [&](MCRegUnit U) { return Live[U]; });
  Count = Dead && setupReadsLast(Old) ? Old : freeRegister(Frame.Counted->countClass(), Live);
  Flag = freeRegister(Frame.Counted->flagClass(), Live, Count);
  return Count && Flag;
}

MachineBasicBlock *LoopPeeling::insertEpilogue() const {
  MachineBasicBlock &Loop = Frame.Loop;
  MachineFunction &MF = *Loop.getParent();
  MachineBasicBlock *Epilogue = MF.CreateMachineBasicBlock(Loop.getBasicBlock());
  MF.insert(std::next(Loop.getIterator()), Epilogue);
  Loop.replaceSuccessor(Frame.Exit, Epilogue);
  Epilogue->addSuccessor(Frame.Exit);
  if (Frame.ExitJump)
    Epilogue->splice(Epilogue->end(), &Loop, Frame.ExitJump);
  return Epilogue;
}

void LoopPeeling::insertGuard(MachineBasicBlock &Epilogue, InstrStates &Before) const {
  MachineBasicBlock &P = *Frame.Preheader;
  MachineOperand &Counted = Frame.count();
  // Across the loop it reaches for sure; where blocks lie elsewhere, anything may be between.
  const bool Near = P.getNextNode() == &Frame.Loop && Frame.Loop.getNextNode() == &Epilogue;
  Frame.Counted->insertGuard(
      *Frame.Setup,
      {Counted.getReg().asMCReg(), Count, Flag, &Epilogue, int(faults::iterationsLess())}, Near,
      [&](MachineInstr &MI) { Before[&MI] = InstrState::of(MI); });
  Counted.setReg(Count);
  if (P.hasSuccessorProbabilities()) {
    P.addSuccessor(&Epilogue, BranchProbability(1, RarelyOnce));
    P.normalizeSuccProbs();
  } else {
    P.addSuccessorWithoutProb(&Epilogue);
  }
}

bool LoopPeeling::mayShareExit() const {
  return Frame.Exit->pred_size() == 1 && Frame.Exit != Frame.Preheader;
}

MachineBasicBlock *LoopPeeling::apply(InstrStates &Before, bool ShareExit) const {
  MachineBasicBlock *Epilogue = ShareExit ? Frame.Exit : insertEpilogue();
  if (isGuarded())
    insertGuard(*Epilogue, Before);
  else
    Frame.count().setImm(Frame.TripCount - int(faults::iterationsLess()));
  Frame.Counted->leaveTo(*Frame.Setup, *Epilogue);
  Before[Frame.Setup] = InstrState::of(*Frame.Setup);
  return Epilogue;
}

} // namespace llvm::sda

//===- HexagonLoopPeeling.cpp - The last iteration's rest -----------------===//
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
// (M R)^n equals M (R M)^(n-1) R. A hardware loop runs at least once, so n must be two or more: with
// a count that is known nothing guards the loop. Where nothing but the loop leads to .X, .E is no block of
// its own. Here everything but M and R is made; these are HexagonLoopRotation's.
//
// Invalidates: the CFG.
//
//===----------------------------------------------------------------------===//

#include "HexagonLoopPeeling.h"
#include "HexagonRegisterInfo.h"
#include "HexagonSubtarget.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/SDA/Faults.h"

using namespace llvm;

/// One loop in so many is assumed to have but one iteration.
static constexpr unsigned RarelyOnce = 32;

HexagonLoopPeeling::HexagonLoopPeeling(const HexagonLoopFrame &Frame,
                                       const HexagonLiveUnits &Liveness)
    : Frame(Frame), HII(*Frame.Loop.getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo()),
      HRI(*Frame.Loop.getParent()->getSubtarget<HexagonSubtarget>().getRegisterInfo()) {
  if (!Frame.Setup || !Frame.Exit || Frame.Loop.getParent()->getFunction().hasOptSize())
    return;
  if (Frame.Setup->getOperand(1).isImm())
    Possible = Frame.TripCount > 1;
  else
    Possible = findRegisters(Liveness);
}

/// A caller-saved register that nothing names in the preheader or the loop and that holds nothing
/// behind them.
MCRegister HexagonLoopPeeling::freeRegister(const TargetRegisterClass &RC,
                                            const BitVector &Live) const {
  auto IsNamed = [&](const MachineBasicBlock &MBB, MCRegister Reg) {
    return llvm::any_of(MBB.instrs(), [&](const MachineInstr &MI) {
      return MI.readsRegister(Reg, &HRI) || MI.modifiesRegister(Reg, &HRI);
    });
  };
  for (MCRegister Reg : RC) {
    bool Saved = llvm::is_contained({Hexagon::R28, Hexagon::R29, Hexagon::R30, Hexagon::R31}, Reg);
    for (const MCPhysReg *R = HRI.getCalleeSavedRegs(Frame.Loop.getParent()); R && *R;
         ++R)
      Saved |= HRI.regsOverlap(*R, Reg);
    if (!Saved && !Frame.Loop.getParent()->getRegInfo().isReserved(Reg) &&
        llvm::none_of(HRI.regunits(Reg), [&](MCRegUnit U) { return Live[U]; }) &&
        !IsNamed(*Frame.Preheader, Reg) && !IsNamed(Frame.Loop, Reg))
      return Reg;
  }
  return MCRegister();
}

/// Whether nothing in the preheader reads Reg behind the setup.
bool HexagonLoopPeeling::setupReadsLast(MCRegister Reg) const {
  auto Behind = llvm::make_range(std::next(Frame.Setup->getIterator()),
                                 Frame.Preheader->instr_end());
  return llvm::none_of(Behind, [&](const MachineInstr &MI) {
    return !MI.isBundle() && !MI.isDebugInstr() && MI.readsRegister(Reg, &HRI);
  });
}

bool HexagonLoopPeeling::findRegisters(const HexagonLiveUnits &Liveness) {
  // Nothing that clobbers registers may come between the guard's two halves.
  auto Packet = getBundleStart(Frame.Setup->getIterator());
  if (llvm::any_of(llvm::make_range(Packet, Frame.Preheader->instr_end()),
                   [](const MachineInstr &MI) { return MI.isCall() || MI.isInlineAsm(); }))
    return false;
  BitVector Live = Liveness.liveIn(Frame.Loop);
  Live |= Liveness.liveIn(*Frame.Exit);
  MCRegister Old = Frame.Setup->getOperand(1).getReg().asMCReg();
  bool Dead = llvm::none_of(HRI.regunits(Old), [&](MCRegUnit U) { return Live[U]; });
  Count = Dead && setupReadsLast(Old) ? Old : freeRegister(Hexagon::IntRegsRegClass, Live);
  Guard = freeRegister(Hexagon::PredRegsRegClass, Live);
  return Count && Guard;
}

/// What the count is lowered by.
static int less() { return sda::injects(sda::Fault::PeeledCount) ? 0 : 1; }

MachineBasicBlock *HexagonLoopPeeling::insertEpilogue() const {
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

void HexagonLoopPeeling::insertGuard(MachineBasicBlock &Epilogue, InstrStates &Before) const {
  MachineBasicBlock &P = *Frame.Preheader;
  MachineInstr &Setup = *Frame.Setup;
  const DebugLoc &DL = Setup.getDebugLoc();
  Register Old = Setup.getOperand(1).getReg();
  auto Add = [&](MachineInstr *MI) { Before[MI] = InstrState::of(*MI); };
  Add(BuildMI(P, Setup, DL, HII.get(Hexagon::C2_cmpgtui), Guard).addReg(Old).addImm(1));
  Add(BuildMI(P, Setup, DL, HII.get(Hexagon::A2_addi), Count).addReg(Old).addImm(-less()));
  Setup.getOperand(1).setReg(Count);
  // Across the loop it reaches for sure; where blocks lie elsewhere, anything may be between.
  const bool Near = P.getNextNode() == &Frame.Loop && Frame.Loop.getNextNode() == &Epilogue;
  Add(BuildMI(P, P.getFirstInstrTerminator(), DL, HII.get(Hexagon::J2_jumpf))
          .addReg(Guard)
          .addMBB(&Epilogue, Near ? 0 : HexagonII::HMOTF_ConstExtended));
  if (P.hasSuccessorProbabilities()) {
    P.addSuccessor(&Epilogue, BranchProbability(1, RarelyOnce));
    P.normalizeSuccProbs();
  } else {
    P.addSuccessorWithoutProb(&Epilogue);
  }
}

bool HexagonLoopPeeling::mayShareExit() const {
  return Frame.Exit->pred_size() == 1 && Frame.Exit != Frame.Preheader;
}

MachineBasicBlock *HexagonLoopPeeling::apply(InstrStates &Before, bool ShareExit) const {
  MachineBasicBlock *Epilogue = ShareExit ? Frame.Exit : insertEpilogue();
  if (isGuarded())
    insertGuard(*Epilogue, Before);
  else
    Frame.Setup->getOperand(1).setImm(Frame.TripCount - less());
  Before[Frame.Setup] = InstrState::of(*Frame.Setup);
  return Epilogue;
}

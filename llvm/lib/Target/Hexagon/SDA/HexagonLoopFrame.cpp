//===- HexagonLoopFrame.cpp - How a loop is entered and left --------------===//

#include "HexagonLoopFrame.h"
#include "HexagonInstrInfo.h"
#include "HexagonSubtarget.h"

using namespace llvm;

/// Words between the setup of a hardware loop and its beginning, that the setup reaches for sure; those
/// of an instruction.
static constexpr unsigned MaxSetupWords = 48, MaxWords = 2;

static bool isHardwareLoop(const MachineBasicBlock &MBB) {
  const auto &HII = *MBB.getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo();
  return llvm::any_of(MBB.instrs(),
                      [&](const MachineInstr &MI) { return HII.isEndLoopN(MI.getOpcode()); });
}

HexagonLoopFrame::HexagonLoopFrame(MachineBasicBlock &Loop) : Loop(Loop) {
  findPreheader();
  if (Preheader && isHardwareLoop(Loop)) {
    findSetup();
    findExit();
  }
}

void HexagonLoopFrame::findPreheader() {
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
}

void HexagonLoopFrame::findSetup() {
  const auto &HII = *Loop.getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo();
  for (MachineInstr &MI : llvm::reverse(Preheader->instrs()))
    if (HII.isLoopN(MI) && MI.getOperand(0).getMBB() == &Loop) {
      Setup = &MI;
      if (MI.getOperand(1).isImm())
        TripCount = MI.getOperand(1).getImm();
      return;
    }
  Preheader = nullptr; // set up elsewhere
}

static unsigned extendedForm(unsigned Opcode) {
  switch (Opcode) {
  case Hexagon::J2_loop0i:
    return Hexagon::J2_loop0iext;
  case Hexagon::J2_loop0r:
    return Hexagon::J2_loop0rext;
  case Hexagon::J2_loop1i:
    return Hexagon::J2_loop1iext;
  case Hexagon::J2_loop1r:
    return Hexagon::J2_loop1rext;
  default:
    return Opcode;
  }
}

void HexagonLoopFrame::reachOver(unsigned Instrs) const {
  unsigned Words = MaxWords * Instrs;
  for (auto I = std::next(Setup->getIterator()); I != Preheader->instr_end(); ++I)
    Words += I->isMetaInstruction() ? 0 : MaxWords;
  if (Words > MaxSetupWords || Preheader->getNextNode() != &Loop)
    extendSetup(*Setup);
}

void HexagonLoopFrame::extendSetup(MachineInstr &Setup) {
  const auto &HII = *Setup.getMF()->getSubtarget<HexagonSubtarget>().getInstrInfo();
  Setup.setDesc(HII.get(extendedForm(Setup.getOpcode())));
}

void HexagonLoopFrame::findExit() {
  if (Loop.succ_size() != 2)
    return;
  MachineBasicBlock *Other = *Loop.succ_begin() == &Loop ? *Loop.succ_rbegin() : *Loop.succ_begin();
  MachineInstr &Last = Loop.instr_back();
  bool Jumps = Last.getOpcode() == Hexagon::J2_jump && !Last.isBundled();
  unsigned Branches = llvm::count_if(Loop.instrs(), [](const MachineInstr &MI) {
    return !MI.isBundle() && MI.isTerminator();
  });
  if (Other == &Loop || Other->isEHPad() || Branches != (Jumps ? 2 : 1) ||
      (Jumps ? Last.getOperand(0).getMBB() : Loop.getNextNode()) != Other)
    return;
  Exit = Other;
  ExitJump = Jumps ? &Last : nullptr;
}

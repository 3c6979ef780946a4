//===- HexagonLoopFrame.cpp - How a loop is entered and left --------------===//

#include "HexagonLoopFrame.h"
#include "HexagonInstrInfo.h"
#include "HexagonSubtarget.h"

using namespace llvm;

/// Words between the setup of a hardware loop and its beginning, that the setup reaches for sure.
static constexpr unsigned MaxSetupWords = 48;

static bool isHardwareLoop(const MachineBasicBlock &MBB) {
  const auto &HII = *MBB.getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo();
  return llvm::any_of(MBB.instrs(),
                      [&](const MachineInstr &MI) { return HII.isEndLoopN(MI.getOpcode()); });
}

HexagonLoopFrame::HexagonLoopFrame(MachineBasicBlock &Loop) : Loop(Loop) {
  findPreheader();
  FreeWords = MaxSetupWords;
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

/// The instruction that sets up the hardware loop reaches its beginning by a short displacement.
void HexagonLoopFrame::findSetup() {
  const auto &HII = *Loop.getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo();
  unsigned Words = 0;
  for (MachineInstr &MI : llvm::reverse(Preheader->instrs())) {
    if (HII.isLoopN(MI) && MI.getOperand(0).getMBB() == &Loop) {
      Setup = &MI;
      FreeWords = Words < MaxSetupWords ? MaxSetupWords - Words : 0;
      if (MI.getOperand(1).isImm())
        TripCount = MI.getOperand(1).getImm();
      return;
    }
    Words += MI.isMetaInstruction() || MI.isBundle() ? 0 : 2;
  }
  Preheader = nullptr; // set up elsewhere
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

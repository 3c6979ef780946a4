//===- HexagonCountedLoops.cpp - Hardware loops ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HexagonCountedLoops.h"
#include "HexagonInstrInfo.h"
#include "HexagonRegisterInfo.h"
#include "HexagonSubtarget.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"

using namespace llvm;

/// Words between the setup of a hardware loop and its beginning, that the setup reaches for sure;
/// those of an instruction.
static constexpr unsigned MaxSetupWords = 48, MaxWords = 2;

MachineBasicBlock *HexagonCountedLoops::loopOf(const MachineInstr &Setup) const {
  return HII.isLoopN(Setup) ? Setup.getOperand(0).getMBB() : nullptr;
}

bool HexagonCountedLoops::isEnd(const MachineInstr &MI) const {
  return HII.isEndLoopN(MI.getOpcode());
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

void HexagonCountedLoops::reachOver(MachineInstr &Setup, unsigned Instrs) const {
  const MachineBasicBlock &MBB = *Setup.getParent();
  unsigned Words = MaxWords * Instrs;
  for (auto I = std::next(Setup.getIterator()); I != MBB.instr_end(); ++I)
    Words += I->isMetaInstruction() ? 0 : MaxWords;
  if (Words > MaxSetupWords || MBB.getNextNode() != loopOf(Setup))
    extend(Setup);
}

void HexagonCountedLoops::extend(MachineInstr &Setup) {
  const auto &HII = *Setup.getMF()->getSubtarget<HexagonSubtarget>().getInstrInfo();
  Setup.setDesc(HII.get(extendedForm(Setup.getOpcode())));
}

const TargetRegisterClass &HexagonCountedLoops::countClass() const {
  return Hexagon::IntRegsRegClass;
}

const TargetRegisterClass &HexagonCountedLoops::flagClass() const {
  return Hexagon::PredRegsRegClass;
}

void HexagonCountedLoops::insertGuard(MachineInstr &Setup, const Guard &G, bool Near,
                                      function_ref<void(MachineInstr &)> Made) const {
  MachineBasicBlock &MBB = *Setup.getParent();
  const DebugLoc &DL = Setup.getDebugLoc();
  Made(*BuildMI(MBB, Setup, DL, HII.get(Hexagon::C2_cmpgtui), G.Flag).addReg(G.Count).addImm(1));
  Made(*BuildMI(MBB, Setup, DL, HII.get(Hexagon::A2_addi), G.Less).addReg(G.Count).addImm(-G.By));
  Made(*BuildMI(MBB, MBB.getFirstInstrTerminator(), DL, HII.get(Hexagon::J2_jumpf))
            .addReg(G.Flag)
            .addMBB(G.Past, Near ? 0 : HexagonII::HMOTF_ConstExtended));
}

static bool isOn(const MachineInstr &MI, unsigned Opcode, MCRegister To, MCRegister Of,
                 int64_t Value) {
  return MI.getOpcode() == Opcode && MI.getOperand(0).getReg() == To &&
         MI.getOperand(1).getReg() == Of && MI.getOperand(2).isImm() &&
         MI.getOperand(2).getImm() == Value;
}

bool HexagonCountedLoops::compares(const MachineInstr &MI, const Guard &G) const {
  return isOn(MI, Hexagon::C2_cmpgtui, G.Flag, G.Count, 1);
}

bool HexagonCountedLoops::lowers(const MachineInstr &MI, const Guard &G) const {
  return isOn(MI, Hexagon::A2_addi, G.Less, G.Count, -G.By);
}

bool HexagonCountedLoops::skips(const MachineInstr &MI, const Guard &G) const {
  return MI.getOpcode() == Hexagon::J2_jumpf && MI.getOperand(0).getReg() == G.Flag &&
         MI.getOperand(1).getMBB() == G.Past;
}

//===- SwiftDSPCountedLoops.cpp - Hardware loops --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SDA/SwiftDSPCountedLoops.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSPSubtarget.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"

using namespace llvm;

MachineBasicBlock *SwiftDSPCountedLoops::loopOf(const MachineInstr &Setup) const {
  if (Setup.getOpcode() != SwiftDSP::LOOP0)
    return nullptr;
  MachineBasicBlock *Loop = const_cast<MachineBasicBlock *>(Setup.getParent())->getNextNode();
  return Loop && Loop->isSuccessor(Loop) && Setup.getOperand(1).getMBB() == Loop->getNextNode()
             ? Loop
             : nullptr;
}

bool SwiftDSPCountedLoops::isEnd(const MachineInstr &MI) const {
  return MI.getOpcode() == SwiftDSP::ENDLOOP0;
}

void SwiftDSPCountedLoops::leaveTo(MachineInstr &Setup, MachineBasicBlock &Behind) const {
  Setup.getOperand(1).setMBB(&Behind);
  Behind.setLabelMustBeEmitted();
}

const TargetRegisterClass &SwiftDSPCountedLoops::countClass() const { return SwiftDSP::GRRegClass; }

void SwiftDSPCountedLoops::insertGuard(MachineInstr &Setup, const Guard &G, bool,
                                       function_ref<void(MachineInstr &)> Made) const {
  MachineBasicBlock &MBB = *Setup.getParent();
  const DebugLoc &DL = Setup.getDebugLoc();
  Made(*BuildMI(MBB, Setup, DL, TII.get(SwiftDSP::SLTIU), G.Flag).addReg(G.Count).addImm(2));
  Made(*BuildMI(MBB, Setup, DL, TII.get(SwiftDSP::ADDI), G.Less).addReg(G.Count).addImm(-G.By));
  Made(*BuildMI(MBB, Setup, DL, TII.get(SwiftDSP::BT)).addReg(G.Flag).addMBB(G.Past));
}

static bool isOn(const MachineInstr &MI, unsigned Opcode, MCRegister To, MCRegister Of,
                 int64_t Value) {
  return MI.getOpcode() == Opcode && MI.getOperand(0).getReg() == To &&
         MI.getOperand(1).getReg() == Of && MI.getOperand(2).isImm() &&
         MI.getOperand(2).getImm() == Value;
}

bool SwiftDSPCountedLoops::compares(const MachineInstr &MI, const Guard &G) const {
  return isOn(MI, SwiftDSP::SLTIU, G.Flag, G.Count, 2);
}

bool SwiftDSPCountedLoops::lowers(const MachineInstr &MI, const Guard &G) const {
  return isOn(MI, SwiftDSP::ADDI, G.Less, G.Count, -G.By);
}

bool SwiftDSPCountedLoops::skips(const MachineInstr &MI, const Guard &G) const {
  return MI.getOpcode() == SwiftDSP::BT && MI.getOperand(0).getReg() == G.Flag &&
         MI.getOperand(1).getMBB() == G.Past;
}

//===- HexagonBoard.cpp - Hexagon's scoreboard for prices -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HexagonBoard.h"
#include "MCTargetDesc/HexagonMCTargetDesc.h"
#include "MCTargetDesc/HexagonVectorLoads.h"

using namespace llvm;

namespace {
/// An instruction in another form: the operands are the same.
struct FormView {
  const MachineInstr &MI;
  unsigned Opcode;
  unsigned getOpcode() const { return Opcode; }
  const MachineOperand &getOperand(unsigned I) const { return MI.getOperand(I); }
};
} // namespace

void HexagonBoard::add(Packet &P, const MachineInstr &MI, unsigned Opcode) const {
  P.add(FormView{MI, Opcode}, TM);
}

unsigned HexagonBoard::words(const MachineInstr &MI) const {
  const bool Mark = MI.getOpcode() == Hexagon::ENDLOOP0 || MI.getOpcode() == Hexagon::ENDLOOP1;
  return Mark ? 0 : 1 + (HII.isExtended(MI) || HII.isConstExtended(MI));
}

unsigned HexagonBoard::latency(const Access &Def, const Access &Use, bool Slow) const {
  return TM.latency(Def.Opcode, Def.OpIdx, Use.Opcode, Use.OpIdx, TM.pace(Slow));
}

bool HexagonBoard::forwards(const Access &Def, const Access &Use) const {
  return TM.forwardsInPacket(Def.Opcode, Use.Opcode, Use.OpIdx) != HexagonTiming::Forward::None;
}

bool HexagonBoard::leavesRegister(const Access &Def) const { return isTemporaryLoad(Def.Opcode); }

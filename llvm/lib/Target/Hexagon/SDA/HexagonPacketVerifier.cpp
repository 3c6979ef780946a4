//===- HexagonPacketVerifier.cpp - Is this a packet? ----------------------===//

#include "HexagonPacketVerifier.h"
#include "HexagonSubtarget.h"
#include "MCTargetDesc/HexagonMCChecker.h"
#include "MCTargetDesc/HexagonMCInstrInfo.h"
#include "MCTargetDesc/HexagonMCTargetDesc.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInst.h"
#include <deque>

using namespace llvm;

HexagonPacketVerifier::HexagonPacketVerifier(const MachineFunction &MF)
    : MF(MF), HII(*MF.getSubtarget<HexagonSubtarget>().getInstrInfo()) {}

/// Registers as they are; what anything else is does not matter to a packet.
static MCInst lower(const MachineInstr &MI, unsigned Opcode) {
  MCInst Inst;
  Inst.setOpcode(Opcode);
  for (const MachineOperand &Op : MI.operands()) {
    if (Op.isRegMask() || (Op.isReg() && Op.isImplicit()))
      continue;
    if (Op.isReg())
      Inst.addOperand(MCOperand::createReg(Op.getReg()));
    else
      Inst.addOperand(MCOperand::createImm(Op.isImm() ? Op.getImm() : 0));
  }
  return Inst;
}

bool HexagonPacketVerifier::isLegal(ArrayRef<const MachineInstr *> Instrs,
                                    ArrayRef<unsigned> Opcodes, bool NoShuffle) const {
  const MCSubtargetInfo &STI = MF.getSubtarget<HexagonSubtarget>();
  MCContext &Context = MF.getContext();
  std::deque<MCInst> Insts;
  MCInst Bundle;
  Bundle.setOpcode(Hexagon::BUNDLE);
  Bundle.addOperand(MCOperand::createImm(0));
  auto Append = [&](MCInst Inst) {
    Insts.push_back(std::move(Inst));
    Bundle.addOperand(MCOperand::createInst(&Insts.back()));
  };
  for (unsigned I = 0; I != Instrs.size(); ++I) {
    const MachineInstr &MI = *Instrs[I];
    if (MI.getOpcode() == Hexagon::ENDLOOP0) {
      HexagonMCInstrInfo::setInnerLoop(Bundle);
      continue;
    }
    if (MI.getOpcode() == Hexagon::ENDLOOP1) {
      HexagonMCInstrInfo::setOuterLoop(Bundle);
      continue;
    }
    if (HII.isExtended(MI) || HII.isConstExtended(MI)) {
      MCInst Extender;
      Extender.setOpcode(Hexagon::A4_ext);
      Extender.addOperand(MCOperand::createImm(0));
      Append(std::move(Extender));
    }
    Append(lower(MI, Opcodes[I]));
  }
  if (NoShuffle)
    HexagonMCInstrInfo::setMemReorderDisabled(Bundle);
  if (HexagonMCInstrInfo::bundleSize(Bundle) > 4)
    return false;
  HexagonMCChecker Checker(Context, HII, STI, Bundle, *Context.getRegisterInfo(), false);
  return Checker.check(true);
}

//===- HexagonPacketVerifier.cpp - Is this a packet? ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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

/// Whether the assembler has the operand, too.
static bool isWritten(const MachineOperand &Op) {
  return !Op.isRegMask() && !(Op.isReg() && Op.isImplicit());
}

/// Registers as they are; what anything else is does not matter to a packet.
static MCOperand lower(const MachineOperand &Op) {
  return Op.isReg() ? MCOperand::createReg(Op.getReg())
                    : MCOperand::createImm(Op.isImm() ? Op.getImm() : 0);
}

static MCInst lower(const MachineInstr &MI, unsigned Opcode) {
  MCInst Inst;
  Inst.setOpcode(Opcode);
  for (const MachineOperand &Op : MI.operands())
    if (isWritten(Op))
      Inst.addOperand(lower(Op));
  return Inst;
}

/// Appends all that check() looks at in an instruction.
static void appendKey(SmallVectorImpl<int64_t> &Key, const MachineInstr &MI, unsigned Opcode,
                      bool Extended) {
  const size_t Begin = Key.size();
  Key.append({0, MI.getOpcode(), Opcode, Extended});
  for (const MachineOperand &Op : MI.operands())
    if (isWritten(Op)) {
      const MCOperand Lowered = lower(Op);
      Key.push_back(Lowered.isReg());
      Key.push_back(Lowered.isReg() ? int64_t(Lowered.getReg()) : Lowered.getImm());
    }
  Key[Begin] = Key.size() - Begin;
}

bool HexagonPacketVerifier::isLegal(ArrayRef<const MachineInstr *> Instrs,
                                    ArrayRef<unsigned> Opcodes, bool NoShuffle) {
  SmallVector<int64_t, 32> Key = {NoShuffle};
  for (unsigned I = 0; I != Instrs.size(); ++I)
    appendKey(Key, *Instrs[I], Opcodes[I], isExtended(*Instrs[I]));
  StringRef Bytes(reinterpret_cast<const char *>(Key.data()), Key.size() * sizeof(int64_t));
  auto [Known, New] = Answers.try_emplace(Bytes, false);
  if (New)
    Known->second = check(Instrs, Opcodes, NoShuffle);
  return Known->second;
}

bool HexagonPacketVerifier::isExtended(const MachineInstr &MI) const {
  return HII.isExtended(MI) || HII.isConstExtended(MI);
}

bool HexagonPacketVerifier::check(ArrayRef<const MachineInstr *> Instrs,
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
    if (isExtended(MI)) {
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

//===- SDA/SDATarget.cpp - What the packetizer asks of a target -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/SDATarget.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/SDA/SymbolicMachine.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

namespace llvm::sda {

SDATarget::SDATarget(MachineFunction &MF, AAResults *AA)
    : MF(MF), TII(*MF.getSubtarget().getInstrInfo()), TRI(*MF.getSubtarget().getRegisterInfo()),
      AA(AA) {}

SDATarget::~SDATarget() = default;

bool SDATarget::isPinned(const MachineInstr &MI) const {
  bool Ends = MI.isTerminator() || MI.isCall();
  return MI.isInlineAsm() || MI.isPosition() ||
         (!Ends && TII.isSchedulingBoundary(MI, MI.getParent(), MF));
}

unsigned SDATarget::accessBytes(const MachineInstr &MI) const {
  if (!MI.hasOneMemOperand())
    return 0;
  LocationSize Size = (*MI.memoperands_begin())->getSize();
  return Size.hasValue() && !Size.isScalable() ? Size.getValue().getFixedValue() : 0;
}

unsigned SDATarget::leastAccessBytes(const MachineInstr &MI) const {
  unsigned Widest = 0;
  for (const MachineOperand &Op : MI.explicit_operands())
    if (Op.isReg() && Op.getReg())
      Widest = std::max(Widest, TRI.getSpillSize(*TRI.getMinimalPhysRegClass(Op.getReg())));
  return std::min(accessBytes(MI), Widest);
}

std::optional<SDATarget::Move> SDATarget::move(const MachineInstr &MI) const {
  if (TII.isPredicated(MI))
    return std::nullopt;
  int Increment;
  unsigned Base, Offset;
  auto Reg = [&](unsigned I) { return MI.getOperand(I).getReg().asMCReg(); };
  if (TII.getIncrementValue(MI, Increment)) {
    if (TII.isPostIncrement(MI) && TII.getBaseAndOffsetPosition(MI, Base, Offset))
      return Move{Reg(Base), Reg(Base), Increment};
    return Move{Reg(0), Reg(1), Increment};
  }
  if (MI.getNumOperands() && MI.getOperand(0).isReg() && MI.getOperand(0).isDef())
    if (std::optional<RegImmPair> Sum = TII.isAddImmediate(MI, MI.getOperand(0).getReg()))
      return Move{Reg(0), Sum->Reg.asMCReg(), Sum->Imm};
  return std::nullopt;
}

std::string SDATarget::softClassName(uint8_t Class) const {
  return Class == 1 ? "anti" : "class-" + std::to_string(Class);
}

std::unique_ptr<SymbolicMachine> SDATarget::machine(const Region &) const { return nullptr; }

std::shared_ptr<const PackingTrace> CycleModel::trace(const Region &R, const Arrangement &A) {
  auto T = std::make_shared<PackingTrace>();
  T->Alone = price(R, A);
  return T;
}

Cost CycleModel::price(const Region &R, const Arrangement &A) {
  std::vector<const MCInstrDesc *> Forms;
  for (const InstrState &S : A.States)
    Forms.push_back(S.Desc);
  return price(R, A.Packets, Forms);
}

} // namespace llvm::sda

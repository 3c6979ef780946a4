//===- SwiftDSPMembers.cpp - Instructions as packets see them -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SwiftDSPMembers.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSPSubtarget.h"
#include "llvm/CodeGen/MachineFunction.h"

using namespace llvm;

bool SwiftDSP::standsAlone(const MachineInstr &MI) {
  return MI.isInlineAsm() || MI.isPosition() || MI.isCFIInstruction() ||
         MI.getOpcode() == SwiftDSP::SYS || MI.getOpcode() == SwiftDSP::BRK;
}

const MCInstrDesc &SwiftDSP::descOf(const MachineInstr &MI) {
  return MI.getOpcode() == SwiftDSP::RETURN
             ? MI.getMF()->getSubtarget().getInstrInfo()->get(SwiftDSP::JR)
             : MI.getDesc();
}

unsigned SwiftDSP::stageOf(const MachineInstr &MI, unsigned OpIdx) {
  const MCInstrDesc &Desc = descOf(MI);
  const Timing &T = *timingOf(Desc);
  const MachineOperand &Op = MI.getOperand(OpIdx);
  const unsigned Pointer = isPost(Desc) ? Desc.getNumDefs() - 1 : ~0u;
  if (Op.isDef())
    return OpIdx == Pointer ? T.Pointer : T.Result;
  // The old value of what is written, but for a pointer, and a store's data.
  bool Stored = Desc.mayStore() && OpIdx == Desc.getNumDefs();
  bool Written = Op.isImplicit() ? Desc.hasImplicitDefOfPhysReg(Op.getReg())
                                 : Op.isTied() && MI.findTiedOperandIdx(OpIdx) != Pointer;
  return Stored || Written ? T.Late : T.Read;
}

bool SwiftDSP::isReadElsewhere(const MachineInstr &MI, unsigned OpIdx) {
  const MachineOperand &Op = MI.getOperand(OpIdx);
  return Op.isImplicit() && Op.isUse() && (MI.isCall() || MI.isReturn());
}

SwiftDSP::Member SwiftDSP::memberOf(const MachineInstr &MI, const TargetRegisterInfo &TRI) {
  Member M;
  const MCInstrDesc &Desc = descOf(MI);
  const Timing &T = *timingOf(Desc);
  M.Slots = T.Slots;
  M.Both = takesBothVectorSlots(Desc);
  M.Branch = Desc.isBranch();
  M.Conditional = Desc.isBranch() && !Desc.isBarrier();
  M.Call = Desc.isCall();
  if (MI.getOpcode() == SwiftDSP::RETURN)
    M.Reads.push_back({uint8_t(TRI.getEncodingValue(SwiftDSP::R31)), T.Read});
  for (auto [N, Op] : enumerate(MI.operands())) {
    if (!Op.isReg() || !Op.getReg() || Op.isUndef() || isReadElsewhere(MI, N))
      continue;
    auto &List = Op.isDef() ? M.Writes : M.Reads;
    SmallVector<MCPhysReg, 4> Parts;
    for (MCPhysReg Sub : TRI.subregs(Op.getReg()))
      Parts.push_back(Sub);
    if (Parts.empty())
      Parts.push_back(Op.getReg());
    for (MCPhysReg Part : Parts)
      if (Part != SwiftDSP::R0)
        List.push_back({uint8_t(TRI.getEncodingValue(Part)), uint8_t(stageOf(MI, N))});
  }
  return M;
}

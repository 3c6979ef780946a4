//===- SwiftDSPPolicy.cpp - Dependences and packets -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SDA/SwiftDSPPolicy.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSPSubtarget.h"

using namespace llvm;
using sda::EdgeKind;
using sda::RegOperand;

/// The operand of a register that none names: a return reads r31.
static constexpr unsigned NoOperand = ~0u;

void SwiftDSPPolicy::enterRegion(const sda::Region &R, const BitVector &LiveOut) {
  Described.clear();
  SlotPolicy::enterRegion(R, LiveOut);
  Bubbles = 0;
  // What the machine counts ends at an address, at no cost.
  if (R.isLoopBody() && R.Instrs.back()->getOpcode() != SwiftDSP::ENDLOOP0)
    Bubbles = R.Instrs.back()->isBarrier() ? SwiftDSP::Costs::TAKEN_DIRECT
                                           : SwiftDSP::Costs::TAKEN_CONDITIONAL;
}

sda::SlotSet SwiftDSPPolicy::slots(const MachineInstr &MI) const {
  if (MI.isMetaInstruction())
    return 0;
  const MCInstrDesc &Desc = SwiftDSP::descOf(MI);
  const sda::SlotSet Slots = SwiftDSP::timingOf(Desc)->Slots;
  return SwiftDSP::takesBothVectorSlots(Desc) ? Slots & -Slots : Slots;
}

sda::SlotSet SwiftDSPPolicy::otherSlots(const MachineInstr &MI) const {
  const MCInstrDesc &Desc = SwiftDSP::descOf(MI);
  return !MI.isMetaInstruction() && SwiftDSP::takesBothVectorSlots(Desc)
             ? SwiftDSP::timingOf(Desc)->Slots & ~slots(MI)
             : 0;
}

void SwiftDSPPolicy::complete(sda::InstrFacts &F) const {
  for (auto *List : {&F.Defs, &F.Uses})
    llvm::erase_if(*List, [](const RegOperand &Op) { return Op.Reg == SwiftDSP::R0; });
  if (F.MI->getOpcode() == SwiftDSP::RETURN)
    F.Uses.push_back({SwiftDSP::R31, NoOperand, /*Implicit=*/true});
}

static int stagesBetween(const MachineInstr &A, const RegOperand &Def, const MachineInstr &B,
                         const RegOperand &Use) {
  unsigned Read = Use.OpIdx == NoOperand ? SwiftDSP::timingOf(SwiftDSP::descOf(B))->Read
                                         : SwiftDSP::stageOf(B, Use.OpIdx);
  return int(SwiftDSP::stageOf(A, Def.OpIdx)) - int(Read);
}

unsigned SwiftDSPPolicy::latency(const MachineInstr &A, const RegOperand &Def,
                                 const MachineInstr &B, const RegOperand &Use) const {
  return std::max(0, stagesBetween(A, Def, B, Use));
}

sda::SlotPolicy::Rule SwiftDSPPolicy::afterResult(const MachineInstr &A, const RegOperand &Def,
                                                  const MachineInstr &B,
                                                  const RegOperand &Use) const {
  if (Use.OpIdx != NoOperand && SwiftDSP::isReadElsewhere(B, Use.OpIdx))
    return {EdgeKind::Order, 0};
  const unsigned Latency = latency(A, Def, B, Use);
  const unsigned Read = Use.OpIdx == NoOperand ? SwiftDSP::timingOf(SwiftDSP::descOf(B))->Read
                                               : SwiftDSP::stageOf(B, Use.OpIdx);
  switch (SwiftDSP::sharing(SwiftDSP::stageOf(A, Def.OpIdx), Read)) {
  case SwiftDSP::Sharing::Free:
    return {EdgeKind::Soft, Latency, Free};
  case SwiftDSP::Sharing::Soft:
    return {EdgeKind::Soft, Latency, Forwarded, /*Penalty=*/1};
  case SwiftDSP::Sharing::Hard:
    return {EdgeKind::Hard, std::max(1u, Latency)};
  }
  llvm_unreachable("a way to share");
}

/// Loads read before stores write, and these write in order: only a load has to wait.
sda::SlotPolicy::Rule SwiftDSPPolicy::afterAccess(const MachineInstr &A,
                                                  const MachineInstr &B) const {
  if (A.mayStore() && B.mayLoad())
    return {};
  return {EdgeKind::Soft, 0, Memory};
}

/// Two branches may share a packet if the first is conditional: the first taken one decides.
sda::SlotPolicy::Rule SwiftDSPPolicy::afterControl(const MachineInstr &A,
                                                   const MachineInstr &B) const {
  const bool Pair = A.isConditionalBranch() && SwiftDSP::descOf(B).isBranch();
  return Pair ? Rule{EdgeKind::Order, 0} : Rule{};
}

bool SwiftDSPPolicy::mayCoexist(ArrayRef<const MachineInstr *> Instrs) const {
  for (const MachineInstr *MI : Instrs)
    if (!MI->isMetaInstruction() && !Described.count(MI))
      Described[MI] = SwiftDSP::memberOf(*MI, Registers);
  SmallVector<const SwiftDSP::Member *, SwiftDSP::NumSlots> Members;
  for (const MachineInstr *MI : Instrs)
    if (!MI->isMetaInstruction())
      Members.push_back(&Described.find(MI)->second);
  return !SwiftDSP::findViolation(Members);
}

unsigned SwiftDSPPolicy::carriedLatency(unsigned A, unsigned B) const {
  const unsigned Latency = SlotPolicy::carriedLatency(A, B);
  return Latency - std::min(Latency, Bubbles);
}

static bool divides(const MachineInstr &MI) {
  return llvm::is_contained({SwiftDSP::DIV, SwiftDSP::DIVU, SwiftDSP::REM, SwiftDSP::REMU},
                            MI.getOpcode());
}

sda::Cost SwiftDSPCycles::price(const sda::Region &R, const sda::Packing &P,
                                ArrayRef<const MCInstrDesc *> Forms) {
  sda::Cost C = GraphCycles::price(R, P, Forms);
  for (const sda::Packet &Packet : P)
    if (llvm::any_of(Packet, [&](unsigned N) { return divides(*R.Instrs[N]); }))
      C.Stalls += SwiftDSP::Costs::DIVIDE;
  return C;
}

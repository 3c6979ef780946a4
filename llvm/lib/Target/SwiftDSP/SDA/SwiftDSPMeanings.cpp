//===- SwiftDSPMeanings.cpp - What instructions compute -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SDA/SwiftDSPMeanings.h"
#include "MCTargetDesc/SwiftDSPPackets.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSPSubtarget.h"

using namespace llvm;
using namespace llvm::sda;

/// The pointer that an access has moved, by a constant or an offset register; around a ring it is a
/// term of its own.
std::optional<Term> SwiftDSPMeanings::moved(const State &St, const Step &S, unsigned N,
                                            unsigned I) {
  const MachineInstr &MI = *R.Instrs[N];
  if (!SwiftDSP::isPost(MI.getDesc()) || I != MI.getDesc().getNumDefs() - 1 ||
      !MI.getOperand(I).isTied() || MI.hasRegisterImplicitUseOperand(SwiftDSP::BAR0))
    return std::nullopt;
  const Term From = latest(St, S, N, MI.findTiedOperandIdx(I));
  for (unsigned J = MI.getDesc().getNumDefs(); J != MI.getNumExplicitOperands(); ++J) {
    const MachineOperand &Op = MI.getOperand(J);
    if (Op.isImm())
      return Terms.sum(From, immediate(N, J, S));
    if (Op.isReg() && SwiftDSP::OFFRegClass.contains(Op.getReg()))
      return Terms.linear(From, 1, latest(St, S, N, J));
  }
  return std::nullopt;
}

std::optional<Term> SwiftDSPMeanings::value(const State &St, const Step &S, unsigned N, unsigned I,
                                            const std::vector<int64_t> &Key) {
  const MachineInstr &MI = *R.Instrs[N];
  switch (Key[0]) {
  case SwiftDSP::MOV:
  case SwiftDSP::VMOV:
    return Term(Key[1]);
  case SwiftDSP::ADD:
    return Terms.linear(Term(Key[1]), 1, Term(Key[2]));
  case SwiftDSP::SUB:
    return Terms.linear(Term(Key[1]), -1, Term(Key[2]));
  case SwiftDSP::ADDI:
    if (MI.getOperand(2).isImm())
      return Terms.sum(Term(Key[1]), Key[2]);
    return std::nullopt;
  default:
    return moved(St, S, N, I);
  }
}

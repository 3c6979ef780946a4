//===- SwiftDSPVectorSelect.cpp - A choice between two vectors ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// vsel chooses by bits and is a data operation: it would cut guard bits, which local variables
// keep. So a choice by a condition is a branch. Those by one condition that stand together share
// it, whatever debug values lie between.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSPISelLowering.h"
#include "SwiftDSPSubtarget.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"

using namespace llvm;

MachineBasicBlock *
SwiftDSPTargetLowering::EmitInstrWithCustomInserter(MachineInstr &First,
                                                    MachineBasicBlock *Head) const {
  const TargetInstrInfo &TII = *Subtarget.getInstrInfo();
  MachineFunction &MF = *Head->getParent();
  const Register Condition = First.getOperand(1).getReg();
  const DebugLoc DL = First.getDebugLoc();

  SmallVector<MachineInstr *, 16> Selects, DebugValues;
  MachineBasicBlock::iterator End = First.getIterator();
  for (; End != Head->end(); ++End) {
    if (End->isDebugInstr())
      DebugValues.push_back(&*End);
    else if (End->getOpcode() == SwiftDSP::SELECT_VR && End->getOperand(1).getReg() == Condition)
      Selects.push_back(&*End);
    else
      break;
  }

  auto Behind = std::next(Head->getIterator());
  MachineBasicBlock *Else = MF.CreateMachineBasicBlock(Head->getBasicBlock()),
                    *Tail = MF.CreateMachineBasicBlock(Head->getBasicBlock());
  MF.insert(Behind, Else);
  MF.insert(Behind, Tail);
  Tail->splice(Tail->begin(), Head, End, Head->end());
  Tail->transferSuccessorsAndUpdatePHIs(Head);
  Head->addSuccessor(Else);
  Head->addSuccessor(Tail);
  Else->addSuccessor(Tail);
  BuildMI(Head, DL, TII.get(SwiftDSP::BT)).addReg(Condition).addMBB(Tail);

  // A select that takes another one's result takes that one's operand.
  DenseMap<Register, std::pair<Register, Register>> Given;
  auto Place = Tail->begin();
  for (MachineInstr *Select : Selects) {
    Register True = Select->getOperand(2).getReg(), False = Select->getOperand(3).getReg();
    if (auto Found = Given.find(True); Found != Given.end())
      True = Found->second.first;
    if (auto Found = Given.find(False); Found != Given.end())
      False = Found->second.second;
    Given[Select->getOperand(0).getReg()] = {True, False};
    BuildMI(*Tail, Place, Select->getDebugLoc(), TII.get(TargetOpcode::PHI),
            Select->getOperand(0).getReg())
        .addReg(True)
        .addMBB(Head)
        .addReg(False)
        .addMBB(Else);
  }
  for (MachineInstr *Value : DebugValues)
    Tail->splice(Place, Head, Value);
  for (MachineInstr *Select : Selects)
    Select->eraseFromParent();
  return Tail;
}

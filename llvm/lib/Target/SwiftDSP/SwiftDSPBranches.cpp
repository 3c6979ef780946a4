//===- SwiftDSPBranches.cpp - Branches: analysis, change, reach -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A condition is the opcode and the registers that it compares: bt and bf one, the others two.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSPInstrInfo.h"
#include "SwiftDSPSubtarget.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterScavenging.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

static unsigned inverse(unsigned Opcode) {
  switch (Opcode) {
  case SwiftDSP::BT: return SwiftDSP::BF;
  case SwiftDSP::BF: return SwiftDSP::BT;
  case SwiftDSP::BEQ: return SwiftDSP::BNE;
  case SwiftDSP::BNE: return SwiftDSP::BEQ;
  case SwiftDSP::BLT: return SwiftDSP::BGE;
  case SwiftDSP::BGE: return SwiftDSP::BLT;
  case SwiftDSP::BLTU: return SwiftDSP::BGEU;
  case SwiftDSP::BGEU: return SwiftDSP::BLTU;
  default: return 0;
  }
}

static bool isConditional(const MachineInstr &MI) { return inverse(MI.getOpcode()) != 0; }

static void readCondition(const MachineInstr &MI, MachineBasicBlock *&Target,
                          SmallVectorImpl<MachineOperand> &Cond) {
  Target = MI.getOperand(MI.getNumExplicitOperands() - 1).getMBB();
  Cond.push_back(MachineOperand::CreateImm(MI.getOpcode()));
  for (unsigned N = 0; N + 1 < MI.getNumExplicitOperands(); ++N) {
    Cond.push_back(MI.getOperand(N));
    Cond.back().setIsKill(false);
  }
}

bool SwiftDSPInstrInfo::analyzeBranch(MachineBasicBlock &MBB, MachineBasicBlock *&TBB,
                                      MachineBasicBlock *&FBB,
                                      SmallVectorImpl<MachineOperand> &Cond,
                                      bool AllowModify) const {
  MachineInstr *Last = nullptr, *Before = nullptr;
  for (auto I = MBB.getLastNonDebugInstr(); I != MBB.end() && I->isTerminator();) {
    if (I->getOpcode() == SwiftDSP::J) {
      // What stands behind a jump is never reached.
      if (AllowModify)
        while (std::next(I) != MBB.end())
          std::next(I)->eraseFromParent();
      else if (Last)
        return true;
      Last = &*I;
      Before = nullptr;
      if (AllowModify && MBB.isLayoutSuccessor(I->getOperand(0).getMBB())) {
        Last = nullptr;
        I->eraseFromParent();
        I = MBB.getLastNonDebugInstr();
        if (I == MBB.end())
          break;
        continue;
      }
    } else if (isConditional(*I) && !Before) {
      Before = &*I;
    } else {
      return true;
    }
    if (I == MBB.begin())
      break;
    --I;
    while (I->isDebugInstr() && I != MBB.begin())
      --I;
  }
  if (Last)
    TBB = Last->getOperand(0).getMBB();
  if (Before) {
    FBB = TBB;
    readCondition(*Before, TBB, Cond);
  }
  return false;
}

unsigned SwiftDSPInstrInfo::removeBranch(MachineBasicBlock &MBB, int *BytesRemoved) const {
  unsigned Count = 0;
  for (auto I = MBB.getLastNonDebugInstr(); I != MBB.end();) {
    if (I->getOpcode() != SwiftDSP::J && !isConditional(*I))
      break;
    I->eraseFromParent();
    ++Count;
    I = MBB.getLastNonDebugInstr();
  }
  if (BytesRemoved)
    *BytesRemoved = 4 * Count;
  return Count;
}

unsigned SwiftDSPInstrInfo::insertBranch(MachineBasicBlock &MBB, MachineBasicBlock *TBB,
                                         MachineBasicBlock *FBB, ArrayRef<MachineOperand> Cond,
                                         const DebugLoc &DL, int *BytesAdded) const {
  unsigned Count = 0;
  if (!Cond.empty()) {
    auto Branch = BuildMI(&MBB, DL, get(Cond[0].getImm()));
    for (const MachineOperand &Op : Cond.drop_front())
      Branch.add(Op);
    Branch.addMBB(TBB);
    ++Count;
  }
  MachineBasicBlock *Jump = Cond.empty() ? TBB : FBB;
  if (Jump) {
    BuildMI(&MBB, DL, get(SwiftDSP::J)).addMBB(Jump);
    ++Count;
  }
  if (BytesAdded)
    *BytesAdded = 4 * Count;
  return Count;
}

bool SwiftDSPInstrInfo::reverseBranchCondition(SmallVectorImpl<MachineOperand> &Cond) const {
  Cond[0].setImm(inverse(Cond[0].getImm()));
  return false;
}

/// Bits of the branch's field, words.
static unsigned reach(unsigned Opcode) {
  if (Opcode == SwiftDSP::J || Opcode == SwiftDSP::CALL)
    return 22;
  return Opcode == SwiftDSP::BT || Opcode == SwiftDSP::BF ? 16 : 10;
}

bool SwiftDSPInstrInfo::isBranchOffsetInRange(unsigned Opcode, int64_t Offset) const {
  // Inline assembly and constants may be longer than they were thought to be: an eighth is left.
  int64_t Limit = int64_t(1) << (reach(Opcode) + 1);
  return Offset > -Limit / 8 * 7 && Offset < Limit / 8 * 7;
}

MachineBasicBlock *SwiftDSPInstrInfo::getBranchDestBlock(const MachineInstr &MI) const {
  const MachineOperand &Target = MI.getOperand(MI.getNumExplicitOperands() - 1);
  return Target.isMBB() ? Target.getMBB() : nullptr;
}

void SwiftDSPInstrInfo::insertIndirectBranch(MachineBasicBlock &MBB, MachineBasicBlock &NewDestBB,
                                             MachineBasicBlock &, const DebugLoc &DL, int64_t,
                                             RegScavenger *) const {
  // j reaches 8 MB: no function is that long.
  report_fatal_error("a function of more than 8 MB");
}

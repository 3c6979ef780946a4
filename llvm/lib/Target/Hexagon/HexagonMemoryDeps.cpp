//===- HexagonMemoryDeps.cpp - Whether two accesses may touch -------------===//

#include "HexagonMemoryDeps.h"
#include "HexagonInstrInfo.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/PseudoSourceValue.h"

using namespace llvm;

/// The stack object that MI accesses, if it is one that no pointer reaches.
static const PseudoSourceValue *privateObject(const MachineInstr &MI) {
  if (!MI.hasOneMemOperand())
    return nullptr;
  const MachineFrameInfo &MFI = MI.getMF()->getFrameInfo();
  const PseudoSourceValue *PSV = (*MI.memoperands_begin())->getPseudoValue();
  // Tail calls write the caller's argument area through objects of their own.
  return PSV && !MFI.hasTailCall() && !PSV->isAliased(&MFI) ? PSV : nullptr;
}

/// Whether MI accesses memory through a pointer of the program that is known.
static bool hasPointer(const MachineInstr &MI) {
  return MI.hasOneMemOperand() && (*MI.memoperands_begin())->getValue();
}

bool llvm::hexagonMayAlias(const MachineInstr &A, const MachineInstr &B, AAResults *AA) {
  auto IsFrame = [](const MachineInstr &MI) {
    return MI.getOpcode() == Hexagon::L2_deallocframe || MI.isReturn();
  };
  bool NewFrame =
      A.getOpcode() == Hexagon::S2_allocframe || B.getOpcode() == Hexagon::S2_allocframe;
  if (NewFrame)
    return IsFrame(A) || IsFrame(B);
  // As ScheduleDAGInstrs reasons: a private object is reached through itself alone.
  const PseudoSourceValue *ObjectA = privateObject(A), *ObjectB = privateObject(B);
  if (ObjectA && ObjectB && ObjectA != ObjectB)
    return false;
  if ((ObjectA && hasPointer(B)) || (ObjectB && hasPointer(A)))
    return false;
  return A.mayAlias(AA, B, true);
}

//===- HexagonFrameAccess.cpp - Accesses of the frame by pointers ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   r4 = add(r29,#0)                  // the address of a variable
//   ...
//   r0 = memw(r4+r2<<#2)              // nothing here names the frame
//   deallocframe                      // must stay behind
//
// What lies below the stack pointer belongs to signal and interrupt handlers.
//
//===----------------------------------------------------------------------===//

#include "HexagonFrameAccess.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/GlobalValue.h"

using namespace llvm;

/// Arguments existed before the frame did; by value, too, they lie in the caller's.
static bool isElsewhere(const MachineMemOperand *Op) {
  if (const PseudoSourceValue *Place = Op->getPseudoValue())
    return !Place->isStack() && !isa<FixedStackPseudoSourceValue>(Place);
  const Value *Pointer = Op->getValue();
  if (!Pointer)
    return false;
  const Value *Object = getUnderlyingObject(Pointer);
  return isa<Argument>(Object) || isa<GlobalValue>(Object);
}

static bool hasVariables(const MachineFrameInfo &MFI) {
  for (int Index = 0, End = MFI.getObjectIndexEnd(); Index < End; ++Index)
    if (!MFI.isDeadObjectIndex(Index) && !MFI.isSpillSlotObjectIndex(Index))
      return true;
  return false;
}

bool llvm::mayAccessFrameByPointer(const MachineInstr &MI) {
  if (!MI.mayLoadOrStore() ||
      (!MI.memoperands_empty() && llvm::all_of(MI.memoperands(), isElsewhere)))
    return false;
  return hasVariables(MI.getMF()->getFrameInfo());
}

//===- SDA/MemoryDeps.cpp - Whether two accesses may touch ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/SDA/Faults.h"
#include "llvm/CodeGen/SDA/LoopVersions.h"
#include "llvm/CodeGen/SDA/SDATarget.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/IR/GlobalVariable.h"

namespace llvm::sda {

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

/// As ScheduleDAGInstrs reasons: a private object is reached through itself alone.
static bool arePrivatelyApart(const MachineInstr &A, const MachineInstr &B) {
  const PseudoSourceValue *ObjectA = privateObject(A), *ObjectB = privateObject(B);
  return (ObjectA && ObjectB && ObjectA != ObjectB) || (ObjectA && hasPointer(B)) ||
         (ObjectB && hasPointer(A));
}

bool SDATarget::mayAlias(const MachineInstr &A, const MachineInstr &B) const {
  if (arePrivatelyApart(A, B) || !faults::mayTouch(true))
    return false;
  if (hidesAddress(A) || hidesAddress(B))
    return A.mayStore() || B.mayStore();
  return memoryMayAlias(A, B);
}

bool SDATarget::memoryMayAlias(const MachineInstr &A, const MachineInstr &B) const {
  const bool Single = A.hasOneMemOperand() && B.hasOneMemOperand();
  if (!Single || (!A.mayStore() && !B.mayStore()) || A.isCall() || B.isCall())
    return A.mayAlias(AA, B, /*UseTBAA=*/true);
  // The one answer that depends on more than memory operands.
  if (TII.areMemAccessesTriviallyDisjoint(A, B))
    return false;
  auto [Known, New] =
      Aliases.try_emplace({*A.memoperands_begin(), *B.memoperands_begin()}, true);
  if (New)
    Known->second = A.mayAlias(AA, B, /*UseTBAA=*/true);
  return Known->second;
}

/// Whether MI accesses the same address in each iteration of the loop of one block that MI is in,
/// so that what is known of one iteration is known of all. Of an iteration that leaves a
/// conditional access out, alias analysis (the scopes of inlined `restrict`, for one) says nothing.
static bool addressStays(const MachineInstr &MI, const SDATarget &T) {
  std::optional<SDATarget::Address> At = T.address(MI);
  if (!At || T.TII.isPredicated(MI) || !MI.getOperand(At->Base).isReg() ||
      !MI.getOperand(At->Offset).isImm())
    return false;
  return llvm::none_of(MI.getParent()->instrs(), [&](const MachineInstr &Other) {
    return Other.modifiesRegister(MI.getOperand(At->Base).getReg(), &T.TRI);
  });
}

/// The objects that a pointer may lead to, in whatever iteration; none if that is not known.
static SmallVector<const Value *, 4> objectsOf(const Value *Pointer) {
  SmallVector<const Value *, 4> Found;
  getUnderlyingObjects(Pointer, Found);
  return Found;
}

static bool isConstant(const Value *Pointer) {
  auto Objects = objectsOf(Pointer);
  return !Objects.empty() && llvm::all_of(Objects, [](const Value *V) {
    const auto *G = dyn_cast<GlobalVariable>(V);
    return G && G->isConstant();
  });
}

static bool areDistinct(const Value *A, const Value *B) {
  auto Excludes = [](const Value *Local, const Value *Other) {
    return isIdentifiedFunctionLocal(Local) && isa<Argument>(Other);
  };
  return A != B &&
         ((isIdentifiedObject(A) && isIdentifiedObject(B)) || Excludes(A, B) || Excludes(B, A));
}

bool leadApart(const Value *A, const Value *B) {
  auto OfA = objectsOf(A), OfB = objectsOf(B);
  return !OfA.empty() && !OfB.empty() && llvm::all_of(OfA, [&](const Value *VA) {
    return llvm::all_of(OfB, [&](const Value *VB) { return areDistinct(VA, VB); });
  });
}

bool SDATarget::mayAliasAcross(const MachineInstr &A, const MachineInstr &B) const {
  if ((!A.mayStore() && !B.mayStore()) || arePrivatelyApart(A, B) || !faults::mayTouch(true) ||
      TII.areMemAccessesTriviallyDisjoint(A, B))
    return false;
  if (hidesAddress(A) || hidesAddress(B))
    return true;
  if (A.hasOneMemOperand() && B.hasOneMemOperand() &&
      areApartByCheck(**A.memoperands_begin(), **B.memoperands_begin()))
    return false;
  if (addressStays(A, *this) || addressStays(B, *this))
    return mayAlias(A, B);
  auto Pointer = [](const MachineInstr &MI) {
    return hasPointer(MI) ? (*MI.memoperands_begin())->getValue() : nullptr;
  };
  const Value *AtA = Pointer(A), *AtB = Pointer(B);
  if ((!A.mayStore() && AtA && isConstant(AtA)) || (!B.mayStore() && AtB && isConstant(AtB)))
    return false;
  return !AtA || !AtB || !leadApart(AtA, AtB);
}

} // namespace llvm::sda

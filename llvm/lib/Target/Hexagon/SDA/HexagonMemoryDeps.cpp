//===- HexagonMemoryDeps.cpp - Whether two accesses may touch -------------===//

#include "HexagonMemoryDeps.h"
#include "HexagonInstrInfo.h"
#include "HexagonSubtarget.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/IR/GlobalVariable.h"

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

/// As ScheduleDAGInstrs reasons: a private object is reached through itself alone.
static bool arePrivatelyApart(const MachineInstr &A, const MachineInstr &B) {
  const PseudoSourceValue *ObjectA = privateObject(A), *ObjectB = privateObject(B);
  return (ObjectA && ObjectB && ObjectA != ObjectB) || (ObjectA && hasPointer(B)) ||
         (ObjectB && hasPointer(A));
}

/// Whether MI bit-reverses its address. Its memory operand says nothing: it names the beginning of
/// one of the objects that the pointer may come from.
static bool isBitReversed(const MachineInstr &MI) {
  const auto &HII = *MI.getMF()->getSubtarget<HexagonSubtarget>().getInstrInfo();
  return HII.isPostIncrement(MI) && HII.getName(MI.getOpcode()).ends_with("_pbr");
}

bool llvm::hexagonMayAlias(const MachineInstr &A, const MachineInstr &B, AAResults *AA) {
  auto IsFrame = [](const MachineInstr &MI) {
    return MI.getOpcode() == Hexagon::L2_deallocframe || MI.isReturn();
  };
  bool NewFrame =
      A.getOpcode() == Hexagon::S2_allocframe || B.getOpcode() == Hexagon::S2_allocframe;
  if (NewFrame)
    return IsFrame(A) || IsFrame(B);
  if (arePrivatelyApart(A, B))
    return false;
  if (isBitReversed(A) || isBitReversed(B))
    return A.mayStore() || B.mayStore();
  return A.mayAlias(AA, B, true);
}

/// Whether MI's address is the same in each iteration of the loop of one block that MI is in.
static bool addressStays(const MachineInstr &MI, const HexagonInstrInfo &HII) {
  const auto &HRI = *MI.getMF()->getSubtarget<HexagonSubtarget>().getRegisterInfo();
  unsigned Base, Offset;
  if (!HII.getBaseAndOffsetPosition(MI, Base, Offset) || !MI.getOperand(Base).isReg() ||
      !MI.getOperand(Offset).isImm())
    return false;
  return llvm::none_of(MI.getParent()->instrs(), [&](const MachineInstr &Other) {
    return Other.modifiesRegister(MI.getOperand(Base).getReg(), &HRI);
  });
}

using Objects = SmallVector<const Value *, 4>;

/// The objects that MI's pointer may lead to, in whatever iteration; none if that is not known.
static Objects objectsOf(const MachineInstr &MI) {
  Objects Found;
  if (hasPointer(MI))
    getUnderlyingObjects((*MI.memoperands_begin())->getValue(), Found);
  return Found;
}

static bool areConstant(const Objects &Of) {
  return !Of.empty() && llvm::all_of(Of, [](const Value *V) {
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

bool llvm::hexagonMayAliasAcross(const MachineInstr &A, const MachineInstr &B, AAResults *AA) {
  const auto &HII = *A.getMF()->getSubtarget<HexagonSubtarget>().getInstrInfo();
  if ((!A.mayStore() && !B.mayStore()) || arePrivatelyApart(A, B) ||
      HII.areMemAccessesTriviallyDisjoint(A, B))
    return false;
  if (isBitReversed(A) || isBitReversed(B))
    return true;
  if (addressStays(A, HII) || addressStays(B, HII))
    return hexagonMayAlias(A, B, AA);
  Objects OfA = objectsOf(A), OfB = objectsOf(B);
  if ((!A.mayStore() && areConstant(OfA)) || (!B.mayStore() && areConstant(OfB)))
    return false;
  return OfA.empty() || OfB.empty() || llvm::any_of(OfA, [&](const Value *VA) {
    return llvm::any_of(OfB, [&](const Value *VB) { return !areDistinct(VA, VB); });
  });
}

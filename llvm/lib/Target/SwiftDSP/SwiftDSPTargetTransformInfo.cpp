//===- SwiftDSPTargetTransformInfo.cpp - Costs for the optimizer ----------===//

#include "SwiftDSPTargetTransformInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/CodeGen/HardwareLoops.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsXSwift.h"

using namespace llvm;

/// Intrinsics that are instructions.
static bool isInstruction(const IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::smin: case Intrinsic::smax: case Intrinsic::umin: case Intrinsic::umax:
  case Intrinsic::abs: case Intrinsic::sadd_sat: case Intrinsic::ssub_sat:
  case Intrinsic::uadd_sat: case Intrinsic::usub_sat: case Intrinsic::ctlz: case Intrinsic::cttz:
  case Intrinsic::ctpop: case Intrinsic::bswap: case Intrinsic::fshl: case Intrinsic::fshr:
    return true;
  default:
    return I.isAssumeLikeIntrinsic() || I.getCalledFunction()->getName().starts_with("llvm.xswift.");
  }
}

/// Inline assembly without text, which only orders what the compiler does.
static bool isEmptyAssembly(const CallBase &I) {
  auto *Assembly = dyn_cast<InlineAsm>(I.getCalledOperand());
  return Assembly && Assembly->getAsmString().empty();
}

/// Calls in the end: of functions, floating point, 64-bit division.
static bool isCall(const Instruction &I) {
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return !isInstruction(*Intrinsic);
  if (auto *Call = dyn_cast<CallBase>(&I))
    return !isEmptyAssembly(*Call);
  if (I.isIntDivRem())
    return I.getType()->getScalarSizeInBits() > 32;
  if (isa<LoadInst, StoreInst, PHINode, SelectInst, BitCastInst>(I))
    return false;
  return llvm::any_of(I.operands(), [](const Use &U) { return U->getType()->isFPOrFPVectorTy(); }) ||
         I.getType()->isFPOrFPVectorTy();
}

/// Loops of one block: SwiftDSPHardwareLoops takes no other, and a counter of its own would only cost there.
bool SwiftDSPTTIImpl::isHardwareLoopProfitable(Loop *L, ScalarEvolution &SE, AssumptionCache &,
                                               TargetLibraryInfo *, HardwareLoopInfo &Info) const {
  if (L->getNumBlocks() != 1 || !SE.hasLoopInvariantBackedgeTakenCount(L))
    return false;
  if (llvm::any_of(*L->getHeader(), isCall))
    return false;
  LLVMContext &Context = L->getHeader()->getContext();
  Info.CounterInReg = true;
  Info.CountType = Type::getInt32Ty(Context);
  Info.LoopDecrement = ConstantInt::get(Info.CountType, 1);
  return true;
}

/// Lanes that change their width go one by one.
InstructionCost SwiftDSPTTIImpl::getCastInstrCost(unsigned Opcode, Type *To, Type *From,
                                                  TTI::CastContextHint CCH,
                                                  TTI::TargetCostKind Kind,
                                                  const Instruction *I) {
  if (auto *Vector = dyn_cast<FixedVectorType>(To); Vector && Opcode != Instruction::BitCast)
    return 6 * Vector->getNumElements();
  return BaseT::getCastInstrCost(Opcode, To, From, CCH, Kind, I);
}

/// Vectors have 16 bytes at any address; the parts of others go one by one.
InstructionCost SwiftDSPTTIImpl::getMemoryOpCost(unsigned Opcode, Type *Ty, MaybeAlign Alignment,
                                                 unsigned AddressSpace, TTI::TargetCostKind Kind,
                                                 TTI::OperandValueInfo OpInfo,
                                                 const Instruction *I) {
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty)) {
    unsigned Bits = DL.getTypeSizeInBits(Vector).getFixedValue();
    unsigned Lane = Vector->getScalarSizeInBits();
    if (Bits % 128 || (Lane != 8 && Lane != 16 && Lane != 32))
      return 4 * Vector->getNumElements();
    return Bits / 128;
  }
  return BaseT::getMemoryOpCost(Opcode, Ty, Alignment, AddressSpace, Kind, OpInfo, I);
}

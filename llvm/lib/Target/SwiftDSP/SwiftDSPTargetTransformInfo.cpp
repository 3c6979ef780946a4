//===- SwiftDSPTargetTransformInfo.cpp - Costs for the optimizer ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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
    return I.isAssumeLikeIntrinsic() ||
           I.getCalledFunction()->getName().starts_with("llvm.xswift.");
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
  return llvm::any_of(I.operands(),
                      [](const Use &U) { return U->getType()->isFPOrFPVectorTy(); }) ||
         I.getType()->isFPOrFPVectorTy();
}

/// Loops of one block: SwiftDSPHardwareLoops takes no other, and a counter of its own would only
/// cost there.
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

static constexpr unsigned RegisterBytes = 16;

/// How many registers the vector fills; 0 if it is not made of whole ones with lanes that the
/// machine has.
static unsigned wholeRegisters(const Type *Ty) {
  const auto *Vector = dyn_cast<FixedVectorType>(Ty);
  if (!Vector || !Vector->getElementType()->isIntegerTy())
    return 0;
  const unsigned Lane = Vector->getScalarSizeInBits(), Bytes = Vector->getNumElements() * Lane / 8;
  return (Lane == 8 || Lane == 16 || Lane == 32) && Bytes % RegisterBytes == 0
             ? Bytes / RegisterBytes
             : 0;
}

/// A comparison's lanes are as wide as what it compares.
static bool isMaskOf(const Instruction *I, const Type *To) {
  const auto *Comparison = I ? dyn_cast<ICmpInst>(I->getOperand(0)) : nullptr;
  return Comparison &&
         Comparison->getOperand(0)->getType()->getScalarSizeInBits() == To->getScalarSizeInBits();
}

/// Registers are taken apart and put together by an instruction each, from width to width; lanes of
/// other vectors go one by one.
InstructionCost SwiftDSPTTIImpl::getCastInstrCost(unsigned Opcode, Type *To, Type *From,
                                                  TTI::CastContextHint CCH,
                                                  TTI::TargetCostKind Kind,
                                                  const Instruction *I) {
  auto *Vector = dyn_cast<FixedVectorType>(To);
  if (!Vector || Opcode == Instruction::BitCast)
    return BaseT::getCastInstrCost(Opcode, To, From, CCH, Kind, I);
  const unsigned Before = wholeRegisters(From), After = wholeRegisters(To);
  const bool Extension = Opcode == Instruction::SExt || Opcode == Instruction::ZExt;
  if (Extension && Before && After)
    return After == 4 * Before ? 6 * Before : After;
  if (Opcode == Instruction::Trunc && Before && After)
    return Before == 4 * After ? 3 * After : After;
  if (Extension && After && isMaskOf(I, To))
    return After;
  return 6 * Vector->getNumElements();
}

/// A permutation of a register's bytes is an instruction, of two registers' two: their order is
/// overwritten.
InstructionCost SwiftDSPTTIImpl::getShuffleCost(TTI::ShuffleKind Kind, VectorType *Ty,
                                                ArrayRef<int> Mask, TTI::TargetCostKind CostKind,
                                                int Index, VectorType *SubTy,
                                                ArrayRef<const Value *> Args,
                                                const Instruction *I) {
  switch (const unsigned Registers = wholeRegisters(Ty);
          improveShuffleKindFromMask(Kind, Mask, Ty, Index, SubTy)) {
  case TTI::SK_Broadcast:
    if (Registers)
      return 2;
    break;
  case TTI::SK_Reverse:
    if (Registers)
      return Registers;
    break;
  case TTI::SK_PermuteSingleSrc:
    if (Registers == 1)
      return 1;
    break;
  case TTI::SK_Select:
  case TTI::SK_Splice:
  case TTI::SK_Transpose:
  case TTI::SK_PermuteTwoSrc:
    if (Registers == 1)
      return 2;
    break;
  case TTI::SK_ExtractSubvector:
  case TTI::SK_InsertSubvector:
    if (Registers && wholeRegisters(SubTy))
      return 0;
    break;
  }
  return BaseT::getShuffleCost(Kind, Ty, Mask, CostKind, Index, SubTy, Args, I);
}

/// Words are added by vsumw.
static bool isSumOfWords(const VectorType *Ty) {
  return wholeRegisters(Ty) && Ty->getScalarSizeInBits() == 32;
}

bool SwiftDSPTTIImpl::shouldExpandReduction(const IntrinsicInst *I) const {
  return I->getIntrinsicID() != Intrinsic::vector_reduce_add ||
         !isSumOfWords(cast<VectorType>(I->getArgOperand(0)->getType()));
}

InstructionCost SwiftDSPTTIImpl::getArithmeticReductionCost(unsigned Opcode, VectorType *Ty,
                                                            std::optional<FastMathFlags> FMF,
                                                            TTI::TargetCostKind Kind) {
  if (Opcode == Instruction::Add && isSumOfWords(Ty))
    return wholeRegisters(Ty) + 1; // the registers' sum, vsumw, vgetw
  return BaseT::getArithmeticReductionCost(Opcode, Ty, FMF, Kind);
}

/// Vectors have 16 bytes at any address; the parts of others go one by one.
InstructionCost SwiftDSPTTIImpl::getMemoryOpCost(unsigned Opcode, Type *Ty, MaybeAlign Alignment,
                                                 unsigned AddressSpace, TTI::TargetCostKind Kind,
                                                 TTI::OperandValueInfo OpInfo,
                                                 const Instruction *I) {
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty)) {
    if (const unsigned Registers = wholeRegisters(Ty))
      return Registers;
    return 4 * Vector->getNumElements();
  }
  return BaseT::getMemoryOpCost(Opcode, Ty, Alignment, AddressSpace, Kind, OpInfo, I);
}

//===- SwiftDSPTargetTransformInfo.h - Costs for the optimizer --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPTARGETTRANSFORMINFO_H
#define LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPTARGETTRANSFORMINFO_H

#include "SwiftDSPTargetMachine.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/CodeGen/BasicTTIImpl.h"

namespace llvm {

class SwiftDSPTTIImpl : public BasicTTIImplBase<SwiftDSPTTIImpl> {
  using BaseT = BasicTTIImplBase<SwiftDSPTTIImpl>;
  using TTI = TargetTransformInfo;
  friend BaseT;

  const SwiftDSPSubtarget *ST;
  const SwiftDSPTargetLowering *TLI;

  const SwiftDSPSubtarget *getST() const { return ST; }
  const SwiftDSPTargetLowering *getTLI() const { return TLI; }

public:
  SwiftDSPTTIImpl(const SwiftDSPTargetMachine *TM, const Function &F)
      : BaseT(TM, F.getDataLayout()), ST(TM->getSubtargetImpl(F)), TLI(ST->getTargetLowering()) {}

  bool isHardwareLoopProfitable(Loop *L, ScalarEvolution &SE, AssumptionCache &AC,
                                TargetLibraryInfo *LibInfo, HardwareLoopInfo &Info) const;
  TTI::AddressingModeKind getPreferredAddressingMode(const Loop *, ScalarEvolution *) const {
    return TTI::AMK_PostIndexed;
  }

  /// Class 1 are vectors.
  unsigned getNumberOfRegisters(unsigned ClassID) const { return ClassID == 1 ? 16 : 26; }
  TypeSize getRegisterBitWidth(TargetTransformInfo::RegisterKind K) const {
    return TypeSize::getFixed(K == TargetTransformInfo::RGK_FixedWidthVector ? 128
                              : K == TargetTransformInfo::RGK_Scalar         ? 32
                                                                             : 0);
  }
  unsigned getMaxInterleaveFactor(ElementCount VF) const { return VF.isVector() ? 2 : 1; }
  /// Vectors are as long as the narrowest lanes ask for: bytes that become words fill a register at
  /// first, and four later.
  bool shouldMaximizeVectorBandwidth(TargetTransformInfo::RegisterKind K) const {
    return K == TargetTransformInfo::RGK_FixedWidthVector;
  }
  bool prefersVectorizedAddressing() const { return false; }
  bool shouldExpandReduction(const IntrinsicInst *I) const;

  InstructionCost getCastInstrCost(unsigned Opcode, Type *To, Type *From, TTI::CastContextHint CCH,
                                   TTI::TargetCostKind Kind, const Instruction *I = nullptr);
  InstructionCost getMemoryOpCost(unsigned Opcode, Type *Ty, MaybeAlign Alignment,
                                  unsigned AddressSpace, TTI::TargetCostKind Kind,
                                  TTI::OperandValueInfo OpInfo = {},
                                  const Instruction *I = nullptr);
  InstructionCost getShuffleCost(TTI::ShuffleKind Kind, VectorType *Ty, ArrayRef<int> Mask,
                                 TTI::TargetCostKind CostKind, int Index, VectorType *SubTy,
                                 ArrayRef<const Value *> Args = std::nullopt,
                                 const Instruction *I = nullptr);
  InstructionCost getArithmeticReductionCost(unsigned Opcode, VectorType *Ty,
                                             std::optional<FastMathFlags> FMF,
                                             TTI::TargetCostKind Kind);
};

} // namespace llvm

#endif

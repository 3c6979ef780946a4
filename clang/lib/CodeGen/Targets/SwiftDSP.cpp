//===- SwiftDSP.cpp - How SwiftDSP passes arguments -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// i8 and i16 travel as i32; a structure of at most eight bytes as one or two of these, any other by
// reference to a copy. Vectors of 128 bits travel in vector registers. docs/swiftdsp-isa.md has the
// convention.
//
//===----------------------------------------------------------------------===//

#include "ABIInfoImpl.h"
#include "TargetInfo.h"

using namespace clang;
using namespace clang::CodeGen;

namespace {

class SwiftDSPABIInfo : public DefaultABIInfo {
public:
  SwiftDSPABIInfo(CodeGenTypes &CGT) : DefaultABIInfo(CGT) {}

  void computeInfo(CGFunctionInfo &FI) const override {
    if (!getCXXABI().classifyReturnType(FI))
      FI.getReturnInfo() = classifyReturnType(FI.getReturnType());
    unsigned Number = 0;
    for (auto &Argument : FI.arguments())
      Argument.info = Number++ < FI.getNumRequiredArgs()
                          ? classifyArgumentType(Argument.type)
                          : classifyVariadicArgumentType(Argument.type);
  }

private:
  /// A structure in one or two words; nullptr: it does not fit.
  llvm::Type *inWords(QualType Ty) const {
    uint64_t Bits = getContext().getTypeSize(Ty);
    if (Bits > 64)
      return nullptr;
    llvm::Type *Word = llvm::Type::getInt32Ty(getVMContext());
    return Bits <= 32 ? Word : llvm::ArrayType::get(Word, 2);
  }

  ABIArgInfo classifyReturnType(QualType Ty) const {
    if (isAggregateTypeForABI(Ty) && !isEmptyRecord(getContext(), Ty, true))
      if (llvm::Type *Words = inWords(Ty))
        return ABIArgInfo::getDirect(Words);
    return DefaultABIInfo::classifyReturnType(Ty);
  }

  ABIArgInfo classifyArgumentType(QualType Ty) const {
    Ty = useFirstFieldIfTransparentUnion(Ty);
    if (!isAggregateTypeForABI(Ty))
      return DefaultABIInfo::classifyArgumentType(Ty);
    if (CGCXXABI::RecordArgABI RAA = getRecordArgABI(Ty, getCXXABI()))
      return getNaturalAlignIndirect(Ty, RAA == CGCXXABI::RAA_DirectInMemory);
    if (isEmptyRecord(getContext(), Ty, true))
      return ABIArgInfo::getIgnore();
    if (llvm::Type *Words = inWords(Ty))
      return ABIArgInfo::getDirect(Words);
    return getNaturalAlignIndirect(Ty, /*ByVal=*/false);
  }

  /// True if a register holds it.
  bool isVectorInRegister(QualType Ty) const {
    const auto *Vector = Ty->getAs<VectorType>();
    return Vector && getContext().getTypeSize(Ty) == 128 &&
           Vector->getElementType()->isIntegerType() &&
           getContext().getTypeSize(Vector->getElementType()) <= 32 &&
           !Ty->isExtVectorBoolType() &&
           llvm::isPowerOf2_32(Vector->getNumElements());
  }

  /// Whether a variadic argument is passed by reference: an aggregate or a _BitInt of more than 64
  /// bits, or a vector of that size that no register holds. As a named argument, such a vector is
  /// split, and has no place of its own.
  bool isVariadicByReference(QualType Ty) const {
    return getContext().getTypeSize(Ty) > 64 && (isAggregateTypeForABI(Ty) || Ty->isBitIntType() ||
                                                 (Ty->isVectorType() && !isVectorInRegister(Ty)));
  }

  /// Short vectors become vectors of whatever is legal. va_arg looks for words.
  ABIArgInfo classifyVariadicArgumentType(QualType Ty) const {
    if (Ty->isVectorType()) {
      if (llvm::Type *Words = inWords(Ty))
        return ABIArgInfo::getDirect(Words);
      if (isVariadicByReference(Ty))
        return getNaturalAlignIndirect(Ty, /*ByVal=*/false);
    }
    return classifyArgumentType(Ty);
  }

  RValue EmitVAArg(CodeGenFunction &CGF, Address VAListAddr, QualType Ty,
                   AggValueSlot Slot) const override {
    if (isEmptyRecord(getContext(), Ty, true))
      return Slot.asRValue(); // nothing was passed
    bool Indirect = isVariadicByReference(Ty);
    // A value of two words is two arguments: only vectors in registers have a greater alignment.
    TypeInfoChars Info = getContext().getTypeInfoInChars(Ty);
    if (!Indirect)
      Info.Align = CharUnits::fromQuantity(isVectorInRegister(Ty) ? 16 : 4);
    return emitVoidPtrVAArg(CGF, VAListAddr, Ty, Indirect, Info, CharUnits::fromQuantity(4),
                            /*AllowHigherAlign=*/true, Slot);
  }
};

class SwiftDSPTargetCodeGenInfo : public TargetCodeGenInfo {
public:
  SwiftDSPTargetCodeGenInfo(CodeGenTypes &CGT)
      : TargetCodeGenInfo(std::make_unique<SwiftDSPABIInfo>(CGT)) {}
};

} // namespace

std::unique_ptr<TargetCodeGenInfo>
CodeGen::createSwiftDSPTargetCodeGenInfo(CodeGenModule &CGM) {
  return std::make_unique<SwiftDSPTargetCodeGenInfo>(CGM.getTypes());
}

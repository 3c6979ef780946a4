//===--- SwiftDSP.h - SwiftDSP's types, registers and builtins --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What clang must know of the machine before any code is made; docs/swiftdsp-isa.md describes it.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CLANG_LIB_BASIC_TARGETS_SWIFTDSP_H
#define LLVM_CLANG_LIB_BASIC_TARGETS_SWIFTDSP_H

#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include "llvm/Support/Compiler.h"
#include "llvm/TargetParser/Triple.h"

namespace clang {
namespace targets {

class LLVM_LIBRARY_VISIBILITY SwiftDSPTargetInfo : public TargetInfo {
public:
  SwiftDSPTargetInfo(const llvm::Triple &Triple, const TargetOptions &);

  void getTargetDefines(const LangOptions &Opts, MacroBuilder &Builder) const override;
  bool hasFeature(StringRef Feature) const override { return Feature == "swiftdsp"; }
  bool hasBitIntType() const override { return true; }
  ArrayRef<Builtin::Info> getTargetBuiltins() const override;
  BuiltinVaListKind getBuiltinVaListKind() const override {
    return TargetInfo::VoidPtrBuiltinVaList;
  }
  ArrayRef<const char *> getGCCRegNames() const override;
  ArrayRef<TargetInfo::GCCRegAlias> getGCCRegAliases() const override;
  /// The stack pointer alone: every other register holds values of any function.
  bool validateGlobalRegisterVariable(StringRef RegName, unsigned RegSize,
                                      bool &HasSizeMismatch) const override;
  /// "v": a vector register.
  bool validateAsmConstraint(const char *&Name, TargetInfo::ConstraintInfo &Info) const override;
  std::string_view getClobbers() const override { return ""; }
};

} // namespace targets
} // namespace clang

#endif

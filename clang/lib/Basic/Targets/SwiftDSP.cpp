//===--- SwiftDSP.cpp - SwiftDSP's types, registers and builtins ----------===//

#include "Targets/SwiftDSP.h"
#include "clang/Basic/MacroBuilder.h"
#include "clang/Basic/TargetBuiltins.h"

using namespace clang;
using namespace clang::targets;

static constexpr Builtin::Info BuiltinInfo[] = {
#define BUILTIN(ID, TYPE, ATTRS) {#ID, TYPE, ATTRS, nullptr, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
#include "clang/Basic/BuiltinsSwiftDSP.def"
};

static const char *const RegisterNames[] = {
    "r0",  "r1",  "r2",  "r3",  "r4",  "r5",   "r6",   "r7",   "r8",   "r9",   "r10",  "r11",
    "r12", "r13", "r14", "r15", "r16", "r17",  "r18",  "r19",  "r20",  "r21",  "r22",  "r23",
    "r24", "r25", "r26", "r27", "r28", "r29",  "r30",  "r31",  "vr0",  "vr1",  "vr2",  "vr3",
    "vr4", "vr5", "vr6", "vr7", "vr8", "vr9",  "vr10", "vr11", "vr12", "vr13", "vr14", "vr15"};

SwiftDSPTargetInfo::SwiftDSPTargetInfo(const llvm::Triple &Triple, const TargetOptions &)
    : TargetInfo(Triple) {
  // The back end has the same one (SwiftDSPTargetMachine).
  resetDataLayout("e-m:e-p:32:32-i64:64-v128:128-n32-S128");
  SizeType = UnsignedInt;
  PtrDiffType = SignedInt;
  IntPtrType = SignedInt;
  // With one thread and no interrupts, atomic operations are plain ones; larger objects are copied
  // by calls.
  MaxAtomicPromoteWidth = 64;
  MaxAtomicInlineWidth = 64;
  TLSSupported = false;
  NoAsmVariants = true; // { and } are a packet's
}

ArrayRef<Builtin::Info> SwiftDSPTargetInfo::getTargetBuiltins() const {
  return llvm::ArrayRef(BuiltinInfo,
                        clang::SwiftDSP::LastTSBuiltin - Builtin::FirstTSBuiltin);
}

ArrayRef<const char *> SwiftDSPTargetInfo::getGCCRegNames() const {
  return llvm::ArrayRef(RegisterNames);
}

void SwiftDSPTargetInfo::getTargetDefines(const LangOptions &Opts, MacroBuilder &Builder) const {
  Builder.defineMacro("__swiftdsp__");
  Builder.defineMacro("__SWIFTDSP__");
  Builder.defineMacro("__ELF__");
}

bool SwiftDSPTargetInfo::validateAsmConstraint(const char *&Name,
                                               TargetInfo::ConstraintInfo &Info) const {
  if (*Name != 'v')
    return false;
  Info.setAllowsRegister();
  return true;
}

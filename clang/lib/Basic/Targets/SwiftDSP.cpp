//===--- SwiftDSP.cpp - SwiftDSP's types, registers and builtins ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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
    "vr4", "vr5", "vr6", "vr7", "vr8", "vr9",  "vr10", "vr11", "vr12", "vr13", "vr14", "vr15",
    "lc0", "lc1", "cyc", "pkt", "off0", "off1", "off2", "off3", "bar0", "bar1", "bar2", "bar3",
    "mr0", "mr1", "mr2", "mr3"};

// The ABI's names.
static const TargetInfo::GCCRegAlias RegisterAliases[] = {
    {{"zero"}, "r0"}, {{"v0"}, "r1"},  {{"v1"}, "r2"},  {{"a0"}, "r3"},  {{"a1"}, "r4"},
    {{"a2"}, "r5"},   {{"a3"}, "r6"},  {{"a4"}, "r7"},  {{"a5"}, "r8"},  {{"a6"}, "r9"},
    {{"a7"}, "r10"},  {{"t0"}, "r11"}, {{"t1"}, "r12"}, {{"t2"}, "r13"}, {{"t3"}, "r14"},
    {{"t4"}, "r15"},  {{"t5"}, "r16"}, {{"t6"}, "r17"}, {{"t7"}, "r18"}, {{"t8"}, "r19"},
    {{"t9"}, "r20"},  {{"s0"}, "r21"}, {{"s1"}, "r22"}, {{"s2"}, "r23"}, {{"s3"}, "r24"},
    {{"s4"}, "r25"},  {{"s5"}, "r26"}, {{"s6"}, "r27"}, {{"s7"}, "r28"}, {{"fp"}, "r29"},
    {{"sp"}, "r30"},  {{"ra"}, "r31"}};

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

ArrayRef<TargetInfo::GCCRegAlias> SwiftDSPTargetInfo::getGCCRegAliases() const {
  return llvm::ArrayRef(RegisterAliases);
}

bool SwiftDSPTargetInfo::validateGlobalRegisterVariable(StringRef RegName, unsigned RegSize,
                                                        bool &HasSizeMismatch) const {
  HasSizeMismatch = RegSize != 32;
  return getNormalizedGCCRegisterName(RegName) == "r30";
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

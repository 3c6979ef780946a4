//===--- SemaSwiftDSP.cpp - Checks of SwiftDSP's builtins -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "clang/Sema/SemaSwiftDSP.h"
#include "clang/Basic/TargetBuiltins.h"
#include "clang/Sema/Sema.h"

using namespace clang;

bool clang::checkSwiftDSPBuiltinCall(Sema &S, unsigned BuiltinID, CallExpr *Call) {
  switch (BuiltinID) {
#define IMMEDIATE(NAME, ARGUMENT, LOW, HIGH)                                                       \
  case SwiftDSP::BI__builtin_swift_dsp_##NAME:                                                     \
    return S.BuiltinConstantArgRange(Call, ARGUMENT, LOW, HIGH);
#include "llvm/IR/IntrinsicsXSwift.def"
  default:
    return false;
  }
}

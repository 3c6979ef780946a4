//===--- SemaSwiftDSP.h - Checks of SwiftDSP's builtins ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CLANG_SEMA_SEMASWIFTDSP_H
#define LLVM_CLANG_SEMA_SEMASWIFTDSP_H

namespace clang {
class CallExpr;
class Sema;

/// Reports operands that must be constants of an instruction's field and are not: true then.
bool checkSwiftDSPBuiltinCall(Sema &S, unsigned BuiltinID, CallExpr *Call);
} // namespace clang

#endif

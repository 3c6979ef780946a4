//===- SwiftDSPTargetInfo.cpp - The target's registration -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TargetInfo/SwiftDSPTargetInfo.h"
#include "llvm/MC/TargetRegistry.h"

using namespace llvm;

Target &llvm::getTheSwiftDSPTarget() {
  static Target TheTarget;
  return TheTarget;
}

extern "C" LLVM_EXTERNAL_VISIBILITY void LLVMInitializeSwiftDSPTargetInfo() {
  RegisterTarget<Triple::swiftdsp> X(getTheSwiftDSPTarget(), "swiftdsp",
                                     "SwiftDSP: 8-slot VLIW vector processor", "SwiftDSP");
}

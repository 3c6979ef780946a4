//===- SwiftDSPTargetInfo.h - The target's registration ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_SWIFTDSP_TARGETINFO_SWIFTDSPTARGETINFO_H
#define LLVM_LIB_TARGET_SWIFTDSP_TARGETINFO_SWIFTDSPTARGETINFO_H

namespace llvm {

class Target;
Target &getTheSwiftDSPTarget();

} // namespace llvm

#endif

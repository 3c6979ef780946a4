//===- SwiftDSPMachineFunctionInfo.h - What a function needs ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPMACHINEFUNCTIONINFO_H
#define LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPMACHINEFUNCTIONINFO_H

#include "llvm/CodeGen/MachineFunction.h"

namespace llvm {

class SwiftDSPMachineFunctionInfo : public MachineFunctionInfo {
public:
  SwiftDSPMachineFunctionInfo(const Function &, const TargetSubtargetInfo *) {}

  MachineFunctionInfo *
  clone(BumpPtrAllocator &Allocator, MachineFunction &DestMF,
        const DenseMap<MachineBasicBlock *, MachineBasicBlock *> &) const override {
    return DestMF.cloneInfo<SwiftDSPMachineFunctionInfo>(*this);
  }

  /// Frame index of the place where the variable arguments begin.
  int VarArgsFrameIndex = 0;
  /// The pointer to a returned structure, which is returned too.
  Register StructReturn;
};

} // namespace llvm

#endif

//===- SwiftDSPTargetMachine.h - The pipeline of passes ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPTARGETMACHINE_H
#define LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPTARGETMACHINE_H

#include "SwiftDSPSubtarget.h"
#include "llvm/Target/TargetMachine.h"

namespace llvm {

class SwiftDSPTargetMachine : public LLVMTargetMachine {
public:
  SwiftDSPTargetMachine(const Target &T, const Triple &TT, StringRef CPU, StringRef FS,
                        const TargetOptions &Options, std::optional<Reloc::Model> RM,
                        std::optional<CodeModel::Model> CM, CodeGenOptLevel OL, bool JIT);

  const SwiftDSPSubtarget *getSubtargetImpl(const Function &) const override { return &Subtarget; }
  TargetPassConfig *createPassConfig(PassManagerBase &PM) override;
  TargetTransformInfo getTargetTransformInfo(const Function &F) const override;
  TargetLoweringObjectFile *getObjFileLowering() const override { return TLOF.get(); }
  MachineFunctionInfo *createMachineFunctionInfo(BumpPtrAllocator &Allocator, const Function &F,
                                                 const TargetSubtargetInfo *STI) const override;
  // All address spaces are one memory.
  bool isNoopAddrSpaceCast(unsigned, unsigned) const override { return true; }

private:
  std::unique_ptr<TargetLoweringObjectFile> TLOF;
  SwiftDSPSubtarget Subtarget;
};

} // namespace llvm

#endif

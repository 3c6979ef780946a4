//===- SwiftDSPTargetMachine.cpp - The pipeline of passes -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SwiftDSPTargetMachine.h"
#include "SwiftDSP.h"
#include "SwiftDSPMachineFunctionInfo.h"
#include "SwiftDSPTargetTransformInfo.h"
#include "TargetInfo/SwiftDSPTargetInfo.h"
#include "llvm/CodeGen/HardwareLoops.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetLoweringObjectFileImpl.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Transforms/Scalar.h"

using namespace llvm;

/// clang has the same one (clang/lib/Basic/Targets/SwiftDSP.cpp).
static constexpr const char *Layout = "e-m:e-p:32:32-i64:64-v128:128-n32-S128";

extern "C" LLVM_EXTERNAL_VISIBILITY void LLVMInitializeSwiftDSPTarget() {
  RegisterTargetMachine<SwiftDSPTargetMachine> X(getTheSwiftDSPTarget());
  PassRegistry &Registry = *PassRegistry::getPassRegistry();
  initializeSwiftDSPDAGToDAGISelLegacyPass(Registry);
  initializeSwiftDSPHardwareLoopsPass(Registry);
  initializeSwiftDSPPacketizerPass(Registry);
}

SwiftDSPTargetMachine::SwiftDSPTargetMachine(const Target &T, const Triple &TT, StringRef CPU,
                                             StringRef FS, const TargetOptions &Options,
                                             std::optional<Reloc::Model>,
                                             std::optional<CodeModel::Model> CM, CodeGenOptLevel OL,
                                             bool)
    : LLVMTargetMachine(T, Layout, TT, CPU, FS, Options, Reloc::Static,
                        getEffectiveCodeModel(CM, CodeModel::Small), OL),
      TLOF(std::make_unique<TargetLoweringObjectFileELF>()), Subtarget(TT, CPU, FS, *this) {
  initAsmInfo();
}

MachineFunctionInfo *
SwiftDSPTargetMachine::createMachineFunctionInfo(BumpPtrAllocator &Allocator, const Function &F,
                                                 const TargetSubtargetInfo *STI) const {
  return SwiftDSPMachineFunctionInfo::create<SwiftDSPMachineFunctionInfo>(Allocator, F, STI);
}

TargetTransformInfo SwiftDSPTargetMachine::getTargetTransformInfo(const Function &F) const {
  return TargetTransformInfo(SwiftDSPTTIImpl(this, F));
}

namespace {

class SwiftDSPPassConfig : public TargetPassConfig {
public:
  SwiftDSPPassConfig(SwiftDSPTargetMachine &TM, PassManagerBase &PM) : TargetPassConfig(TM, PM) {}

  SwiftDSPTargetMachine &machine() const { return getTM<SwiftDSPTargetMachine>(); }

  void addIRPasses() override {
    // There is one core and no interrupt: atomic accesses are plain ones.
    addPass(createLowerAtomicPass());
    TargetPassConfig::addIRPasses();
    // Loop strength reduction makes divisions of more than 64 bits, too.
    addPass(createExpandLargeDivRemPass());
  }
  bool addPreISel() override {
    if (getOptLevel() != CodeGenOptLevel::None)
      addPass(createHardwareLoopsLegacyPass());
    return false;
  }
  bool addInstSelector() override {
    addPass(createSwiftDSPISelDag(machine(), getOptLevel()));
    return false;
  }
  void addPreEmitPass() override {
    addPass(createSwiftDSPHardwareLoops());
    addPass(&BranchRelaxationPassID);
    addPass(createSwiftDSPPacketizer(getOptLevel() == CodeGenOptLevel::None));
  }
};

} // namespace

TargetPassConfig *SwiftDSPTargetMachine::createPassConfig(PassManagerBase &PM) {
  return new SwiftDSPPassConfig(*this, PM);
}

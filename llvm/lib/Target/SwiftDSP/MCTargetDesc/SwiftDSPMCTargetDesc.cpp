//===- SwiftDSPMCTargetDesc.cpp - The MC layer's registration -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "MCTargetDesc/SwiftDSPInstPrinter.h"
#include "MCTargetDesc/SwiftDSPMCAsmInfo.h"
#include "TargetInfo/SwiftDSPTargetInfo.h"
#include "llvm/MC/MCDwarf.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"

#define GET_INSTRINFO_MC_DESC
#define ENABLE_INSTR_PREDICATE_VERIFIER
#include "SwiftDSPGenInstrInfo.inc"

#define GET_SUBTARGETINFO_MC_DESC
#include "SwiftDSPGenSubtargetInfo.inc"

#define GET_REGINFO_MC_DESC
#include "SwiftDSPGenRegisterInfo.inc"

using namespace llvm;

static MCInstrInfo *createInstrInfo() {
  auto *X = new MCInstrInfo();
  InitSwiftDSPMCInstrInfo(X);
  return X;
}

static MCRegisterInfo *createRegisterInfo(const Triple &) {
  auto *X = new MCRegisterInfo();
  InitSwiftDSPMCRegisterInfo(X, SwiftDSP::R31);
  return X;
}

static MCSubtargetInfo *createSubtargetInfo(const Triple &TT, StringRef CPU, StringRef FS) {
  if (CPU.empty())
    CPU = "generic";
  return createSwiftDSPMCSubtargetInfoImpl(TT, CPU, /*TuneCPU=*/CPU, FS);
}

static MCAsmInfo *createAsmInfo(const MCRegisterInfo &MRI, const Triple &TT,
                                const MCTargetOptions &) {
  MCAsmInfo *MAI = new SwiftDSPMCAsmInfo(TT);
  // At a function's entry the frame is where the stack pointer is.
  unsigned SP = MRI.getDwarfRegNum(SwiftDSP::R30, true);
  MAI->addInitialFrameState(MCCFIInstruction::cfiDefCfa(nullptr, SP, 0));
  return MAI;
}

static MCInstPrinter *createInstPrinter(const Triple &, unsigned Variant, const MCAsmInfo &MAI,
                                        const MCInstrInfo &MII, const MCRegisterInfo &MRI) {
  return Variant == 0 ? new SwiftDSPInstPrinter(MAI, MII, MRI) : nullptr;
}

namespace {

class SwiftDSPMCInstrAnalysis : public MCInstrAnalysis {
public:
  using MCInstrAnalysis::MCInstrAnalysis;

  /// A packet's branch counts from its own word.
  bool evaluateBranch(const MCInst &Inst, uint64_t Address, uint64_t Size,
                      uint64_t &Target) const override {
    if (Inst.getOpcode() == SwiftDSP::BUNDLE) {
      for (const MCOperand &Member : Inst) {
        if (evaluateBranch(*Member.getInst(), Address, 4, Target))
          return true;
        Address += 4;
      }
      return false;
    }
    const MCInstrDesc &Desc = Info->get(Inst.getOpcode());
    for (unsigned N = 0; N != Desc.getNumOperands(); ++N)
      if (Desc.operands()[N].OperandType == MCOI::OPERAND_PCREL && Inst.getOperand(N).isImm()) {
        Target = uint32_t(Address + Inst.getOperand(N).getImm());
        return true;
      }
    return false;
  }
};

} // namespace

static MCInstrAnalysis *createInstrAnalysis(const MCInstrInfo *Info) {
  return new SwiftDSPMCInstrAnalysis(Info);
}

extern "C" LLVM_EXTERNAL_VISIBILITY void LLVMInitializeSwiftDSPTargetMC() {
  Target &T = getTheSwiftDSPTarget();
  RegisterMCAsmInfoFn X(T, createAsmInfo);
  TargetRegistry::RegisterMCInstrInfo(T, createInstrInfo);
  TargetRegistry::RegisterMCRegInfo(T, createRegisterInfo);
  TargetRegistry::RegisterMCSubtargetInfo(T, createSubtargetInfo);
  TargetRegistry::RegisterMCCodeEmitter(T, createSwiftDSPMCCodeEmitter);
  TargetRegistry::RegisterMCAsmBackend(T, createSwiftDSPAsmBackend);
  TargetRegistry::RegisterMCInstPrinter(T, createInstPrinter);
  TargetRegistry::RegisterMCInstrAnalysis(T, createInstrAnalysis);
}

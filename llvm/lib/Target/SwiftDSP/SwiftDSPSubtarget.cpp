//===- SwiftDSPSubtarget.cpp - One processor, one set of features ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SwiftDSPSubtarget.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

#define DEBUG_TYPE "swiftdsp-subtarget"

#define GET_SUBTARGETINFO_TARGET_DESC
#define GET_SUBTARGETINFO_CTOR
#include "SwiftDSPGenSubtargetInfo.inc"

SwiftDSPSubtarget::SwiftDSPSubtarget(const Triple &TT, StringRef CPU, StringRef FS,
                                     const TargetMachine &TM)
    : SwiftDSPGenSubtargetInfo(TT, CPU.empty() ? "generic" : CPU, CPU.empty() ? "generic" : CPU,
                               FS),
      InstrInfo(*this), FrameLowering(), TLInfo(TM, *this) {
  StringRef Name = CPU.empty() ? "generic" : CPU;
  ParseSubtargetFeatures(Name, Name, FS);
  Itineraries = getInstrItineraryForCPU(Name);
}

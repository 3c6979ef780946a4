//===- SwiftDSPSubtarget.h - One processor, one set of features -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPSUBTARGET_H
#define LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPSUBTARGET_H

#include "SwiftDSPFrameLowering.h"
#include "SwiftDSPISelLowering.h"
#include "SwiftDSPInstrInfo.h"
#include "llvm/CodeGen/SelectionDAGTargetInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

#define GET_SUBTARGETINFO_HEADER
#include "SwiftDSPGenSubtargetInfo.inc"

namespace llvm {

class SwiftDSPSubtarget : public SwiftDSPGenSubtargetInfo {
public:
  SwiftDSPSubtarget(const Triple &TT, StringRef CPU, StringRef FS, const TargetMachine &TM);

  void ParseSubtargetFeatures(StringRef CPU, StringRef TuneCPU, StringRef FS);

  const SwiftDSPInstrInfo *getInstrInfo() const override { return &InstrInfo; }
  const SwiftDSPRegisterInfo *getRegisterInfo() const override {
    return &InstrInfo.getRegisterInfo();
  }
  const SwiftDSPFrameLowering *getFrameLowering() const override { return &FrameLowering; }
  const SwiftDSPTargetLowering *getTargetLowering() const override { return &TLInfo; }
  const SelectionDAGTargetInfo *getSelectionDAGInfo() const override { return &TSInfo; }
  const InstrItineraryData *getInstrItineraryData() const override { return &Itineraries; }
  /// Slots are modelled; the order within a block is the machine scheduler's.
  bool enableMachineScheduler() const override { return true; }

private:
  InstrItineraryData Itineraries;
  SwiftDSPInstrInfo InstrInfo;
  SwiftDSPFrameLowering FrameLowering;
  SwiftDSPTargetLowering TLInfo;
  SelectionDAGTargetInfo TSInfo;
};

} // namespace llvm

#endif

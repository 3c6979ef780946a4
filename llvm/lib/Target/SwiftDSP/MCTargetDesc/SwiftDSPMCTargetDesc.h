//===- SwiftDSPMCTargetDesc.h - Registers, instructions, factories -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_SWIFTDSP_MCTARGETDESC_SWIFTDSPMCTARGETDESC_H
#define LLVM_LIB_TARGET_SWIFTDSP_MCTARGETDESC_SWIFTDSPMCTARGETDESC_H

#include <memory>

namespace llvm {

class MCAsmBackend;
class MCCodeEmitter;
class MCContext;
class MCInstrInfo;
class MCObjectTargetWriter;
class MCRegisterInfo;
class MCSubtargetInfo;
class MCTargetOptions;
class Target;

MCCodeEmitter *createSwiftDSPMCCodeEmitter(const MCInstrInfo &MCII, MCContext &Ctx);
MCAsmBackend *createSwiftDSPAsmBackend(const Target &T, const MCSubtargetInfo &STI,
                                       const MCRegisterInfo &MRI, const MCTargetOptions &Options);
std::unique_ptr<MCObjectTargetWriter> createSwiftDSPELFObjectWriter();

} // namespace llvm

#define GET_REGINFO_ENUM
#include "SwiftDSPGenRegisterInfo.inc"

#define GET_INSTRINFO_ENUM
#define GET_INSTRINFO_MC_HELPER_DECLS
#include "SwiftDSPGenInstrInfo.inc"

#define GET_SUBTARGETINFO_ENUM
#include "SwiftDSPGenSubtargetInfo.inc"

#endif

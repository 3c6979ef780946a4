//===- SwiftDSPMembers.h - Instructions as packets see them -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MCTargetDesc/SwiftDSPPackets.h for machine instructions: who packs, and who checks what was
// packed.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPMEMBERS_H
#define LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPMEMBERS_H

#include "MCTargetDesc/SwiftDSPPackets.h"

namespace llvm {

class MachineInstr;
class TargetRegisterInfo;

namespace SwiftDSP {

/// Whether MI stands alone in its packet, or in none at all.
bool standsAlone(const MachineInstr &MI);

/// A return is the jump that it will be.
const MCInstrDesc &descOf(const MachineInstr &MI);

/// The stage at which a register operand of MI is read, or its new value is there.
unsigned stageOf(const MachineInstr &MI, unsigned OpIdx);

/// Whether operand OpIdx is what a call gets, or a return gives, in a register: it is read behind
/// the packet, and somebody else's affair.
bool isReadElsewhere(const MachineInstr &MI, unsigned OpIdx);

Member memberOf(const MachineInstr &MI, const TargetRegisterInfo &TRI);

} // namespace SwiftDSP
} // namespace llvm

#endif

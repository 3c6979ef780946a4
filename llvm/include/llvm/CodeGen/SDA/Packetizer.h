//===- SDA/Packetizer.h - What is done to a function ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_PACKETIZER_H
#define LLVM_CODEGEN_SDA_PACKETIZER_H

#include "llvm/CodeGen/SDA/RegionPacker.h"

namespace llvm::sda {

/// What the instructions of a function are before any packetizer has seen it.
InstrStates programOf(const MachineFunction &MF);

/// Packs the function of T. Requires: physical registers; packets of a stock packetizer, or none.
/// Before: programOf() the function, ahead of these. Debug: its debug instructions, taken out then;
/// they are put back. Program: the same for -sda-verify, or null. Invalidates: the order of
/// instructions within a region; kill flags; the CFG where the target peels loops.
void packetize(SDATarget &T, MachineLoopInfo &MLI, MachineOptimizationRemarkEmitter &ORE,
               InstrStates &Before, DebugInstrs &Debug, Reference *Program);

} // namespace llvm::sda

#endif

//===- SwiftDSP.h - The back end's passes -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSP_H
#define LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSP_H

#include "llvm/Support/CodeGen.h"

namespace llvm {

class FunctionPass;
class PassRegistry;
class SwiftDSPTargetMachine;

FunctionPass *createSwiftDSPISelDag(SwiftDSPTargetMachine &TM, CodeGenOptLevel OptLevel);
/// Packets of one instruction each where \p Minimal.
FunctionPass *createSwiftDSPPacketizer(bool Minimal);

/// Loops that the machine counts, and plain counters for the others.
FunctionPass *createSwiftDSPHardwareLoops();

void initializeSwiftDSPDAGToDAGISelLegacyPass(PassRegistry &);
void initializeSwiftDSPHardwareLoopsPass(PassRegistry &);
void initializeSwiftDSPPacketizerPass(PassRegistry &);

} // namespace llvm

#endif

//===- SDA/LoopOverlap.h - Iterations that overlap --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_LOOPOVERLAP_H
#define LLVM_CODEGEN_SDA_LOOPOVERLAP_H

#include "llvm/CodeGen/SDA/RegionPacker.h"

namespace llvm::sda {

/// Rotates and peels the packed loops of one block that gain by it. Before is given the states of
/// the instructions that are new.
void overlapLoops(PackedRegions &Regions, RegionPacker &Packer,
                         InstrStates &Before);

} // namespace llvm::sda

#endif

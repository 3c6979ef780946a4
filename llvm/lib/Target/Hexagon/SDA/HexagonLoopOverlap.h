//===- HexagonLoopOverlap.h - Iterations that overlap -----------*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONLOOPOVERLAP_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONLOOPOVERLAP_H

#include "HexagonRegionPacker.h"

namespace llvm {

/// Rotates and peels the packed loops of one block that gain by it. Before is given the states of
/// the instructions that are new.
void overlapHexagonLoops(HexagonPackedRegions &Regions, HexagonRegionPacker &Packer,
                         InstrStates &Before);

} // namespace llvm

#endif

//===- HexagonRegionRewriter.h - Programs that cost less --------*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONREWRITER_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONREWRITER_H

#include "HexagonRegionPacker.h"

namespace llvm {

/// Gives packed regions other programs that compute the same, where these can be packed in fewer
/// cycles. Before is given the states of new instructions.
void rewriteHexagonRegions(HexagonPackedRegions &Regions, HexagonRegionPacker &Packer,
                           InstrStates &Before);

} // namespace llvm

#endif

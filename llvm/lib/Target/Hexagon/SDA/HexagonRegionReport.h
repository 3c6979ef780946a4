//===- HexagonRegionReport.h - What became of a region ----------*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONREPORT_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONREPORT_H

#include "HexagonSDARegion.h"

namespace llvm {

class MachineOptimizationRemarkEmitter;

/// -Rpass-analysis=sda-pack: packets, stalls and soft classes of the region as bundled.
void remarkRegion(const HexagonPackedRegion &P, MachineOptimizationRemarkEmitter &ORE);

/// -sda-dump-idg: the picture of the region as bundled.
void drawRegion(const HexagonPackedRegion &P);

} // namespace llvm

#endif

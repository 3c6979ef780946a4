//===- HexagonRegionReport.h - What became of a region ----------*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONREPORT_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONREPORT_H

#include "HexagonSDARegion.h"

namespace llvm {

class MachineFunction;
class MachineOptimizationRemarkEmitter;

/// -Rpass-analysis=sda-pack: packets, stalls and soft classes of the region as bundled.
void remarkRegion(const HexagonPackedRegion &P, MachineOptimizationRemarkEmitter &ORE);

/// -Rpass=sda-pack: the stock packets would take more cycles between the same neighbours.
/// -Rpass-missed=sda-pack: they would take fewer, and what was given up.
void remarkOutcome(const HexagonPackedRegion &P, MachineOptimizationRemarkEmitter &ORE);

/// -Rpass-missed=sda-pack: why the stock packetizer has a function for itself.
void remarkSkipped(const MachineFunction &MF, const char *Why, MachineOptimizationRemarkEmitter &ORE);

/// -sda-dump-idg: the picture of the region as bundled.
void drawRegion(const HexagonPackedRegion &P);

} // namespace llvm

#endif

//===- SDA/RegionReport.h - What became of a region -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_REGIONREPORT_H
#define LLVM_CODEGEN_SDA_REGIONREPORT_H

#include "llvm/CodeGen/SDA/SDATarget.h"

namespace llvm::sda {

/// Emits the remarks for a region as bundled. -Rpass-analysis=sda-pack: packets, stalls and soft
/// classes. -Rpass=sda-pack: the stock packets would take more cycles between the same neighbours.
/// -Rpass-missed=sda-pack: they would take fewer, and what was given up. A remark ends with the
/// region's name (regionName). Costs are packets, stalls inside the region, and stalls that it
/// causes in the packets behind it.
void reportRegion(const PackedRegion &P, const SDATarget &T, MachineOptimizationRemarkEmitter &ORE);

/// -Rpass-missed=sda-pack: why the stock packetizer has a function for itself.
void remarkSkipped(const MachineFunction &MF, const char *Why,
                   MachineOptimizationRemarkEmitter &ORE);

/// -sda-dump-idg: the picture of the region as bundled.
void drawRegion(const PackedRegion &P, const SDATarget &T);

} // namespace llvm::sda

#endif

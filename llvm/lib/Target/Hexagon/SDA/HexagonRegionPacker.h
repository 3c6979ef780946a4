//===- HexagonRegionPacker.h - The core's packer by its name here -*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONREGIONPACKER_H
#define LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONREGIONPACKER_H

#include "HexagonSDARegion.h"
#include "HexagonSDATarget.h"
#include "llvm/CodeGen/SDA/RegionPacker.h"

namespace llvm {

using HexagonReference = sda::Reference;
using HexagonRegionPacker = sda::RegionPacker;

} // namespace llvm

#endif

//===- HexagonSDARegion.h - The core's regions by their names here -*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONSDAREGION_H
#define LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONSDAREGION_H

#include "HexagonInstrInfo.h"
#include "HexagonRegisterInfo.h"
#include "llvm/CodeGen/SDA/LiveUnits.h"
#include "llvm/CodeGen/SDA/PackedRegion.h"

namespace llvm {

using HexagonCandidate = sda::Candidate;
using HexagonLiveUnits = sda::LiveUnits;
using HexagonPackedRegion = sda::PackedRegion;
using HexagonPackedRegions = sda::PackedRegions;
using HexagonRegion = sda::Region;
using sda::InstrState;
using sda::InstrStates;

} // namespace llvm

#endif

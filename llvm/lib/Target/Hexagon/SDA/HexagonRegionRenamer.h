//===- HexagonRegionRenamer.h - Other registers for local values -*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONRENAMER_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONRENAMER_H

#include "HexagonSDARegion.h"
#include "llvm/ADT/BitVector.h"

namespace llvm {

/// Gives values that are born and die within the region registers that have been unused for
/// longest, so that fewer instructions wait for a register that only happens to be the same. The
/// allocator reuses a register as soon as it can, which chains the copies of an unrolled loop's
/// body one behind the other.
///
/// The region is taken apart; LiveOut tells the units that are live behind it. Returns the number
/// of values that have moved. The program's order and meaning stay.
unsigned renameRegion(const HexagonRegion &R, const BitVector &LiveIn, const BitVector &LiveOut);

/// Whether values that are born and die within a region may be in Reg: not reserved, and saved by the
/// function where the caller wants it back.
bool mayHoldLocals(const MachineFunction &MF, MCRegister Reg);

} // namespace llvm

#endif

//===- SDA/Renamer.h - Other registers for local values ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_RENAMER_H
#define LLVM_CODEGEN_SDA_RENAMER_H

#include "llvm/CodeGen/SDA/SDATarget.h"

namespace llvm::sda {

/// Gives values that are born and die within the region registers that have been unused for
/// longest, so that fewer instructions wait for a register that only happens to be the same. The
/// allocator reuses a register as soon as it can, which chains the copies of an unrolled loop's
/// body one behind the other.
///
/// The region is taken apart; LiveOut tells the units that are live behind it. Returns the number
/// of values that have moved. The program's order and meaning stay.
unsigned renameRegion(const SDATarget &T, const Region &R, const BitVector &LiveIn,
                      const BitVector &LiveOut);

/// Whether values that are born and die within a region may be in Reg: not reserved, and saved by
/// the function where the caller wants it back.
bool mayHoldLocals(const SDATarget &T, MCRegister Reg);

} // namespace llvm::sda

#endif

//===- HexagonTripCount.h - How often a counted loop runs ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONTRIPCOUNT_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONTRIPCOUNT_H

#include "llvm/CodeGen/MachineOperand.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace llvm {

class MachineDominatorTree;
class MachineInstr;
class MachineLoop;

/// A loop that adds Step to a variable and goes on while the sum stands in the relation GoesOn to
/// End.
///
/// TestsBefore: it was the variable before the addition that stood so to End - Step, a difference
/// that does not pass the type's end.
struct CountedLoop {
  MachineLoop &Loop;
  MachineBasicBlock &Preheader;
  const MachineInstr &Bump; ///< The addition.
  int64_t Step;
  MachineOperand Start, End; ///< Immediates, or registers that are set ahead of the loop.
  CmpInst::Predicate GoesOn;
  bool TestsBefore;
};

/// How often the loop runs, as an immediate or as a register that instructions added to the
/// preheader set; nothing where the number may not fit 32 bits.
std::optional<MachineOperand> tripCount(const CountedLoop &L, const MachineDominatorTree &MDT);

/// True if the addition of a constant, ahead of the loop, does not pass an end of signed numbers.
bool keepsOrder(const MachineInstr &Addition, MachineBasicBlock &Preheader,
                MachineBasicBlock &Header, const MachineDominatorTree &MDT);

} // namespace llvm

#endif

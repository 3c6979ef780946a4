//===- HexagonBranchHints.h - Which way branches lean -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONBRANCHHINTS_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONBRANCHHINTS_H

namespace llvm {

class MachineFunction;
class MachineLoopInfo;

/// Gives branches a probability by the loops of the function, if nothing is known of them: both
/// edges have the same. To be called before packets are formed, whose .new jumps take their hints
/// from it.
void leanTowardLoops(MachineFunction &MF, const MachineLoopInfo &MLI);

} // namespace llvm

#endif

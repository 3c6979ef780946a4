//===- HexagonBranchReach.h - Branches across code that grows ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONBRANCHREACH_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONBRANCHREACH_H

namespace llvm {

class MachineFunction;

/// Gives far branches and setups of hardware loops a constant extender. Their targets may come out
/// of reach where loops of a function overlap or regions get other programs. To be called before
/// packets are formed, which have to leave a word for it.
void extendFarBranches(MachineFunction &MF);

} // namespace llvm

#endif

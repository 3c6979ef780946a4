//===- HexagonBranchReach.h - Branches across loops that grow ---*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONBRANCHREACH_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONBRANCHREACH_H

namespace llvm {

class MachineFunction;

/// Gives branches a constant extender whose targets may come out of reach where the loops of a function
/// overlap: to be called before packets are formed, which have to leave a word for it.
void extendFarBranches(MachineFunction &MF);

} // namespace llvm

#endif

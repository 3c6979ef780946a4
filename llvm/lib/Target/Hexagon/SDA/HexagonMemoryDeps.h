//===- HexagonMemoryDeps.h - Whether two accesses may touch -----*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONMEMORYDEPS_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONMEMORYDEPS_H

namespace llvm {

class AAResults;
class MachineInstr;

/// Whether A and B, of which one stores, may access the same memory. Beyond MachineInstr::mayAlias
/// it knows that different stack objects whose address is not taken are disjoint, and that
/// allocframe saves into memory which nothing else addresses before its result is known.
bool hexagonMayAlias(const MachineInstr &A, const MachineInstr &B, AAResults *AA);

/// The same for accesses of different iterations of a loop of one block: what alias analysis says of
/// the program's pointers holds within one iteration.
bool hexagonMayAliasAcross(const MachineInstr &A, const MachineInstr &B, AAResults *AA);

} // namespace llvm

#endif

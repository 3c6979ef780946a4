//===- HexagonFaults.h - Mistakes on purpose --------------------*- C++ -*-===//
//
// -sda-inject-fault=KIND, for the tests of -sda-verify: see HexagonFaults.def.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONFAULTS_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONFAULTS_H

#include "HexagonSDARegion.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/CodeGen/SDA/IDG.h"

namespace llvm {

/// Whether faults are asked for.
bool injectsFaults();

/// Faults of the graph: to be called when it is complete.
void injectFault(sda::IDG &G);

/// Faults of the program that the pass remembers.
void injectFault(const MachineFunction &MF, InstrStates &Before);

/// Faults of liveness: what the renamer may take for live behind R.
BitVector injectFault(const HexagonRegion &R, BitVector LiveOut);

/// The same for everybody who asks what is live behind a region.
BitVector injectFaultBehind(BitVector LiveOut);

/// Faults of rotation: what may be taken for live at a loop's exits; whether an instruction moves
/// though what it needs stays.
BitVector injectFaultAtExits(BitVector LiveAtExits);
bool injectsUnreadyRotation();
/// Whether the copy of what begins before a rotated loop lacks an instruction.
bool injectsShortPrologue();
/// Faults of peeling: whether the loop's count stays; whether the epilogue lacks an instruction.
bool injectsKeptCount();
bool injectsShortEpilogue();

/// Faults of rewriting; whether new instructions are remembered as a trial left them.
bool injectsLostSum();
bool injectsForeignPart();
bool injectsTrialState();

/// Faults of a packing that is about to be bundled. LiveOut: the units that are live behind R.
void injectFault(const HexagonRegion &R, const sda::IDG &G, const BitVector &LiveOut,
                 sda::Arrangement &P);

} // namespace llvm

#endif

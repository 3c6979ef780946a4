//===- SDA/Faults.h - Mistakes on purpose -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -sda-inject-fault=KIND, for the tests of -sda-verify: see SDAFaults.def. The pass asks what is
// here in passing, where a mistake could be made, and gets its own answer back unless the command
// line wants it wrong; nobody else knows of kinds.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CODEGEN_SDA_FAULTS_H
#define LLVM_CODEGEN_SDA_FAULTS_H

#include "llvm/ADT/BitVector.h"
#include "llvm/CodeGen/SDA/IDG.h"
#include "llvm/CodeGen/SDA/Region.h"

namespace llvm::sda {

enum class Fault {
  None,
#define SDA_FAULT(Id, Name, What) Id,
#include "llvm/CodeGen/SDA/SDAFaults.def"
};

namespace faults {

/// Whether the command line asks for any.
bool areWanted();

// --- Of what packetizer and validator both believe ---

/// Whether two accesses may touch.
bool mayTouch(bool Right);
/// Units that are live: behind a region; behind a block, as its successors have it; behind a loop;
/// ahead of a block.
void liveBehind(BitVector &Live);
void liveInSuccessor(BitVector &Live);
void liveAtExits(BitVector &Live);
void liveIn(BitVector &Live);

// --- Of what the packetizer knows ---

void graph(IDG &G); // to be called when it is complete
void memory(const SDATarget &T, InstrStates &Before);
InstrState remembered(const InstrState &Right, const MachineInstr &MI);
/// Whether a new-value store of a packet has a load behind it.
bool loadFollows(bool Right);

// --- Of renaming and other programs ---

void liveBehindLoop(BitVector &Live);
/// Whether a part of a register's value is another value than the rest.
bool isApart(bool Right);
bool addsSecondAccumulator();
MCRegister outerReads(MCRegister Right, MCRegister Other);

// --- Of loops that overlap ---

void liveForMoved(BitVector &Live);
bool mayMove(bool Right);
bool mayLeave(bool Right);
void firstIteration(SmallVectorImpl<unsigned> &Copied);
void lastIteration(SmallVectorImpl<unsigned> &Copied);
unsigned iterationsLess();

} // namespace faults

/// A packing that is about to be bundled, and where its nodes are.
struct FaultSite {
  FaultSite(const SDATarget &T, const Region &R, const IDG &G, const BitVector &LiveOut,
            Arrangement &P);

  /// What the command line asks for.
  const Fault Kind;

  /// Moves N to another packet.
  void moveTo(unsigned N, unsigned Packet);
  bool isAccess(unsigned N) const;
  /// Whether the first results of A and B are one register; whether B reads that of A.
  bool sameResult(unsigned A, unsigned B) const;
  bool readsResult(unsigned A, unsigned B) const;

  const SDATarget &T;
  const Region &R;
  const IDG &G;
  /// The units that are live behind R.
  const BitVector &LiveOut;
  Arrangement &P;
  std::vector<unsigned> PacketOf; // by node
};

namespace faults {

/// Makes the fault of a packing that is asked for, where the first place for it is.
void packing(FaultSite S);

} // namespace faults

} // namespace llvm::sda

#endif

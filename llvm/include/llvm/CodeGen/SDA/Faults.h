//===- SDA/Faults.h - Mistakes on purpose -----------------------*- C++ -*-===//
//
// -sda-inject-fault=KIND, for the tests of -sda-verify: see SDAFaults.def.
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

/// Whether the command line asks for K; for any.
bool injects(Fault K);
inline bool injectsFaults() { return !injects(Fault::None); }

/// Faults of the graph: to be called when it is complete.
void injectFault(IDG &G);

/// Faults of the program that the pass remembers.
void injectFault(const SDATarget &T, InstrStates &Before);

/// A packing that is about to be bundled, and where its nodes are.
struct FaultSite {
  FaultSite(const SDATarget &T, const Region &R, const IDG &G, const BitVector &LiveOut,
            Arrangement &P);

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

/// Makes the fault of a packing that is asked for, where the first place for it is.
void injectFault(FaultSite S);

} // namespace llvm::sda

#endif

//===- HexagonPeelVerify.h - Validation of rotated loops --------*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONPEELVERIFY_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONPEELVERIFY_H

#include "HexagonSDARegion.h"
#include "llvm/CodeGen/MachineOperand.h"
#include "llvm/CodeGen/SDA/Reference.h"
#include <string>

namespace llvm {

using HexagonReference = sda::Reference;

/// A loop (M R)^n whose body becomes R M. What its instructions stand like now is what verifyHexagonOrder has replayed.
struct HexagonRotatedLoop {
  const HexagonRegion &Was, &Is;
  const MachineBasicBlock &Preheader;
  HexagonReference::InstrSet Moved; // M
  const MachineInstr *Setup;         // of a hardware loop
  /// n, as the setup had it.
  MachineOperand OldCount;
};

/// The same with the last iteration peeled. The epilogue may be the exit, if nothing else leads there.
struct HexagonPeeledLoop : HexagonRotatedLoop {
  const MachineBasicBlock &Epilogue, &Exit;
};

/// Reads the function, of which the preheader is not packed yet, and says why it is not M (R M)^n, or nothing: whether
/// copies of M end the preheader, R and M are the loop, and a setup counts as it did. That M R is the program's iteration and that M may run once
/// more is the business of verifyHexagonOrder and verifyHexagonRepeat. The reference gets the new program.
std::string verifyHexagonRotation(const HexagonRotatedLoop &L, HexagonReference &Reference);

/// The same for M (R M)^(n-1) R, of which the epilogue is not packed either. Besides, whether the setup counts one less,
/// and a guard on the same count leads past the loop if that is less than one; whether R is all of the epilogue, or begins the exit; whether
/// the registers of count and guard hold nothing that anybody wants.
std::string verifyHexagonPeel(const HexagonPeeledLoop &P, const HexagonLiveUnits &Liveness, HexagonReference &Reference);

} // namespace llvm

#endif

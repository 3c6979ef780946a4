//===- SDA/PeelVerify.h - Validation of rotated loops -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_PEELVERIFY_H
#define LLVM_CODEGEN_SDA_PEELVERIFY_H

#include "llvm/CodeGen/MachineOperand.h"
#include "llvm/CodeGen/SDA/LiveUnits.h"
#include "llvm/CodeGen/SDA/Reference.h"
#include "llvm/CodeGen/SDA/SDATarget.h"
#include <string>

namespace llvm::sda {

/// A loop (M R)^n whose body becomes R M. What its instructions stand like now is what verifyOrder
/// has replayed.
struct RotatedLoop {
  const Region &Was, &Is;
  const MachineBasicBlock &Preheader;
  Reference::InstrSet Moved; // M
  const MachineInstr *Setup;  // of a counted loop
  /// n, as the setup had it.
  MachineOperand OldCount;
};

/// A rotated loop whose last iteration is peeled. The epilogue may be the exit, if nothing else
/// leads there.
struct PeeledLoop : RotatedLoop {
  MachineBasicBlock &Epilogue;
  const MachineBasicBlock &Exit;
};

/// Reads the function, whose preheader is not packed yet. Returns why it is not M (R M)^n, or an
/// empty string. Copies of M have to end the preheader, the loop has to be R and M, and a setup
/// counts as it did. The reference gets the new program. Not checked here: that M R is the
/// program's iteration (verifyOrder), and that M may run once more (verifyRepeat).
std::string verifyRotation(const SDATarget &T, const RotatedLoop &L, Reference &Program);

/// As verifyRotation(), for M (R M)^(n-1) R, whose epilogue is not packed either. The setup has to
/// count one less. A guard on the same count has to lead past the loop if less than one iteration
/// is left. R has to be all of the epilogue, or begin the exit. The registers of count and guard
/// may hold no live value.
std::string verifyPeel(const SDATarget &T, const PeeledLoop &P, const LiveUnits &Liveness,
                       Reference &Program);

} // namespace llvm::sda

#endif

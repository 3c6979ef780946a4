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

/// The same with the last iteration peeled. The epilogue may be the exit, if nothing else leads
/// there.
struct PeeledLoop : RotatedLoop {
  MachineBasicBlock &Epilogue;
  const MachineBasicBlock &Exit;
};

/// Reads the function, of which the preheader is not packed yet, and says why it is not M (R M)^n,
/// or nothing: whether copies of M end the preheader, R and M are the loop, and a setup counts as
/// it did. That M R is the program's iteration and that M may run once more is the business of
/// verifyOrder and verifyRepeat. The reference gets the new program.
std::string verifyRotation(const SDATarget &T, const RotatedLoop &L, Reference &Program);

/// The same for M (R M)^(n-1) R, of which the epilogue is not packed either. Besides, whether the
/// setup counts one less, and a guard on the same count leads past the loop if that is less than
/// one; whether R is all of the epilogue, or begins the exit; whether the registers of count and
/// guard hold nothing that anybody wants.
std::string verifyPeel(const SDATarget &T, const PeeledLoop &P, const LiveUnits &Liveness,
                       Reference &Program);

} // namespace llvm::sda

#endif

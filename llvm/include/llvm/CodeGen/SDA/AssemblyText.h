//===- SDA/AssemblyText.h - An instruction as in the assembly ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_ASSEMBLYTEXT_H
#define LLVM_CODEGEN_SDA_ASSEMBLYTEXT_H

#include "llvm/CodeGen/SDA/SDATarget.h"
#include "llvm/MC/MCContext.h"
#include <memory>
#include <string>

namespace llvm {
class MCInstPrinter;
class MachineOperand;
} // namespace llvm

namespace llvm::sda {

/// Writes instructions as the assembly has them. Its symbols lie in a context of its own, so that
/// what is emitted later stays as it is.
class AssemblyText {
public:
  explicit AssemblyText(const SDATarget &T);
  ~AssemblyText();

  /// The text in one line; empty for an instruction that gets its text later, as a return does.
  std::string of(const MachineInstr &MI);

private:
  MCOperand lowered(const MachineOperand &MO);
  MCOperand symbol(const Twine &Name, int64_t Offset = 0);

  const SDATarget &T;
  const TargetMachine &TM;
  MCContext Context;
  std::unique_ptr<MCInstPrinter> Printer;
};

} // namespace llvm::sda

#endif

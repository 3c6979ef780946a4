//===- SwiftDSPInstPrinter.h - Packets as text ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_SWIFTDSP_MCTARGETDESC_SWIFTDSPINSTPRINTER_H
#define LLVM_LIB_TARGET_SWIFTDSP_MCTARGETDESC_SWIFTDSPINSTPRINTER_H

#include "llvm/MC/MCInstPrinter.h"

namespace llvm {

class SwiftDSPInstPrinter : public MCInstPrinter {
public:
  using MCInstPrinter::MCInstPrinter;

  void printInst(const MCInst *MI, uint64_t Address, StringRef Annot, const MCSubtargetInfo &STI,
                 raw_ostream &O) override;
  void printRegName(raw_ostream &O, MCRegister Reg) const override;

  // Made from the formats.
  std::pair<const char *, uint64_t> getMnemonic(const MCInst *MI) override;
  void printInstruction(const MCInst *MI, uint64_t Address, raw_ostream &O);
  static const char *getRegisterName(MCRegister Reg);

  /// The single register of that name, the table's or the ABI's; none: no register.
  static MCRegister registerNamed(StringRef Name);

private:
  void printOperand(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printImmediate(const MCInst *MI, unsigned OpNo, raw_ostream &O) {
    printOperand(MI, OpNo, O);
  }
  void printTarget(const MCInst *MI, uint64_t Address, unsigned OpNo, raw_ostream &O);
};

} // namespace llvm

#endif

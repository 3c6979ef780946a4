//===- HexagonForms.h - Forms of instructions, by their text ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the validator: whether one opcode is another one that only asks the packet for something
// (.new, .cur, .tmp, a jump's hint). The packetizer chooses forms by tables (getDotNewPredOp,
// getNewValueOpcode, HexagonVectorLoads.def); this reads none of them, but what the assembler
// writes.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONFORMS_H
#define LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONFORMS_H

#include <map>
#include <string>

namespace llvm {

class MachineFunction;

class HexagonForms {
public:
  explicit HexagonForms(MachineFunction &MF) : MF(MF) {}

  /// Whether A and B are one instruction in two forms, or the same.
  bool areOfOne(unsigned A, unsigned B) { return A == B || plainText(A) == plainText(B); }

private:
  const std::string &plainText(unsigned Opcode);
  std::string text(unsigned Opcode) const;

  MachineFunction &MF;
  std::map<unsigned, std::string> Texts;
};

} // namespace llvm

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector instructions as data: what each computes, and how a target says it. See instructions.def.
#pragma once

#include "expr/Definition.h"
#include "machine/Resources.h"

namespace hexloom {

enum class Target {
#define TARGET(NAME, TEXT, BODIES, BYTES, REGISTERS, TYPE, HEADER, DESCRIPTION) NAME,
#include "instructions/targets.def"
};
const char *text(Target T);
/// "hvx": the folder below hexloom/ that has the bodies of its kernels.
const char *bodiesOf(Target T);
const std::vector<Target> &allTargets();

struct InstructionTemplate {
  hexloom::Target Target;
  std::vector<const Resource *> Needs; ///< of each instruction that it is
  const char *C;
};

struct Instruction {
  const char *Name;     ///< "vrmpy.ub.b"
  const char *Operands; ///< "V = V R"
  const char *Expression;
  int AccumulatorBits;
  const char *Description;
  std::vector<InstructionTemplate> Templates;
  Definition Computes;  ///< the expression
  Definition Canonical; ///< the same, to be compared

  /// The template with which target T executes the row; null: T cannot.
  const InstructionTemplate *on(Target T) const;
};

const std::vector<Instruction> &allInstructions();

/// What a row of the table computes on vectors of so many bytes.
Definition definitionOf(const std::string &Operands, const std::string &Expression, int VectorBytes);
/// The kinds of a row's result and operands: "VVR" of "V = V R".
std::string kindsOf(const std::string &Operands);
/// The bytes of a result or operand of that kind.
int bytesOfKind(char Kind, int VectorBytes);

/// The instruction of that whole name; null if there is none.
const Instruction *instructionNamed(const std::string &Name);

/// Lists of instructions, as kernels have them. Words are mnemonics ("vmax, vadd"; "vmpye/vmpyo") or names. "scalar" and "none" are plain C,
/// which every target has. "word-products" is any of the rows that Machine::wordProducts finds by their expression, "products" any row that
/// multiplies.

/// The first word of a list that is none of the target's, or "".
std::string missingInstruction(const std::string &List, Target T);
/// Whether a word of the list is the row.
bool namesInstruction(const std::string &List, const Instruction &Row);

} // namespace hexloom

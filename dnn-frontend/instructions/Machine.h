// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a target's instructions are, asked by what they compute and not by name: rows of instructions.def whose definition is the same
// in canonical form. So code that is generated from them (nests/) is any target's that has the templates.
#pragma once

#include "instructions/Instruction.h"

namespace hexloom {

/// Sums of products of `Terms` neighbouring bytes in a lane of 32 bits by the bytes of a word:
/// "d.w[i] += SUM(4, a.ub[4*i+j] * b.b[j])".
struct WordProduct {
  const Instruction *Row;
  int Terms;
  bool UnsignedLanes, UnsignedWord;
};

/// The product of words that a row computes. Nullopt: it computes something else.
std::optional<WordProduct> wordProductBy(const Instruction &Row);

/// What generated code asks for.
namespace computes {
enum Pattern {
#define COMPUTES(NAME, OPERANDS, EXPRESSION) NAME,
#include "instructions/computes.def"
};
} // namespace computes
const char *text(computes::Pattern Pattern);

class Machine {
public:
  explicit Machine(Target T) : Its(T) {}
  Target target() const { return Its; }
  int vectorBytes() const; ///< 0: it has none
  int vectorRegisters() const; ///< 0: nobody counts them
  int lanes() const { return vectorBytes() / 4; } ///< of 32 bits
  const char *vectorType() const;                 ///< C
  const char *header() const;                     ///< that declares it, or ""

  /// The products of words that the machine has, in the table's order.
  const std::vector<WordProduct> &wordProducts() const;
  bool has(computes::Pattern Pattern) const { return find(Pattern); }
  const Instruction *find(computes::Pattern Pattern) const; ///< null: it has none
  const Instruction *exchange() const { return find(computes::Exchange); }
  /// C of the row that computes it; operands: a, b, c, and first d if it accumulates. Requires has().
  std::string say(computes::Pattern Pattern, const std::vector<std::string> &Operands) const;
  std::string say(const Instruction &Row, const std::vector<std::string> &Operands) const;

private:
  const Target Its;
};

} // namespace hexloom

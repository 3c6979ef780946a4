// What a target's instructions are, asked by what they compute and not by name: rows of instructions.def whose expression fits. So
// code that is generated from them (nests/) is any target's that has the templates.
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

/// Expressions of rows that generated code asks for.
namespace computes {
constexpr const char *WordSum = "d.w[i] = a.w[i] + b.w[i]", *Flip = "d.ub[i] = a.ub[i] ^ b.ub[i]",
                     *Splat = "d.ub[i] = a.ub[0]";
} // namespace computes

class Machine {
public:
  explicit Machine(Target T) : Its(T) {}
  Target target() const { return Its; }
  int vectorBytes() const; ///< 0: it has none
  int lanes() const { return vectorBytes() / 4; } ///< of 32 bits
  const char *vectorType() const;                 ///< C
  const char *header() const;                     ///< that declares it, or ""

  /// Those that it has, in the table's order.
  const std::vector<WordProduct> &wordProducts() const;
  bool has(const char *Expression) const { return find(Expression); }
  /// "vshuff.bit", by which a layout's vectors of several pixels and channels become those of four channels.
  const Instruction *exchange() const;
  /// C of the row with that expression; operands: a, b, c, and first d if it accumulates. Requires has().
  std::string say(const char *Expression, const std::vector<std::string> &Operands) const;
  std::string say(const Instruction &Row, const std::vector<std::string> &Operands) const;

private:
  const Target Its;
  const Instruction *find(const char *Expression) const;
};

} // namespace hexloom

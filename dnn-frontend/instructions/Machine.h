// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
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
// Sums of 16 bits of bytes by a word's signed ones: of even places and of odd ones in a vector each. Of a tap, of two, of three
// neighbours.
constexpr const char *HalfProducts = "d.h[i%2*64+i/2] += a.ub[i] * b.b[i%4]",
                     *HalfProductsOfTwo = "d.h[i%2*64+i/2] += SUM(2, a.ub[128*j+i] * b.b[i%2*2+j])",
                     *HalfProductsOfThree =
                         "d.h[i%2*64+i/2] += a.ub[i] * b.b[i%4-i%2] + a.ub[i%2 ? 127+i : i+1] * b.b[i%4-i%2+1] + a.ub[128+i]";
constexpr const char *HalvesToWords = "d.w[i%2*32+i/2] += a.h[i] + b.h[i]", *HalfSum = "d.h[i] = SAT16(a.h[i] + b.h[i])",
                     *Pair = "d.ub[i] = i < 128 ? b.ub[i] : a.ub[i-128]", *Lower = "d.ub[i] = a.ub[i]", *Upper = "d.ub[i] = a.ub[128+i]";
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
  const Instruction *find(const char *Expression) const; ///< null: it has none
  /// "vshuff.bit", by which a layout's vectors of several pixels and channels become those of four channels.
  const Instruction *exchange() const;
  /// C of the row with that expression; operands: a, b, c, and first d if it accumulates. Requires has().
  std::string say(const char *Expression, const std::vector<std::string> &Operands) const;
  std::string say(const Instruction &Row, const std::vector<std::string> &Operands) const;

private:
  const Target Its;
};

} // namespace hexloom

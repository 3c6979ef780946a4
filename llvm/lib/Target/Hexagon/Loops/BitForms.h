//===- BitForms.h - Bits as polynomials over GF(2) ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_HEXAGON_LOOPS_BITFORMS_H
#define LLVM_LIB_TARGET_HEXAGON_LOOPS_BITFORMS_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace llvm {

/// A bit as its algebraic normal form over unknown bits: a sum modulo two of products of at most
/// two of them.
///
/// Two forms are the same function of the unknown bits exactly if they are equal.
class BitForm {
public:
  BitForm(bool One = false) {
    if (One)
      Terms.push_back(0);
  }
  /// The unknown bit with a number below 65,535.
  static BitForm unknown(unsigned Number) {
    BitForm F;
    F.Terms.push_back(Number + 1);
    return F;
  }

  bool isZero() const { return Terms.empty(); }
  bool isOne() const { return isConstant() && !isZero(); }
  bool isConstant() const { return isZero() || (Terms.size() == 1 && Terms[0] == 0); }
  bool isLinear() const { return isZero() || Terms.back() < FirstProduct; }
  /// True if the unknown bit is a term of its own.
  bool has(unsigned Number) const;

  BitForm operator^(const BitForm &Other) const;
  /// Nothing where a product has three factors, or there are more than MaxTerms products.
  std::optional<BitForm> operator&(const BitForm &Other) const;

private:
  static constexpr uint32_t FirstProduct = 1u << 16;
  static constexpr unsigned MaxTerms = 512;
  /// Ascending. 0 is the constant 1, n + 1 the unknown bit n, (m + 1) << 16 | (n + 1) the product
  /// of the bits m < n.
  SmallVector<uint32_t, 4> Terms;
};

/// An integer, lowest bit first.
using WordForm = SmallVector<BitForm, 0>;
/// Nothing: not known as such forms.
using MaybeWord = std::optional<WordForm>;

WordForm constantWord(const APInt &Value);
std::optional<APInt> asConstant(const WordForm &Word);
/// The word with zeros, or copies of Fill, above it; or its low bits.
WordForm resized(const WordForm &Word, unsigned Width, const BitForm &Fill = false);
/// The word divided by 2^Amount, with Fill from above.
WordForm shiftedRight(const WordForm &Word, unsigned Amount, const BitForm &Fill = false);
WordForm shiftedLeft(const WordForm &Word, unsigned Amount);
WordForm sumOf(const WordForm &A, const WordForm &B);
MaybeWord productOf(const WordForm &A, const WordForm &B);
/// Each bit of Word and'ed with Bit.
MaybeWord masked(const WordForm &Word, const BitForm &Bit);
/// Whether all bits are zero; nothing where that is no form of two factors.
std::optional<BitForm> isZeroWord(const WordForm &Word);
/// The product without carries, of Width bits.
MaybeWord carryless(const WordForm &A, const WordForm &B, unsigned Width);

} // namespace llvm

#endif

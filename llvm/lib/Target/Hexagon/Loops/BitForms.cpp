//===- BitForms.cpp - Bits as polynomials over GF(2) --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BitForms.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

bool BitForm::has(unsigned Number) const {
  return std::binary_search(Terms.begin(), Terms.end(), Number + 1);
}

BitForm BitForm::operator^(const BitForm &Other) const {
  BitForm Sum;
  std::set_symmetric_difference(Terms.begin(), Terms.end(), Other.Terms.begin(), Other.Terms.end(),
                                std::back_inserter(Sum.Terms));
  return Sum;
}

/// The product of two terms; nothing where it has three factors.
static std::optional<uint32_t> productOfTerms(uint32_t A, uint32_t B) {
  if (A == 0 || A == B)
    return B;
  if (B == 0)
    return A;
  uint32_t Factors[4] = {A >> 16, A & 0xffff, B >> 16, B & 0xffff};
  llvm::sort(Factors);
  uint32_t *End = std::unique(Factors, Factors + 4);
  uint32_t *First = Factors + (Factors[0] == 0);
  if (End - First > 2)
    return std::nullopt;
  return First[0] << 16 | First[1];
}

std::optional<BitForm> BitForm::operator&(const BitForm &Other) const {
  if (Terms.size() * Other.Terms.size() > MaxTerms)
    return std::nullopt;
  SmallVector<uint32_t, 16> All;
  for (uint32_t A : Terms)
    for (uint32_t B : Other.Terms) {
      std::optional<uint32_t> Term = productOfTerms(A, B);
      if (!Term)
        return std::nullopt;
      All.push_back(*Term);
    }
  llvm::sort(All);
  BitForm Product;
  for (uint32_t Term : All) // pairs of equal terms vanish
    if (!Product.Terms.empty() && Product.Terms.back() == Term)
      Product.Terms.pop_back();
    else
      Product.Terms.push_back(Term);
  return Product;
}

WordForm llvm::constantWord(const APInt &Value) {
  WordForm Word;
  for (unsigned I = 0; I != Value.getBitWidth(); ++I)
    Word.push_back(BitForm(Value[I]));
  return Word;
}

std::optional<APInt> llvm::asConstant(const WordForm &Word) {
  APInt Value(Word.size(), 0);
  for (auto [I, Bit] : enumerate(Word)) {
    if (!Bit.isConstant())
      return std::nullopt;
    Value.setBitVal(I, Bit.isOne());
  }
  return Value;
}

WordForm llvm::resized(const WordForm &Word, unsigned Width, const BitForm &Fill) {
  WordForm Result(Word.begin(), Word.begin() + std::min<size_t>(Width, Word.size()));
  Result.resize(Width, Fill);
  return Result;
}

WordForm llvm::shiftedRight(const WordForm &Word, unsigned Amount, const BitForm &Fill) {
  WordForm Result(Word.begin() + std::min<size_t>(Amount, Word.size()), Word.end());
  Result.resize(Word.size(), Fill);
  return Result;
}

WordForm llvm::shiftedLeft(const WordForm &Word, unsigned Amount) {
  WordForm Result(Amount);
  Result.append(Word.begin(), Word.end());
  Result.truncate(Word.size());
  return Result;
}

WordForm llvm::sumOf(const WordForm &A, const WordForm &B) {
  WordForm Sum;
  for (auto [X, Y] : zip_equal(A, B))
    Sum.push_back(X ^ Y);
  return Sum;
}

MaybeWord llvm::productOf(const WordForm &A, const WordForm &B) {
  WordForm Product;
  for (auto [X, Y] : zip_equal(A, B)) {
    std::optional<BitForm> Bit = X & Y;
    if (!Bit)
      return std::nullopt;
    Product.push_back(std::move(*Bit));
  }
  return Product;
}

MaybeWord llvm::masked(const WordForm &Word, const BitForm &Bit) {
  return productOf(Word, WordForm(Word.size(), Bit));
}

std::optional<BitForm> llvm::isZeroWord(const WordForm &Word) {
  BitForm Zero = true;
  for (const BitForm &Bit : Word) {
    if (Bit.isOne())
      return BitForm(false);
    std::optional<BitForm> Both = Zero & (Bit ^ true);
    if (!Both)
      return std::nullopt;
    Zero = std::move(*Both);
  }
  return Zero;
}

MaybeWord llvm::carryless(const WordForm &A, const WordForm &B, unsigned Width) {
  WordForm Sum(Width);
  for (auto [I, Bit] : enumerate(A)) {
    MaybeWord Part = masked(B, Bit);
    if (!Part)
      return std::nullopt;
    Sum = sumOf(Sum, shiftedLeft(resized(*Part, Width), I));
  }
  return Sum;
}

//===- SDA/Terms.h - Values of a symbolic machine ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values are hash-consed terms: an operation on terms, or the value that a register unit had when
// the region was entered. A load's term names the stores before it that it may alias, in their
// order; so accesses that alias must keep their order for the terms to be equal, and others need
// not. Addresses, pointer updates and other sums are linear forms: a constant and terms with
// factors, in whatever order they were added. A conditional result is if(predicate, new, old), kept
// in a normal form in which the two halves of a complementary pair commute.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CODEGEN_SDA_TERMS_H
#define LLVM_CODEGEN_SDA_TERMS_H

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace llvm::sda {

using Term = int;

/// Hash-consed terms: equal terms have equal numbers.
class TermTable {
public:
  /// What a term begins with that no opcode begins: Own, and below it, is the target's.
  enum : int64_t { Initial = -1, Select = -2, Sum = -3, Access = -4, Clobber = -5, Flags = -6,
                   Undefined = -7, Own = -8 };

  Term make(std::vector<int64_t> Key) {
    auto [It, New] = Index.try_emplace(Key, Keys.size());
    if (New)
      Keys.push_back(std::move(Key));
    return It->second;
  }

  /// if (P) Then else Else.
  Term select(Term P, Term Then, Term Else) {
    if (isSelect(Then, P))
      Then = Keys[Then][2];
    if (isSelect(Else, P))
      Else = Keys[Else][3];
    return Then == Else ? Then : make({Select, P, Then, Else});
  }

  /// What T is when P holds, or does not.
  Term given(Term T, Term P, bool Holds) const {
    return isSelect(T, P) ? Keys[T][Holds ? 2 : 3] : T;
  }

  Term sum(Term Base, int64_t Offset) { return linear(Base, 0, Base, Offset); }

  /// A + Factor * B + Offset, modulo 2^32.
  Term linear(Term A, int64_t Factor, Term B, int64_t Offset = 0) {
    std::map<Term, int64_t> Addends;
    Offset += collect(A, 1, Addends) + collect(B, Factor, Addends);
    std::vector<int64_t> Key = {Sum, int32_t(Offset)};
    for (auto [T, Times] : Addends)
      if (int32_t(Times)) {
        Key.push_back(T);
        Key.push_back(int32_t(Times));
      }
    bool Alone = Key.size() == 4 && !Key[1] && Key[3] == 1;
    return Alone ? Term(Key[2]) : make(std::move(Key));
  }

  /// B - A, if that is a constant.
  std::optional<int64_t> distance(Term A, Term B) {
    const std::vector<int64_t> &Key = Keys[linear(B, -1, A)];
    return Key[0] == Sum && Key.size() == 2 ? std::optional(Key[1]) : std::nullopt;
  }

private:
  /// Adds Factor * T to the addends; returns its constant.
  int64_t collect(Term T, int64_t Factor, std::map<Term, int64_t> &Addends) const {
    const std::vector<int64_t> &Key = Keys[T];
    if (Key[0] != Sum) {
      Addends[T] += Factor;
      return 0;
    }
    for (size_t I = 2; I != Key.size(); I += 2)
      Addends[Term(Key[I])] += Factor * Key[I + 1];
    return Factor * Key[1];
  }

  bool isSelect(Term T, Term P) const { return Keys[T][0] == Select && Keys[T][1] == P; }

  std::map<std::vector<int64_t>, Term> Index;
  std::vector<std::vector<int64_t>> Keys;
};

using UnitTerms = std::map<unsigned, Term>;

} // namespace llvm::sda

#endif

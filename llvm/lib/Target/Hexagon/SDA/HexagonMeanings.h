//===- HexagonMeanings.h - What instructions compute ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hexagon for the symbolic machine: operands are read before results are written, .new and .cur
// read the packet's results, calls and jumps come last. A compound is the term of its two parts; a
// pointer that moves around a circular buffer is a term of its own.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONMEANINGS_H
#define LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONMEANINGS_H

#include "llvm/CodeGen/SDA/SymbolicMachine.h"

namespace llvm {

class HexagonForms;
class HexagonInstrInfo;

class HexagonMeanings : public sda::SymbolicMachine {
public:
  HexagonMeanings(const sda::SDATarget &T, const sda::Region &R, HexagonForms &Forms);

protected:
  unsigned meaning(unsigned N, const sda::Step &S) const override;
  Source source(unsigned N, unsigned I) const override;
  std::optional<Condition> condition(unsigned N) const override;
  std::optional<sda::Term> value(const sda::State &St, const sda::Step &S, unsigned N, unsigned I,
                                 const std::vector<int64_t> &Key) override;
  bool isSticky(MCRegister Reg) const override;
  bool seesItsPacket(unsigned N, const sda::Step &S) const override;
  bool feedsPacket(unsigned N) const override;
  bool areFree(unsigned A, unsigned B) const override;
  unsigned turn(unsigned N) const override;

private:
  enum : int64_t { Circular = sda::TermTable::Own };

  bool isNewValue(unsigned N, unsigned I) const;
  sda::Term compute(std::vector<int64_t> Key);
  std::optional<sda::Term> moved(const sda::State &St, const sda::Step &S, unsigned N, unsigned I);

  const HexagonInstrInfo &HII;
  HexagonForms &Forms;
};

} // namespace llvm

#endif

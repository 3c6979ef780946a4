//===- SwiftDSPMeanings.h - What instructions compute -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SwiftDSP for the symbolic machine: a packet's instructions take effect on registers in their
// order, as if one after the other; loads are ahead of stores.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_LIB_TARGET_SWIFTDSP_SDA_SWIFTDSPMEANINGS_H
#define LLVM_LIB_TARGET_SWIFTDSP_SDA_SWIFTDSPMEANINGS_H

#include "llvm/CodeGen/SDA/SymbolicMachine.h"

namespace llvm {

class SwiftDSPMeanings : public sda::SymbolicMachine {
public:
  using SymbolicMachine::SymbolicMachine;

protected:
  Source source(unsigned, unsigned) const override { return Source::Latest; }
  std::optional<sda::Term> value(const sda::State &St, const sda::Step &S, unsigned N, unsigned I,
                                 const std::vector<int64_t> &Key) override;

private:
  std::optional<sda::Term> moved(const sda::State &St, const sda::Step &S, unsigned N, unsigned I);
};

} // namespace llvm

#endif

//===- HexagonCompounds.h - Two operations in one instruction ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONCOMPOUNDS_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONCOMPOUNDS_H

#include "MCTargetDesc/HexagonMCTargetDesc.h"

namespace llvm {

/// Rd = Compound(Ra, operands...) is Rt = Inner(operands...); Rd = Outer(Ra, Rt).
struct HexagonCompound {
  unsigned Compound, Inner, Outer;
};

/// The parts of an instruction of HexagonCompounds.def, or null.
inline const HexagonCompound *hexagonCompound(unsigned Opcode) {
  switch (Opcode) {
#define HEXAGON_COMPOUND(Compound, Inner, Outer)                                                   \
  case Hexagon::Compound: {                                                                        \
    static constexpr HexagonCompound C = {Hexagon::Compound, Hexagon::Inner, Hexagon::Outer};      \
    return &C;                                                                                     \
  }
#include "HexagonCompounds.def"
  default:
    return nullptr;
  }
}

} // namespace llvm

#endif

//===- HexagonVectorLoads.h - Loads as .cur and as .tmp ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the packetizer and the cycle model alike; the list is HexagonVectorLoads.def.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_LIB_TARGET_HEXAGON_MCTARGETDESC_HEXAGONVECTORLOADS_H
#define LLVM_LIB_TARGET_HEXAGON_MCTARGETDESC_HEXAGONVECTORLOADS_H

namespace llvm {

/// The forms of one vector load. All have the same operands. Plain gives its datum to later
/// packets; Current to its own packet as well; Temporary to its own packet only: it writes no
/// register, for which it needs no vector pipe.
struct VectorLoadForms {
  unsigned Plain, Current, Temporary;
};

/// The forms of the load of which Opcode is one, or null. Conditional loads are left out: what
/// their packet reads when the condition fails depends on the form.
const VectorLoadForms *vectorLoadForms(unsigned Opcode);

/// Whether Opcode is a .cur load, and whether it is a .tmp load; conditional ones among them.
bool isCurrentLoad(unsigned Opcode);
bool isTemporaryLoad(unsigned Opcode);

} // namespace llvm

#endif

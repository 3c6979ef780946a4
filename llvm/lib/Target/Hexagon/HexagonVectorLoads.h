//===- HexagonVectorLoads.h - Loads as .cur and as .tmp ---------*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONVECTORLOADS_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONVECTORLOADS_H

namespace llvm {

/// The forms of one vector load. All have the same operands. Plain gives its datum to later packets;
/// Current to its own packet as well; Temporary to its own packet only: it writes no register, for
/// which it needs no vector pipe.
struct VectorLoadForms {
  unsigned Plain, Current, Temporary;
};

/// The forms of the load of which Opcode is one, or null. Conditional loads are left out: what their
/// packet reads when the condition fails depends on the form.
const VectorLoadForms *vectorLoadForms(unsigned Opcode);

/// Whether Opcode is a .cur load, and whether it is a .tmp load.
bool isCurrentLoad(unsigned Opcode);
bool isTemporaryLoad(unsigned Opcode);

} // namespace llvm

#endif

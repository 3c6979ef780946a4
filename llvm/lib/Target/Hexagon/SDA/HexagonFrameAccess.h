//===- HexagonFrameAccess.h - Accesses of the frame by pointers ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONFRAMEACCESS_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONFRAMEACCESS_H

namespace llvm {

class MachineInstr;

/// Whether MI may access a variable of its function's frame by a pointer: the frame has variables,
/// and nothing says that MI's address is elsewhere.
bool mayAccessFrameByPointer(const MachineInstr &MI);

} // namespace llvm

#endif

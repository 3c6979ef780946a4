//===- SwiftDSPFrameDirectives.h - CFI while packets are made ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the directives about the frame (.cfi_*) out of a function before anything is packed, so
// that code cannot depend on them, and puts them back between the packets.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPFRAMEDIRECTIVES_H
#define LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPFRAMEDIRECTIVES_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;

class SwiftDSPFrameDirectives {
public:
  explicit SwiftDSPFrameDirectives(MachineFunction &MF);

  /// The function is packed. A directive comes behind the packets of all instructions that it
  /// followed. Where that is a packet with a call or a branch, it comes ahead of it: who unwinds
  /// from the callee looks there, and nothing follows a branch.
  void putBack();

private:
  struct Directive {
    MachineInstr *MI;   // in no block
    unsigned NumBefore; // how many of Block::Prefix it followed
  };
  struct Block {
    MachineBasicBlock *MBB;
    SmallVector<MachineInstr *, 8> Prefix; // all up to the last directive
    SmallVector<Directive, 8> Directives;
  };
  SmallVector<Block, 1> Blocks;
};

} // namespace llvm

#endif

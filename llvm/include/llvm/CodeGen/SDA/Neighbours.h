//===- SDA/Neighbours.h - Packets next to a region --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_NEIGHBOURS_H
#define LLVM_CODEGEN_SDA_NEIGHBOURS_H

#include "llvm/CodeGen/MachineBasicBlock.h"

namespace llvm {
class MachineLoopInfo;
} // namespace llvm

namespace llvm::sda {

/// Walks a bundled function from packet to packet, along the edges that run most often: into loops
/// and around them, and else to the block that is next in the layout.
class Neighbours {
public:
  explicit Neighbours(const MachineLoopInfo &MLI) : MLI(MLI) {}

  /// Whether a bundle's head, or a lone instruction, is a packet; takes it if so.
  using TakeFn = function_ref<bool(const MachineInstr &Top)>;
  /// The packets before I in MBB, the nearest first, and those from I on; as many as are looked at.
  void before(const MachineBasicBlock &MBB, MachineBasicBlock::const_iterator I, TakeFn Take) const;
  void behind(const MachineBasicBlock &MBB, MachineBasicBlock::const_iterator I, TakeFn Take) const;

private:
  const MachineLoopInfo &MLI;
};

} // namespace llvm::sda

#endif

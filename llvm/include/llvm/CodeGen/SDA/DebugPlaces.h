//===- SDA/DebugPlaces.h - Places between packets ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_DEBUGPLACES_H
#define LLVM_CODEGEN_SDA_DEBUGPLACES_H

#include "llvm/CodeGen/SDA/DebugInstrs.h"

namespace llvm::sda {

/// Finds places for the debug instructions of a packed function.
class DebugPlaces {
public:
  explicit DebugPlaces(const SDATarget &T);

  /// Inserts debug instructions. Blocks has those of each block, in program order.
  void putBack(DenseMap<const MachineBasicBlock *, std::vector<DebugInstr>> &Blocks);

private:
  void place(MachineBasicBlock &MBB, std::vector<DebugInstr> &Debug);
  void goOn(MachineBasicBlock &MBB, ArrayRef<MachineInstr *> Behind,
            SmallVectorImpl<MachineInstr *> &Unknown);

  const SDATarget &T;
  MachineFunction &MF;
  const TargetRegisterInfo &TRI;
  /// What other blocks have for the beginning of a block.
  DenseMap<const MachineBasicBlock *, SmallVector<MachineInstr *, 4>> Incoming;
};

} // namespace llvm::sda

#endif

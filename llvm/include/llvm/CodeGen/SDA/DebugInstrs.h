//===- SDA/DebugInstrs.h - Variables while packets are made -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the debug instructions and pseudo probes out of a function before anything is packed, so
// that code cannot depend on them, and puts them back between the packets: each behind the
// instruction that it followed and behind those that wrote its registers, under the names that
// these have got. What no register holds any more at that place is unknown from there on. Nothing
// follows a branch: what comes into its own beside one goes to the blocks that only this block
// leads to.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CODEGEN_SDA_DEBUGINSTRS_H
#define LLVM_CODEGEN_SDA_DEBUGINSTRS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCRegister.h"
#include <vector>

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
class TargetRegisterInfo;
} // namespace llvm

namespace llvm::sda {

class SDATarget;

/// An instruction that writes a register which a debug instruction names.
struct DebugDef {
  MachineInstr *MI;
  unsigned OpIdx;
  MCRegister Was; // the operand in the program

  bool operator==(const DebugDef &O) const { return MI == O.MI && OpIdx == O.OpIdx; }
  /// What holds the datum that the program has in Reg, a register that shares bits with Was; none
  /// if nothing does as a whole.
  MCRegister nameNow(MCRegister Reg, const SDATarget &T) const;
};

/// A register that a debug instruction names.
struct DebugValue {
  unsigned OpIdx;
  MCRegister Reg;
  SmallVector<DebugDef, 1> Defs; // several where some are conditional
  bool FromOutside = false;             // it may come from before the block, in Reg
  bool Lost = false;

  /// The register that holds the value now, if there is one.
  MCRegister nameNow(const SDATarget &T) const;
};

struct DebugInstr {
  MachineInstr *MI;    // in no block
  MachineInstr *After; // follows this one; null at the block's beginning
  SmallVector<DebugValue, 1> Values;
};

class DebugInstrs {
public:
  /// What became of an instruction that a rewrite has touched: what follows it now, and what writes
  /// its result (null: nothing does).
  struct Rewritten {
    MachineInstr *Last, *Def;
  };
  using Rewrites = DenseMap<const MachineInstr *, Rewritten>;

  explicit DebugInstrs(const SDATarget &T);

  void rewrite(const MachineBasicBlock &MBB, const Rewrites &Changes);
  /// Follows the rotation of Loop, whose program is Instrs with its current registers. Instructions
  /// that are moved execute one iteration earlier.
  void rotate(const MachineBasicBlock &Loop, ArrayRef<MachineInstr *> Instrs,
              function_ref<bool(const MachineInstr *)> IsMoved);
  /// Epilogue begins with Copies of Originals, instructions of a loop that was rotated.
  void copy(const MachineBasicBlock &Loop, ArrayRef<MachineInstr *> Originals,
            const MachineBasicBlock &Epilogue, ArrayRef<MachineInstr *> Copies);
  /// The function is packed.
  void putBack();

private:
  const SDATarget &T;
  MachineFunction &MF;
  const TargetRegisterInfo &TRI;
  DenseMap<const MachineBasicBlock *, std::vector<DebugInstr>> Blocks;
};

} // namespace llvm::sda

#endif

//===- SDA/CountedLoops.h - Loops that the machine counts -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_COUNTEDLOOPS_H
#define LLVM_CODEGEN_SDA_COUNTEDLOOPS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/CodeGen/MachineInstr.h"

namespace llvm {
class TargetRegisterClass;
} // namespace llvm

namespace llvm::sda {

/// What the last iteration's peeling asks of a target whose machine counts iterations. An
/// instruction ahead of the loop sets it up: it has the count, an immediate or a register. The loop
/// runs at least once and ends with a terminator that leads back.
class CountedLoops {
public:
  virtual ~CountedLoops() = default;

  /// The block of the loop that Setup sets up; null if it is another instruction.
  virtual MachineBasicBlock *loopOf(const MachineInstr &Setup) const = 0;
  /// The operand with the count.
  virtual unsigned countOperand() const { return 1; }
  virtual bool isEnd(const MachineInstr &MI) const = 0;
  /// Whether the setup is a terminator, the last instruction ahead of the loop, so that what begins
  /// a rotated loop stands before it.
  virtual bool setsUpLast() const { return false; }
  /// Tells Setup which block is now behind its loop.
  virtual void leaveTo(MachineInstr &Setup, MachineBasicBlock &Behind) const {}

  /// Gives Setup the form that reaches its loop, which is Instrs more instructions away.
  virtual void reachOver(MachineInstr &Setup, unsigned Instrs) const {}

  /// What leads past a loop that may have but one iteration:
  ///   Flag = Count > 1 (unsigned); Less = Count - By; if (!Flag) jump Past
  struct Guard {
    MCRegister Count, Less, Flag;
    MachineBasicBlock *Past;
    int By = 1;
  };
  /// The registers that may be Less and Flag.
  virtual const TargetRegisterClass &countClass() const = 0;
  virtual const TargetRegisterClass &flagClass() const = 0;
  /// Makes G's three instructions, the first two ahead of Setup, the third ahead of its block's
  /// terminators. Near: nothing but the loop is between the two blocks.
  virtual void insertGuard(MachineInstr &Setup, const Guard &G, bool Near,
                           function_ref<void(MachineInstr &)> Made) const = 0;
  /// Whether MI is the first, second or third one. It shares nothing with insertGuard().
  virtual bool compares(const MachineInstr &MI, const Guard &G) const = 0;
  virtual bool lowers(const MachineInstr &MI, const Guard &G) const = 0;
  virtual bool skips(const MachineInstr &MI, const Guard &G) const = 0;
};

} // namespace llvm::sda

#endif

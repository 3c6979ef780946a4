//===- SDA/LoopPeeling.h - The last iteration's rest ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_LOOPPEELING_H
#define LLVM_CODEGEN_SDA_LOOPPEELING_H

#include "llvm/CodeGen/SDA/CountedLoops.h"
#include "llvm/CodeGen/SDA/LiveUnits.h"
#include "llvm/CodeGen/SDA/LoopFrame.h"
#include "llvm/CodeGen/SDA/SDATarget.h"

namespace llvm::sda {

/// Lets a counted loop run once less and makes room for the rest of its last iteration behind it.
/// Where the loop may have but one iteration, a guard passes it by.
class LoopPeeling {
public:
  /// Sure about registers only when the preheader is not bundled: packets may rename them.
  LoopPeeling(const SDATarget &T, const LoopFrame &Frame, const LiveUnits &Liveness);

  /// Whether the loop can run once less: its count is known and large enough, or there are
  /// registers to count and to guard with.
  bool possible() const { return Possible; }
  bool isGuarded() const { return Possible && !Frame.TripCount; }
  /// Instructions that go between the setup and the loop's beginning, or to the same packets.
  unsigned instrs() const { return isGuarded() ? 2 : 0; }

  /// Whether nothing else leads to the block behind the loop, which may begin with the last
  /// iteration's rest.
  bool mayShareExit() const;
  /// Lowers the count, with a guard if need be, and returns the block that the last iteration's
  /// rest is to begin: the exit, or an empty one before it. The preheader is not bundled. Before is
  /// given the states of what changes.
  MachineBasicBlock *apply(InstrStates &Before, bool ShareExit) const;

private:
  bool findRegisters(const LiveUnits &Liveness);
  MCRegister freeRegister(const TargetRegisterClass &RC, const BitVector &Live,
                          MCRegister Taken = MCRegister()) const;
  bool isNamed(MCRegister Reg, const MachineBasicBlock &MBB) const;
  bool setupReadsLast(MCRegister Reg) const;
  MachineBasicBlock *insertEpilogue() const;
  void insertGuard(MachineBasicBlock &Epilogue, InstrStates &Before) const;

  const SDATarget &T;
  const LoopFrame Frame;
  bool Possible = false;
  MCRegister Count, Flag; // of a loop whose count is in a register
};

} // namespace llvm::sda

#endif

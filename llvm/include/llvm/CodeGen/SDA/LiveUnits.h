//===- SDA/LiveUnits.h - Live register units --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_LIVEUNITS_H
#define LLVM_CODEGEN_SDA_LIVEUNITS_H

#include "llvm/ADT/BitVector.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include <vector>

namespace llvm {
class MachineFunction;
class MachineRegisterInfo;
class TargetRegisterInfo;
} // namespace llvm

namespace llvm::sda {

class SDATarget;

/// Which register units hold a value that is still wanted, by data flow over the whole function:
/// nothing depends on kill flags or on the blocks' lists of live-ins. A conditional definition
/// leaves the old value wanted, a call loses what it clobbers, IMPLICIT_DEF does nothing: so the
/// same is live behind a region however it and the others are packed.
class LiveUnits {
public:
  explicit LiveUnits(const SDATarget &T);

  /// The units that are live at the beginning of a block.
  BitVector liveIn(const MachineBasicBlock &MBB) const;
  /// The units that are live in MBB just before the instruction Where (a bundle's head or a lone
  /// one, or the end).
  BitVector liveBefore(const MachineBasicBlock &MBB,
                       MachineBasicBlock::const_instr_iterator Where) const;

  /// The units that are live at the exits of a loop of one block, and at its beginning if Instrs
  /// were its program.
  BitVector liveAtExits(const MachineBasicBlock &Loop) const;
  BitVector liveInOfLoop(const MachineBasicBlock &Loop, ArrayRef<MachineInstr *> Instrs) const;
  /// Adds a block that was made after all others, whose successors are known.
  void add(const MachineBasicBlock &New);
  /// Updates a loop of one block that has got another program. What is live at the end of its
  /// preheader is the only other thing that changes.
  void update(const MachineBasicBlock &Loop);
  /// Turns the units that are live behind MI into those that are live before it.
  void stepBackward(const MachineInstr &MI, BitVector &Live) const;

private:
  BitVector liveOut(const MachineBasicBlock &MBB) const;
  void removeClobbered(const MachineOperand &Mask, const MachineRegisterInfo &MRI,
                       BitVector &Live) const;

  const SDATarget &T;
  const TargetRegisterInfo &TRI;
  BitVector Preserved; // the caller's, and what is never given away
  std::vector<BitVector> In;
};

} // namespace llvm::sda

#endif

//===- SDA/LoopFrame.h - How a loop is entered and left ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_LOOPFRAME_H
#define LLVM_CODEGEN_SDA_LOOPFRAME_H

namespace llvm {
class MachineBasicBlock;
class MachineInstr;
class MachineOperand;
} // namespace llvm

namespace llvm::sda {

class CountedLoops;

/// The target of a jump without a condition; null if MI is none.
const MachineBasicBlock *jumpTarget(const MachineInstr &MI);

/// What is around a loop of one block.
struct LoopFrame {
  /// Counted: the target's loops that the machine counts; null if there are none.
  LoopFrame(MachineBasicBlock &Loop, const CountedLoops *Counted);

  MachineBasicBlock &Loop;
  const CountedLoops *const Counted;
  /// The only block that enters the loop, if nothing else follows it; or null, then nothing of the
  /// loop has a place before it.
  MachineBasicBlock *Preheader = nullptr;
  /// The preheader's instruction that sets up the counted loop; null if it is a loop of compare and
  /// branch.
  MachineInstr *Setup = nullptr;
  /// The only block that follows a counted loop, and the jump there if it is not fallen into; null
  /// if the loop is left otherwise.
  MachineBasicBlock *Exit = nullptr;
  MachineInstr *ExitJump = nullptr;
  /// Iterations, or 0 if they are not known.
  unsigned TripCount = 0;

  /// The operand of the setup that is the count.
  MachineOperand &count() const;
  /// Whether the setup is behind what begins the rotated loop, and reads a register that MI writes.
  bool overwritesCount(const MachineInstr &MI) const;

private:
  void findPreheader();
  void findSetup();
  void findExit();
};

} // namespace llvm::sda

#endif

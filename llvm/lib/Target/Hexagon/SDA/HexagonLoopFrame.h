//===- HexagonLoopFrame.h - How a loop is entered and left ------*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONLOOPFRAME_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONLOOPFRAME_H

namespace llvm {

class MachineBasicBlock;
class MachineInstr;

/// What is around a loop of one block.
struct HexagonLoopFrame {
  explicit HexagonLoopFrame(MachineBasicBlock &Loop);

  MachineBasicBlock &Loop;
  /// The only block that enters the loop, if nothing else follows it; or null, then nothing of the
  /// loop has a place before it.
  MachineBasicBlock *Preheader = nullptr;
  /// In the preheader, sets up the hardware loop; null if it is a loop of compare and branch.
  MachineInstr *Setup = nullptr;
  /// The only block that follows a hardware loop, and the jump there if it is not fallen into; null
  /// if the loop is left otherwise.
  MachineBasicBlock *Exit = nullptr;
  MachineInstr *ExitJump = nullptr;
  /// Iterations, or 0 if they are not known.
  unsigned TripCount = 0;

  /// Gives the setup the form that reaches the loop's beginning from anywhere, if Instrs more
  /// instructions between the two may be too many for the one that it has. The preheader is not bundled.
  void reachOver(unsigned Instrs) const;
  /// Gives a setup that form.
  static void extendSetup(MachineInstr &Setup);

private:
  void findPreheader();
  void findSetup();
  void findExit();
};

} // namespace llvm

#endif

//===- SDA/LoopRotation.h - Beginnings of the next iteration ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_LOOPROTATION_H
#define LLVM_CODEGEN_SDA_LOOPROTATION_H

#include "llvm/CodeGen/SDA/LiveUnits.h"
#include "llvm/CodeGen/SDA/SDATarget.h"

namespace llvm::sda {

/// A packed loop of one block, B = M R (moved, rest), that becomes R M.
class LoopRotation {
public:
  /// Repeated: M R becomes R M with a copy of M in front, and M runs once more than R. Peeled: the
  /// loop also runs once less, with a copy of R behind it.
  enum class Form { Repeated, Peeled };

  LoopRotation(const SDATarget &T, const PackedRegion &Loop, const LiveUnits &Liveness);

  /// M, in program order: the nodes of the first Packets packets that may move and need no node
  /// outside of M.
  SmallVector<unsigned, 8> head(unsigned Packets, Form F) const;
  /// R, the nodes that are not in Head.
  SmallVector<unsigned, 8> rest(ArrayRef<unsigned> Head) const;

  /// The rotated loop, not packed yet; its instructions have the loop's forms and registers.
  PackedRegion rotated(ArrayRef<unsigned> Head, Form F) const;
  /// Inserts copies of Nodes.
  std::vector<MachineInstr *> insertCopy(ArrayRef<unsigned> Nodes, MachineBasicBlock &To,
                                         MachineBasicBlock::iterator Where,
                                         InstrStates &Before) const;
  std::vector<MachineInstr *> instrs(ArrayRef<unsigned> Nodes) const;
  /// Gives the instructions the forms of the program and the registers of the packing.
  void restoreProgram() const;
  /// Gives the instructions back the forms and registers that they have as packed.
  void undo() const { Loop.best().Packed.restore(Loop.R.Instrs); }
  /// Replays M R in place of the program's order, and M behind the last iteration if it is repeated
  /// there; says what differs, or nothing.
  std::string verify(ArrayRef<unsigned> Head, Form F) const;

private:
  void findSafeLoads();
  bool mayRepeat(unsigned N) const;
  bool mayMove(unsigned N) const;
  bool mayDefine(const MachineOperand &Op) const;
  std::vector<unsigned> order(ArrayRef<unsigned> Head, bool HeadFirst) const;

  const SDATarget &T;
  const PackedRegion &Loop;
  const LiveUnits &Liveness;
  MachineBasicBlock &MBB;
  std::vector<InstrState> States; // by node: the program that was packed, registers renamed
  BitVector LiveAtExit;
  BitVector SafeLoads; // by node
};

} // namespace llvm::sda

#endif

//===- SDA/DeadValues.h - What nobody has compared ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions are compared in the registers that are live behind them, and liveness is what packetizer
// and validator share. So this looks again, the other way round, and shares nothing with it: what a
// region has written and nobody has compared is followed forward through the function, on all ways,
// and must meet no reader before it is overwritten.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CODEGEN_SDA_DEADVALUES_H
#define LLVM_CODEGEN_SDA_DEADVALUES_H

#include "llvm/CodeGen/SDA/Reference.h"

namespace llvm::sda {

class DeadValues {
public:
  DeadValues(const SDATarget &T, const PackedRegions &Regions, const Reference &Program);

  /// The first instruction, in the function's order, that reads a value which nobody has compared;
  /// null if none does.
  const MachineInstr *findReader();
  /// What is wrong with Reader, which findReader() has found.
  std::string describe(const MachineInstr &Reader) const;

private:
  void write(const MachineInstr &MI, BitVector &Units) const;
  void overwrite(const MachineInstr &MI, BitVector &Unseen) const;
  int read(const MachineInstr &MI, const BitVector &Unseen) const;
  int readBehind(const MachineInstr &Return, const BitVector &Unseen) const;
  void leaveRegion(const PackedRegion &P, BitVector &Unseen) const;
  const MachineInstr *walk(const MachineBasicBlock &MBB, BitVector &Unseen);
  bool propagate(const MachineBasicBlock &MBB, BitVector Unseen);

  const SDATarget &T;
  const Reference &Program;
  /// The regions by their last instruction, in the order of the packets.
  DenseMap<const MachineInstr *, const PackedRegion *> EndOf;
  /// Units that hold values which nobody has compared, at the beginning of each block.
  std::vector<BitVector> In;
  BitVector Returned; // read by who is returned to
  int Unit = -1;      // that was read
};

} // namespace llvm::sda

#endif

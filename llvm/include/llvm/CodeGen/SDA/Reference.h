//===- SDA/Reference.h - The program that packets must compute --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What -sda-verify takes for the function's program: read from the function before the pass changes
// anything, and changed only where a validator has found that something else comes to the same. It
// shares nothing with the states that the pass itself remembers.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CODEGEN_SDA_REFERENCE_H
#define LLVM_CODEGEN_SDA_REFERENCE_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/SDA/PackedRegion.h"

namespace llvm::sda {

class Reference {
public:
  /// Instructions in program order, as they were before packetization.
  using Program = std::vector<std::pair<const MachineInstr *, InstrState>>;
  using InstrSet = SmallPtrSet<const MachineInstr *, 32>;

  explicit Reference(const MachineFunction &MF);

  /// The program that a region is replayed against.
  static Program programOf(const Region &R);
  /// Instructions as they stand now.
  static Program standing(ArrayRef<MachineInstr *> Instrs);

  /// From, a part of MBB's program, becomes To, which a validator has found equal. As all others,
  /// says what is wrong, or nothing.
  std::string replace(const MachineBasicBlock &MBB, const Program &From, const Program &To);
  /// MBB, which is not bundled, has new instructions and others than before: Seen, of which a
  /// validator has found that they are right. The rest has to be the block's program.
  std::string accept(const MachineBasicBlock &MBB, const InstrSet &Seen);
  /// Whether a packed block is its program: what its regions are replayed against, and the
  /// instructions between them.
  std::string compare(const MachineBasicBlock &MBB, const PackedRegions &Regions) const;

  /// The program has no such instructions as those that guard a loop: nobody else may read what
  /// Writers write, only Readers.
  void guard(ArrayRef<const MachineInstr *> Writers, ArrayRef<const MachineInstr *> Readers) {
    GuardWriters.insert(Writers.begin(), Writers.end());
    GuardReaders.insert(Readers.begin(), Readers.end());
  }
  bool writesForGuard(const MachineInstr &MI) const { return GuardWriters.count(&MI); }
  bool readsForGuard(const MachineInstr &MI) const { return GuardReaders.count(&MI); }
  /// Again runs once more at the end of Loop than the program says.
  void repeat(const MachineBasicBlock &Loop, const InstrSet &Again) { Repeated[&Loop] = Again; }
  InstrSet repeated(const MachineBasicBlock &Loop) const { return Repeated.lookup(&Loop); }

private:
  DenseMap<const MachineBasicBlock *, Program> Blocks;
  InstrSet GuardWriters, GuardReaders;
  DenseMap<const MachineBasicBlock *, InstrSet> Repeated;
};

} // namespace llvm::sda

#endif

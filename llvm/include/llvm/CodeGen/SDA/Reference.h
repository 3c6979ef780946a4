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
  /// The program of instructions as they stand now.
  static Program standing(ArrayRef<MachineInstr *> Instrs);

  /// Replaces From, a part of MBB's program, by To, which a validator has found equal. Returns what
  /// is wrong, or an empty string.
  std::string replace(const MachineBasicBlock &MBB, const Program &From, const Program &To);
  /// Takes MBB's instructions as its new program. MBB is not bundled. A validator has found that
  /// Seen, the new or changed ones, are right; the rest has to be the block's program. Returns what
  /// is wrong, or an empty string.
  std::string accept(const MachineBasicBlock &MBB, const InstrSet &Seen);
  /// Compares a packed block with its program: what its regions are replayed against, and the
  /// instructions between them. Returns what is wrong, or an empty string.
  std::string compare(const MachineBasicBlock &MBB, const PackedRegions &Regions) const;

  /// Takes note of instructions that guard a loop, which the program does not have. Only Readers
  /// may read what Writers write.
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

//===- SDA/RegionEdit.h - Another program for a region ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_REGIONEDIT_H
#define LLVM_CODEGEN_SDA_REGIONEDIT_H

#include "llvm/CodeGen/SDA/DebugInstrs.h"
#include "llvm/CodeGen/SDA/LiveUnits.h"
#include "llvm/CodeGen/SDA/SDATarget.h"
#include <map>
#include <set>

namespace llvm::sda {

/// Replaces instructions of an open region that only compute. Nothing happens in the block before
/// install(), and undo() takes that back.
class RegionEdit {
public:
  /// LiveOut: the units that are live behind R.
  RegionEdit(SDATarget &T, const OpenRegion &Open, const BitVector &LiveOut,
             const LiveUnits &Liveness);
  ~RegionEdit();

  /// A register of RC for a value that is written in the place of node First and read for the last
  /// time in the place of node Last, or none: nobody else wants it there.
  MCRegister temporary(const TargetRegisterClass &RC, unsigned First, unsigned Last);

  /// An instruction with the debug location of node N and no operands yet.
  MachineInstr *create(unsigned Opcode, unsigned N);
  /// Puts Instrs in the place of node N.
  void replace(unsigned N, ArrayRef<MachineInstr *> Instrs);
  /// Puts MI behind node N, or what replaces it.
  void insertBehind(unsigned N, MachineInstr *MI);
  /// Node N does not compute what it did.
  void forget(unsigned N) { Forgotten.insert(N); }
  bool empty() const { return Edits.empty(); }

  /// The new region, which is open; its instructions are in the block, and those that are replaced
  /// are not.
  Region install();
  /// Gives the block its old instructions back, taken apart in any order.
  void undo();
  /// The new instructions stay: tells Before what they are and Debug what they stand for, and
  /// deletes the old ones.
  void commit(InstrStates &Before, DebugInstrs &Debug);

private:
  DebugInstrs::Rewrites rewrites() const;

  struct Edit {
    bool Replaces = false;
    SmallVector<MachineInstr *, 2> Instrs; // in its place, or behind it
  };
  /// Whether Reg holds nothing between nodes First and Last, and neither names it.
  bool isIdle(MCRegister Reg, unsigned First, unsigned Last) const;

  SDATarget &T;
  const Region &R;
  MachineFunction &MF;
  /// Live behind each node.
  std::vector<BitVector> LiveBehind;
  struct Taken {
    MCRegister Reg;
    unsigned First, Last;
  };
  SmallVector<Taken, 8> Temporaries;
  std::map<unsigned, Edit> Edits; // by node
  std::set<unsigned> Forgotten;
  SmallVector<std::pair<MachineInstr *, InstrState>, 8> Created; // as they were made
  enum { Planned, Installed, Done } Stage = Planned;
};

} // namespace llvm::sda

#endif

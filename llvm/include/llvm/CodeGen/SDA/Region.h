//===- SDA/Region.h - Regions, taken apart and put together -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What packets the function comes with (a target's stock packetizer may have run, or none), make
// each region's first candidate. A region is a run of packets and lone instructions with nothing in
// it that must stay where it is; it ends with a branch or a call.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CODEGEN_SDA_REGION_H
#define LLVM_CODEGEN_SDA_REGION_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/SDA/Packing.h"

namespace llvm::sda {

class SDATarget;

/// What packetizers may change in an instruction: its form, the offset of an access, registers.
struct InstrState {
  const MCInstrDesc *Desc = nullptr;
  SmallVector<std::pair<unsigned, int64_t>, 2> Immediates;
  SmallVector<std::pair<unsigned, Register>, 4> Registers;

  static InstrState of(const MachineInstr &MI);
  void restore(MachineInstr &MI) const;
  bool operator==(const InstrState &O) const {
    return Desc == O.Desc && Immediates == O.Immediates && Registers == O.Registers;
  }
};

using InstrStates = DenseMap<const MachineInstr *, InstrState>;

/// A packing with everything needed to write it down.
struct Arrangement {
  Packing Packets;
  /// The form and the operands of each node.
  std::vector<InstrState> States;
  /// Whether each packet's accesses keep their order: see PacketForms.
  SmallVector<bool, 8> InOrder;
  /// Whether values are in other registers than in the program.
  bool Renamed = false;

  /// Gives the instructions the forms and registers that they have in this packing.
  void restore(ArrayRef<MachineInstr *> Instrs) const;
};

class OpenRegion;

/// A run of instructions of a block, in bundles; takeApart() gives what works on them one by one.
struct Region {
  MachineBasicBlock *MBB = nullptr;
  /// The region's number within its block.
  unsigned Number = 0;
  /// The instructions in program order, as they were before packetization.
  std::vector<MachineInstr *> Instrs;
  std::vector<InstrState> Original;
  Arrangement Stock;
  /// Instructions that emit no code and may stand anywhere. They go to the region's beginning.
  std::vector<MachineInstr *> ImplicitDefs;
  /// Nodes from here on belong to the loop's next iteration (the terminators, behind all others,
  /// to neither).
  unsigned NextIteration = ~0u;
  /// Whether the region begins a rotated loop's first iteration, or ends the last one of a peeled
  /// loop.
  bool BesideLoop = false;
  /// Whether the region ends only because it is long.
  bool Cut = false;
  /// The instruction behind the region, or the block's end.
  MachineBasicBlock::instr_iterator End;

  /// Whether A and B are of different iterations.
  bool areIterationsApart(unsigned A, unsigned B) const {
    return (A < NextIteration) != (B < NextIteration);
  }
  /// Whether the region is the whole body of a loop of one block.
  bool isLoopBody() const;

  /// Sets End anew, after the region's neighbours have been bundled otherwise.
  void findEnd();
  /// Puts the instructions into their original form and order, without bundles.
  OpenRegion takeApart();
  /// The program's first instruction, wherever it stands.
  MachineInstr &first() const { return *Instrs.front(); }
};

/// A region that is taken apart: its instructions stand one by one, in the order of the program,
/// before Region::End. Whoever needs that takes one, and only from here it can be bundled again.
class [[nodiscard]] OpenRegion {
public:
  Region &region() const { return *R; }
  MachineBasicBlock::instr_iterator begin() const { return R->first().getIterator(); }
  /// Bundles the region as P says.
  void assemble(const Arrangement &P, const SDATarget &T) &&;
  /// Leaves the instructions as they are: they will be part of other regions.
  void dissolve() && {}
  /// What an edit has made of it: another program, with its instructions in the place of some of
  /// these.
  OpenRegion becomes(Region &Edited) && { return OpenRegion(Edited); }

  OpenRegion(OpenRegion &&) = default;
  OpenRegion &operator=(OpenRegion &&) = default;

private:
  friend struct Region;
  explicit OpenRegion(Region &R) : R(&R) {}
  Region *R;
};

/// The regions of a block. Before holds what the instructions were before any packetizer.
std::vector<Region> collectRegions(MachineBasicBlock &MBB, const InstrStates &Before,
                                   const SDATarget &T);

} // namespace llvm::sda

#endif

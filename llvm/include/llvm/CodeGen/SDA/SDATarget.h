//===- SDA/SDATarget.h - What the packetizer asks of a target ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One object for each function: what a target's instructions are, which of them share a packet, and
// what that costs. Everything else is the core's. A target needs at least packetSize(), a
// RegionPolicy and a CycleModel; what else is here has defaults that are right where a target has
// nothing of the kind.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CODEGEN_SDA_SDATARGET_H
#define LLVM_CODEGEN_SDA_SDATARGET_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/SDA/PackedRegion.h"

namespace llvm {
class AAResults;
class MCContext;
class MCInst;
class MachineOptimizationRemarkEmitter;
class TargetInstrInfo;
class TargetRegisterClass;
class TargetRegisterInfo;
} // namespace llvm

namespace llvm::sda {

class CountedLoops;
struct FaultSite;
class SymbolicMachine;

/// How a packet's members are written: the opcode of each, in program order, and whether their
/// accesses must keep that order, which the target marks on the bundle (Hexagon's :mem_noshuf).
struct PacketForms {
  SmallVector<unsigned, 8> Opcodes;
  bool InOrder = false;
};

/// Dependences and packets of one region at a time, whose nodes are the indices of its
/// instructions.
class RegionPolicy : public PackingPolicy {
public:
  /// Takes the region's instructions as they stand now. LiveOut: the register units that are read
  /// behind it.
  virtual void enterRegion(const Region &R, const BitVector &LiveOut) = 0;

  /// The graph of the region, not finalized yet. Every pair of nodes that depend on each other has
  /// an edge or a path, in program order; a loop's body has carried edges as well.
  virtual IDG buildGraph() = 0;

  /// The forms in which Members (in program order) make one packet, or null. Valid until the next
  /// call.
  virtual const PacketForms *forms(ArrayRef<unsigned> Members) = 0;

  /// The last word on a packet that is about to be used, for checks that take long. A refusal is
  /// remembered: forms() is null from then on.
  virtual bool confirm(ArrayRef<unsigned> Members) { return true; }

  /// Which of the packets that came with the region may not stand: what made them may know less
  /// than the policy. Asked before enterRegion().
  virtual BitVector refused(const Region &R) { return BitVector(R.Stock.Packets.size()); }
};

/// What the packets of a region cost, in cycles.
class CycleModel {
public:
  virtual ~CycleModel() = default;

  /// Takes the region's neighbours, while the function is bundled; First is the region's first
  /// instruction.
  virtual void enterRegion(const Region &R, MachineBasicBlock::iterator First) {}

  /// Forms: by node. Never less than price() of the graph says.
  virtual Cost price(const Region &R, const Packing &P, ArrayRef<const MCInstrDesc *> Forms) = 0;
  Cost price(const Region &R, const Arrangement &A);
  /// What is needed to price the same packets later. Then R may have another program and other
  /// neighbours. The defaults are for models in which neighbours do not count.
  virtual std::shared_ptr<const PackingTrace> trace(const Region &R, const Arrangement &A);
  virtual Cost price(const PackingTrace &T) { return T.Alone; }

  /// Tells the graph how long its nodes wait for the packets before the region, and the packets
  /// behind it for them. None is longer than price() has it.
  virtual void addDelays(const Region &R, IDG &G) {}
  /// Whether a price depends on what is around the region.
  virtual bool seesNeighbours() const { return true; }
  /// Cycles that the packets behind the region wait for each other.
  virtual unsigned stallsBehind() { return 0; }

  /// Cycles of a bundled function, inner loops weighing most.
  virtual uint64_t priceFunction(const MachineFunction &MF) { return 0; }
};

class SDATarget {
  /// What alias analysis says of the memory operands of two instructions. They do not change, and
  /// the same pair is asked about in each program that a region is tried with.
  mutable DenseMap<std::pair<const MachineMemOperand *, const MachineMemOperand *>, bool> Aliases;
  bool memoryMayAlias(const MachineInstr &A, const MachineInstr &B) const;

public:
  SDATarget(MachineFunction &MF, AAResults *AA);
  virtual ~SDATarget();

  MachineFunction &MF;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  AAResults *const AA;

  // --- Packets ---

  /// Number of places in a packet.
  virtual unsigned packetSize() const = 0;
  virtual RegionPolicy &policy() = 0;
  virtual CycleModel &cycles() = 0;

  // --- Instructions ---

  /// Whether MI stays where it is and nothing passes it. The default: inline assembly, labels, and
  /// what the target's scheduler does not move either, branches and calls aside.
  virtual bool isPinned(const MachineInstr &MI) const;
  /// Whether MI's form gives its result to the packet alone: the register holds what it did before.
  virtual bool leavesRegister(const MachineInstr &MI) const { return false; }
  /// The mark on a bundle that its accesses keep their order.
  virtual bool isInOrder(const MachineInstr &Bundle) const { return false; }
  virtual void setInOrder(MachineBasicBlock::instr_iterator Bundle) const {}
  /// The operands whose sum is an access's address, register and constant.
  struct Address {
    unsigned Base, Offset;
  };
  virtual std::optional<Address> address(const MachineInstr &MI) const { return std::nullopt; }
  /// Bytes that MI accesses at its address, or 0 if that is not known. The default: what its memory
  /// operand says.
  virtual unsigned accessBytes(const MachineInstr &MI) const;
  /// Bytes that MI accesses for certain. Where a part of a spilled tuple is accessed, the memory
  /// operand says all of the slot.
  unsigned leastAccessBytes(const MachineInstr &MI) const;
  /// A register that MI moves by a constant: a pointer behind its access, or a sum with one. The
  /// default: what TargetInstrInfo says of increments and of additions.
  struct Move {
    MCRegister To, From;
    int64_t By;
  };
  virtual std::optional<Move> move(const MachineInstr &MI) const;
  /// Whether the pointer of the program that MI's memory operand names says nothing of the address.
  virtual bool hidesAddress(const MachineInstr &MI) const { return false; }
  /// Registers by which callers are returned to, though no tail call names them. Callee-saved
  /// registers need not be listed.
  virtual ArrayRef<MCPhysReg> returnRegisters() const { return {}; }

  // --- Other programs of a region ---

  /// The classes of registers in which values of a region may move to others (Renamer), and in
  /// these the registers that no value may be given. Without classes nothing is renamed.
  virtual ArrayRef<const TargetRegisterClass *> localClasses() const { return {}; }
  virtual ArrayRef<MCPhysReg> neverLocal() const { return {}; }
  /// An instruction that is two: result = Outer(accumulator, Inner(other operands)), which stand in
  /// this order and are registers and immediates. Inner and Outer take no other ones.
  struct Compound {
    unsigned Inner, Outer;
  };
  virtual std::optional<Compound> compound(const MachineInstr &MI) const { return std::nullopt; }
  /// The Outer that adds two registers, modulo a power of two.
  virtual std::optional<unsigned> addition() const { return std::nullopt; }

  // --- Loops of one block, whose iterations may overlap ---

  virtual bool mayOverlapLoops() const { return true; }
  /// Loops that the machine counts, whose last iteration may be peeled; null if it counts none.
  virtual const CountedLoops *countedLoops() const { return nullptr; }

  // --- Memory ---

  /// Whether A and B, of which one stores, may access the same memory, within one iteration. The
  /// default: what alias analysis says, and stack objects whose address is not taken.
  virtual bool mayAlias(const MachineInstr &A, const MachineInstr &B) const;
  /// Whether A and B, of which one stores, may access the same memory in different iterations of a
  /// loop of one block. Alias analysis does not answer this: its results hold within one iteration.
  bool mayAliasAcross(const MachineInstr &A, const MachineInstr &B) const;

  // --- Validation ---

  /// What R's instructions mean, for -sda-verify (SymbolicMachine.h). Without, no region is
  /// replayed.
  virtual std::unique_ptr<SymbolicMachine> machine(const Region &R) const;
  /// The last word on a packet, of more than one member as they stand: what assembles it takes it.
  /// It shares nothing with the policy.
  virtual bool isPacket(ArrayRef<const MachineInstr *> Members, bool InOrder) const { return true; }

  /// Makes the fault that the command line asks for, if it is one of forms that only the target
  /// has.
  virtual void injectFault(FaultSite &S) const {}

  // --- What became of a region: remarks (-Rpass...=sda-pack), pictures (-sda-dump-idg) ---

  /// The name of a class of soft dependences. The default knows SlotPolicy's own.
  virtual std::string softClassName(uint8_t Class) const;
  /// The class by which an edge counts whose earlier instruction has this form, in one packet with
  /// the later one.
  virtual uint8_t softClassInPacket(uint8_t Class, unsigned Opcode) const { return Class; }
  /// What the target's printer takes for an instruction with plain operands.
  virtual const MCInst *printable(MCInst &Inst, MCContext &Context) const { return &Inst; }
};

} // namespace llvm::sda

#endif

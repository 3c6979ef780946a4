//===- SDA/SlotPolicy.h - Machines with slots and rules ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A policy to derive from, for machines whose packets read all operands before they write results,
// and whose instructions say in which slots they may stand. A target overrides slots(), and of the
// rules what is otherwise than here:
//
//   class ToyPolicy : public sda::SlotPolicy {
//     SlotSet slots(const MachineInstr &MI) const override { return MI.mayLoadOrStore() ? 3 : 63; }
//     Rule afterResult(...) const override;   // soft for what is forwarded inside a packet
//   };
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CODEGEN_SDA_SLOTPOLICY_H
#define LLVM_CODEGEN_SDA_SLOTPOLICY_H

#include "llvm/CodeGen/SDA/Dependences.h"
#include "llvm/CodeGen/SDA/SDATarget.h"
#include "llvm/CodeGen/SDA/SlotMatcher.h"
#include "llvm/CodeGen/TargetSchedule.h"

namespace llvm::sda {

class SlotPolicy : public RegionPolicy, protected Dependences {
public:
  explicit SlotPolicy(const SDATarget &T);

  /// How two instructions that depend on each other may stand.
  struct Rule {
    EdgeKind Kind = EdgeKind::Hard;
    unsigned Latency = 1;
    uint8_t Class = 0;
    unsigned Penalty = 0;
  };

  /// The slots in which MI may stand; none if it takes no place.
  virtual SlotSet slots(const MachineInstr &MI) const = 0;
  /// The slots of MI's second place, if it takes two; none otherwise.
  virtual SlotSet otherSlots(const MachineInstr &MI) const { return 0; }
  /// Adds to the facts what an instruction's operands do not say, and removes what is none. The
  /// operand of a register that none names is ~0.
  virtual void complete(InstrFacts &F) const {}

  /// The rule where B reads what A has written. The default: hard, with latency().
  virtual Rule afterResult(const MachineInstr &A, const RegOperand &Def, const MachineInstr &B,
                           const RegOperand &Use) const;
  /// The rule where B writes what A reads. The default: soft, of class 1, since all operands are
  /// read first.
  virtual Rule afterRead(const MachineInstr &A, const MachineInstr &B) const;
  /// The rule where A and B write one register. The default: hard.
  virtual Rule afterWrite(const MachineInstr &A, const MachineInstr &B) const;
  /// The rule where A and B may access the same memory and one of them stores. The default: hard.
  virtual Rule afterAccess(const MachineInstr &A, const MachineInstr &B) const;
  /// The rule where B is behind A, a branch or a call. The default: hard.
  virtual Rule afterControl(const MachineInstr &A, const MachineInstr &B) const { return {}; }
  /// Whether a packet waits once for all that its members make for each other, however long the
  /// chain.
  virtual bool waitsOnce() const { return false; }
  /// Cycles from the issue of A to that of a later packet with B. The default: the scheduling
  /// model's.
  virtual unsigned latency(const MachineInstr &A, const RegOperand &Def, const MachineInstr &B,
                           const RegOperand &Use) const;
  /// The form in which MI is written beside others; soft edges lead from members to MI, or from MI
  /// to members. The default: the one it has.
  virtual unsigned form(const MachineInstr &MI, ArrayRef<const MachineInstr *> Members) const;
  /// Rules between all members that neither edges nor slots express.
  virtual bool mayCoexist(ArrayRef<const MachineInstr *> Members) const { return true; }

  // RegionPolicy
  void enterRegion(const Region &R, const BitVector &LiveOut) override;
  IDG buildGraph() override;
  unsigned issueWidth() const override;
  bool fits(ArrayRef<unsigned> Members, unsigned N) override;
  unsigned width(unsigned N) const override { return (Wanted[N] != 0) + (Other[N] != 0); }
  std::vector<ResourceGroup> resources() override { return slotResources(Wanted, Other); }
  const PacketForms *forms(ArrayRef<unsigned> Members) override;

protected:
  // Dependences
  unsigned size() const override { return Facts.size(); }
  const InstrFacts &facts(unsigned N) const override { return Facts[N]; }
  Dependence between(unsigned A, unsigned B, ReachesFn Reaches) const override;
  unsigned carriedLatency(unsigned A, unsigned B) const override;

  const SDATarget &T;

private:
  bool mayAlias(const InstrFacts &A, const InstrFacts &B) const;
  bool mayShare(unsigned A, unsigned B) const;

  TargetSchedModel Model;
  std::vector<InstrFacts> Facts;
  std::vector<SlotSet> Wanted, Other; // by node
  bool Loop = false;
  PacketForms Forms;
};

/// Prices a region by its graph alone: no neighbours, no forms.
class GraphCycles : public CycleModel {
public:
  explicit GraphCycles(RegionPolicy &Policy) : Policy(Policy) {}

  void enterRegion(const Region &R, MachineBasicBlock::iterator First) override { Known.reset(); }
  Cost price(const Region &R, const Packing &P, ArrayRef<const MCInstrDesc *> Forms) override;
  using CycleModel::price;
  void addDelays(const Region &R, IDG &G) override;
  bool seesNeighbours() const override { return false; }

private:
  RegionPolicy &Policy;
  /// The graph of the program that is searched. Nothing: price() builds the region's own, from its
  /// instructions as they stand.
  std::optional<IDG> Known;
};

} // namespace llvm::sda

#endif

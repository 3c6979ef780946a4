//===- SwiftDSPPolicy.h - Dependences and packets ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/swiftdsp-isa.md, "What a packet means" and "Timing", as rules for the packetizer's core:
// eight slots; anti dependences are free; a true dependence is what the stages of its two ends say.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_LIB_TARGET_SWIFTDSP_SDA_SWIFTDSPPOLICY_H
#define LLVM_LIB_TARGET_SWIFTDSP_SDA_SWIFTDSPPOLICY_H

#include "SwiftDSPMembers.h"
#include "llvm/CodeGen/SDA/SlotPolicy.h"

namespace llvm {

class SwiftDSPPolicy : public sda::SlotPolicy {
public:
  using SlotPolicy::SlotPolicy;

  /// Classes of soft dependences.
  enum : uint8_t { Anti = 1, Free, Forwarded, Memory };

  void enterRegion(const sda::Region &R, const BitVector &LiveOut) override;
  sda::SlotSet slots(const MachineInstr &MI) const override;
  sda::SlotSet otherSlots(const MachineInstr &MI) const override;
  void complete(sda::InstrFacts &F) const override;
  Rule afterResult(const MachineInstr &A, const sda::RegOperand &Def, const MachineInstr &B,
                   const sda::RegOperand &Use) const override;
  Rule afterAccess(const MachineInstr &A, const MachineInstr &B) const override;
  Rule afterControl(const MachineInstr &A, const MachineInstr &B) const override;
  unsigned latency(const MachineInstr &A, const sda::RegOperand &Def, const MachineInstr &B,
                   const sda::RegOperand &Use) const override;
  bool mayCoexist(ArrayRef<const MachineInstr *> Members) const override;
  /// Several soft dependences cost one cycle together.
  bool waitsOnce() const override { return true; }

protected:
  unsigned carriedLatency(unsigned A, unsigned B) const override;

private:
  /// Cycles that the jump to a loop's next iteration costs in any case.
  unsigned Bubbles = 0;
  /// What the assembler sees of the region's instructions, as they stand. Filled on demand.
  mutable DenseMap<const MachineInstr *, SwiftDSP::Member> Described;
};

/// Prices packets by the graph's cycles, and adds those that divisions take.
class SwiftDSPCycles : public sda::GraphCycles {
public:
  using GraphCycles::GraphCycles;
  using GraphCycles::price;
  sda::Cost price(const sda::Region &R, const sda::Packing &P,
                  ArrayRef<const MCInstrDesc *> Forms) override;
};

} // namespace llvm

#endif

//===- HexagonEntryFacts.h - What holds where a loop is entered -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONENTRYFACTS_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONENTRYFACTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineOperand.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/InstrTypes.h"

namespace llvm {

class HexagonInstrInfo;
class MachineDominatorTree;
class MachineRegisterInfo;

/// The comparisons that all ways to a block have passed, before registers are allocated, and what
/// follows from them for 32-bit values.
class EntryFacts {
public:
  /// Collects what holds on the way from From to To.
  EntryFacts(MachineBasicBlock &From, MachineBasicBlock &To, const MachineDominatorTree &MDT);

  /// True if A stands in this relation to B for certain.
  bool holds(CmpInst::Predicate P, const MachineOperand &A, const MachineOperand &B) const;
  /// The range of all values that the operand may have.
  ConstantRange range(const MachineOperand &Value, unsigned Depth = 0) const;
  /// The number of low bits that are 0 for certain.
  unsigned zeroBits(const MachineOperand &Value, unsigned Depth = 0) const;

private:
  struct Fact {
    CmpInst::Predicate P;
    MachineOperand A, B;
  };
  /// The fact that at least one of these bits of the value is set.
  struct SetBits {
    MachineOperand Value;
    uint32_t Mask;
  };

  const MachineRegisterInfo &MRI;
  const HexagonInstrInfo &TII;
  SmallVector<Fact, 8> Facts;
  SmallVector<SetBits, 4> Bits;

  void addBranch(MachineBasicBlock &From, const MachineBasicBlock &To);
  void addPredicate(Register Reg, bool Holds, unsigned Depth);
  void addBits(const MachineInstr &MI, bool Holds);
  ConstantRange rangeOfDefinition(const MachineOperand &Value, unsigned Depth) const;
  ConstantRange rangeOfConstants(const MachineInstr &Phi) const;
  ConstantRange rangeOfMasked(const MachineOperand &Value, uint32_t Kept, unsigned Depth) const;
};

} // namespace llvm

#endif

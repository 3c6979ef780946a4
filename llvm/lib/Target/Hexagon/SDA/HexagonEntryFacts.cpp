//===- HexagonEntryFacts.cpp - What holds where a loop is entered ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   p0 = cmp.gt(r1,#0)
//   if (!p0) jump .Lend
//   ...                      here r1 is greater than 0
//
// Each block on the way up the dominator tree that ends with a branch tells something where only
// one of its two edges leads here. Comparisons with a constant are ranges of values, which also
// follow simple arithmetic (r2 = and(r1,#-4)); those of two registers are kept as they are.
//
//===----------------------------------------------------------------------===//

#include "HexagonEntryFacts.h"
#include "HexagonInstrInfo.h"
#include "HexagonSubtarget.h"
#include "llvm/CodeGen/MachineDominators.h"

using namespace llvm;

static constexpr unsigned MaxDepth = 6;
static constexpr unsigned Width = 32;

/// The relation that a comparison of words computes.
static CmpInst::Predicate relationOf(const MachineInstr &MI) {
  switch (MI.getOpcode()) {
  case Hexagon::C2_cmpeq:
  case Hexagon::C2_cmpeqi:
    return CmpInst::ICMP_EQ;
  case Hexagon::C4_cmpneq:
  case Hexagon::C4_cmpneqi:
    return CmpInst::ICMP_NE;
  case Hexagon::C2_cmpgt:
  case Hexagon::C2_cmpgti:
    return CmpInst::ICMP_SGT;
  case Hexagon::C2_cmpgtu:
  case Hexagon::C2_cmpgtui:
    return CmpInst::ICMP_UGT;
  case Hexagon::C4_cmplte:
  case Hexagon::C4_cmpltei:
    return CmpInst::ICMP_SLE;
  case Hexagon::C4_cmplteu:
  case Hexagon::C4_cmplteui:
    return CmpInst::ICMP_ULE;
  default:
    return CmpInst::BAD_ICMP_PREDICATE;
  }
}

static APInt word(int64_t Value) { return APInt(Width, uint64_t(Value)); }

static bool same(const MachineOperand &A, const MachineOperand &B) {
  if (A.isImm() && B.isImm())
    return word(A.getImm()) == word(B.getImm());
  return A.isReg() && B.isReg() && A.getReg() == B.getReg() && A.getSubReg() == B.getSubReg();
}

EntryFacts::EntryFacts(MachineBasicBlock &From, MachineBasicBlock &To,
                       const MachineDominatorTree &MDT)
    : MRI(From.getParent()->getRegInfo()),
      TII(*From.getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo()) {
  addBranch(From, To);
  for (const MachineDomTreeNode *Node = MDT.getNode(&From); Node && Node->getIDom();
       Node = Node->getIDom()) {
    MachineBasicBlock &Above = *Node->getIDom()->getBlock();
    // The edge must be the only way into a block that dominates this one.
    for (MachineBasicBlock *Next : Above.successors())
      if (Next->pred_size() == 1 && MDT.dominates(Next, Node->getBlock()))
        addBranch(Above, *Next);
  }
}

void EntryFacts::addBranch(MachineBasicBlock &From, const MachineBasicBlock &To) {
  MachineBasicBlock *Taken = nullptr, *Other = nullptr;
  SmallVector<MachineOperand, 4> Cond;
  if (From.succ_size() != 2 || TII.analyzeBranch(From, Taken, Other, Cond, false) || Cond.empty() ||
      Taken == Other)
    return;
  Register Reg;
  unsigned Position, Flags;
  if (!TII.getPredReg(Cond, Reg, Position, Flags) || !Reg.isVirtual())
    return;
  addPredicate(Reg, TII.predOpcodeHasNot(Cond) != (Taken == &To), 0);
}

void EntryFacts::addPredicate(Register Reg, bool Holds, unsigned Depth) {
  const MachineInstr *MI = Reg.isVirtual() ? MRI.getVRegDef(Reg) : nullptr;
  if (!MI || Depth == MaxDepth)
    return;
  switch (MI->getOpcode()) {
  case TargetOpcode::COPY:
    return addPredicate(MI->getOperand(1).getReg(), Holds, Depth + 1);
  case Hexagon::C2_not:
    return addPredicate(MI->getOperand(1).getReg(), !Holds, Depth + 1);
  case Hexagon::C2_and:
  case Hexagon::C2_or:
    if (Holds == (MI->getOpcode() == Hexagon::C2_and))
      for (unsigned I : {1, 2})
        addPredicate(MI->getOperand(I).getReg(), Holds, Depth + 1);
    return;
  }
  addBits(*MI, Holds);
  CmpInst::Predicate P = relationOf(*MI);
  if (P == CmpInst::BAD_ICMP_PREDICATE || !(MI->getOperand(2).isReg() || MI->getOperand(2).isImm()))
    return;
  Facts.push_back(
      {Holds ? P : CmpInst::getInversePredicate(P), MI->getOperand(1), MI->getOperand(2)});
}

void EntryFacts::addBits(const MachineInstr &MI, bool Holds) {
  switch (MI.getOpcode()) {
  case Hexagon::C2_bitsclri: // None of them is set.
    if (!Holds)
      Bits.push_back({MI.getOperand(1), uint32_t(MI.getOperand(2).getImm())});
    return;
  case Hexagon::S2_tstbit_i:
  case Hexagon::S4_ntstbit_i:
    if (Holds == (MI.getOpcode() == Hexagon::S2_tstbit_i))
      Bits.push_back({MI.getOperand(1), 1u << MI.getOperand(2).getImm()});
  }
}

bool EntryFacts::holds(CmpInst::Predicate P, const MachineOperand &A,
                       const MachineOperand &B) const {
  if (range(A).icmp(P, range(B)))
    return true;
  auto Implies = [&](CmpInst::Predicate Known) {
    return Known == P || CmpInst::isImpliedTrueByMatchingCmp(Known, P);
  };
  return any_of(Facts, [&](const Fact &F) {
    return (same(F.A, A) && same(F.B, B) && Implies(F.P)) ||
           (same(F.A, B) && same(F.B, A) && Implies(CmpInst::getSwappedPredicate(F.P)));
  });
}

ConstantRange EntryFacts::range(const MachineOperand &Value, unsigned Depth) const {
  if (Value.isImm())
    return word(Value.getImm());
  ConstantRange Known = ConstantRange::getFull(Width);
  if (!Value.isReg() || !Value.getReg().isVirtual() || Depth == MaxDepth)
    return Known;
  for (const Fact &F : Facts)
    if (same(F.A, Value) && F.B.isImm())
      Known = Known.intersectWith(ConstantRange::makeExactICmpRegion(F.P, word(F.B.getImm())));
  return Known.intersectWith(rangeOfDefinition(Value, Depth + 1));
}

ConstantRange EntryFacts::rangeOfDefinition(const MachineOperand &Value, unsigned Depth) const {
  const MachineInstr *MI = MRI.getVRegDef(Value.getReg());
  auto Operand = [&](unsigned I) { return range(MI->getOperand(I), Depth); };
  const bool IsPart = Value.getSubReg() != 0;
  switch (MI && IsPart == (MI->getOpcode() == Hexagon::A4_bitspliti) ? MI->getOpcode() : 0u) {
  case TargetOpcode::COPY:
  case Hexagon::A2_tfrsi:
    return Operand(1);
  case TargetOpcode::PHI:
    return rangeOfConstants(*MI);
  case Hexagon::A2_addi:
    return Operand(1).add(Operand(2));
  case Hexagon::A2_sub:
    if (holds(CmpInst::ICMP_NE, MI->getOperand(1), MI->getOperand(2)))
      return ConstantRange(word(1), word(0));
    break;
  case Hexagon::C2_mux:
  case Hexagon::C2_muxii:
  case Hexagon::C2_muxir:
  case Hexagon::C2_muxri:
    return Operand(2).unionWith(Operand(3));
  case Hexagon::A2_max:
    return Operand(1).smax(Operand(2));
  case Hexagon::A2_maxu:
    return Operand(1).umax(Operand(2));
  case Hexagon::S2_lsr_i_r:
    return Operand(1).lshr(Operand(2));
  case Hexagon::S2_extractu:
    return rangeOfMasked(MachineOperand::CreateImm(-1),
                         maskTrailingOnes<uint32_t>(MI->getOperand(2).getImm()), Depth);
  case Hexagon::A2_andir:
    if (MI->getOperand(2).isImm())
      return rangeOfMasked(MI->getOperand(1), MI->getOperand(2).getImm(), Depth);
    break;
  case Hexagon::A4_bitspliti: // The low bits, and what is above them.
    if (Value.getSubReg() == Hexagon::isub_hi)
      return Operand(1).lshr(Operand(2));
    return rangeOfMasked(MI->getOperand(1),
                         maskTrailingOnes<uint32_t>(MI->getOperand(2).getImm()), Depth);
  }
  return ConstantRange::getFull(Width);
}

/// The range of a phi, all of whose operands are constants; otherwise every value. Facts that hold
/// here need not hold where other operands come from.
ConstantRange EntryFacts::rangeOfConstants(const MachineInstr &Phi) const {
  ConstantRange All = ConstantRange::getEmpty(Width);
  for (unsigned I = 1; I < Phi.getNumOperands(); I += 2) {
    const MachineInstr *MI = MRI.getVRegDef(Phi.getOperand(I).getReg());
    if (!MI || MI->getOpcode() != Hexagon::A2_tfrsi || !MI->getOperand(1).isImm())
      return ConstantRange::getFull(Width);
    All = All.unionWith(word(MI->getOperand(1).getImm()));
  }
  return All;
}

ConstantRange EntryFacts::rangeOfMasked(const MachineOperand &Value, uint32_t Kept,
                                        unsigned Depth) const {
  APInt Least = word(0), Most = word(Kept);
  if (Kept == 0 || isPowerOf2_32(~Kept + 1)) {
    // Low bits become 0: order is kept.
    const ConstantRange Source = range(Value, Depth);
    Least = Source.getUnsignedMin() & Most;
    Most &= Source.getUnsignedMax();
  }
  if (Least.isZero() && any_of(Bits, [&](const SetBits &B) {
        return same(B.Value, Value) && (B.Mask & ~Kept) == 0;
      }))
    Least = word(1);
  return ConstantRange::getNonEmpty(Least, Most + 1);
}

unsigned EntryFacts::zeroBits(const MachineOperand &Value, unsigned Depth) const {
  if (Value.isImm())
    return word(Value.getImm()).countr_zero();
  const MachineInstr *MI = nullptr;
  if (Value.isReg() && Value.getReg().isVirtual() && !Value.getSubReg() && Depth < MaxDepth)
    MI = MRI.getVRegDef(Value.getReg());
  auto Operand = [&](unsigned I) { return zeroBits(MI->getOperand(I), Depth + 1); };
  switch (MI ? MI->getOpcode() : 0u) {
  case TargetOpcode::COPY:
  case Hexagon::A2_tfrsi:
    return Operand(1);
  case Hexagon::A2_add:
  case Hexagon::A2_addi:
  case Hexagon::A2_sub:
    return std::min(Operand(1), Operand(2));
  case Hexagon::A2_andir:
    return std::max(Operand(1), Operand(2));
  case Hexagon::S2_asl_i_r:
    return std::min<uint64_t>(Operand(1) + MI->getOperand(2).getImm(), Width);
  case Hexagon::S2_addasl_rrri:
    return std::min<uint64_t>(Operand(1), Operand(2) + MI->getOperand(3).getImm());
  }
  return 0;
}

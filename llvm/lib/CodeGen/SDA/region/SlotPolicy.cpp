//===- SDA/SlotPolicy.cpp - Machines with slots and rules -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/SlotPolicy.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/SDA/AddressWalk.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

namespace llvm::sda {

SlotPolicy::SlotPolicy(const SDATarget &T) : Dependences(T.TRI), T(T) {
  Model.init(&T.MF.getSubtarget());
}

unsigned SlotPolicy::latency(const MachineInstr &A, const RegOperand &Def, const MachineInstr &B,
                             const RegOperand &Use) const {
  return std::max(1u, Model.computeOperandLatency(&A, Def.OpIdx, &B, Use.OpIdx));
}

SlotPolicy::Rule SlotPolicy::afterResult(const MachineInstr &A, const RegOperand &Def,
                                         const MachineInstr &B, const RegOperand &Use) const {
  return {EdgeKind::Hard, latency(A, Def, B, Use)};
}

SlotPolicy::Rule SlotPolicy::afterRead(const MachineInstr &, const MachineInstr &) const {
  return {EdgeKind::Soft, 0, /*Class=*/1};
}

SlotPolicy::Rule SlotPolicy::afterWrite(const MachineInstr &, const MachineInstr &) const {
  return {};
}

SlotPolicy::Rule SlotPolicy::afterAccess(const MachineInstr &, const MachineInstr &) const {
  return {};
}

unsigned SlotPolicy::form(const MachineInstr &MI, ArrayRef<const MachineInstr *>) const {
  return MI.getOpcode();
}

unsigned SlotPolicy::issueWidth() const { return sda::issueWidth(T.packetSize()); }

void SlotPolicy::enterRegion(const Region &R, const BitVector &) {
  Facts.clear();
  Wanted.clear();
  Other.clear();
  Loop = R.isLoopBody();
  for (MachineInstr *MI : R.Instrs) {
    Facts.push_back(InstrFacts::of(*MI));
    InstrFacts &F = Facts.back();
    F.Conditional = T.TII.isPredicated(*MI) && !F.ControlFlow;
    F.Ordered = !F.ControlFlow && (MI->hasUnmodeledSideEffects() ||
                                   ((F.Load || F.Store) && MI->hasOrderedMemoryRef()));
    F.OfNext = Facts.size() > R.NextIteration;
    complete(F);
    Wanted.push_back(slots(*MI));
    Other.push_back(otherSlots(*MI));
  }
  findPlaces(T, R.Instrs, [&](unsigned N) -> InstrFacts & { return Facts[N]; });
}

IDG SlotPolicy::buildGraph() {
  IDG G = sda::buildGraph(*this, Loop);
  G.setPenaltiesOnce(waitsOnce());
  return G;
}

bool SlotPolicy::mayAlias(const InstrFacts &A, const InstrFacts &B) const {
  if ((!A.Store && !B.Store) || areApart(A, B))
    return false;
  if (meet(T, A, B))
    return true;
  return A.OfNext == B.OfNext ? T.mayAlias(*A.MI, *B.MI) : T.mayAliasAcross(*A.MI, *B.MI);
}

/// Adds what a rule asks for: the strictest kind, the longest latency, the highest penalty.
static void require(Dependence &D, const SlotPolicy::Rule &R) {
  auto Rank = [](EdgeKind K) { return K == EdgeKind::Hard ? 2 : K == EdgeKind::Soft ? 1 : 0; };
  if (!D.Depends || Rank(R.Kind) > Rank(D.Kind)) {
    D.Kind = R.Kind;
    D.Class = R.Class;
  }
  D.Latency = D.Depends ? std::max(D.Latency, R.Latency) : R.Latency;
  D.Penalty = std::max(D.Penalty, R.Penalty);
  D.Depends = true;
}

Dependence SlotPolicy::between(unsigned NA, unsigned NB, ReachesFn Reaches) const {
  const InstrFacts &A = Facts[NA], &B = Facts[NB];
  Dependence D;
  // Nothing moves from behind a branch or a call into its packet, and nothing from before it behind
  // it.
  if (A.ControlFlow) {
    require(D, afterControl(*A.MI, *B.MI));
    return D;
  }
  if (B.ControlFlow)
    require(D, {EdgeKind::Order, 0});
  for (const RegOperand &Def : A.Defs) {
    for (const RegOperand &Use : B.Uses)
      if (Registers.regsOverlap(Def.Reg, Use.Reg) && (!Reaches || Reaches(Def, Use)))
        require(D, afterResult(*A.MI, Def, *B.MI, Use));
    for (const RegOperand &Other : B.Defs)
      if (Registers.regsOverlap(Def.Reg, Other.Reg))
        require(D, B.ControlFlow ? Rule{EdgeKind::Order, 1} : afterWrite(*A.MI, *B.MI));
  }
  for (const RegOperand &Use : A.Uses)
    for (const RegOperand &Def : B.Defs)
      if (Registers.regsOverlap(Use.Reg, Def.Reg))
        require(D, B.ControlFlow ? Rule{EdgeKind::Order, 0} : afterRead(*A.MI, *B.MI));
  bool Access = (A.Load || A.Store || A.Ordered) && (B.Load || B.Store || B.Ordered);
  if (Access && !B.ControlFlow) {
    if (A.Ordered || B.Ordered)
      require(D, {EdgeKind::Hard, 1});
    else if (mayAlias(A, B))
      require(D, afterAccess(*A.MI, *B.MI));
  }
  return D;
}

unsigned SlotPolicy::carriedLatency(unsigned NA, unsigned NB) const {
  unsigned Latency = 1;
  for (const RegOperand &Def : Facts[NA].Defs)
    for (const RegOperand &Use : Facts[NB].Uses)
      if (Registers.regsOverlap(Def.Reg, Use.Reg))
        Latency = std::max(Latency, latency(*Facts[NA].MI, Def, *Facts[NB].MI, Use));
  return Latency;
}

/// Whether A and B, A first, may share a packet. The graph may connect them only by way of a third
/// node. So the pair itself is asked, as if nobody had written its registers in between.
bool SlotPolicy::mayShare(unsigned A, unsigned B) const {
  Dependence D = between(A, B, nullptr);
  return !D.Depends || D.Kind != EdgeKind::Hard;
}

bool SlotPolicy::fits(ArrayRef<unsigned> Members, unsigned N) {
  SmallVector<SlotSet, 8> Sets;
  SmallVector<const MachineInstr *, 8> Instrs;
  for (unsigned M : Members) {
    if (!mayShare(std::min(M, N), std::max(M, N)))
      return false;
  }
  SmallVector<unsigned, 8> All(Members.begin(), Members.end());
  All.insert(llvm::upper_bound(All, N), N);
  for (unsigned M : All)
    for (SlotSet Set : {Wanted[M], Other[M]})
      if (Set)
        Sets.push_back(Set);
  for (unsigned M : All)
    Instrs.push_back(Facts[M].MI);
  return findSlots(Sets) && mayCoexist(Instrs);
}

const PacketForms *SlotPolicy::forms(ArrayRef<unsigned> Members) {
  SmallVector<const MachineInstr *, 8> Instrs;
  for (unsigned M : Members)
    Instrs.push_back(Facts[M].MI);
  Forms = {};
  for (const MachineInstr *MI : Instrs)
    Forms.Opcodes.push_back(form(*MI, Instrs));
  return &Forms;
}

void GraphCycles::addDelays(const Region &, IDG &G) {
  Known = G;
  Known->finalize();
}

Cost GraphCycles::price(const Region &R, const Packing &P, ArrayRef<const MCInstrDesc *>) {
  if (Known)
    return sda::price(*Known, P);
  Policy.enterRegion(R, BitVector());
  IDG G = Policy.buildGraph();
  G.finalize();
  return sda::price(G, P);
}

} // namespace llvm::sda

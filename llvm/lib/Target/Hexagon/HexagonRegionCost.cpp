//===- HexagonRegionCost.cpp - Modelled cycles of a region ----------------===//

#include "HexagonRegionCost.h"

using namespace llvm;
using HexagonTiming::PacketAccesses;

namespace {
/// An instruction in another form: the operands are the same.
struct FormView {
  const MachineInstr &MI;
  unsigned Opcode;
  unsigned getOpcode() const { return Opcode; }
  const MachineOperand &getOperand(unsigned I) const { return MI.getOperand(I); }
};
} // namespace

/// Neighbours that are looked at: a result is seldom waited for longer.
static constexpr unsigned Reach = 4;

static PacketAccesses accessesOf(const MachineInstr &Top, const HexagonTiming::TimingModel &TM) {
  PacketAccesses A;
  auto Add = [&](const MachineInstr &MI) {
    if (!MI.isDebugInstr() && !MI.isPosition() && !MI.isInlineAsm() && !MI.isImplicitDef())
      A.add(MI, TM);
  };
  if (!Top.isBundle()) {
    Add(Top);
    return A;
  }
  auto E = Top.getParent()->instr_end();
  for (auto I = std::next(Top.getIterator()); I != E && I->isBundledWithPred(); ++I)
    Add(*I);
  return A;
}

void HexagonRegionCost::enterRegion(const HexagonRegion &R, MachineBasicBlock::iterator First) {
  Before.clear();
  After.clear();
  if (R.isLoopBody())
    return;
  MachineBasicBlock *MBB = R.MBB;
  MachineBasicBlock::iterator I = First;
  while (Before.size() < Reach) {
    if (I != MBB->begin()) {
      Before.insert(Before.begin(), accessesOf(*--I, TM));
      continue;
    }
    MachineBasicBlock *Prev = MBB->getPrevNode();
    if (!Prev || !Prev->isSuccessor(MBB))
      break;
    MBB = Prev;
    I = MBB->end();
  }
  MBB = R.MBB;
  I = R.End == MBB->instr_end() ? MBB->end() : MachineBasicBlock::iterator(R.End);
  while (After.size() < Reach) {
    if (I != MBB->end()) {
      After.push_back(accessesOf(*I++, TM));
      continue;
    }
    MachineBasicBlock *Next = MBB->getNextNode();
    if (!Next || !MBB->isSuccessor(Next))
      break;
    MBB = Next;
    I = MBB->begin();
  }
}

sda::Cost HexagonRegionCost::price(const HexagonRegion &R, const PackedRegion &P) {
  std::vector<PacketAccesses> Accesses(P.Packets.size());
  for (unsigned K = 0; K != P.Packets.size(); ++K)
    for (unsigned N : P.Packets[K])
      Accesses[K].add(FormView{*R.Instrs[N], P.States[N].Desc->getOpcode()}, TM);

  auto Round = [&] {
    unsigned Stalls = 0;
    for (const PacketAccesses &A : Accesses)
      Stalls += Board.issue(A).Cycles;
    return Stalls;
  };
  Board.reset();
  sda::Cost C;
  C.Packets = P.Packets.size();
  for (const PacketAccesses &A : Before)
    Board.issue(A);
  C.Stalls = Round();
  if (R.isLoopBody()) {
    // Round until nothing older than the previous iteration can be waited for.
    unsigned Rounds = HexagonTiming::MaxDependenceCycles / std::max<size_t>(1, C.Packets) + 2;
    for (unsigned I = 0; I != Rounds; ++I)
      C.Stalls = Round();
  }
  for (const PacketAccesses &A : After)
    C.Behind += Board.issue(A).Cycles;
  return C;
}

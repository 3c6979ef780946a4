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
  C.Stalls = Round();
  if (R.isLoopBody()) {
    // Round until nothing older than the previous iteration can be waited for.
    unsigned Rounds = HexagonTiming::MaxDependenceCycles / std::max<size_t>(1, C.Packets) + 2;
    for (unsigned I = 0; I != Rounds; ++I)
      C.Stalls = Round();
  }
  return C;
}

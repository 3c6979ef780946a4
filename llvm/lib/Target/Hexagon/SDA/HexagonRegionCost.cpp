//===- HexagonRegionCost.cpp - Modelled cycles of a region ----------------===//

#include "HexagonRegionCost.h"
#include "HexagonRegionDelays.h"
#include "HexagonSubtarget.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

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

static bool isCode(const MachineInstr &MI) {
  return !MI.isMetaInstruction() && !MI.isInlineAsm();
}

/// The accesses of the packet that Top heads; false if it is none.
static bool accessesOf(const MachineInstr &Top, const HexagonTiming::TimingModel &TM,
                       PacketAccesses &A) {
  if (!Top.isBundle()) {
    if (!isCode(Top))
      return false;
    A.add(Top, TM);
    return true;
  }
  auto E = Top.getParent()->instr_end();
  for (auto I = std::next(Top.getIterator()); I != E && I->isBundledWithPred(); ++I)
    if (isCode(*I))
      A.add(*I, TM);
  return true;
}

HexagonRegionCost::Packets
HexagonRegionCost::packetsBefore(const MachineBasicBlock &MBB,
                                 MachineBasicBlock::const_iterator I) const {
  Packets Found;
  Beside.before(MBB, I, [&](const MachineInstr &Top) { return take(Top, Found); });
  std::reverse(Found.begin(), Found.end());
  return Found;
}

HexagonRegionCost::Packets
HexagonRegionCost::packetsAfter(const MachineBasicBlock &MBB,
                                MachineBasicBlock::const_iterator I) const {
  Packets Found;
  Beside.behind(MBB, I, [&](const MachineInstr &Top) { return take(Top, Found); });
  return Found;
}

bool HexagonRegionCost::take(const MachineInstr &Top, Packets &Found) const {
  PacketAccesses A;
  if (!accessesOf(Top, TM, A))
    return false;
  Found.push_back(std::move(A));
  return true;
}

void HexagonRegionCost::enterRegion(const sda::Region &R, MachineBasicBlock::iterator First) {
  Before.clear();
  After.clear();
  BeforeAlignment = false;
  if (R.isLoopBody())
    return;
  const MachineBasicBlock *MBB = R.MBB;
  bool ToTheEnd = R.End == R.MBB->instr_end();
  Before = packetsBefore(*MBB, First);
  After = packetsAfter(*MBB, ToTheEnd ? MBB->end() : MachineBasicBlock::const_iterator(R.End));
  const MachineBasicBlock *Next = MBB->getNextNode();
  BeforeAlignment = ToTheEnd && Next && Next->getAlignment() > Align(4) && MBB->isSuccessor(Next);
}

static unsigned wordsOf(const sda::Region &R, const sda::Packet &P) {
  const auto &HII = *R.MBB->getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo();
  unsigned Words = 0;
  for (unsigned N : P) {
    const MachineInstr &MI = *R.Instrs[N];
    bool Mark = MI.getOpcode() == Hexagon::ENDLOOP0 || MI.getOpcode() == Hexagon::ENDLOOP1;
    Words += Mark ? 0 : 1 + (HII.isExtended(MI) || HII.isConstExtended(MI));
  }
  return Words;
}

HexagonRegionCost::Packets HexagonRegionCost::accesses(const sda::Region &R, const sda::Packing &P,
                                                      ArrayRef<const MCInstrDesc *> Forms) const {
  Packets Accesses(P.size());
  for (unsigned K = 0; K != P.size(); ++K)
    for (unsigned N : P[K])
      Accesses[K].add(FormView{*R.Instrs[N], Forms[N]->getOpcode()}, TM);
  return Accesses;
}

struct HexagonRegionCost::Trace : sda::PackingTrace {
  HexagonRegionCost::Packets Accesses;
  bool Loop = false;
  unsigned LastWords = 0;
};

std::shared_ptr<const sda::PackingTrace> HexagonRegionCost::trace(const sda::Region &R, const sda::Arrangement &A) {
  std::vector<const MCInstrDesc *> Forms;
  for (const sda::InstrState &S : A.States)
    Forms.push_back(S.Desc);
  auto T = std::make_shared<Trace>();
  T->Accesses = accesses(R, A.Packets, Forms);
  T->Loop = R.isLoopBody();
  T->LastWords = wordsOf(R, A.Packets.back());
  return T;
}

sda::Cost HexagonRegionCost::price(const sda::PackingTrace &Of) {
  const auto &T = static_cast<const Trace &>(Of);
  return price(T.Accesses, T.Loop, T.LastWords);
}

sda::Cost HexagonRegionCost::price(const sda::Region &R, const sda::Packing &P,
                                   ArrayRef<const MCInstrDesc *> Forms) {
  return price(accesses(R, P, Forms), R.isLoopBody(), BeforeAlignment ? wordsOf(R, P.back()) : 0);
}

/// LastWords: of the last packet, if an aligned block may follow.
sda::Cost HexagonRegionCost::price(const Packets &Accesses, bool Loop, unsigned LastWords) {
  auto Round = [&] {
    unsigned Stalls = 0;
    for (const PacketAccesses &A : Accesses)
      Stalls += Board.issue(A).Cycles;
    return Stalls;
  };
  Board.reset();
  sda::Cost C;
  C.Packets = Accesses.size();
  for (const PacketAccesses &A : Before)
    Board.issue(A);
  C.Stalls = Round();
  if (Loop) {
    // Round until nothing older than the previous iteration can be waited for.
    unsigned Rounds = HexagonTiming::MaxDependenceCycles / std::max<size_t>(1, C.Packets) + 2;
    for (unsigned I = 0; I != Rounds; ++I)
      C.Stalls = Round();
  }
  for (const PacketAccesses &A : After)
    C.Behind += Board.issue(A).Cycles;
  // The assembler fills up to the alignment with nops in the last packet; those that find no place
  // there are a packet of their own. Zero to three are needed, each as likely.
  if (BeforeAlignment && LastWords > 1)
    C.PaddingQuarters = LastWords - 1;
  return C;
}

/// Cycles from the issue of packet First behind the region to that of the last one, when all that
/// came before is ready.
unsigned HexagonRegionCost::cyclesToTheEnd(unsigned First) {
  Board.reset();
  for (unsigned J = 0; J != First; ++J)
    Board.issue(After[J]);
  Board.idle(HexagonTiming::MaxDependenceCycles);
  Board.issue(After[First]);
  uint64_t Start = Board.now();
  for (unsigned J = First + 1; J != After.size(); ++J)
    Board.issue(After[J]);
  return Board.now() - Start;
}

unsigned HexagonRegionCost::stallsBehind() {
  return After.empty() ? 0 : cyclesToTheEnd(0) - (After.size() - 1);
}

void HexagonRegionCost::addDelays(const sda::Region &R, sda::IDG &G) {
  if (R.isLoopBody())
    return;
  HexagonRegionDelays Delays(R, TM, G);
  Board.reset();
  for (const PacketAccesses &A : Before) {
    Board.issue(A);
    Delays.before(A, Board.now());
  }
  Delays.region(Board.now() + 1);
  if (After.empty())
    return;
  int64_t Whole = cyclesToTheEnd(0);
  for (unsigned J = 0; J != After.size(); ++J)
    Delays.behind(After[J], Whole - cyclesToTheEnd(J) + 1);
}

unsigned HexagonRegionCost::priceBlock(const MachineBasicBlock &MBB) {
  Packets Inside;
  for (const MachineInstr &MI : MBB) {
    PacketAccesses A;
    if (accessesOf(MI, TM, A))
      Inside.push_back(std::move(A));
  }
  Board.reset();
  for (const PacketAccesses &A : packetsBefore(MBB, MBB.begin()))
    Board.issue(A);
  unsigned Rounds =
      MBB.isSuccessor(&MBB)
          ? HexagonTiming::MaxDependenceCycles / std::max<size_t>(1, Inside.size()) + 2
          : 1;
  uint64_t Start = 0;
  while (Rounds--) {
    Start = Board.now();
    for (const PacketAccesses &A : Inside)
      Board.issue(A);
  }
  return Board.now() - Start;
}

uint64_t HexagonRegionCost::priceFunction(const MachineFunction &MF) {
  constexpr unsigned MaxDepth = 6;
  uint64_t Sum = 0;
  for (const MachineBasicBlock &MBB : MF)
    Sum += uint64_t(priceBlock(MBB)) << 3 * std::min(MLI.getLoopDepth(&MBB), MaxDepth);
  return Sum;
}

//===- SDA/BoardCost.h - Cycles by a machine's scoreboard -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cycle model of a machine that tells, packet by packet, how long each waits. A loop's body is
// priced in its steady state; another region together with the packets around it, along the edges
// that run most often. The target gives the machine:
//
//   struct Machine {
//     struct Access { MCRegister Reg; bool IsDef; ... };    // a register read or written
//     struct Packet { SmallVector<Access> List; ... };
//     static constexpr unsigned MaxDependenceCycles;        // no dependence waits longer
//     static constexpr unsigned InstrBytes;
//     void add(Packet &, const MachineInstr &, unsigned Opcode) const; // in a form of its own
//     void reset();                                         // everything is ready
//     unsigned issue(const Packet &);                       // stalls before it
//     void idle(unsigned Cycles);
//     uint64_t now() const;                                 // packets and stalls since reset()
//     unsigned words(const MachineInstr &) const;           // places that it takes of a packet
//     // How long a use in a later packet waits; what is slow are all that is in a packet with a
//     slow
//     // instruction.
//     bool isSlow(const Packet &) const;
//     bool isSlow(const MachineInstr &) const;
//     unsigned latency(const Access &Def, const Access &Use, bool Slow) const;
//     bool forwards(const Access &Def, const Access &Use) const; // within a packet
//     bool leavesRegister(const Access &Def) const;         // see SDATarget
//   };
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CODEGEN_SDA_BOARDCOST_H
#define LLVM_CODEGEN_SDA_BOARDCOST_H

#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/SDA/BoardDelays.h"
#include "llvm/CodeGen/SDA/Neighbours.h"
#include <numeric>

namespace llvm::sda {

template <class Machine> class BoardCost : public CycleModel {
public:
  BoardCost(Machine M, const TargetRegisterInfo &TRI, const MachineLoopInfo &MLI)
      : Board(std::move(M)), TRI(TRI), MLI(MLI), Beside(MLI) {}

  void enterRegion(const Region &R, MachineBasicBlock::iterator First) override {
    Before.clear();
    After.clear();
    BeforeAlignment = false;
    if (R.isLoopBody())
      return;
    const MachineBasicBlock *MBB = R.MBB;
    const bool ToTheEnd = R.End == R.MBB->instr_end();
    Before = packetsBefore(*MBB, First);
    After = packetsAfter(*MBB, ToTheEnd ? MBB->end() : MachineBasicBlock::const_iterator(R.End));
    const MachineBasicBlock *Next = MBB->getNextNode();
    BeforeAlignment = ToTheEnd && Next && Next->getAlignment() > Align(Machine::InstrBytes) &&
                      MBB->isSuccessor(Next);
  }

  using CycleModel::price;

  Cost price(const Region &R, const Packing &P, ArrayRef<const MCInstrDesc *> Forms) override {
    return price(accesses(R, P, Forms), R.isLoopBody(), BeforeAlignment ? words(R, P.back()) : 0);
  }

  std::shared_ptr<const PackingTrace> trace(const Region &R, const Arrangement &A) override {
    std::vector<const MCInstrDesc *> Forms;
    for (const InstrState &S : A.States)
      Forms.push_back(S.Desc);
    auto T = std::make_shared<Trace>();
    T->Accesses = accesses(R, A.Packets, Forms);
    T->Loop = R.isLoopBody();
    T->LastWords = words(R, A.Packets.back());
    return T;
  }

  Cost price(const PackingTrace &Of) override {
    const auto &T = static_cast<const Trace &>(Of);
    return price(T.Accesses, T.Loop, T.LastWords);
  }

  void addDelays(const Region &R, IDG &G) override {
    if (R.isLoopBody())
      return;
    BoardDelays<Machine> Delays(R, Board, TRI, G);
    Board.reset();
    for (const Packet &A : Before) {
      Board.issue(A);
      Delays.before(A, Board.now());
    }
    Delays.region(Board.now() + 1);
    if (After.empty())
      return;
    const int64_t Whole = cyclesToTheEnd(0);
    for (unsigned J = 0; J != After.size(); ++J)
      Delays.behind(After[J], Whole - cyclesToTheEnd(J) + 1);
  }

  unsigned stallsBehind() override {
    return After.empty() ? 0 : cyclesToTheEnd(0) - (After.size() - 1);
  }

  /// A block counts eight times for each loop around it.
  uint64_t priceFunction(const MachineFunction &MF) override {
    constexpr unsigned MaxDepth = 6;
    uint64_t Sum = 0;
    for (const MachineBasicBlock &MBB : MF)
      Sum += uint64_t(priceBlock(MBB)) << 3 * std::min(MLI.getLoopDepth(&MBB), MaxDepth);
    return Sum;
  }

private:
  using Packet = typename Machine::Packet;
  using Packets = std::vector<Packet>;
  struct Trace : PackingTrace {
    Packets Accesses;
    bool Loop = false;
    unsigned LastWords = 0;
  };

  static bool isCode(const MachineInstr &MI) {
    return !MI.isMetaInstruction() && !MI.isInlineAsm();
  }

  /// The accesses of the packet that Top heads; false if it is none.
  bool accessesOf(const MachineInstr &Top, Packet &A) const {
    if (!Top.isBundle()) {
      if (!isCode(Top))
        return false;
      Board.add(A, Top, Top.getOpcode());
      return true;
    }
    auto E = Top.getParent()->instr_end();
    for (auto I = std::next(Top.getIterator()); I != E && I->isBundledWithPred(); ++I)
      if (isCode(*I))
        Board.add(A, *I, I->getOpcode());
    return true;
  }

  bool take(const MachineInstr &Top, Packets &Found) const {
    Packet A;
    if (!accessesOf(Top, A))
      return false;
    Found.push_back(std::move(A));
    return true;
  }

  Packets packetsBefore(const MachineBasicBlock &MBB, MachineBasicBlock::const_iterator I) const {
    Packets Found;
    Beside.before(MBB, I, [&](const MachineInstr &Top) { return take(Top, Found); });
    std::reverse(Found.begin(), Found.end());
    return Found;
  }

  Packets packetsAfter(const MachineBasicBlock &MBB, MachineBasicBlock::const_iterator I) const {
    Packets Found;
    Beside.behind(MBB, I, [&](const MachineInstr &Top) { return take(Top, Found); });
    return Found;
  }

  unsigned words(const Region &R, const sda::Packet &P) const {
    unsigned Words = 0;
    for (unsigned N : P)
      Words += Board.words(*R.Instrs[N]);
    return Words;
  }

  Packets accesses(const Region &R, const Packing &P, ArrayRef<const MCInstrDesc *> Forms) const {
    Packets Accesses(P.size());
    for (unsigned K = 0; K != P.size(); ++K)
      for (unsigned N : P[K])
        Board.add(Accesses[K], *R.Instrs[N], Forms[N]->getOpcode());
    return Accesses;
  }

  /// Issues the packets once, or, of a loop, again and again: stalls of an iteration in the long
  /// run, rounded up. Iterations may alternate. They repeat once as many as can be waited for went
  /// like as many earlier ones; where none have, the mean of the last ones is taken.
  unsigned stalls(const Packets &Accesses, bool Loop) {
    constexpr unsigned MaxIterations = 32;
    const size_t Size = Accesses.size();
    const unsigned WaitedFor = Machine::MaxDependenceCycles / std::max<size_t>(1, Size) + 1;
    std::vector<unsigned> Of; // each packet issued
    auto Mean = [&](unsigned Iterations) {
      unsigned Sum = std::accumulate(Of.end() - Iterations * Size, Of.end(), 0u);
      return (Sum + Iterations - 1) / Iterations;
    };
    for (unsigned I = 1; I <= MaxIterations; ++I) {
      for (const Packet &A : Accesses)
        Of.push_back(Board.issue(A));
      if (!Loop)
        return Mean(1);
      for (unsigned Period = 1; Period + WaitedFor <= I; ++Period)
        if (std::equal(Of.end() - WaitedFor * Size, Of.end(),
                       Of.end() - (WaitedFor + Period) * Size))
          return Mean(Period);
    }
    return Mean(MaxIterations / 2);
  }

  /// LastWords: of the last packet, if an aligned block may follow.
  Cost price(const Packets &Accesses, bool Loop, unsigned LastWords) {
    Board.reset();
    Cost C;
    C.Packets = Accesses.size();
    for (const Packet &A : Before)
      Board.issue(A);
    C.Stalls = stalls(Accesses, Loop);
    for (const Packet &A : After)
      C.Behind += Board.issue(A);
    // The assembler fills up to the alignment with nops in the last packet; those that find no
    // place there are a packet of their own. Zero to three are needed, each as likely.
    if (BeforeAlignment && LastWords > 1)
      C.PaddingQuarters = LastWords - 1;
    return C;
  }

  /// Cycles from the issue of packet First behind the region to that of the last one, when all that
  /// came before is ready.
  unsigned cyclesToTheEnd(unsigned First) {
    Board.reset();
    for (unsigned J = 0; J != First; ++J)
      Board.issue(After[J]);
    Board.idle(Machine::MaxDependenceCycles);
    Board.issue(After[First]);
    const uint64_t Start = Board.now();
    for (unsigned J = First + 1; J != After.size(); ++J)
      Board.issue(After[J]);
    return Board.now() - Start;
  }

  unsigned priceBlock(const MachineBasicBlock &MBB) {
    Packets Inside;
    for (const MachineInstr &MI : MBB)
      take(MI, Inside);
    Board.reset();
    for (const Packet &A : packetsBefore(MBB, MBB.begin()))
      Board.issue(A);
    return Inside.size() + stalls(Inside, MBB.isSuccessor(&MBB));
  }

  Machine Board;
  const TargetRegisterInfo &TRI;
  const MachineLoopInfo &MLI;
  const Neighbours Beside;
  Packets Before, After;
  /// The next block is aligned and entered from the region's last packet.
  bool BeforeAlignment = false;
};

} // namespace llvm::sda

#endif

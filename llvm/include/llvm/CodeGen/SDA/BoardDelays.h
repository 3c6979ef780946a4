//===- SDA/BoardDelays.h - Waits across a region's ends ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_BOARDDELAYS_H
#define LLVM_CODEGEN_SDA_BOARDDELAYS_H

#include "llvm/CodeGen/SDA/SDATarget.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"

namespace llvm::sda {

/// Follows the writers of registers through the packets before a region, its nodes in program order
/// and the packets behind it; tells the graph how long its nodes wait, and are waited for. Machine:
/// see BoardCost.
template <class Machine> class BoardDelays {
public:
  BoardDelays(const Region &R, const Machine &Board, const TargetRegisterInfo &TRI, IDG &G)
      : R(R), Board(Board), TRI(TRI), G(G),
        Slow(llvm::any_of(R.Instrs, [&](const MachineInstr *MI) { return Board.isSlow(*MI); })) {}

  /// A packet before the region, issued in cycle Issued.
  void before(const typename Machine::Packet &A, uint64_t Issued) {
    for (const Access &Def : A.List)
      if (Def.IsDef && !Board.leavesRegister(Def))
        for (MCRegUnit U : TRI.regunits(Def.Reg))
          Writers[U] = {Def, Issued, BeforeRegion, Board.isSlow(A)};
  }

  /// Issues the region's nodes, whose first packet could issue in cycle Start.
  void region(int64_t Start) {
    for (unsigned N = 0; N != R.Instrs.size(); ++N) {
      typename Machine::Packet A;
      Board.add(A, *R.Instrs[N], R.Instrs[N]->getOpcode());
      int64_t Entry = 0;
      for (const Access &Use : A.List)
        forWriters(Use, [&](const Writer &W) {
          if (W.Node == BeforeRegion)
            Entry = std::max(Entry, int64_t(W.Issued) + latency(W, Use, Slow) - Start);
        });
      G.setEntryDelay(N, Entry);
      for (const Access &Def : A.List)
        if (Def.IsDef)
          for (MCRegUnit U : TRI.regunits(Def.Reg))
            Writers[U] = {Def, 0, N, Slow};
    }
  }

  /// A packet behind the region, which could issue Ready cycles behind the region's last one if it
  /// had not to wait for the region.
  void behind(const typename Machine::Packet &A, int64_t Ready) {
    for (const Access &Use : A.List)
      if (!fedInPacket(A, Use))
        forWriters(Use, [&](const Writer &W) {
          if (W.Node == BeforeRegion)
            return;
          const int64_t Exit = latency(W, Use, Board.isSlow(A)) - Ready;
          G.setExitDelay(W.Node, std::max<int64_t>(G.exitDelay(W.Node), Exit));
        });
    for (const Access &Def : A.List)
      if (Def.IsDef)
        for (MCRegUnit U : TRI.regunits(Def.Reg))
          Writers.erase(U);
  }

private:
  using Access = typename Machine::Access;
  static constexpr unsigned BeforeRegion = ~0u;

  /// Who wrote a register unit: an access, in cycle Issued or by node Node.
  struct Writer {
    Access Def = {};
    uint64_t Issued = 0;
    unsigned Node = 0;
    bool Slow = false;
  };

  int64_t latency(const Writer &W, const Access &Use, bool UseSlow) const {
    return Board.latency(W.Def, Use, W.Slow || UseSlow);
  }

  /// Calls Visit with each writer of what Use reads.
  template <typename Function> void forWriters(const Access &Use, Function Visit) {
    if (Use.IsDef)
      return;
    for (MCRegUnit U : TRI.regunits(Use.Reg))
      if (auto W = Writers.find(U); W != Writers.end())
        Visit(W->second);
  }

  bool fedInPacket(const typename Machine::Packet &A, const Access &Use) const {
    return llvm::any_of(A.List, [&](const Access &D) {
      return D.IsDef && TRI.regsOverlap(D.Reg, Use.Reg) && Board.forwards(D, Use);
    });
  }

  const Region &R;
  const Machine &Board;
  const TargetRegisterInfo &TRI;
  IDG &G;
  const bool Slow;                    // the region has a slow instruction
  DenseMap<unsigned, Writer> Writers; // the last one of each unit
};

} // namespace llvm::sda

#endif

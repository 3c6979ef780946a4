//===- SDA/GraphBuilder.cpp - The dependence graph of a region ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the pairs that may depend on each other, nearest ones only, and lets the target say how.
// Registers are followed by register units. A conditional definition leaves the earlier ones
// visible.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/SDA/Dependences.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"

namespace llvm::sda {

InstrFacts InstrFacts::of(MachineInstr &MI) {
  InstrFacts F;
  F.MI = &MI;
  for (unsigned I = 0, E = MI.getNumOperands(); I != E; ++I) {
    const MachineOperand &Op = MI.getOperand(I);
    if (!Op.isReg() || !Op.getReg())
      continue;
    RegOperand R{Op.getReg().asMCReg(), I, Op.isImplicit()};
    (Op.isDef() ? F.Defs : F.Uses).push_back(R);
  }
  F.ControlFlow = MI.isTerminator() || MI.isCall();
  F.Load = MI.mayLoad() && !MI.isCall();
  F.Store = MI.mayStore() && !MI.isCall();
  return F;
}

namespace {

/// Memory accesses that a later one is compared with at most; beyond that the later one becomes a
/// barrier, which keeps the number of questions near linear.
constexpr unsigned MaxOpenAccesses = 128;

class Builder {
public:
  Builder(const Dependences &Deps, bool Loop)
      : Deps(Deps), G(Deps.size()), Seen(Deps.size() * Deps.size()) {
    G.setLoop(Loop);
  }

  IDG build() {
    for (unsigned N = 0; N != Deps.size(); ++N) {
      connectRegisters(N);
      connectMemory(N);
      connectControl(N);
      G.setLatency(N, 1);
    }
    nodeLatencies();
    if (G.isLoop())
      connectBackEdge();
    return std::move(G);
  }

private:
  struct UnitState {
    SmallVector<unsigned, 2> Defs;
    SmallVector<unsigned, 4> Uses;
  };

  /// Whether Use, of the node that comes next, reads what A has written.
  bool reaches(unsigned A, const RegOperand &Def, const RegOperand &Use) const {
    return llvm::any_of(Deps.Registers.regunits(Use.Reg), [&](MCRegUnit U) {
      auto Unit = Units.find(U);
      return Unit != Units.end() && llvm::is_contained(Unit->second.Defs, A) &&
             llvm::is_contained(Deps.Registers.regunits(Def.Reg), U);
    });
  }

  /// The registers of B are connected first: what comes later knows of them.
  void connect(unsigned A, unsigned B) {
    if (A == B || Seen[A * Deps.size() + B])
      return;
    Seen.set(A * Deps.size() + B);
    Dependence D = Deps.between(A, B, [&](const RegOperand &Def, const RegOperand &Use) {
      return reaches(A, Def, Use);
    });
    if (!D.Depends)
      return;
    G.addEdge({A, B, D.Kind, D.Class, D.Latency, D.Penalty});
  }

  void connectRegisters(unsigned N) {
    const InstrFacts &F = Deps.facts(N);
    for (const RegOperand &Use : F.Uses)
      for (MCRegUnit U : Deps.Registers.regunits(Use.Reg)) {
        for (unsigned D : Units[U].Defs)
          connect(D, N);
        Units[U].Uses.push_back(N);
      }
    for (const RegOperand &Def : F.Defs)
      for (MCRegUnit U : Deps.Registers.regunits(Def.Reg)) {
        UnitState &S = Units[U];
        for (unsigned D : S.Defs)
          connect(D, N);
        for (unsigned D : S.Uses)
          connect(D, N);
        bool Keep = F.Conditional || Deps.isSticky(Def.Reg);
        if (!Keep) {
          S.Defs.clear();
          S.Uses.clear();
        }
        S.Defs.push_back(N);
      }
  }

  void connectMemory(unsigned N) {
    const InstrFacts &F = Deps.facts(N);
    if (!F.Load && !F.Store && !F.Ordered)
      return;
    if (Accesses.size() >= MaxOpenAccesses) {
      for (unsigned A : Accesses) {
        connect(A, N);
        G.addEdge({A, N, EdgeKind::Hard, 0, 1, 0});
      }
      Accesses.clear();
      Barrier = N;
    } else {
      for (unsigned A : Accesses)
        connect(A, N);
      if (Barrier >= 0)
        G.addEdge({unsigned(Barrier), N, EdgeKind::Order, 0, 0, 0});
    }
    Accesses.push_back(N);
  }

  void connectControl(unsigned N) {
    if (Deps.facts(N).ControlFlow)
      for (unsigned A = LastControl < 0 ? 0 : LastControl; A != N; ++A)
        connect(A, N);
    else if (LastControl >= 0)
      connect(LastControl, N);
    if (Deps.facts(N).ControlFlow)
      LastControl = N;
    if (Deps.staysBehind(*Deps.facts(N).MI))
      for (unsigned A = 0; A != N; ++A)
        G.addEdge({A, N, EdgeKind::Order, 0, 0, 0});
  }

  void nodeLatencies() {
    for (const Edge &E : G.edges())
      if (E.Kind != EdgeKind::Order)
        G.setLatency(E.Src, std::max(G.latency(E.Src), E.Latency));
  }

  /// Results that the next iteration reads.
  void connectBackEdge() {
    BitVector Done(Deps.size() * Deps.size()), Written(Deps.Registers.getNumRegUnits());
    for (unsigned N = 0; N != Deps.size(); ++N) {
      for (const RegOperand &Use : Deps.facts(N).Uses)
        for (MCRegUnit U : Deps.Registers.regunits(Use.Reg)) {
          if (Written[U] || Units.find(U) == Units.end())
            continue;
          for (unsigned D : Units[U].Defs)
            if (unsigned Pair = D * Deps.size() + N; !Done[Pair]) {
              Done.set(Pair);
              G.addCarriedEdge({D, N, EdgeKind::Hard, 0, Deps.carriedLatency(D, N), 0});
            }
        }
      if (!Deps.facts(N).Conditional)
        for (const RegOperand &Def : Deps.facts(N).Defs)
          for (MCRegUnit U : Deps.Registers.regunits(Def.Reg))
            Written.set(U);
    }
  }

  const Dependences &Deps;
  IDG G;
  DenseMap<unsigned, UnitState> Units;
  SmallVector<unsigned, 64> Accesses;
  /// Pairs that the classifier was asked about, as a square.
  BitVector Seen;
  int LastControl = -1;
  int Barrier = -1;
};

} // namespace

IDG buildGraph(const Dependences &Deps, bool Loop) { return Builder(Deps, Loop).build(); }

} // namespace llvm::sda

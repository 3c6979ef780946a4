//===- SDA/CompoundRewriter.cpp - Programs that cost less -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two ways to shorten a chain of compounds (SDATarget::compound), whose results come a cycle later
// than those of ALU instructions:
//
//   r7 += mpyi(r0,r1)     r7 += mpyi(r0,r1)
//   r7 += mpyi(r2,r3)     r12 = mpyi(r2,r3)         a second accumulator; addition of integers is
//   r7 += mpyi(r4,r5) ->  r7 += mpyi(r4,r5)         associative and commutative modulo 2^32
//   r7 += mpyi(r6,r8)     r12 += mpyi(r6,r8)
//                         r7 = add(r7,r12)
//
//   r6 = memw(r2+r6<<#2)  r6 = memw(r2+r6<<#2)
//   r6 ^= lsr(r4,#8)  ->  r12 = lsr(r4,#8)          the shift need not wait for the load
//                         r6 = xor(r6,r12)
//
// Both want a register that is free and a place for one more instruction. Whether they pay is for
// the packings to say: the region is packed again, and what costs no less is taken back.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/SDA/CompoundRewriter.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/SDA/Faults.h"
#include "llvm/CodeGen/SDA/RegionEdit.h"
#include "llvm/CodeGen/SDA/Replay.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumSplit, "Number of regions whose chains of sums were split");
STATISTIC(NumTakenApart, "Number of regions with compounds taken apart");

namespace llvm::sda {

/// Appends operands From and behind of Source to MI.
static void copyOperands(MachineFunction &MF, MachineInstr &MI, const MachineInstr &Source,
                         unsigned From) {
  for (const MachineOperand &Op : llvm::drop_begin(Source.operands(), From))
    if (Op.isImm())
      MI.addOperand(MF, MachineOperand::CreateImm(Op.getImm()));
    else
      MI.addOperand(MF, MachineOperand::CreateReg(Op.getReg(), /*isDef=*/false));
}

namespace {

/// Operands of a compound.
enum : unsigned { Result = 0, Accumulator = 1, FirstFactor = 2 };

/// Edits the compounds of a region in one way.
class Rewriter {
public:
  Rewriter(const SDATarget &T, const PackedRegion &P, RegionEdit &Edit)
      : T(T), P(P), R(P.R), Edit(Edit), MF(T.MF) {}

  void splitChains();
  void takeApart();

private:
  using Chain = SmallVector<unsigned, 8>;
  static constexpr unsigned MinChain = 4;

  MCRegister temporary(unsigned Like, unsigned First, unsigned Last);
  bool accumulates(unsigned N) const;
  std::vector<Chain> chains() const;
  void split(const Chain &C);
  MachineInstr *part(unsigned Opcode, unsigned N, MCRegister To);
  MachineInstr *outer(unsigned Opcode, unsigned N, MCRegister To, MCRegister A, MCRegister B);
  void findTails();
  bool isCritical(unsigned N) const;
  bool waitsForAccumulator(unsigned N) const;
  int issue(unsigned N) const { return int(Graph->pathLength(N)) - int(Graph->latency(N)); }

  const SDATarget &T;
  const PackedRegion &P;
  const Region &R;
  RegionEdit &Edit;
  MachineFunction &MF;
  // The graph of the program without renamed values; the cycles behind each node; the region's
  // cycles.
  const IDG *Graph = nullptr;
  std::vector<int> Tail;
  int Cycles = 0;
};

} // namespace

/// Makes To = Opcode(operands of compound N behind its accumulator).
MachineInstr *Rewriter::part(unsigned Opcode, unsigned N, MCRegister To) {
  MachineInstr *MI = Edit.create(Opcode, N);
  MI->addOperand(MF, MachineOperand::CreateReg(To, /*isDef=*/true));
  copyOperands(MF, *MI, *R.Instrs[N], FirstFactor);
  return MI;
}

/// Makes To = Opcode(A, B).
MachineInstr *Rewriter::outer(unsigned Opcode, unsigned N, MCRegister To, MCRegister A,
                              MCRegister B) {
  MachineInstr *MI = Edit.create(Opcode, N);
  MI->addOperand(MF, MachineOperand::CreateReg(To, /*isDef=*/true));
  MI->addOperand(MF, MachineOperand::CreateReg(A, /*isDef=*/false));
  MI->addOperand(MF, MachineOperand::CreateReg(B, /*isDef=*/false));
  return MI;
}

/// A register of the local class that the result of Like is in, for a value from First to Last.
MCRegister Rewriter::temporary(unsigned Like, unsigned First, unsigned Last) {
  MCRegister Wanted = R.Instrs[Like]->getOperand(Result).getReg().asMCReg();
  for (const TargetRegisterClass *RC : T.localClasses())
    if (RC->contains(Wanted))
      return Edit.temporary(*RC, First, Last);
  return MCRegister();
}

/// Whether N adds something to a register that its other operands do not name.
bool Rewriter::accumulates(unsigned N) const {
  const MachineInstr &MI = *R.Instrs[N];
  std::optional<SDATarget::Compound> C = T.compound(MI);
  if (!C || C->Outer != T.addition() ||
      MI.getOperand(Result).getReg() != MI.getOperand(Accumulator).getReg())
    return false;
  return llvm::none_of(llvm::drop_begin(MI.operands(), FirstFactor), [&](const MachineOperand &Op) {
    return Op.isReg() && Op.getReg() == MI.getOperand(Result).getReg();
  });
}

/// Additions to the same register that nobody looks at in between.
std::vector<Rewriter::Chain> Rewriter::chains() const {
  std::vector<Chain> Found;
  std::map<MCRegister, Chain> Open;
  auto Close = [&](Chain &C) {
    if (C.size() >= MinChain)
      Found.push_back(C);
    C.clear();
  };
  for (unsigned N = 0; N != R.Instrs.size(); ++N) {
    const MachineInstr &MI = *R.Instrs[N];
    MCRegister Sum = accumulates(N) ? MI.getOperand(Result).getReg().asMCReg() : MCRegister();
    for (auto &[Reg, C] : Open)
      if (Reg != Sum && (MI.readsRegister(Reg, &T.TRI) || MI.modifiesRegister(Reg, &T.TRI)))
        Close(C);
    if (Sum)
      Open[Sum].push_back(N);
  }
  for (auto &[Reg, C] : Open)
    Close(C);
  return Found;
}

void Rewriter::split(const Chain &C) {
  MCRegister Second = temporary(C[0], C[1], C.back());
  if (!Second)
    return;
  for (unsigned N : llvm::drop_begin(C))
    Edit.forget(N);
  for (unsigned I = 1; I < C.size(); I += 2) {
    const MachineInstr &MI = *R.Instrs[C[I]];
    if (I == 1) {
      Edit.replace(C[I], part(T.compound(MI)->Inner, C[I], Second));
      continue;
    }
    MachineInstr *New = Edit.create(MI.getOpcode(), C[I]);
    New->addOperand(MF, MachineOperand::CreateReg(Second, /*isDef=*/true));
    New->addOperand(MF, MachineOperand::CreateReg(Second, /*isDef=*/false));
    copyOperands(MF, *New, MI, FirstFactor);
    Edit.replace(C[I], New);
  }
  MCRegister Sum = R.Instrs[C[0]]->getOperand(Result).getReg().asMCReg();
  if (faults::addsSecondAccumulator())
    Edit.insertBehind(C.back(), outer(*T.addition(), C.back(), Sum, Sum, Second));
}

void Rewriter::splitChains() {
  for (const Chain &C : chains())
    split(C);
}

void Rewriter::findTails() {
  Graph = &*P.Graphs[0];
  Tail.assign(Graph->size(), 0);
  Cycles = Graph->criticalCycles();
  for (unsigned N = Graph->size(); N--;) {
    Tail[N] = Graph->exitDelay(N);
    for (unsigned I : Graph->succs(N))
      Tail[N] = std::max(Tail[N], int(Graph->edge(I).distance()) + Tail[Graph->edge(I).Dst]);
  }
}

/// Whether what N takes longer makes the region longer, or almost so. A loop may be as long as a
/// path across its back edge.
bool Rewriter::isCritical(unsigned N) const {
  constexpr int Almost = 1;
  if (issue(N) + Tail[N] + 1 + Almost >= Cycles)
    return true;
  return llvm::any_of(Graph->carried(), [&](const Edge &E) {
    return (E.Src == N || E.Dst == N || (E.Dst < N && N < E.Src)) &&
           issue(E.Src) - issue(E.Dst) + int(E.Latency) + Almost >= Cycles;
  });
}

/// Whether the accumulator of compound N comes later than its other operands.
bool Rewriter::waitsForAccumulator(unsigned N) const {
  MCRegister Reg = R.Instrs[N]->getOperand(Accumulator).getReg().asMCReg();
  int Accumulated = 0, Others = 0;
  auto Arrives = [&](unsigned From, int Cycle) {
    int &At = R.Instrs[From]->modifiesRegister(Reg, &T.TRI) ? Accumulated : Others;
    At = std::max(At, Cycle);
  };
  for (unsigned I : Graph->preds(N))
    Arrives(Graph->edge(I).Src, issue(Graph->edge(I).Src) + int(Graph->edge(I).distance()));
  for (const Edge &E : Graph->carried())
    if (E.Dst == N)
      Arrives(E.Src, issue(E.Src) + int(E.Latency) - Cycles);
  return Accumulated > Others;
}

void Rewriter::takeApart() {
  findTails();
  for (unsigned N = 0; N != R.Instrs.size(); ++N) {
    std::optional<SDATarget::Compound> C = T.compound(*R.Instrs[N]);
    if (!C || !isCritical(N) || !waitsForAccumulator(N))
      continue;
    MCRegister To = R.Instrs[N]->getOperand(Result).getReg().asMCReg();
    MCRegister From = R.Instrs[N]->getOperand(Accumulator).getReg().asMCReg();
    if (MCRegister Part = temporary(N, N, N))
      Edit.replace(N, {part(C->Inner, N, Part),
                       outer(C->Outer, N, To, From, faults::outerReads(Part, From))});
  }
}

/// Tries one way to edit P; keeps the new program if it costs less.
static bool tryEdit(std::unique_ptr<PackedRegion> &P, void (Rewriter::*Way)(),
                    RegionPacker &Packer, InstrStates &Before) {
  P->R.findEnd();
  OpenRegion Open = P->R.takeApart();
  RegionEdit Edit(Packer.target(), Open, P->LiveOut, Packer.liveness());
  (Rewriter(Packer.target(), *P, Edit).*Way)();
  bool Better = false;
  if (!Edit.empty()) {
    auto New = std::make_unique<PackedRegion>();
    New->R = Edit.install();
    New->LiveOut = P->LiveOut;
    New->Stock = P->Stock;
    New->Base = P->Base;
    New->Base.Rewritten = true;
    New->Rotated = P->Rotated;
    Packer.searchRewritten(*New, std::move(Open).becomes(New->R));
    Better = !New->Kept.empty() && New->best().Cost.cycles() < P->best().Cost.cycles() &&
             enterRewrite();
    if (Better) {
      LLVM_DEBUG(dbgs() << printMBBReference(*P->R.MBB) << ": another program, "
                        << New->best().Cost.cycles() << " cycles in place of "
                        << P->best().Cost.cycles() << '\n');
      if (Reference *Program = Packer.reference()) {
        Packer.require(*New, verifyRewrite(Packer.target(), P->R, New->R, P->LiveOut));
        Packer.require(*New, Program->replace(*P->R.MBB, Reference::programOf(P->R),
                                                Reference::programOf(New->R)));
      }
      Edit.commit(Before, Packer.debugInstrs());
      P = std::move(New);
    } else {
      Edit.undo();
    }
  }
  Packer.putBack(*P);
  return Better;
}

void rewriteCompounds(PackedRegions &Regions, RegionPacker &Packer, InstrStates &Before) {
  for (std::unique_ptr<PackedRegion> &P : Regions) {
    auto HasCompounds = [&] {
      return llvm::any_of(P->R.Instrs, [&](const MachineInstr *MI) {
        return Packer.target().compound(*MI).has_value();
      });
    };
    if (P->best().Cost.cycles() <= P->Bound)
      continue;
    if (HasCompounds() && tryEdit(P, &Rewriter::splitChains, Packer, Before))
      ++NumSplit;
    if (HasCompounds() && tryEdit(P, &Rewriter::takeApart, Packer, Before))
      ++NumTakenApart;
  }
}

} // namespace llvm::sda

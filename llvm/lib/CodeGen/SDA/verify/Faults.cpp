//===- SDA/Faults.cpp - Mistakes on purpose -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/Faults.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/SDA/SDATarget.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/Support/CommandLine.h"

namespace llvm::sda {

static cl::opt<Fault> Wanted("sda-inject-fault", cl::Hidden, cl::init(Fault::None),
                           cl::desc("Make a mistake on purpose, to test -sda-verify"),
                           cl::values(
#define SDA_FAULT(Id, Name, What) clEnumValN(Fault::Id, Name, What),
#include "llvm/CodeGen/SDA/SDAFaults.def"
                               clEnumValN(Fault::None, "none", "make none")));

/// Lets an access with an offset go eight bytes too far.
static bool moveFurther(const SDATarget &T, const MachineInstr &MI, InstrState &S) {
  std::optional<SDATarget::Address> At = T.address(MI);
  if (!MI.mayLoadOrStore() || !At)
    return false;
  for (auto &[Index, Value] : S.Immediates)
    if (Index == At->Offset) {
      Value += 8;
      return true;
    }
  return false;
}

FaultSite::FaultSite(const SDATarget &T, const Region &R, const IDG &G, const BitVector &LiveOut,
                     Arrangement &P)
    : Kind(Wanted), T(T), R(R), G(G), LiveOut(LiveOut), P(P), PacketOf(R.Instrs.size()) {
  for (unsigned K = 0; K != P.Packets.size(); ++K)
    for (unsigned N : P.Packets[K])
      PacketOf[N] = K;
}

void FaultSite::moveTo(unsigned N, unsigned Packet) {
  llvm::erase(P.Packets[PacketOf[N]], N);
  P.Packets[Packet].insert(llvm::upper_bound(P.Packets[Packet], N), N);
  if (P.Packets[PacketOf[N]].empty()) {
    P.Packets.erase(P.Packets.begin() + PacketOf[N]);
    P.InOrder.erase(P.InOrder.begin() + PacketOf[N]);
  }
}

bool FaultSite::isAccess(unsigned N) const {
  return R.Instrs[N]->mayLoadOrStore() && !R.Instrs[N]->isCall();
}

static const MachineOperand *resultOf(const MachineInstr &MI) {
  const bool Has = MI.getNumOperands() && MI.getOperand(0).isReg() && MI.getOperand(0).isDef();
  return Has ? &MI.getOperand(0) : nullptr;
}

bool FaultSite::sameResult(unsigned A, unsigned B) const {
  const MachineOperand *Op = resultOf(*R.Instrs[A]);
  return Op && R.Instrs[B]->definesRegister(Op->getReg(), &T.TRI);
}

bool FaultSite::readsResult(unsigned A, unsigned B) const {
  const MachineOperand *Op = resultOf(*R.Instrs[A]);
  return Op && R.Instrs[B]->readsRegister(Op->getReg(), &T.TRI);
}

namespace {

/// The faults that need nothing of the target.
class Injector : FaultSite {
public:
  explicit Injector(const FaultSite &S) : FaultSite(S) {}

  void run() {
    switch (Kind) {
    case Fault::SwappedPackets:
      return onEdge([&](const Edge &E) { return swapPackets(E); });
    case Fault::ReorderedAccesses:
      return onEdge([&](const Edge &E) { return reorderAccesses(E); });
    case Fault::TwoWriters:
      return onEdge([&](const Edge &E) { return joinWriters(E); });
    case Fault::NewValueApart:
      return onEdge([&](const Edge &E) { return separateNewValue(E); });
    case Fault::OldValue:
      return onNode([&](unsigned N) { return dropForm(N); });
    case Fault::RenamedOverLive:
      return onNode([&](unsigned N) { return renameOverLive(N); });
    case Fault::WrongOffset:
      return onNode([&](unsigned N) { return moveOffset(N); });
    case Fault::LostOrder:
      std::fill(P.InOrder.begin(), P.InOrder.end(), false);
      return;
    case Fault::OverfullPacket:
      return joinIndependent();
    default:
      T.injectFault(*this);
      return;
    }
  }

private:
  template <typename Function> void onEdge(Function Make) { (void)llvm::any_of(G.edges(), Make); }
  template <typename Function> void onNode(Function Make) {
    for (unsigned N = 0; N != R.Instrs.size(); ++N)
      if (Make(N))
        return;
  }

  bool shareRegisters(unsigned A, unsigned B) const {
    return llvm::any_of(R.Instrs[A]->operands(), [&](const MachineOperand &Op) {
      return Op.isReg() && Op.getReg() &&
             (R.Instrs[B]->modifiesRegister(Op.getReg(), &T.TRI) ||
              (Op.isDef() && R.Instrs[B]->readsRegister(Op.getReg(), &T.TRI)));
    });
  }

  bool swapPackets(const Edge &E) {
    unsigned A = PacketOf[E.Src], B = PacketOf[E.Dst];
    if (E.Kind != EdgeKind::Hard || A + 1 != B)
      return false;
    std::swap(P.Packets[A], P.Packets[B]);
    std::swap(P.InOrder[A], P.InOrder[B]);
    return true;
  }

  bool reorderAccesses(const Edge &E) {
    unsigned A = PacketOf[E.Src], B = PacketOf[E.Dst];
    if (A == B || !isAccess(E.Src) || !isAccess(E.Dst) || shareRegisters(E.Src, E.Dst))
      return false;
    std::replace(P.Packets[A].begin(), P.Packets[A].end(), E.Src, E.Dst);
    std::replace(P.Packets[B].begin(), P.Packets[B].end(), E.Dst, E.Src);
    llvm::sort(P.Packets[A]);
    llvm::sort(P.Packets[B]);
    return true;
  }

  bool joinWriters(const Edge &E) {
    if (E.Kind != EdgeKind::Hard || !sameResult(E.Src, E.Dst))
      return false;
    moveTo(E.Dst, PacketOf[E.Src]);
    return true;
  }

  bool separateNewValue(const Edge &E) {
    unsigned K = PacketOf[E.Src];
    if (K != PacketOf[E.Dst] || E.Kind != EdgeKind::Soft ||
        P.States[E.Dst].Desc == R.Original[E.Dst].Desc || R.Instrs[E.Dst]->isBranch() ||
        !readsResult(E.Src, E.Dst))
      return false;
    llvm::erase(P.Packets[K], E.Src);
    P.Packets.insert(P.Packets.begin() + K, Packet{E.Src});
    P.InOrder.insert(P.InOrder.begin() + K, false);
    return true;
  }

  bool dropForm(unsigned N) {
    if (P.States[N].Desc == R.Original[N].Desc || R.Instrs[N]->isBranch())
      return false;
    P.States[N].Desc = R.Original[N].Desc;
    return true;
  }

  /// Over a register of a local class that is live behind the region.
  bool renameOverLive(unsigned N) {
    const MachineOperand *Op = resultOf(*R.Instrs[N]);
    auto IsLive = [&](MCRegister Reg) { return LiveOut[*T.TRI.regunits(Reg).begin()]; };
    if (!Op || IsLive(Op->getReg().asMCReg()))
      return false;
    for (const TargetRegisterClass *RC : T.localClasses())
      for (MCRegister Over :
           RC->contains(Op->getReg()) ? RC->getRegisters() : ArrayRef<MCPhysReg>())
        if (IsLive(Over)) {
          for (InstrState &S : P.States)
            for (auto &[Index, Reg] : S.Registers)
              if (Reg == Op->getReg())
                Reg = Over;
          return true;
        }
    return false;
  }

  bool moveOffset(unsigned N) { return isAccess(N) && moveFurther(T, *R.Instrs[N], P.States[N]); }

  void joinIndependent() {
    for (unsigned K = 1; K < P.Packets.size(); ++K) {
      bool Depends = llvm::any_of(G.edges(), [&](const Edge &E) {
        return E.Kind == EdgeKind::Hard && PacketOf[E.Src] == K - 1 && PacketOf[E.Dst] == K;
      });
      if (Depends)
        continue;
      P.Packets[K - 1].append(P.Packets[K].begin(), P.Packets[K].end());
      llvm::sort(P.Packets[K - 1]);
      P.Packets.erase(P.Packets.begin() + K);
      P.InOrder.erase(P.InOrder.begin() + K);
      return;
    }
  }
};

} // namespace

namespace faults {

bool areWanted() { return Wanted != Fault::None; }

void packing(FaultSite S) {
  if (areWanted())
    Injector(S).run();
}

bool mayTouch(bool Right) { return Right && Wanted != Fault::BlindOracle; }

static void forget(Fault Kind, BitVector &Live) {
  if (Wanted == Kind)
    Live.reset();
}

void liveBehind(BitVector &Live) { forget(Fault::NothingLive, Live); }
void liveInSuccessor(BitVector &Live) { forget(Fault::BlindLiveness, Live); }
void liveAtExits(BitVector &Live) { forget(Fault::BlindExits, Live); }
void liveIn(BitVector &Live) { forget(Fault::GuardOverLive, Live); }
void liveBehindLoop(BitVector &Live) { forget(Fault::MissingBackEdge, Live); }
void liveForMoved(BitVector &Live) { forget(Fault::RotatedOverLive, Live); }

void graph(IDG &G) {
  if (Wanted != Fault::DroppedEdge)
    return;
  const Edge *Slowest = nullptr;
  for (const Edge &E : G.edges())
    if (E.Kind == EdgeKind::Hard && (!Slowest || E.Latency > Slowest->Latency))
      Slowest = &E;
  IDG Without(G.size());
  Without.setLoop(G.isLoop());
  Without.setPenaltiesOnce(G.hasPenaltiesOnce());
  for (unsigned N = 0; N != G.size(); ++N)
    Without.setLatency(N, G.latency(N));
  for (const Edge &E : G.edges())
    if (&E != Slowest)
      Without.addEdge(E);
  for (const Edge &E : G.carried())
    Without.addCarriedEdge(E);
  Without.finalize();
  G = std::move(Without);
}

void memory(const SDATarget &T, InstrStates &Before) {
  if (Wanted != Fault::WrongMemory)
    return;
  for (const MachineBasicBlock &MBB : T.MF)
    for (const MachineInstr &MI : MBB.instrs())
      if (auto It = Before.find(&MI); It != Before.end())
        moveFurther(T, MI, It->second);
}

InstrState remembered(const InstrState &Right, const MachineInstr &MI) {
  return Wanted == Fault::TrialState ? InstrState::of(MI) : Right;
}

bool loadFollows(bool Right) { return Right && Wanted != Fault::LateStore; }

bool isApart(bool Right) { return Right || Wanted == Fault::PartLeftBehind; }

bool addsSecondAccumulator() { return Wanted != Fault::LostSum; }

MCRegister outerReads(MCRegister Right, MCRegister Other) {
  return Wanted == Fault::ForeignPart ? Other : Right;
}

bool mayMove(bool Right) { return Right || Wanted == Fault::RotatedUnready; }

bool mayLeave(bool Right) { return Right && Wanted != Fault::LeftPreheader; }

void firstIteration(SmallVectorImpl<unsigned> &Copied) {
  if (Wanted == Fault::RotatedPrologue)
    Copied.pop_back();
}

void lastIteration(SmallVectorImpl<unsigned> &Copied) {
  if (Wanted == Fault::PeeledEpilogue)
    Copied.pop_back();
}

unsigned iterationsLess() { return Wanted == Fault::PeeledCount ? 0 : 1; }

} // namespace faults

} // namespace llvm::sda

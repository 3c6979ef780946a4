//===- HexagonFaults.cpp - Mistakes on purpose ----------------------------===//

#include "HexagonFaults.h"
#include "HexagonRegisterInfo.h"
#include "HexagonSubtarget.h"
#include "MCTargetDesc/HexagonVectorLoads.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using sda::Edge;
using sda::EdgeKind;

namespace {

enum class Fault {
  None,
#define HEXAGON_FAULT(Id, Name, What) Id,
#include "HexagonFaults.def"
};

cl::opt<Fault> Kind("sda-inject-fault", cl::Hidden, cl::init(Fault::None),
                    cl::desc("Make a mistake on purpose, to test -sda-verify"),
                    cl::values(
#define HEXAGON_FAULT(Id, Name, What) clEnumValN(Fault::Id, Name, What),
#include "HexagonFaults.def"
                        clEnumValN(Fault::None, "none", "make none")));

/// Lets an access with an offset go eight bytes too far.
bool moveFurther(const MachineInstr &MI, InstrState &S) {
  const HexagonInstrInfo &HII = *MI.getMF()->getSubtarget<HexagonSubtarget>().getInstrInfo();
  unsigned Base, Offset;
  if (!MI.mayLoadOrStore() || !HII.getBaseAndOffsetPosition(MI, Base, Offset))
    return false;
  for (auto &[Index, Value] : S.Immediates)
    if (Index == Offset) {
      Value += 8;
      return true;
    }
  return false;
}

/// Finds a place for a fault in a packing, and makes it.
class Injector {
public:
  Injector(const HexagonRegion &R, const sda::IDG &G, const BitVector &LiveOut, sda::Arrangement &P)
      : R(R), G(G), LiveOut(LiveOut), P(P),
        HII(*R.MBB->getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo()),
        HRI(*R.MBB->getParent()->getSubtarget<HexagonSubtarget>().getRegisterInfo()),
        PacketOf(R.Instrs.size()) {
    for (unsigned K = 0; K != P.Packets.size(); ++K)
      for (unsigned N : P.Packets[K])
        PacketOf[N] = K;
  }

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
    case Fault::TemporaryReadLater:
      return onNode([&](unsigned N) { return dropDatum(N); });
    case Fault::OneCondition:
      return onEdge([&](const Edge &E) { return invertCondition(E); });
    case Fault::RenamedOverLive:
      return onNode([&](unsigned N) { return renameOverLive(N); });
    case Fault::WrongOffset:
      return onNode([&](unsigned N) { return moveOffset(N); });
    case Fault::LinearCircle:
      return onEdge([&](const Edge &E) { return joinCircle(E); });
    case Fault::LostOrder:
      std::fill(P.InOrder.begin(), P.InOrder.end(), false);
      return;
    case Fault::OverfullPacket:
      return joinIndependent();
    case Fault::None:
    case Fault::DroppedEdge:
    case Fault::NothingLive:
    case Fault::MissingBackEdge:
    case Fault::RotatedOverLive:
    case Fault::RotatedUnready:
    case Fault::LostSum:
    case Fault::ForeignPart:
    case Fault::PeeledCount:
    case Fault::PeeledEpilogue:
    case Fault::RotatedPrologue:
    case Fault::WrongMemory:
    case Fault::TrialState:
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

  bool isAccess(unsigned N) const {
    return R.Instrs[N]->mayLoadOrStore() && !R.Instrs[N]->isCall();
  }

  bool shareRegisters(unsigned A, unsigned B) const {
    return llvm::any_of(R.Instrs[A]->operands(), [&](const MachineOperand &Op) {
      return Op.isReg() && Op.getReg() &&
             (R.Instrs[B]->modifiesRegister(Op.getReg(), &HRI) ||
              (Op.isDef() && R.Instrs[B]->readsRegister(Op.getReg(), &HRI)));
    });
  }

  bool sameResult(unsigned A, unsigned B) const {
    const MachineOperand &Op = R.Instrs[A]->getOperand(0);
    return Op.isReg() && Op.isDef() && R.Instrs[B]->definesRegister(Op.getReg(), &HRI);
  }

  bool readsResult(unsigned A, unsigned B) const {
    const MachineOperand &Op = R.Instrs[A]->getOperand(0);
    return Op.isReg() && Op.isDef() && R.Instrs[B]->readsRegister(Op.getReg(), &HRI);
  }

  void moveTo(unsigned N, unsigned Packet) {
    llvm::erase(P.Packets[PacketOf[N]], N);
    P.Packets[Packet].insert(llvm::upper_bound(P.Packets[Packet], N), N);
    if (P.Packets[PacketOf[N]].empty()) {
      P.Packets.erase(P.Packets.begin() + PacketOf[N]);
      P.InOrder.erase(P.InOrder.begin() + PacketOf[N]);
    }
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
    P.Packets.insert(P.Packets.begin() + K, sda::Packet{E.Src});
    P.InOrder.insert(P.InOrder.begin() + K, false);
    return true;
  }

  bool dropForm(unsigned N) {
    if (P.States[N].Desc == R.Original[N].Desc || R.Instrs[N]->isBranch())
      return false;
    P.States[N].Desc = R.Original[N].Desc;
    return true;
  }

  bool dropDatum(unsigned N) {
    unsigned Opcode = P.States[N].Desc->getOpcode();
    const VectorLoadForms *Load = vectorLoadForms(Opcode);
    if (!Load || Opcode != Load->Current)
      return false;
    P.States[N].Desc = &HII.get(Load->Temporary);
    return true;
  }

  bool invertCondition(const Edge &E) {
    if (PacketOf[E.Src] != PacketOf[E.Dst] || !sameResult(E.Src, E.Dst) ||
        !HII.isPredicated(*R.Instrs[E.Src]) || !HII.isPredicated(*R.Instrs[E.Dst]))
      return false;
    P.States[E.Dst].Desc =
        &HII.get(HII.getInvertedPredicatedOpcode(P.States[E.Dst].Desc->getOpcode()));
    return true;
  }

  bool renameOverLive(unsigned N) {
    const MachineOperand &Op = R.Instrs[N]->getOperand(0);
    if (!Op.isReg() || !Op.isDef() || !Hexagon::IntRegsRegClass.contains(Op.getReg()) ||
        LiveOut[*HRI.regunits(Op.getReg()).begin()])
      return false;
    for (MCRegister Over : {Hexagon::R16, Hexagon::R17, Hexagon::R0, Hexagon::R1})
      if (LiveOut[*HRI.regunits(Over).begin()]) {
        for (InstrState &S : P.States)
          for (auto &[Index, Reg] : S.Registers)
            if (Reg == Op.getReg())
              Reg = Over;
        return true;
      }
    return false;
  }

  bool joinCircle(const Edge &E) {
    const MachineInstr &Mover = *R.Instrs[E.Src], &Access = *R.Instrs[E.Dst];
    unsigned Base, Offset, ToBase, Increment;
    if (!Mover.hasRegisterImplicitUseOperand(Hexagon::CS) || !isAccess(E.Dst) ||
        HII.isPostIncrement(Access) || !HII.getBaseAndOffsetPosition(Access, Base, Offset) ||
        !HII.getBaseAndOffsetPosition(Mover, ToBase, Increment) ||
        Access.getOperand(Base).getReg() != Mover.getOperand(ToBase).getReg())
      return false;
    for (auto &[Index, Value] : P.States[E.Dst].Immediates)
      if (Index == Offset)
        Value += Mover.getOperand(Increment).getImm();
    moveTo(E.Dst, PacketOf[E.Src]);
    return true;
  }

  bool moveOffset(unsigned N) { return isAccess(N) && moveFurther(*R.Instrs[N], P.States[N]); }

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

  const HexagonRegion &R;
  const sda::IDG &G;
  const BitVector &LiveOut;
  sda::Arrangement &P;
  const HexagonInstrInfo &HII;
  const HexagonRegisterInfo &HRI;
  std::vector<unsigned> PacketOf;
};

} // namespace

bool llvm::injectsFaults() { return Kind != Fault::None; }

void llvm::injectFault(sda::IDG &G) {
  if (Kind != Fault::DroppedEdge)
    return;
  const Edge *Slowest = nullptr;
  for (const Edge &E : G.edges())
    if (E.Kind == EdgeKind::Hard && (!Slowest || E.Latency > Slowest->Latency))
      Slowest = &E;
  sda::IDG Without(G.size());
  Without.setLoop(G.isLoop());
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

BitVector llvm::injectFaultBehind(BitVector LiveOut) {
  if (Kind == Fault::NothingLive)
    LiveOut.reset();
  return LiveOut;
}

BitVector llvm::injectFaultAtExits(BitVector LiveAtExits) {
  if (Kind == Fault::RotatedOverLive)
    LiveAtExits.reset();
  return LiveAtExits;
}

bool llvm::injectsUnreadyRotation() { return Kind == Fault::RotatedUnready; }

bool llvm::injectsShortPrologue() { return Kind == Fault::RotatedPrologue; }

bool llvm::injectsTrialState() { return Kind == Fault::TrialState; }

bool llvm::injectsLostSum() { return Kind == Fault::LostSum; }

bool llvm::injectsForeignPart() { return Kind == Fault::ForeignPart; }

bool llvm::injectsKeptCount() { return Kind == Fault::PeeledCount; }

bool llvm::injectsShortEpilogue() { return Kind == Fault::PeeledEpilogue; }

void llvm::injectFault(const MachineFunction &MF, InstrStates &Before) {
  if (Kind != Fault::WrongMemory)
    return;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB.instrs())
      if (auto It = Before.find(&MI); It != Before.end())
        moveFurther(MI, It->second);
}

BitVector llvm::injectFault(const HexagonRegion &R, BitVector LiveOut) {
  if (Kind == Fault::MissingBackEdge && R.isLoopBody())
    LiveOut.reset();
  return LiveOut;
}

void llvm::injectFault(const HexagonRegion &R, const sda::IDG &G, const BitVector &LiveOut,
                       sda::Arrangement &P) {
  if (Kind != Fault::None)
    Injector(R, G, LiveOut, P).run();
}

//===- HexagonSDARegion.cpp - Regions, taken apart and put together -------===//

#include "HexagonSDARegion.h"
#include "HexagonSubtarget.h"
#include "MCTargetDesc/HexagonVectorLoads.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineInstrBundle.h"

using namespace llvm;

InstrState InstrState::of(const MachineInstr &MI) {
  InstrState S;
  S.Desc = &MI.getDesc();
  for (unsigned I = 0, E = MI.getNumExplicitOperands(); I != E; ++I)
    if (const MachineOperand &Op = MI.getOperand(I); Op.isImm())
      S.Immediates.push_back({I, Op.getImm()});
    else if (Op.isReg())
      S.Registers.push_back({I, Op.getReg()});
  return S;
}

void InstrState::restore(MachineInstr &MI) const {
  MI.setDesc(*Desc);
  for (auto [I, Value] : Immediates)
    MI.getOperand(I).setImm(Value);
  for (auto [I, Reg] : Registers)
    if (MI.getOperand(I).getReg() != Reg)
      MI.getOperand(I).setReg(Reg);
}

void PackedRegion::restore(ArrayRef<MachineInstr *> Instrs) const {
  for (unsigned N = 0; N != Instrs.size(); ++N)
    States[N].restore(*Instrs[N]);
}

/// Instructions that stay where they are, and that nothing passes.
static bool isPinned(const MachineInstr &MI, const InstrStates &Before,
                     const HexagonInstrInfo &HII) {
  if (MI.isInlineAsm() || MI.isPosition() || HII.isSolo(MI) || !Before.count(&MI))
    return true;
  switch (MI.getOpcode()) {
  case Hexagon::A2_nop:
  case Hexagon::Y2_barrier:
  case Hexagon::PATCHABLE_FUNCTION_ENTER:
  case Hexagon::PATCHABLE_FUNCTION_EXIT:
  case Hexagon::PATCHABLE_TAIL_CALL:
    return true;
  default:
    return MI.isPseudo() && !MI.isImplicitDef() && !MI.isDebugInstr() && !MI.isCall() &&
           !MI.isTerminator() && HII.getUnits(MI) == 0;
  }
}

namespace {

/// Regions end at the latest here: what is found in a graph of that size hardly gets better in a
/// larger one, and the time for blocks of many thousands of instructions stays linear.
constexpr unsigned MaxRegion = 1000;

/// Walks a block packet by packet and cuts it into regions.
class Collector {
public:
  Collector(MachineBasicBlock &MBB, const InstrStates &Before, const HexagonInstrInfo &HII)
      : MBB(MBB), Before(Before), HII(HII) {}

  std::vector<HexagonRegion> run() {
    for (MachineInstr &Top : MBB) {
      if (Top.isDebugInstr()) {
        Region.Debug.push_back({&Top, int(Region.Instrs.size()) - 1});
        continue;
      }
      SmallVector<MachineInstr *, 5> Members;
      if (Top.isBundle())
        for (auto I = std::next(Top.getIterator()); I != MBB.instr_end() && I->isBundledWithPred();
             ++I)
          Members.push_back(&*I);
      else
        Members.push_back(&Top);
      addPacket(Top, Members);
    }
    finish(MBB.instr_end());
    return std::move(Regions);
  }

private:
  void addPacket(MachineInstr &Top, ArrayRef<MachineInstr *> Members) {
    if (llvm::any_of(Members, [&](MachineInstr *MI) { return isPinned(*MI, Before, HII); })) {
      finish(Top.getIterator());
      return;
    }
    sda::Packet Packet;
    bool Ends = false;
    for (MachineInstr *MI : Members) {
      if (MI->isImplicitDef()) {
        Region.ImplicitDefs.push_back(MI);
        continue;
      }
      if (MI->isDebugInstr()) {
        Region.Debug.push_back({MI, int(Region.Instrs.size()) - 1});
        continue;
      }
      Packet.push_back(Region.Instrs.size());
      Region.Instrs.push_back(MI);
      Region.Original.push_back(Before.find(MI)->second);
      Region.Stock.States.push_back(InstrState::of(*MI));
      Ends |= MI->isTerminator() || MI->isCall();
    }
    if (!Packet.empty()) {
      Region.Stock.Packets.push_back(Packet);
      Region.Stock.NoShuffle.push_back(Top.isBundle() && HII.getBundleNoShuf(Top));
    }
    if (Ends || Region.Instrs.size() >= MaxRegion)
      finish(std::next(MachineBasicBlock::iterator(Top)).getInstrIterator());
  }

  void finish(MachineBasicBlock::instr_iterator End) {
    if (Region.Instrs.size() > 1) {
      Region.MBB = &MBB;
      Region.Number = Regions.size();
      Region.End = End;
      Regions.push_back(std::move(Region));
    }
    Region = HexagonRegion();
  }

  MachineBasicBlock &MBB;
  const InstrStates &Before;
  const HexagonInstrInfo &HII;
  HexagonRegion Region;
  std::vector<HexagonRegion> Regions;
};

} // namespace

std::vector<HexagonRegion> llvm::collectRegions(MachineBasicBlock &MBB, const InstrStates &Before,
                                                const HexagonInstrInfo &HII) {
  return Collector(MBB, Before, HII).run();
}

bool HexagonRegion::isLoopBody() const {
  // Behind the branch back there may be the jump that leaves the loop.
  bool BranchesBack = llvm::any_of(Instrs.back()->operands(), [&](const MachineOperand &Op) {
    return Op.isMBB() && Op.getMBB() == MBB;
  });
  if (!BranchesBack && (!MBB->isSuccessor(MBB) || End != MBB->instr_end()))
    return false;
  unsigned Real = 0;
  for (const MachineInstr &MI : llvm::make_range(MBB->instr_begin(), End))
    Real += !MI.isBundle() && !MI.isDebugInstr() && !MI.isImplicitDef();
  return Real == Instrs.size();
}

void HexagonRegion::findEnd() {
  // The last packet is the one that no other instruction of the region follows.
  SmallPtrSet<const MachineInstr *, 32> Mine;
  Mine.insert(Instrs.begin(), Instrs.end());
  for (auto &[MI, After] : Debug)
    Mine.insert(MI);
  auto I = MBB->instr_end();
  while (I != MBB->instr_begin() && !Mine.count(&*std::prev(I)))
    --I;
  End = I;
}

static void unbundle(MachineInstr &MI) {
  if (!MI.isBundledWithPred())
    return;
  MachineInstr &Pred = *MI.getPrevNode();
  MI.unbundleFromPred();
  if (Pred.isBundle())
    Pred.eraseFromParent();
}

void HexagonRegion::takeApart() {
  auto MoveToEnd = [&](MachineInstr *MI) { MBB->splice(End, MBB, MI->getIterator()); };
  for (auto &[MI, After] : Debug)
    unbundle(*MI);
  for (MachineInstr *MI : ImplicitDefs)
    unbundle(*MI);
  for (MachineInstr *MI : Instrs)
    unbundle(*MI);
  llvm::for_each(ImplicitDefs, MoveToEnd);
  auto NextDebug = Debug.begin();
  auto MoveDebug = [&](int After) {
    for (; NextDebug != Debug.end() && NextDebug->second <= After; ++NextDebug)
      MoveToEnd(NextDebug->first);
  };
  MoveDebug(-1);
  for (unsigned N = 0; N != Instrs.size(); ++N) {
    MoveToEnd(Instrs[N]);
    Original[N].restore(*Instrs[N]);
    // Reads move past each other, so who was last is no longer known.
    Instrs[N]->clearKillInfo();
    for (MachineOperand &Op : Instrs[N]->operands())
      if (Op.isReg() && Op.isUse())
        Op.setIsInternalRead(false);
    MoveDebug(N);
  }
}

void HexagonRegion::dropDebugValues(const PackedRegion &P) const {
  const TargetRegisterInfo &TRI = *MBB->getParent()->getSubtarget().getRegisterInfo();
  auto IsUnwritten = [&](const MachineOperand &Op) {
    return Op.isReg() && llvm::any_of(Instrs, [&](const MachineInstr *MI) {
             return isTemporaryLoad(MI->getOpcode()) && TRI.regsOverlap(MI->getOperand(0).getReg(), Op.getReg());
           });
  };
  for (auto &[MI, After] : Debug)
    if (MI->isDebugValue() && (P.Renamed || llvm::any_of(MI->debug_operands(), IsUnwritten)))
      MI->setDebugValueUndef();
}

/// Says of the register that a .tmp load names that it holds nothing behind the packet, unless another member writes it.
static void killTemporaries(MachineInstr &Bundle, ArrayRef<MachineInstr *> Packet, const TargetRegisterInfo &TRI) {
  for (const MachineInstr *Load : Packet) {
    if (!isTemporaryLoad(Load->getOpcode()))
      continue;
    Register Datum = Load->getOperand(0).getReg();
    auto Writes = [&](const MachineInstr *MI) { return MI != Load && MI->modifiesRegister(Datum, &TRI); };
    if (MachineOperand *Def = Bundle.findRegisterDefOperand(Datum, &TRI); Def && llvm::none_of(Packet, Writes))
      Def->setIsDead();
  }
}

void HexagonRegion::assemble(const PackedRegion &P, const HexagonInstrInfo &HII) {
  const TargetRegisterInfo &TRI = *MBB->getParent()->getSubtarget().getRegisterInfo();
  std::vector<SmallVector<MachineInstr *, 1>> DebugAfter(Instrs.size());
  for (auto &[MI, After] : Debug)
    if (After >= 0)
      DebugAfter[After].push_back(MI);
  P.restore(Instrs);
  dropDebugValues(P);
  for (unsigned K = 0; K != P.Packets.size(); ++K) {
    const sda::Packet &Packet = P.Packets[K];
    SmallVector<MachineInstr *, 5> Members;
    for (unsigned N : Packet) {
      Members.push_back(Instrs[N]);
      MBB->splice(End, MBB, Instrs[N]->getIterator());
    }
    if (Packet.size() > 1) {
      auto First = Instrs[Packet.front()]->getIterator();
      finalizeBundle(*MBB, First, std::next(Instrs[Packet.back()]->getIterator()));
      killTemporaries(*std::prev(First), Members, TRI);
      if (P.NoShuffle[K])
        HII.setBundleNoShuf(std::prev(First));
    }
    for (unsigned N : Packet)
      for (MachineInstr *MI : DebugAfter[N])
        MBB->splice(End, MBB, MI->getIterator());
  }
}

//===- HexagonLoopRotation.cpp - Beginnings of the next iteration ---------===//
//
//   loop0(.L,n)                       r5 = add(r4,#-64)
//   .L:                               loop0(.L,n)
//   { r5 = add(r4,#-64) }             .L:
//   { v0 = vmem(r5+#0)           ->   { v0 = vmem(r5+#0)
//     r4 = add(r4,#128) }               r4 = add(r4,#128) }
//   { v1 = vadd(v1,v0) }:endloop0     { v1 = vadd(v1,v0)
//                                       r5 = add(r4,#-64) }:endloop0
//
// The instructions of a packing's first packets depend on nothing behind them. Those that may run
// once more than the loop's other instructions move behind them, where they belong to the next
// iteration: (H T)^n H equals H (T H)^n. They find places there in packets that have some left.
//
// What runs once more must not be seen: no stores and no side effects; results in registers that
// nobody reads behind the loop; loads from where the iteration before has read in any case, be it
// because their address does not change or because the loop reads some bytes several times. There
// is no store in a loop of which a load moves, unless its address register never changes.
//
// Requires: the loop is packed and its preheader has no other successor.
//
//===----------------------------------------------------------------------===//

#include "HexagonLoopRotation.h"
#include "HexagonAddressWalk.h"
#include "HexagonFaults.h"
#include "HexagonSDAVerify.h"
#include "HexagonSubtarget.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/Support/Debug.h"
#include <map>

using namespace llvm;

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumRotated, "Number of loops rotated");
STATISTIC(NumMoved, "Number of instructions moved across a loop's back edge");

/// Words between the setup of a hardware loop and its beginning, that the setup reaches for sure.
static constexpr unsigned MaxSetupWords = 48;

HexagonLoopRotation::HexagonLoopRotation(const HexagonPackedRegion &Loop,
                                         const HexagonLiveUnits &Liveness)
    : Loop(Loop), Liveness(Liveness),
      HII(*Loop.R.MBB->getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo()),
      HRI(*Loop.R.MBB->getParent()->getSubtarget<HexagonSubtarget>().getRegisterInfo()),
      MBB(*Loop.R.MBB), LiveAtExit(injectFaultAtExits(Liveness.liveAtExits(MBB))),
      SafeLoads(Loop.R.Instrs.size()) {
  // The program that was packed: its own forms, the registers of the packing.
  for (unsigned N = 0; N != Loop.R.Instrs.size(); ++N) {
    States.push_back(Loop.R.Original[N]);
    States.back().Registers = Loop.best().Packed.States[N].Registers;
    States.back().restore(*Loop.R.Instrs[N]);
  }
  findPreheader();
  findSetup();
  findSafeLoads();
}

void HexagonLoopRotation::restoreProgram() const {
  for (unsigned N = 0; N != States.size(); ++N)
    States[N].restore(*Loop.R.Instrs[N]);
}

void HexagonLoopRotation::findPreheader() {
  for (MachineBasicBlock *P : MBB.predecessors()) {
    if (P == &MBB)
      continue;
    if (Preheader || P->succ_size() != 1) {
      Preheader = nullptr;
      return;
    }
    Preheader = P;
  }
  if (Preheader && (MBB.isEHPad()))
    Preheader = nullptr;
}

/// The instruction that sets up the hardware loop reaches its beginning by a short displacement.
void HexagonLoopRotation::findSetup() {
  FreeWords = MaxSetupWords;
  if (!Preheader || !HII.isEndLoopN(Loop.R.Instrs.back()->getOpcode()))
    return;
  unsigned Words = 0;
  for (auto I = Preheader->instr_rbegin(), E = Preheader->instr_rend(); I != E; ++I) {
    if (HII.isLoopN(*I) && I->getOperand(0).getMBB() == &MBB) {
      FreeWords = Words < MaxSetupWords ? MaxSetupWords - Words : 0;
      if (I->getOperand(1).isImm())
        TripCount = I->getOperand(1).getImm();
      return;
    }
    Words += I->isMetaInstruction() || I->isBundle() ? 0 : 2;
  }
  Preheader = nullptr; // set up elsewhere
}

/// Finds the loads that may read once more, behind the last iteration.
void HexagonLoopRotation::findSafeLoads() {
  AddressWalk Walk(HII, HRI);
  std::map<unsigned, AddressWalk::Loaded> Loads;
  bool Stores = false;
  for (unsigned N = 0; N != Loop.R.Instrs.size(); ++N) {
    const MachineInstr &MI = *Loop.R.Instrs[N];
    if (MI.mayStore() || MI.hasUnmodeledSideEffects())
      Stores = true;
    else if (MI.mayLoad() && !HII.isPredicated(MI) && !MI.hasOrderedMemoryRef())
      if (std::optional<AddressWalk::Loaded> L = Walk.load(MI))
        Loads[N] = *L;
    Walk.step(MI);
  }
  auto IsRead = [&](const AddressWalk::Loaded &L, int64_t From) {
    return llvm::any_of(Loads, [&](const auto &Entry) {
      const AddressWalk::Loaded &M = Entry.second;
      return M.At.Base == L.At.Base && M.At.Offset == From && M.Opcode == L.Opcode;
    });
  };
  for (auto &[N, L] : Loads) {
    // What alias analysis says holds within an iteration. With stores in the loop only loads whose
    // address register never changes may move.
    MCRegister Reg = L.Base;
    if (Stores && llvm::any_of(Loop.R.Instrs, [&](const MachineInstr *MI) {
          return MI->modifiesRegister(Reg, &HRI);
        }))
      continue;
    std::optional<AddressWalk::Address> End = Walk.of(L.At.Base);
    if (End && End->Base == L.At.Base && IsRead(L, L.At.Offset + End->Offset))
      SafeLoads.set(N);
  }
}

bool HexagonLoopRotation::mayDefine(const MachineOperand &Op) const {
  MCRegister Reg = Op.getReg().asMCReg();
  bool Plain = llvm::any_of(
      ArrayRef<const TargetRegisterClass *>{&Hexagon::IntRegsRegClass, &Hexagon::DoubleRegsRegClass,
                                            &Hexagon::HvxVRRegClass, &Hexagon::HvxWRRegClass,
                                            &Hexagon::HvxQRRegClass, &Hexagon::PredRegsRegClass},
      [&](const TargetRegisterClass *RC) { return RC->contains(Reg); });
  bool Decides = llvm::any_of(Loop.R.Instrs, [&](const MachineInstr *MI) {
    return MI->isTerminator() && MI->readsRegister(Reg, &HRI);
  });
  if (Op.isImplicit() || !Plain || Decides || MBB.getParent()->getRegInfo().isReserved(Reg))
    return false;
  return llvm::none_of(HRI.regunits(Reg), [&](MCRegUnit U) { return LiveAtExit[U]; });
}

bool HexagonLoopRotation::mayRepeat(unsigned N) const {
  const MachineInstr &MI = *Loop.R.Instrs[N];
  if (MI.isTerminator() || MI.isCall() || MI.mayStore() || MI.hasUnmodeledSideEffects() ||
      MI.isPseudo() || HII.isPredicated(MI) || (MI.mayLoad() && !SafeLoads[N]))
    return false;
  return llvm::all_of(MI.operands(), [&](const MachineOperand &Op) {
    return !Op.isReg() || !Op.isDef() || !Op.getReg() || mayDefine(Op);
  });
}

SmallVector<unsigned, 8> HexagonLoopRotation::head(unsigned Packets) const {
  // A trial may have left other registers.
  restoreProgram();
  SmallVector<unsigned, 8> Head;
  const sda::IDG &G = *Loop.Graphs[Loop.best().Program];
  BitVector In(G.size());
  const sda::Packing &P = Loop.best().Packed.Packets;
  for (unsigned K = 0; K != Packets && K + 1 < P.size(); ++K)
    for (unsigned N : P[K]) {
      bool Closed = llvm::all_of(G.preds(N), [&](unsigned E) { return In[G.edge(E).Src]; });
      if ((Closed || injectsUnreadyRotation()) && mayRepeat(N) &&
          2 * (Head.size() + 1) <= FreeWords) {
        In.set(N);
        Head.push_back(N);
      }
    }
  llvm::sort(Head);
  return Head;
}

std::vector<unsigned> HexagonLoopRotation::order(ArrayRef<unsigned> Head, bool HeadFirst) const {
  std::vector<unsigned> Order;
  auto Append = [&](bool InHead, bool Terminators) {
    for (unsigned N = 0; N != Loop.R.Instrs.size(); ++N)
      if (llvm::is_contained(Head, N) == InHead && Loop.R.Instrs[N]->isTerminator() == Terminators)
        Order.push_back(N);
  };
  Append(HeadFirst, false);
  Append(!HeadFirst, false);
  Append(false, true);
  return Order;
}

HexagonPackedRegion HexagonLoopRotation::rotated(ArrayRef<unsigned> Head) const {
  HexagonPackedRegion New;
  HexagonRegion &R = New.R;
  R.MBB = &MBB;
  R.Number = Loop.R.Number;
  R.ImplicitDefs = Loop.R.ImplicitDefs;
  R.Debug = Loop.R.Debug;
  for (auto &[MI, After] : R.Debug)
    After = -1;
  for (unsigned N : order(Head, /*HeadFirst=*/false)) {
    R.Instrs.push_back(Loop.R.Instrs[N]);
    R.Original.push_back(States[N]);
  }
  R.findEnd();
  New.Stock = Loop.Stock;
  New.Rotated = Loop.Rotated + Head.size();
  restoreProgram();
  return New;
}

void HexagonLoopRotation::insertCopy(ArrayRef<unsigned> Head, InstrStates &Before) const {
  MachineFunction &MF = *MBB.getParent();
  auto Where = Preheader->getFirstInstrTerminator();
  for (unsigned N : Head) {
    MachineInstr *Copy = MF.CloneMachineInstr(Loop.R.Instrs[N]);
    States[N].restore(*Copy);
    Copy->clearKillInfo();
    Preheader->insert(Where, Copy);
    Before[Copy] = InstrState::of(*Copy);
  }
}

std::string HexagonLoopRotation::verify(ArrayRef<unsigned> Head, AAResults *AA) const {
  restoreProgram();
  std::string Difference =
      verifyHexagonOrder(Loop.R, order(Head, /*HeadFirst=*/true), Loop.LiveOut, AA);
  if (Difference.empty())
    Difference = verifyHexagonRepeat(Loop.R, Head, Liveness.liveAtExits(MBB), AA);
  return Difference;
}

/// Iterations of a loop of which nothing is known. Before it, each moved instruction may cost a
/// cycle.
static constexpr unsigned UsualTripCount = 4;
/// Packets that are looked at for instructions to move.
static constexpr unsigned MaxHeadPackets = 3;

/// Packs the regions of the preheader again, which has got new instructions.
static void packPreheader(MachineBasicBlock &MBB, HexagonPackedRegions &Regions,
                          HexagonRegionPacker &Packer, const InstrStates &Before) {
  const auto &HII = *MBB.getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo();
  for (HexagonRegion &R : collectRegions(MBB, Before, HII)) {
    Regions.push_back(std::make_unique<HexagonPackedRegion>());
    Regions.back()->R = std::move(R);
    Packer.pack(*Regions.back());
    Regions.back()->StockAllowed = false;
  }
}

static void takeApart(MachineBasicBlock &MBB, HexagonPackedRegions &Regions) {
  llvm::erase_if(Regions, [&](const std::unique_ptr<HexagonPackedRegion> &P) {
    if (P->R.MBB != &MBB)
      return false;
    P->R.findEnd();
    P->R.takeApart();
    return true;
  });
}

/// The results of the moved instructions come into the loop from its preheader and its end.
static void addLiveIns(const HexagonPackedRegion &Loop, const HexagonLiveUnits &Liveness) {
  MachineBasicBlock &MBB = *Loop.R.MBB;
  const BitVector &Live = Liveness.liveIn(MBB);
  const auto &HRI = *MBB.getParent()->getSubtarget<HexagonSubtarget>().getRegisterInfo();
  for (const MachineInstr *MI : Loop.R.Instrs)
    for (const MachineOperand &Op : MI->all_defs())
      if (Op.getReg() && !Op.isImplicit() &&
          llvm::all_of(HRI.regunits(Op.getReg().asMCReg()), [&](MCRegUnit U) { return Live[U]; }))
        MBB.addLiveIn(Op.getReg().asMCReg());
  MBB.sortUniqueLiveIns();
}

static bool rotateLoop(std::unique_ptr<HexagonPackedRegion> &Loop, HexagonPackedRegions &Regions,
                       HexagonRegionPacker &Packer, InstrStates &Before,
                       MachineBasicBlock *&Preheader) {
  HexagonLoopRotation Rotation(*Loop, Packer.liveness());
  std::unique_ptr<HexagonPackedRegion> Best;
  SmallVector<unsigned, 8> BestHead, Last;
  int64_t BestGain = 0;
  for (unsigned Packets = 1; Rotation.possible() && Packets <= MaxHeadPackets; ++Packets) {
    SmallVector<unsigned, 8> Head = Rotation.head(Packets);
    LLVM_DEBUG(dbgs() << printMBBReference(*Loop->R.MBB) << ": " << Head.size() << " of the first "
                      << Packets << " packets may move\n");
    if (Head == Last)
      continue;
    Last = Head;
    auto New = std::make_unique<HexagonPackedRegion>(Rotation.rotated(Head));
    Packer.search(*New);
    if (New->Kept.empty())
      continue;
    unsigned Trips = Rotation.tripCount() ? Rotation.tripCount() : UsualTripCount;
    int64_t Gain = int64_t(Trips) * (int64_t(Loop->best().Cost.cycles()) -
                                     int64_t(New->best().Cost.cycles())) -
                   int64_t(Head.size());
    if (Gain > BestGain) {
      Best = std::move(New);
      BestHead = Head;
      BestGain = Gain;
    }
  }
  if (!Best || !sda::enterRotation()) {
    Rotation.undo();
    return false;
  }
  LLVM_DEBUG(dbgs() << printMBBReference(*Loop->R.MBB) << ": " << BestHead.size()
                    << " instructions rotated\n");
  ++NumRotated;
  NumMoved += BestHead.size();
  Preheader = Rotation.preheader();
  if (sda::verifyEnabled())
    Packer.require(*Loop, Rotation.verify(BestHead, Packer.aliasAnalysis()));
  takeApart(*Preheader, Regions);
  Rotation.insertCopy(BestHead, Before);
  Packer.replace(*Best);
  addLiveIns(*Best, Packer.liveness());
  Loop = std::move(Best);
  return true;
}

void llvm::rotateHexagonLoops(HexagonPackedRegions &Regions, HexagonRegionPacker &Packer,
                              InstrStates &Before) {
  SmallVector<MachineBasicBlock *, 8> Loops;
  for (const auto &P : Regions)
    if (P->R.isLoopBody() && P->best().Cost.cycles() > P->Bound)
      Loops.push_back(P->R.MBB);
  for (MachineBasicBlock *MBB : Loops) {
    // Regions of preheaders come and go.
    auto It = llvm::find_if(Regions, [&](const auto &P) { return P->R.MBB == MBB; });
    MachineBasicBlock *Preheader = nullptr;
    std::unique_ptr<HexagonPackedRegion> Loop = std::move(*It);
    Regions.erase(It);
    if (rotateLoop(Loop, Regions, Packer, Before, Preheader))
      packPreheader(*Preheader, Regions, Packer, Before);
    Regions.push_back(std::move(Loop));
  }
}

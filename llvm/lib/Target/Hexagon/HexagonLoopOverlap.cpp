//===- HexagonLoopOverlap.cpp - Iterations that overlap -------------------===//
//
// Decides which loops begin the next iteration in this one, with how many of their instructions, and
// whether these run once more at the end or the last iteration is peeled: whatever takes the fewest
// modelled cycles, what comes before and behind the loop included.
//
//===----------------------------------------------------------------------===//

#include "HexagonLoopOverlap.h"
#include "HexagonFaults.h"
#include "HexagonLoopPeeling.h"
#include "HexagonLoopRotation.h"
#include "HexagonPeelVerify.h"
#include "HexagonSubtarget.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/LivePhysRegs.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/Support/Debug.h"

using namespace llvm;
using Form = HexagonLoopRotation::Form;

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumRotated, "Number of loops rotated");
STATISTIC(NumPeeled, "Number of rotated loops with their last iteration peeled");
STATISTIC(NumMoved, "Number of instructions moved across a loop's back edge");
STATISTIC(NumCopied, "Number of instructions behind peeled loops");

/// Iterations of a loop of which nothing is known, where little is lost if there are fewer; and the
/// most that branch probabilities are believed where there is more to lose.
static constexpr unsigned UsualTripCount = 4, MostLikelyTrips = 16;
/// Packets that are looked at for instructions to move.
static constexpr unsigned MaxHeadPackets = 3;
/// Instructions of a loop that is peeled, which all but double the code.
static constexpr unsigned MaxPeeled = 200;
/// Cycles of a guard in front of a loop; of an epilogue beyond its part of an iteration.
static constexpr unsigned GuardCycles = 2, DrainCycles = 2;

namespace {

using Nodes = SmallVector<unsigned, 8>;

class Overlap {
public:
  Overlap(std::unique_ptr<HexagonPackedRegion> &Loop, HexagonPackedRegions &Regions,
          HexagonRegionPacker &Packer, InstrStates &Before)
      : Loop(Loop), Regions(Regions), Packer(Packer), Before(Before), MBB(*Loop->R.MBB),
        Frame(MBB), Peeling(Frame, Packer.liveness()), Rotation(*Loop, Frame, Packer.liveness()) {}

  void run();

private:
  unsigned bestCycles() const { return Best ? Best->best().Cost.cycles() : Loop->best().Cost.cycles(); }
  bool mayPeel() const;
  unsigned likelyTrips() const;
  int64_t gain(const HexagonPackedRegion &New, const Nodes &Head, Form F) const;
  bool isOpen(const MachineBasicBlock &Block) const;
  void tryForm(Form F);
  HexagonReference::InstrSet moved() const;
  void repeat();
  void peel();
  void insertPeeled(const HexagonLoopPeeling &Peeling);
  void replaceLoop();
  void takeApart(MachineBasicBlock &Block);
  void pack(MachineBasicBlock &Block);

  std::unique_ptr<HexagonPackedRegion> &Loop;
  HexagonPackedRegions &Regions;
  HexagonRegionPacker &Packer;
  InstrStates &Before;
  MachineBasicBlock &MBB;
  const HexagonLoopFrame Frame;
  const HexagonLoopPeeling Peeling;
  const HexagonLoopRotation Rotation;
  // The best way so far.
  std::unique_ptr<HexagonPackedRegion> Best;
  Nodes BestHead;
  Form BestForm = Form::Repeated;
  int64_t BestGain = 0;
};

} // namespace

bool Overlap::mayPeel() const {
  return sda::peelingEnabled() && Peeling.possible() && Loop->R.Instrs.size() <= MaxPeeled &&
         Loop->R.ImplicitDefs.empty();
}

unsigned Overlap::likelyTrips() const {
  if (!MBB.hasSuccessorProbabilities())
    return UsualTripCount;
  auto Back = llvm::find(MBB.successors(), &MBB);
  uint64_t Leaves = MBB.getSuccProbability(Back).getCompl().getNumerator();
  return std::min<uint64_t>(BranchProbability::getDenominator() / std::max<uint64_t>(1, Leaves),
                            MostLikelyTrips);
}

/// Cycles that are won each time the loop is entered.
int64_t Overlap::gain(const HexagonPackedRegion &New, const Nodes &Head, Form F) const {
  int64_t Each = int64_t(Loop->best().Cost.cycles()) - int64_t(New.best().Cost.cycles());
  // Before the loop, each moved instruction may cost a cycle.
  int64_t Extra = Head.size();
  unsigned Trips = Frame.TripCount;
  if (F == Form::Repeated)
    return Each * (Trips ? Trips : UsualTripCount) - Extra;
  Extra += DrainCycles + (Peeling.isGuarded() ? GuardCycles : 0);
  return Each * ((Trips ? Trips : likelyTrips()) - 1) - Extra;
}

void Overlap::tryForm(Form F) {
  unsigned Reserved = F == Form::Peeled ? Peeling.words() : 0;
  Nodes Last;
  for (unsigned Packets = 1; Packets <= MaxHeadPackets && bestCycles() > Loop->Bound; ++Packets) {
    Nodes Head = Rotation.head(Packets, F, Reserved);
    LLVM_DEBUG(dbgs() << printMBBReference(MBB) << ": " << Head.size() << " of the first "
                      << Packets << " packets may move"
                      << (F == Form::Peeled ? ", the last iteration peeled\n" : "\n"));
    if (Head == Last)
      continue;
    Last = Head;
    auto New = std::make_unique<HexagonPackedRegion>(Rotation.rotated(Head, F));
    Packer.search(*New);
    if (New->Kept.empty())
      continue;
    int64_t Gain = gain(*New, Head, F);
    if (Gain > BestGain) {
      Best = std::move(New);
      BestHead = Head;
      BestForm = F;
      BestGain = Gain;
    }
  }
}

void Overlap::takeApart(MachineBasicBlock &Block) {
  llvm::erase_if(Regions, [&](const std::unique_ptr<HexagonPackedRegion> &P) {
    if (P->R.MBB != &Block)
      return false;
    P->R.findEnd();
    P->R.takeApart();
    return true;
  });
}

/// Packs the regions of a block that has got new instructions.
void Overlap::pack(MachineBasicBlock &Block) {
  const auto &HII = *Block.getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo();
  for (HexagonRegion &R : collectRegions(Block, Before, HII)) {
    Regions.push_back(std::make_unique<HexagonPackedRegion>());
    Regions.back()->R = std::move(R);
    Regions.back()->R.EndsLoop = &Block != Frame.Preheader;
    Packer.pack(*Regions.back());
    Regions.back()->StockAllowed = false;
  }
}

/// Whether all packets of a block can be taken apart.
bool Overlap::isOpen(const MachineBasicBlock &Block) const {
  SmallPtrSet<const MachineInstr *, 32> Mine;
  for (const auto &P : Regions)
    if (P->R.MBB == &Block)
      Mine.insert(P->R.Instrs.begin(), P->R.Instrs.end());
  return llvm::all_of(Block.instrs(), [&](const MachineInstr &MI) {
    return !MI.isBundledWithPred() || MI.isDebugInstr() || MI.isImplicitDef() || Mine.count(&MI);
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

void Overlap::replaceLoop() {
  Packer.replace(*Best);
  addLiveIns(*Best, Packer.liveness());
  Loop = std::move(Best);
}

HexagonReference::InstrSet Overlap::moved() const {
  HexagonReference::InstrSet Moved;
  for (unsigned N : BestHead)
    Moved.insert(Loop->R.Instrs[N]);
  return Moved;
}

void Overlap::repeat() {
  takeApart(*Frame.Preheader);
  Nodes Copied(BestHead);
  if (injectsShortPrologue())
    Copied.pop_back();
  Rotation.insertCopy(Copied, *Frame.Preheader, Before);
  if (Packer.reference())
    Packer.require(*Loop, verifyHexagonRotation({Loop->R, Best->R, *Frame.Preheader, moved()}, *Packer.reference()));
  replaceLoop();
  pack(*Frame.Preheader);
}

void Overlap::peel() {
  takeApart(*Frame.Preheader);
  // The preheader's packets may have had the count in another register.
  HexagonLoopPeeling AsProgram(Frame, Packer.liveness());
  if (AsProgram.possible())
    insertPeeled(AsProgram);
  else
    Rotation.undo();
  pack(*Frame.Preheader);
}

void Overlap::insertPeeled(const HexagonLoopPeeling &Peeling) {
  MachineOperand OldCount = Frame.Setup->getOperand(1);
  OldCount.clearParent();
  MachineBasicBlock &Epilogue = *Peeling.apply(Before);
  Rotation.insertCopy(BestHead, *Frame.Preheader, Before);
  Nodes Rest = Rotation.rest(BestHead), Copied(Rest);
  if (injectsShortEpilogue())
    Copied.pop_back();
  Rotation.insertCopy(Copied, Epilogue, Before);
  Packer.addBlock(Epilogue, MBB);
  if (Packer.reference()) {
    HexagonPeeledLoop P{{Loop->R, Best->R, *Frame.Preheader, moved()}, Epilogue, *Frame.Exit, *Frame.Setup, OldCount};
    Packer.require(*Loop, verifyHexagonPeel(P, Packer.liveness(), *Packer.reference()));
  }
  ++NumPeeled;
  NumCopied += Copied.size();
  replaceLoop();
  if (MBB.getParent()->getRegInfo().tracksLiveness())
    fullyRecomputeLiveIns({&Epilogue, &MBB});
  pack(Epilogue);
}

void Overlap::run() {
  if (Frame.Preheader && isOpen(*Frame.Preheader)) {
    tryForm(Form::Repeated);
    if (mayPeel())
      tryForm(Form::Peeled);
  }
  if (!Best || !sda::enterRotation()) {
    Rotation.undo();
    return;
  }
  LLVM_DEBUG(dbgs() << printMBBReference(MBB) << ": " << BestHead.size() << " instructions "
                    << (BestForm == Form::Peeled ? "peeled\n" : "rotated\n"));
  ++NumRotated;
  NumMoved += BestHead.size();
  Rotation.restoreProgram();
  if (Packer.reference())
    Packer.require(*Loop, Rotation.verify(BestHead, BestForm, Packer.aliasAnalysis()));
  Rotation.forgetMovedValues(BestHead);
  if (BestForm == Form::Peeled)
    peel();
  else
    repeat();
}

void llvm::overlapHexagonLoops(HexagonPackedRegions &Regions, HexagonRegionPacker &Packer,
                               InstrStates &Before) {
  SmallVector<MachineBasicBlock *, 8> Loops;
  for (const auto &P : Regions)
    if (P->R.isLoopBody() && P->best().Cost.cycles() > P->Bound)
      Loops.push_back(P->R.MBB);
  for (MachineBasicBlock *MBB : Loops) {
    // Regions of preheaders come and go.
    auto It = llvm::find_if(Regions, [&](const auto &P) { return P->R.MBB == MBB; });
    std::unique_ptr<HexagonPackedRegion> Loop = std::move(*It);
    Regions.erase(It);
    Overlap(Loop, Regions, Packer, Before).run();
    Regions.push_back(std::move(Loop));
  }
}

//===- SDA/LoopOverlap.cpp - Iterations that overlap ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which loops begin the next iteration in this one, with how many of their instructions,
// and whether these run once more at the end or the last iteration is peeled: whatever takes the
// fewest modelled cycles, what comes before and behind the loop included. A trial packing tells
// which ways are worth the full search.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/SDA/LoopOverlap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/LivePhysRegs.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/SDA/Faults.h"
#include "llvm/CodeGen/SDA/LoopPeeling.h"
#include "llvm/CodeGen/SDA/LoopRotation.h"
#include "llvm/CodeGen/SDA/PeelVerify.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumRotated, "Number of loops rotated");
STATISTIC(NumPeeled, "Number of rotated loops with their last iteration peeled");
STATISTIC(NumMoved, "Number of instructions moved across a loop's back edge");
STATISTIC(NumCopied, "Number of instructions behind peeled loops");

namespace llvm::sda {

using Form = LoopRotation::Form;

/// Iterations of a loop of which nothing is known, where little is lost if there are fewer; and the
/// most that branch probabilities are believed where there is more to lose.
static constexpr unsigned UsualTripCount = 4, MostLikelyTrips = 16;
/// The part of a loop's packets that is looked at for instructions to move, in steps that grow.
static constexpr double MaxHeadPart = 0.67, HeadGrowth = 2;
/// Ways that are packed with care, of those that a trial finds the most promising: one of a loop
/// with more instructions.
static constexpr unsigned MaxWays = 2, ManyInstrs = 120;
/// Instructions of a loop that is peeled, which all but double the code.
static constexpr unsigned MaxPeeled = 200;
/// Cycles of a guard in front of a loop.
static constexpr unsigned GuardCycles = 2;

namespace {

using Nodes = SmallVector<unsigned, 8>;

class Overlap {
public:
  Overlap(std::unique_ptr<PackedRegion> &Loop, PackedRegions &Regions,
          RegionPacker &Packer, InstrStates &Before)
      : Loop(Loop), Regions(Regions), Packer(Packer), Before(Before), MBB(*Loop->R.MBB),
        Frame(MBB, Packer.target().countedLoops()),
        Peeling(Packer.target(), Frame, Packer.liveness()),
        Rotation(Packer.target(), *Loop, Packer.liveness()) {}

  void run();

private:
  bool mayPeel() const;
  unsigned likelyTrips() const;
  int64_t gain(unsigned Cycles, const Nodes &Head, Form F) const;
  bool isOpen(const MachineBasicBlock &Block) const;
  bool overwritesCount(const Nodes &Head) const;
  std::unique_ptr<PackedRegion> packed(const Nodes &Head, Form F, bool Trial);
  void tryForm(Form F);
  void choose();
  Reference::InstrSet moved() const;
  MachineOperand count() const;
  void makeRoom(unsigned Others);
  void rotateDebugInstrs();
  void repeat();
  void peel();
  void insertPeeled(const LoopPeeling &Peeling);
  void replaceLoop();
  void takeApart(MachineBasicBlock &Block);
  void pack(MachineBasicBlock &Block);

  std::unique_ptr<PackedRegion> &Loop;
  PackedRegions &Regions;
  RegionPacker &Packer;
  InstrStates &Before;
  MachineBasicBlock &MBB;
  const LoopFrame Frame;
  const LoopPeeling Peeling;
  const LoopRotation Rotation;
  struct Way {
    int64_t Gain = 0;
    Nodes Head;
    Form F = Form::Repeated;
  };
  std::vector<Way> Trials;
  int64_t MostGain = 0; // of a trial
  // The best way, and what it makes of the loop.
  Way Chosen;
  std::unique_ptr<PackedRegion> Best;
};

} // namespace

bool Overlap::mayPeel() const {
  return peelingEnabled() && Peeling.possible() && Loop->R.Instrs.size() <= MaxPeeled &&
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

/// Cycles that are won each time the loop is entered, if an iteration takes as many then.
int64_t Overlap::gain(unsigned Cycles, const Nodes &Head, Form F) const {
  int64_t Each = int64_t(Loop->best().Cost.cycles()) - int64_t(Cycles);
  // The loop's packets with the moved instructions alone, and without them, do before and behind
  // it.
  int64_t Extra = 0;
  for (const Packet &Packet : Loop->best().Packed.Packets) {
    size_t Moved = llvm::count_if(Packet, [&](unsigned N) { return llvm::is_contained(Head, N); });
    Extra += Moved != 0 && (F == Form::Repeated || Moved != Packet.size());
  }
  unsigned Trips = Frame.TripCount;
  if (F == Form::Repeated)
    return Each * (Trips ? Trips : UsualTripCount) - Extra;
  Extra += Peeling.isGuarded() ? GuardCycles : 0;
  return Each * ((Trips ? Trips : likelyTrips()) - 1) - Extra;
}

/// What stands before the setup may not write the register that it reads; a peeled loop's is one of
/// its own.
bool Overlap::overwritesCount(const Nodes &Head) const {
  return llvm::any_of(Head, [&](unsigned N) { return Frame.overwritesCount(*Loop->R.Instrs[N]); });
}

std::unique_ptr<PackedRegion> Overlap::packed(const Nodes &Head, Form F, bool Trial) {
  auto New = std::make_unique<PackedRegion>(Rotation.rotated(Head, F));
  New->Trial = Trial;
  Packer.search(*New);
  New->Trial = false;
  return New;
}

/// Looks for the instructions to move that promise most.
void Overlap::tryForm(Form F) {
  Nodes Last;
  const unsigned Packets = Loop->best().Packed.Packets.size();
  for (unsigned N = 1; N <= MaxHeadPart * Packets; N = std::max<unsigned>(N + 1, HeadGrowth * N)) {
    Nodes Head = Rotation.head(N, F);
    LLVM_DEBUG(dbgs() << printMBBReference(MBB) << ": " << Head.size() << " of the first " << N
                      << " packets may move"
                      << (F == Form::Peeled ? ", the last iteration peeled\n" : "\n"));
    if (Head == Last)
      continue;
    Last = Head;
    if (F == Form::Repeated && overwritesCount(Head))
      continue;
    if (gain(Loop->Bound, Head, F) <= MostGain)
      continue;
    std::unique_ptr<PackedRegion> New = packed(Head, F, /*Trial=*/true);
    if (New->Kept.empty())
      continue;
    Trials.push_back({gain(New->best().Cost.cycles(), Head, F), Head, F});
    MostGain = std::max(MostGain, Trials.back().Gain);
  }
}

/// Packs the most promising ways with care.
void Overlap::choose() {
  llvm::stable_sort(Trials, [](const Way &A, const Way &B) { return A.Gain > B.Gain; });
  Trials.resize(std::min<size_t>(Trials.size(), Loop->R.Instrs.size() > ManyInstrs ? 1 : MaxWays));
  for (Way &W : Trials) {
    if (Best && Best->best().Cost.cycles() <= Loop->Bound)
      break;
    std::unique_ptr<PackedRegion> New = packed(W.Head, W.F, /*Trial=*/false);
    if (New->Kept.empty())
      continue;
    W.Gain = gain(New->best().Cost.cycles(), W.Head, W.F);
    if (W.Gain > (Best ? Chosen.Gain : 0)) {
      Best = std::move(New);
      Chosen = W;
    }
  }
}

void Overlap::takeApart(MachineBasicBlock &Block) {
  llvm::erase_if(Regions, [&](const std::unique_ptr<PackedRegion> &P) {
    if (P->R.MBB != &Block)
      return false;
    P->R.findEnd();
    P->R.takeApart().dissolve();
    Packer.retire(*P);
    return true;
  });
  Packer.retireRest(Block);
}

/// Packs the regions of a block that has got new instructions.
void Overlap::pack(MachineBasicBlock &Block) {
  std::vector<Region> Found = collectRegions(Block, Before, Packer.target());
  if (!Found.empty())
    (&Block == Frame.Preheader ? Found.back() : Found.front()).BesideLoop = true;
  for (Region &R : Found) {
    Regions.push_back(std::make_unique<PackedRegion>());
    Regions.back()->R = std::move(R);
    Regions.back()->Repacked = true;
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

/// The results of the moved instructions come into the loop from its preheader and its end: whole
/// registers, or those of their parts that are wanted. What an IMPLICIT_DEF in the loop stands for
/// comes in, too, so LLVM's own computation would not do.
static void addLiveIns(const PackedRegion &Loop, const LiveUnits &Liveness,
                       const TargetRegisterInfo &TRI) {
  MachineBasicBlock &MBB = *Loop.R.MBB;
  const BitVector Live = Liveness.liveIn(MBB);
  auto AllLive = [&](MCPhysReg Reg) {
    return llvm::all_of(TRI.regunits(Reg), [&](MCRegUnit U) { return Live[U]; });
  };
  for (const MachineInstr *MI : Loop.R.Instrs)
    for (const MachineOperand &Op : MI->all_defs())
      if (Op.getReg() && !Op.isImplicit())
        for (MCPhysReg Part : TRI.subregs_inclusive(Op.getReg()))
          if (AllLive(Part))
            MBB.addLiveIn(Part);
  MBB.sortUniqueLiveIns();
}

void Overlap::replaceLoop() {
  Packer.replace(*Best);
  addLiveIns(*Best, Packer.liveness(), Packer.target().TRI);
  Loop = std::move(Best);
}

Reference::InstrSet Overlap::moved() const {
  Reference::InstrSet Moved;
  for (unsigned N : Chosen.Head)
    Moved.insert(Loop->R.Instrs[N]);
  return Moved;
}

/// Lets the loop's setup reach over the moved instructions and Others more, which come between it
/// and the loop.
void Overlap::makeRoom(unsigned Others) {
  if (!Frame.Setup)
    return;
  Frame.Counted->reachOver(*Frame.Setup, Chosen.Head.size() + Others);
  Before[Frame.Setup] = InstrState::of(*Frame.Setup);
}

/// What the setup counts, for comparison.
MachineOperand Overlap::count() const {
  MachineOperand Count = Frame.Setup ? Frame.count() : MachineOperand::CreateImm(0);
  Count.clearParent();
  return Count;
}

void Overlap::rotateDebugInstrs() {
  const Reference::InstrSet Moved = moved();
  Packer.debugInstrs().rotate(MBB, Loop->R.Instrs,
                              [&](const MachineInstr *MI) { return Moved.count(MI); });
}

void Overlap::repeat() {
  takeApart(*Frame.Preheader);
  // The preheader's packets may have had the count in another register.
  if (overwritesCount(Chosen.Head)) {
    Rotation.undo();
    pack(*Frame.Preheader);
    return;
  }
  rotateDebugInstrs();
  MachineOperand OldCount = count();
  makeRoom(0);
  Nodes Copied(Chosen.Head);
  faults::firstIteration(Copied);
  Rotation.insertCopy(Copied, *Frame.Preheader, Frame.Preheader->getFirstTerminator(), Before);
  if (Packer.reference())
    Packer.require(
        *Loop, verifyRotation(Packer.target(),
                              {Loop->R, Best->R, *Frame.Preheader, moved(), Frame.Setup, OldCount},
                              *Packer.reference()));
  replaceLoop();
  pack(*Frame.Preheader);
}

void Overlap::peel() {
  takeApart(*Frame.Preheader);
  // The preheader's packets may have had the count in another register.
  LoopPeeling AsProgram(Packer.target(), Frame, Packer.liveness());
  if (AsProgram.possible())
    insertPeeled(AsProgram);
  else
    Rotation.undo();
  pack(*Frame.Preheader);
}

void Overlap::insertPeeled(const LoopPeeling &Peeling) {
  rotateDebugInstrs();
  MachineOperand OldCount = count();
  makeRoom(Peeling.instrs());
  const bool Shares = Peeling.mayShareExit() && isOpen(*Frame.Exit);
  MachineBasicBlock &Epilogue = *Peeling.apply(Before, Shares);
  if (Shares)
    takeApart(Epilogue);
  Rotation.insertCopy(Chosen.Head, *Frame.Preheader, Frame.Preheader->getFirstTerminator(), Before);
  Nodes Rest = Rotation.rest(Chosen.Head), Copied(Rest);
  faults::lastIteration(Copied);
  std::vector<MachineInstr *> Copies =
      Rotation.insertCopy(Copied, Epilogue, Epilogue.begin(), Before);
  Packer.debugInstrs().copy(MBB, Rotation.instrs(Copied), Epilogue, Copies);
  if (Shares)
    Packer.updateBlock(Epilogue);
  else
    Packer.addBlock(Epilogue, MBB);
  if (Packer.reference()) {
    PeeledLoop P{{Loop->R, Best->R, *Frame.Preheader, moved(), Frame.Setup, OldCount},
                 Epilogue,
                 *Frame.Exit};
    Packer.require(*Loop, verifyPeel(Packer.target(), P, Packer.liveness(), *Packer.reference()));
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
    else if (peelingEnabled() && Peeling.possible() && Loop->R.Instrs.size() > MaxPeeled)
      Loop->PeelLimit = "too many instructions";
    choose();
  }
  if (!Best || !enterRotation()) {
    Rotation.undo();
    return;
  }
  LLVM_DEBUG(dbgs() << printMBBReference(MBB) << ": " << Chosen.Head.size() << " instructions "
                    << (Chosen.F == Form::Peeled ? "peeled\n" : "rotated\n"));
  ++NumRotated;
  NumMoved += Chosen.Head.size();
  Rotation.restoreProgram();
  if (Packer.reference())
    Packer.require(*Loop, Rotation.verify(Chosen.Head, Chosen.F));
  if (Chosen.F == Form::Peeled)
    peel();
  else
    repeat();
}

void overlapLoops(PackedRegions &Regions, RegionPacker &Packer,
                               InstrStates &Before) {
  SmallVector<MachineBasicBlock *, 8> Loops;
  for (const auto &P : Regions)
    if (P->R.isLoopBody() && P->best().Cost.cycles() > P->Bound)
      Loops.push_back(P->R.MBB);
  for (MachineBasicBlock *MBB : Loops) {
    // Regions of preheaders come and go.
    auto It = llvm::find_if(Regions, [&](const auto &P) { return P->R.MBB == MBB; });
    std::unique_ptr<PackedRegion> Loop = std::move(*It);
    Regions.erase(It);
    Overlap(Loop, Regions, Packer, Before).run();
    Regions.push_back(std::move(Loop));
  }
}

} // namespace llvm::sda

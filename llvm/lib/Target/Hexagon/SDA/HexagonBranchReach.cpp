//===- HexagonBranchReach.cpp - Branches across code that grows -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   .Louter:                                .Louter:
//     ...                                     ...
//   .Linner:                                  M
//     M R  :endloop0                  ->    .Linner:
//     ...                                     R M  :endloop0
//     if (!cmp.eq(r2.new,#3)) jump .Louter    R
//                                             ...
//                                             if (!cmp.eq(r2.new,#3)) jump ##.Louter
//
// LLVM relaxes branches and setups of hardware loops before it packs, with some bytes to spare.
// Then a loop of which an iteration begins in the one before grows by up to itself and a guard, and
// each compound may become two instructions. A jump on a new value reaches 1 KiB, one on a
// predicate 64, a setup 256 bytes. The assembler extends what does not reach, but only in packets
// that have a word left, and is lost otherwise. So this counts the most that may lie between a
// branch and its target when all that can grow has grown.
//
//===----------------------------------------------------------------------===//

#include "HexagonBranchReach.h"
#include "HexagonCompounds.h"
#include "HexagonCountedLoops.h"
#include "HexagonInstrInfo.h"
#include "HexagonSubtarget.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/SDA/LoopFrame.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"

using namespace llvm;

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumExtended, "Number of branches and loop setups extended because code between may grow");

/// Bytes that alignment and the assembler may add, as LLVM's own relaxation takes them; and those
/// of a peeled loop's guard: comparison, count less one, jump, and extenders of jump and setup.
static constexpr uint64_t SafetyBytes = 200, GuardBytes = 20;
/// A setup of a hardware loop reaches so many bytes from its packet on, where others may come
/// first. Blocks between it and the loop are few: what alignment adds is counted.
static constexpr uint64_t SetupReach = 252, PacketBytes = 16;

namespace {

class BranchReach {
public:
  explicit BranchReach(MachineFunction &MF)
      : MF(MF), HII(*MF.getSubtarget<HexagonSubtarget>().getInstrInfo()) {}

  void run();

private:
  void findTargets();
  uint64_t bytes(const MachineInstr &MI) const;
  void growLoop(MachineBasicBlock &MBB);
  void layOut();
  bool reaches(const MachineInstr &Branch, MachineBasicBlock &Target) const;
  bool setupReaches(const MachineInstr &Setup) const;

  struct Extent {
    uint64_t Begin = 0, End = 0; // bytes from the function's beginning, at most
  };

  MachineFunction &MF;
  const HexagonInstrInfo &HII;
  SmallVector<std::pair<MachineInstr *, MachineBasicBlock *>, 8> Targets;
  SmallVector<MachineInstr *, 8> Setups;
  DenseMap<const MachineBasicBlock *, uint64_t> Size;   // bytes of its own instructions
  DenseMap<const MachineBasicBlock *, uint64_t> Copies; // and of those that loops leave there
  DenseMap<const MachineBasicBlock *, Extent> Layout;
};

} // namespace

void BranchReach::run() {
  findTargets();
  if (Targets.empty() && Setups.empty())
    return;
  layOut();
  for (auto [Branch, Target] : Targets)
    if (!reaches(*Branch, *Target)) {
      MachineOperand &To = Branch->getOperand(HII.getCExtOpNum(*Branch));
      To.addTargetFlag(HexagonII::HMOTF_ConstExtended);
      ++NumExtended;
    }
  for (MachineInstr *Setup : Setups)
    if (!setupReaches(*Setup)) {
      HexagonCountedLoops::extend(*Setup);
      ++NumExtended;
    }
}

/// Jumps with a condition, as others reach 8 MiB, and setups of hardware loops.
void BranchReach::findTargets() {
  for (MachineBasicBlock &MBB : MF) {
    for (MachineInstr &MI : MBB.terminators()) {
      const bool HasReach = HII.isJumpWithinBranchRange(MI, 0);
      if (HasReach && MI.isConditionalBranch() && HII.isExtendable(MI) && !HII.isExtended(MI))
        if (const MachineOperand &To = MI.getOperand(HII.getCExtOpNum(MI));
            To.isMBB() && !(To.getTargetFlags() & HexagonII::HMOTF_ConstExtended))
          Targets.push_back({&MI, To.getMBB()});
    }
    for (MachineInstr &MI : MBB)
      if (HII.isLoopN(MI) && !HII.isExtended(MI))
        Setups.push_back(&MI);
  }
}

/// The most that MI may become, extended and taken apart.
uint64_t BranchReach::bytes(const MachineInstr &MI) const {
  const bool MayExtend = MI.isBranch() && HII.isExtendable(MI);
  // A chain of compounds that is split has one instruction more, but also one compound less.
  const bool MayGrow = sda::rewritingEnabled() && hexagonCompound(MI.getOpcode());
  return HII.getSize(MI) + (MayExtend + MayGrow) * HEXAGON_INSTR_SIZE;
}

/// What a loop's block leaves around it if its iterations overlap: what begins an iteration in the
/// preheader, what ends it at the exit. Where these are next to it, it is the block once more.
void BranchReach::growLoop(MachineBasicBlock &MBB) {
  if (!MBB.isSuccessor(&MBB))
    return;
  HexagonCountedLoops Counted(HII);
  sda::LoopFrame Frame(MBB, &Counted);
  if (!Frame.Preheader)
    return;
  Copies[&MBB] += Size[&MBB] + GuardBytes;
  if (Frame.Preheader->getNextNode() != &MBB)
    Copies[Frame.Preheader] += Size[&MBB] + GuardBytes;
  if (Frame.Exit && MBB.getNextNode() != Frame.Exit)
    Copies[Frame.Exit] += Size[&MBB];
}

void BranchReach::layOut() {
  for (MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      Size[&MBB] += bytes(MI);
  if (sda::rotationEnabled())
    for (MachineBasicBlock &MBB : MF)
      growLoop(MBB);
  uint64_t At = 0;
  for (MachineBasicBlock &MBB : MF) {
    // Where the block before ends is known only as a bound, so its padding is not.
    if (uint64_t Alignment = MBB.getAlignment().value(); Alignment > HEXAGON_INSTR_SIZE)
      At += Alignment - HEXAGON_INSTR_SIZE;
    Layout[&MBB].Begin = At;
    Layout[&MBB].End = At += Size[&MBB] + Copies[&MBB];
  }
}

bool BranchReach::reaches(const MachineInstr &Branch, MachineBasicBlock &Target) const {
  const Extent From = Layout.lookup(Branch.getParent()), To = Layout.lookup(&Target);
  uint64_t Distance = From.End - To.Begin;
  if (&Target == Branch.getParent())
    Distance = Size.lookup(&Target); // its copies lie around it
  else if (To.Begin >= From.End)
    Distance = To.Begin - From.End + 2 * PacketBytes;
  return HII.isJumpWithinBranchRange(Branch, Distance + SafetyBytes);
}

/// Whether Setup reaches its loop wherever rewriting leaves it; where copies come between, that is
/// the overlap's (HexagonCountedLoops::reachOver).
bool BranchReach::setupReaches(const MachineInstr &Setup) const {
  const MachineBasicBlock &MBB = *Setup.getParent();
  const Extent From = Layout.lookup(&MBB), To = Layout.lookup(Setup.getOperand(0).getMBB());
  if (To.Begin < From.End)
    return From.End - To.Begin <= SetupReach;
  uint64_t Distance = PacketBytes + To.Begin - From.End;
  for (auto I = Setup.getIterator(); I != MBB.instr_end(); ++I)
    Distance += bytes(*I);
  return Distance <= SetupReach;
}

void llvm::extendFarBranches(MachineFunction &MF) { BranchReach(MF).run(); }

//===- HexagonBranchReach.cpp - Branches across loops that grow -----------===//
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
// LLVM relaxes branches before it packs, with some bytes to spare; a loop of which an iteration begins in
// the one before grows by up to itself. A jump on a new value reaches 1 KiB. The assembler extends what does
// not reach, but only in packets that have a word left, and is lost otherwise.
//
//===----------------------------------------------------------------------===//

#include "HexagonBranchReach.h"
#include "HexagonInstrInfo.h"
#include "HexagonLoopFrame.h"
#include "HexagonSubtarget.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Statistic.h"

using namespace llvm;

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumExtended, "Number of branches extended because loops between may grow");

/// Bytes that alignment and the assembler may add, as LLVM's own relaxation takes them; and those of a
/// peeled loop's guard with an extended setup.
static constexpr uint64_t SafetyBytes = 200, GuardBytes = 16;

namespace {

class BranchReach {
public:
  explicit BranchReach(MachineFunction &MF)
      : MF(MF), HII(*MF.getSubtarget<HexagonSubtarget>().getInstrInfo()) {}

  void run() {
    findTargets();
    if (Targets.empty())
      return;
    layOut();
    for (auto [Branch, Target] : Targets)
      if (!reaches(*Branch, *Target)) {
        Branch->getOperand(HII.getCExtOpNum(*Branch)).addTargetFlag(HexagonII::HMOTF_ConstExtended);
        ++NumExtended;
      }
  }

private:
  void findTargets();
  uint64_t growth(MachineBasicBlock &MBB);
  void layOut();
  bool reaches(const MachineInstr &Branch, MachineBasicBlock &Target) const;

  struct Extent {
    uint64_t Begin = 0, End = 0; // bytes from the function's beginning, at most
  };

  MachineFunction &MF;
  const HexagonInstrInfo &HII;
  SmallVector<std::pair<MachineInstr *, MachineBasicBlock *>, 8> Targets;
  DenseMap<const MachineBasicBlock *, uint64_t> Size; // bytes as they are
  DenseMap<const MachineBasicBlock *, Extent> Layout;
};

} // namespace

/// Jumps with a condition; others reach 8 MiB.
void BranchReach::findTargets() {
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB.terminators()) {
      const bool HasReach = HII.isJumpWithinBranchRange(MI, 0);
      if (HasReach && MI.isConditionalBranch() && HII.isExtendable(MI) && !HII.isExtended(MI))
        if (const MachineOperand &To = MI.getOperand(HII.getCExtOpNum(MI)); To.isMBB())
          Targets.push_back({&MI, To.getMBB()});
    }
}

/// Bytes that a loop's block grows by with the blocks around it, if it is one. Those that are laid out
/// elsewhere grow themselves.
uint64_t BranchReach::growth(MachineBasicBlock &MBB) {
  if (!MBB.isSuccessor(&MBB))
    return 0;
  HexagonLoopFrame Frame(MBB);
  if (!Frame.Preheader)
    return 0;
  if (Frame.Preheader->getNextNode() != &MBB)
    Size[Frame.Preheader] += Size[&MBB];
  if (Frame.Exit && MBB.getNextNode() != Frame.Exit)
    Size[Frame.Exit] += Size[&MBB];
  return Size[&MBB] + GuardBytes;
}

void BranchReach::layOut() {
  for (MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      Size[&MBB] += HII.getSize(MI) + (MI.isBranch() && HII.isExtendable(MI) ? HEXAGON_INSTR_SIZE : 0);
  DenseMap<const MachineBasicBlock *, uint64_t> Growth;
  for (MachineBasicBlock &MBB : MF)
    Growth[&MBB] = growth(MBB);
  uint64_t At = 0;
  for (MachineBasicBlock &MBB : MF) {
    Layout[&MBB].Begin = At = alignTo(At, MBB.getAlignment());
    Layout[&MBB].End = At += Size[&MBB] + Growth[&MBB];
  }
}

bool BranchReach::reaches(const MachineInstr &Branch, MachineBasicBlock &Target) const {
  const Extent From = Layout.lookup(Branch.getParent()), To = Layout.lookup(&Target);
  uint64_t Distance = To.Begin >= From.End ? To.Begin - From.Begin : From.End - To.Begin;
  return HII.isJumpWithinBranchRange(Branch, Distance + SafetyBytes);
}

void llvm::extendFarBranches(MachineFunction &MF) { BranchReach(MF).run(); }

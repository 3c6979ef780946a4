//===- HexagonBranchHints.cpp - Which way branches lean -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   { p0 = cmp.gtu(r0,r17)                     { p0 = cmp.gtu(r0,r17)
//     if (!p0.new) jump:t .Lskip }      ->       if (!p0.new) jump:nt .Lskip }
//   loop0(.Lloop,r3)                           loop0(.Lloop,r3)
//
// LLVM's static heuristics know what leaves a loop, what compares with zero or with a null pointer;
// other branches get one half for each edge, and of one half a .new jump is made that expects to be
// taken. The loop heuristics of Ball and Larus ("Branch Prediction for Free", 1993) decide some of
// these: an edge that enters a loop runs more often than one that passes it by, and one that stays
// in a loop more often than one that leaves it. Their share of right answers is theirs too, about 3
// of 4.
//
//===----------------------------------------------------------------------===//

#include "HexagonBranchHints.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

using namespace llvm;

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumLeaning, "Number of even branches that lean toward a loop");

/// Blocks without a choice that are followed on the way to a loop.
static constexpr unsigned MaxPreheaders = 4;

/// Whether control that goes to Block from within From (which may be none) can only enter a loop
/// that it is not in yet.
static bool entersLoop(const MachineBasicBlock *Block, const MachineLoop *From,
                       const MachineLoopInfo &MLI) {
  for (unsigned I = 0; I != MaxPreheaders; ++I) {
    const MachineLoop *L = MLI.getLoopFor(Block);
    if (L && L->getHeader() == Block && !(From && L->contains(From)))
      return true;
    if (Block->succ_size() != 1)
      return false;
    Block = *Block->succ_begin();
  }
  return false;
}

/// The successor of two that Likely holds for, or the end if it holds for both or none.
template <typename Predicate>
static MachineBasicBlock::succ_iterator onlyOne(MachineBasicBlock &MBB, Predicate Likely) {
  auto First = MBB.succ_begin(), Second = std::next(First);
  bool A = Likely(*First), B = Likely(*Second);
  return A == B ? MBB.succ_end() : A ? First : Second;
}

static MachineBasicBlock::succ_iterator likelySuccessor(MachineBasicBlock &MBB,
                                                        const MachineLoopInfo &MLI) {
  const MachineLoop *L = MLI.getLoopFor(&MBB);
  auto Stays = [&](const MachineBasicBlock *S) { return L->contains(S); };
  if (L)
    if (auto S = onlyOne(MBB, Stays); S != MBB.succ_end())
      return S;
  return onlyOne(MBB, [&](const MachineBasicBlock *S) { return entersLoop(S, L, MLI); });
}

void llvm::leanTowardLoops(MachineFunction &MF, const MachineLoopInfo &MLI) {
  const BranchProbability Likely(3, 4);
  for (MachineBasicBlock &MBB : MF) {
    if (MBB.succ_size() != 2 || !MBB.hasSuccessorProbabilities() ||
        MBB.getSuccProbability(MBB.succ_begin()) != BranchProbability(1, 2))
      continue;
    auto S = likelySuccessor(MBB, MLI);
    if (S == MBB.succ_end())
      continue;
    ++NumLeaning;
    auto Other = S == MBB.succ_begin() ? std::next(S) : MBB.succ_begin();
    MBB.setSuccProbability(S, Likely);
    MBB.setSuccProbability(Other, Likely.getCompl());
  }
}

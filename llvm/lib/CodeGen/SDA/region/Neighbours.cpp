//===- SDA/Neighbours.cpp - Packets next to a region ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/Neighbours.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

namespace llvm::sda {

/// Neighbours that are looked at: a result is seldom waited for longer.
static constexpr unsigned Reach = 4;
/// Blocks in which neighbours are looked for.
static constexpr unsigned BlockReach = 4;

/// The block in the most loops among MBB's neighbours. At equal depth, Beside, the neighbour in the
/// layout, wins.
template <typename RangeT>
static const MachineBasicBlock *innermost(RangeT Blocks, const MachineBasicBlock *Beside,
                                          const MachineLoopInfo &MLI) {
  const MachineBasicBlock *Best = nullptr;
  auto Key = [&](const MachineBasicBlock *B) {
    return std::make_pair(MLI.getLoopDepth(B), B == Beside);
  };
  for (const MachineBasicBlock *B : Blocks)
    if (!B->isEHPad() && (!Best || Key(B) > Key(Best)))
      Best = B;
  return Best;
}

void Neighbours::before(const MachineBasicBlock &From, MachineBasicBlock::const_iterator I,
                        TakeFn Take) const {
  const MachineBasicBlock *MBB = &From;
  for (unsigned Found = 0, Blocks = 0; Found < Reach;) {
    if (I != MBB->begin()) {
      Found += Take(*--I);
      continue;
    }
    MBB = innermost(MBB->predecessors(), MBB->getPrevNode(), MLI);
    if (!MBB || ++Blocks == BlockReach)
      return;
    I = MBB->end();
  }
}

void Neighbours::behind(const MachineBasicBlock &From, MachineBasicBlock::const_iterator I,
                        TakeFn Take) const {
  const MachineBasicBlock *MBB = &From;
  for (unsigned Found = 0, Blocks = 0; Found < Reach;) {
    if (I != MBB->end()) {
      Found += Take(*I++);
      continue;
    }
    MBB = innermost(MBB->successors(), MBB->getNextNode(), MLI);
    if (!MBB || ++Blocks == BlockReach)
      return;
    I = MBB->begin();
  }
}

} // namespace llvm::sda

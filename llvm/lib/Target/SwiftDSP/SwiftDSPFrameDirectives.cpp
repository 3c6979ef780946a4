//===- SwiftDSPFrameDirectives.cpp - CFI while packets are made -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SwiftDSPFrameDirectives.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"

using namespace llvm;

SwiftDSPFrameDirectives::SwiftDSPFrameDirectives(MachineFunction &MF) {
  for (MachineBasicBlock &MBB : MF) {
    Block B{&MBB, {}, {}};
    for (MachineInstr &MI : make_early_inc_range(MBB))
      if (MI.isCFIInstruction())
        B.Directives.push_back({MI.removeFromParent(), unsigned(B.Prefix.size())});
      else if (!MI.isMetaInstruction())
        B.Prefix.push_back(&MI);
    if (B.Directives.empty())
      continue;
    B.Prefix.truncate(B.Directives.back().NumBefore);
    Blocks.push_back(std::move(B));
  }
}

static bool transfers(const MachineInstr &Packet) {
  return Packet.isCall(MachineInstr::AnyInBundle) || Packet.isTerminator(MachineInstr::AnyInBundle);
}

void SwiftDSPFrameDirectives::putBack() {
  for (Block &B : Blocks) {
    DenseMap<const MachineInstr *, unsigned> Place;
    SmallVector<MachineBasicBlock::iterator, 32> Packets;
    for (auto I = B.MBB->begin(), E = B.MBB->end(); I != E; ++I) {
      for (auto Part = I.getInstrIterator(), End = std::next(I).getInstrIterator(); Part != End;
           ++Part)
        Place[&*Part] = Packets.size();
      Packets.push_back(I);
    }
    Packets.push_back(B.MBB->end());
    unsigned At = 0, Done = 0;
    for (const Directive &D : B.Directives) {
      for (; Done != D.NumBefore; ++Done)
        At = std::max(At, Place.lookup(B.Prefix[Done]) + 1);
      B.MBB->insert(At && transfers(*Packets[At - 1]) ? Packets[At - 1] : Packets[At], D.MI);
    }
  }
}

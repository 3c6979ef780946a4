//===- SDA/Packetizer.cpp - What is done to a function --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/Packetizer.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/SDA/CompoundRewriter.h"
#include "llvm/CodeGen/SDA/LoopOverlap.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/IR/DebugInfoMetadata.h"

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumFunctionsDearer,
          "Number of functions with more cycles than with stock packets everywhere");
STATISTIC(NumReverted, "Number of functions in which the stock packets together were the best");

namespace llvm::sda {

InstrStates programOf(const MachineFunction &MF) {
  InstrStates Program;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB.instrs())
      if (!MI.isKill())
        Program[&MI] = InstrState::of(MI);
  return Program;
}

static PackedRegions collect(SDATarget &T, const InstrStates &Before) {
  PackedRegions Regions;
  for (MachineBasicBlock &MBB : T.MF)
    for (Region &R : collectRegions(MBB, Before, T))
      if (enterRegion()) {
        Regions.push_back(std::make_unique<PackedRegion>());
        Regions.back()->R = std::move(R);
      }
  return Regions;
}

/// Packs loops first: they have no neighbours but themselves, and are neighbours of the other
/// regions.
static void packEach(PackedRegions &Regions, RegionPacker &Packer) {
  for (bool LoopBodies : {true, false})
    for (auto &P : Regions)
      if (P->R.isLoopBody() == LoopBodies)
        Packer.pack(*P);
}

/// Looks again at each region between the neighbours that it has got.
static void reconsider(PackedRegions &Regions, RegionPacker &Packer) {
  constexpr unsigned MaxRounds = 3;
  bool Changed = true;
  for (unsigned Round = 0; Round != MaxRounds && Changed; ++Round) {
    Changed = false;
    for (auto &P : Regions)
      Changed |= Packer.reconsider(*P);
  }
}

/// -Rpass-missed=sda-pack.
static void remarkReverted(const MachineFunction &MF, uint64_t Packed, uint64_t Stock,
                           MachineOptimizationRemarkEmitter &ORE) {
  using NV = DiagnosticInfoOptimizationBase::Argument;
  ORE.emit([&] {
    return MachineOptimizationRemarkMissed("sda-pack", "Reverted", MF.getFunction().getSubprogram(),
                                           &MF.front())
           << "all regions go back to the stock packets: " << NV("StockCycles", Stock)
           << " cycles with loops weighed, " << NV("Cycles", Packed)
           << " with the best packets of each region";
  });
}

/// Back to the stock packets, if these together take fewer cycles. Where some of them may not
/// stand, two took the place of each, so that is seen only when it is done.
static void revertIfDearer(PackedRegions &Regions, RegionPacker &Packer, uint64_t Stock) {
  const uint64_t Packed = Packer.priceFunction();
  if (Packed <= Stock || llvm::none_of(Regions, [](const auto &P) { return P->StockAllowed; }))
    return;
  std::vector<std::vector<Candidate>> Best;
  for (auto &P : Regions) {
    Best.push_back(P->Kept);
    Packer.revert(*P);
  }
  if (const uint64_t Reverted = Packer.priceFunction(); Reverted < Packed) {
    ++NumReverted;
    remarkReverted(Packer.target().MF, Packed, Reverted, Packer.remarks());
    return;
  }
  for (unsigned I = 0; I != Regions.size(); ++I) {
    Regions[I]->Kept = std::move(Best[I]);
    Regions[I]->R.findEnd();
    Packer.putBack(*Regions[I]);
  }
}

/// What the function has come to before loops overlap: its blocks are those that it had, which run
/// as often. -Rpass-missed=sda-pack.
static void judge(const PackedRegions &Regions, RegionPacker &Packer, uint64_t Stock) {
  const uint64_t Packed = Packer.priceFunction();
  if (Packed <= Stock)
    return;
  ++NumFunctionsDearer;
  using NV = DiagnosticInfoOptimizationBase::Argument;
  const MachineFunction &MF = Packer.target().MF;
  Packer.remarks().emit([&] {
    return MachineOptimizationRemarkMissed("sda-pack", "DearerFunction",
                                           MF.getFunction().getSubprogram(), &MF.front())
           << "function of " << NV("Cycles", Packed) << " cycles with loops weighed, more than "
           << NV("StockCycles", Stock) << " with the stock packets"
           << (llvm::all_of(Regions,
                            [](const auto &P) { return P->Base.MayStand || !P->Base.Trace; })
                   ? ""
                   : ", not all of which are candidates");
  });
}

void packetize(SDATarget &T, MachineLoopInfo &MLI, MachineOptimizationRemarkEmitter &ORE,
               InstrStates &Before, DebugInstrs &Debug, Reference *Program) {
  if (const StringRef Problem = techniquesProblem(); !Problem.empty())
    return T.MF.getFunction().getContext().emitError(Problem);
  RegionPacker Packer(T, MLI, ORE, Debug, Program);
  uint64_t Stock = Packer.priceFunction();
  PackedRegions Regions = collect(T, Before);
  packEach(Regions, Packer);
  reconsider(Regions, Packer);
  revertIfDearer(Regions, Packer, Stock);
  if (rewritingEnabled()) {
    rewriteCompounds(Regions, Packer, Before);
    reconsider(Regions, Packer);
  }
  judge(Regions, Packer, Stock);
  if (rotationEnabled() && T.mayOverlapLoops()) {
    overlapLoops(Regions, Packer, Before);
    reconsider(Regions, Packer);
  }
  for (auto &P : Regions)
    Packer.finish(*P);
  Packer.verifyFunction(Regions);
  Debug.putBack();
}

} // namespace llvm::sda

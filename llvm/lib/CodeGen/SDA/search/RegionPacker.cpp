//===- SDA/RegionPacker.cpp - The best packing of a region ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The packets that came with the region are one candidate; the others come from the search. The
// best few stay at hand: which of them is best in the end depends on the neighbours, and these are
// known only when all regions have been packed.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/SDA/RegionPacker.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/SDA/DeadValues.h"
#include "llvm/CodeGen/SDA/Faults.h"
#include "llvm/CodeGen/SDA/RegionReport.h"
#include "llvm/CodeGen/SDA/Replay.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumRegions, "Number of regions packed");
STATISTIC(NumStockKept, "Number of regions in which the stock packets were the best");
STATISTIC(NumImproved, "Number of regions with fewer cycles than the stock packets");
STATISTIC(NumDearer, "Number of regions with more cycles than the stock packets, a candidate, "
                     "would take in their place");
STATISTIC(NumDearerWithout,
          "Number of regions with more cycles than stock packets that were no candidate");
STATISTIC(NumFellBack, "Number of regions for which no packing was found");
STATISTIC(NumAdded, "Number of instructions that no stock packet does the work of");
STATISTIC(NumProven, "Number of regions packed as well as the lower bound allows");
STATISTIC(NumVerified, "Number of regions replayed symbolically");
STATISTIC(NumReconsidered, "Number of regions packed otherwise because their neighbours changed");
STATISTIC(NumStockCycles, "Modelled cycles of the regions' stock packets");
STATISTIC(NumCycles, "Modelled cycles of the regions as packed");

namespace llvm::sda {

RegionPacker::RegionPacker(SDATarget &T, MachineLoopInfo &MLI,
                           MachineOptimizationRemarkEmitter &ORE, DebugInstrs &Debug,
                           Reference *Program)
    : T(T), MF(T.MF), MLI(MLI), Liveness(T), Pricing(T.cycles()), ORE(ORE), Search(T, MLI),
      Debug(Debug), Program(Program) {}

void RegionPacker::pack(PackedRegion &P) {
  Region &R = P.R;
  P.LiveOut = Liveness.liveBefore(*R.MBB, R.End);
  faults::liveBehind(P.LiveOut);
  Pricing.enterRegion(R, MachineBasicBlock::iterator(getBundleStart(R.first().getIterator())));
  OpenRegion Open = R.takeApart();
  BitVector LiveIn = Liveness.liveBefore(*R.MBB, Open.begin());
  P.Stock = {R.Stock, Pricing.price(R, R.Stock)};
  findBaseline(P);
  LLVM_DEBUG(dbgs() << printMBBReference(*R.MBB) << ": " << R.Instrs.size()
                    << " instructions, stock " << P.Stock.Cost.Packets << " packets, "
                    << P.Stock.Cost.Stalls << " stalls\n");
  P.Refused = T.policy().refused(R);
  const bool Wanted = uses(Technique::Stock) && issueWidth(T.packetSize()) == T.packetSize();
  P.StockAllowed = Wanted && P.Refused.none();
  if (!P.Repacked)
    P.Base.MayStand = P.StockAllowed;
  if (P.StockAllowed)
    P.keep(P.Stock);
  if (Wanted && !P.StockAllowed)
    Search.mendStock(P);
  Search.run(P, LiveIn);
  P.FellBack = P.Kept.empty();
  if (P.FellBack)
    P.keep(P.Stock);
  std::move(Open).assemble(P.best().Packed, T);
}

void RegionPacker::findBaseline(PackedRegion &P) {
  if (!P.Repacked) {
    P.Base.Trace = Pricing.trace(P.R, P.R.Stock);
    P.Base.Cost = P.Stock.Cost;
    return;
  }
  P.Stock.Name = "one-by-one";
  unsigned Known = 0;
  for (const MachineInstr *MI : P.R.Instrs)
    if (auto It = Retired.find(MI); It != Retired.end()) {
      if (!P.Base.Trace)
        P.Base = It->second;
      ++Known;
      Retired.erase(It);
    }
  P.Base.Added += P.R.Instrs.size() - Known;
}

void RegionPacker::retire(const PackedRegion &P) {
  for (const MachineInstr *MI : P.R.Instrs)
    Retired[MI] = P.Base;
}

void RegionPacker::retireRest(const MachineBasicBlock &MBB) {
  for (const MachineInstr &MI : MBB.instrs())
    Retired.try_emplace(&MI);
}

void RegionPacker::search(PackedRegion &P) {
  BitVector LiveIn = Liveness.liveInOfLoop(*P.R.MBB, P.R.Instrs);
  P.LiveOut = LiveIn;
  P.LiveOut |= Liveness.liveAtExits(*P.R.MBB);
  Pricing.enterRegion(P.R, P.R.MBB->begin());
  Search.run(P, LiveIn);
}

void RegionPacker::replace(PackedRegion &P) {
  P.R.findEnd();
  putBack(P);
  Liveness.update(*P.R.MBB);
}

void RegionPacker::searchRewritten(PackedRegion &P, const OpenRegion &Open) {
  Pricing.enterRegion(P.R, MachineBasicBlock::iterator(Open.begin()));
  Search.run(P, Liveness.liveBefore(*P.R.MBB, Open.begin()));
}

void RegionPacker::putBack(PackedRegion &P) {
  P.R.takeApart().assemble(P.best().Packed, T);
}

void RegionPacker::addBlock(MachineBasicBlock &New, const MachineBasicBlock &Loop) {
  Liveness.add(New);
  const MachineLoop *L = MLI.getLoopFor(&Loop);
  if (MachineLoop *Outer = L ? L->getParentLoop() : nullptr)
    Outer->addBasicBlockToLoop(&New, MLI);
}

/// Takes the neighbours that P, bundled, has now.
void RegionPacker::enterBundled(PackedRegion &P) {
  P.R.findEnd();
  const Packet &First = P.best().Packed.Packets.front();
  Pricing.enterRegion(
      P.R, MachineBasicBlock::iterator(getBundleStart(P.R.Instrs[First[0]]->getIterator())));
}

bool RegionPacker::reconsider(PackedRegion &P) {
  if (!uses(Technique::Neighbours) || !Pricing.seesNeighbours() || P.R.isLoopBody() ||
      P.Kept.size() < 2)
    return false;
  Region &R = P.R;
  enterBundled(P);
  Candidate *Best = nullptr;
  bool SamePrices = true;
  for (Candidate &C : P.Kept) {
    C.Packed.restore(R.Instrs);
    unsigned Before = C.Cost.cycles();
    C.Cost = Pricing.price(R, C.Packed);
    SamePrices &= C.Cost.cycles() == Before;
    if (!Best || C.Cost < Best->Cost)
      Best = &C;
  }
  // The bound was that between the former neighbours; the slots' holds always.
  if (!SamePrices)
    P.LowerBound = P.Bound + Pricing.stallsBehind();
  if (Best == &P.best()) {
    Best->Packed.restore(R.Instrs);
    return false;
  }
  ++NumReconsidered;
  std::swap(P.Kept.front(), *Best);
  putBack(P);
  return true;
}

void RegionPacker::revert(PackedRegion &P) {
  if (!P.StockAllowed)
    return;
  P.R.findEnd();
  P.Kept.assign(1, P.Stock);
  putBack(P);
}

/// What P costs, and what the stock packets would, between the neighbours that P has got in the
/// end. A loop has none but itself.
void RegionPacker::priceInPlace(PackedRegion &P) {
  if (P.R.isLoopBody() || !Pricing.seesNeighbours())
    return;
  enterBundled(P);
  Cost &Now = P.Kept.front().Cost;
  const unsigned Before = Now.cycles();
  Now = Pricing.price(P.R, P.best().Packed);
  if (Now.cycles() != Before)
    P.LowerBound = P.Bound + Pricing.stallsBehind();
  if (P.Base.Trace)
    P.Base.Cost = Pricing.price(*P.Base.Trace);
}

void RegionPacker::count(const PackedRegion &P) const {
  const unsigned Cycles = P.best().Cost.cycles(), Stock = P.Base.Cost.cycles();
  ++NumRegions;
  NumStockKept += P.best().Name == StringRef("stock");
  NumImproved += P.Base.isFair() && Cycles < Stock;
  if (P.Base.isFair() && Cycles > Stock)
    ++(P.Base.MayStand ? NumDearer : NumDearerWithout);
  NumFellBack += P.FellBack;
  NumAdded += P.Base.Added;
  NumStockCycles += Stock;
  NumCycles += Cycles;
  NumProven += P.provenOptimal();
}

void RegionPacker::finish(PackedRegion &P) {
  priceInPlace(P);
  count(P);
  reportRegion(P, T, ORE);
  if (faults::areWanted()) {
    P.R.findEnd();
    OpenRegion Open = P.R.takeApart();
    faults::packing({T, P.R, *P.Graphs[P.best().Program], P.LiveOut, P.Kept.front().Packed});
    std::move(Open).assemble(P.best().Packed, T);
  }
  if (!dumpFolder().empty())
    drawRegion(P, T);
  if (verifyEnabled())
    verify(P);
}

void RegionPacker::verify(PackedRegion &P) {
  P.R.findEnd();
  require(P, verifyRegion(T, P.R, P.LiveOut));
}

void RegionPacker::require(const PackedRegion &P, const std::string &Difference) {
  ++NumVerified;
  if (!Difference.empty())
    reject(*P.R.MBB, ", candidate " + std::string(P.best().Name) + ": " + Difference);
}

void RegionPacker::verifyFunction(const PackedRegions &Regions) {
  if (!Program)
    return;
  for (const MachineBasicBlock &MBB : MF)
    if (std::string Difference = Program->compare(MBB, Regions); !Difference.empty())
      reject(MBB, ": " + Difference);
  DeadValues Dead(T, Regions, *Program);
  if (const MachineInstr *Reader = Dead.findReader())
    reject(*Reader->getParent(), ": " + Dead.describe(*Reader));
}

void RegionPacker::reject(const MachineBasicBlock &MBB, const std::string &What) {
  errs() << "sda-verify: " << MF.getName() << ", " << printMBBReference(MBB) << What << '\n';
  MBB.print(errs());
  report_fatal_error("sda-verify: packets do not compute what the program says");
}

} // namespace llvm::sda

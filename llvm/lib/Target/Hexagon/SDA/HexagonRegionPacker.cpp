//===- HexagonRegionPacker.cpp - The best packing of a region -------------===//
//
// The stock packets are one candidate; the others come from the search. The best few stay at hand:
// which of them is best in the end depends on the neighbours, and these are known only when all
// regions have been packed.
//
//===----------------------------------------------------------------------===//

#include "HexagonRegionPacker.h"
#include "HexagonFaults.h"
#include "HexagonRegionReport.h"
#include "HexagonSDAVerify.h"
#include "HexagonSubtarget.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/Support/Debug.h"

using namespace llvm;
using sda::PackMode;

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumRegions, "Number of regions packed");
STATISTIC(NumStockKept, "Number of regions in which the stock packets were the best");
STATISTIC(NumImproved, "Number of regions with fewer cycles than the stock packets");
STATISTIC(NumProven, "Number of regions packed as well as the lower bound allows");
STATISTIC(NumVerified, "Number of regions replayed symbolically");
STATISTIC(NumReconsidered, "Number of regions packed otherwise because their neighbours changed");
STATISTIC(NumStockCycles, "Modelled cycles of the regions' stock packets");
STATISTIC(NumCycles, "Modelled cycles of the regions as packed");

HexagonRegionPacker::HexagonRegionPacker(MachineFunction &MF, MachineLoopInfo &MLI,
                                         AAResults *AA, const MachineBranchProbabilityInfo *MBPI,
                                         MachineOptimizationRemarkEmitter &ORE,
                                         HexagonReference *Reference)
    : MF(MF), MLI(MLI), HII(*MF.getSubtarget<HexagonSubtarget>().getInstrInfo()), AA(AA),
      Deps(MF, AA, MBPI), Liveness(MF), Pricing(Deps.Timing, Deps.HRI, MLI), ORE(ORE), Search(MF, MLI, Deps, Pricing),
      Reference(Reference) {}

/// The stock packetizer may put a volatile store and a later volatile vector load into one packet,
/// where the load is first; a load behind a store that it may read from (see -sda-mem-noshuf); and
/// a scalar store behind a vector store of the same bytes, whose slot 0 is performed last.
bool HexagonRegionPacker::keepsOrder(const sda::Packing &P) const {
  auto Relies = [&](unsigned A, unsigned B) {
    const InstrFacts &First = Deps.facts(A), &Second = Deps.facts(B);
    return A < B && First.Store && (Second.Load || (First.Vector && Second.Store)) &&
           Deps.classify(A, B).hard();
  };
  return llvm::none_of(P, [&](const sda::Packet &Packet) {
    return llvm::count_if(Packet, [&](unsigned N) { return Deps.facts(N).Ordered; }) > 1 ||
           llvm::any_of(Packet, [&](unsigned A) {
             return llvm::any_of(Packet, [&](unsigned B) { return Relies(A, B); });
           });
  });
}

void HexagonRegionPacker::assemble(HexagonPackedRegion &P) {
  P.R.assemble(P.best().Packed, HII);
}

void HexagonRegionPacker::pack(HexagonPackedRegion &P) {
  HexagonRegion &R = P.R;
  P.LiveOut = injectFaultBehind(Liveness.liveBefore(*R.MBB, R.End));
  Pricing.enterRegion(R, MachineBasicBlock::iterator(getBundleStart(R.begin())));
  R.takeApart();
  BitVector LiveIn = Liveness.liveBefore(*R.MBB, R.begin());
  P.Stock = {R.Stock, Pricing.price(R, R.Stock)};
  LLVM_DEBUG(dbgs() << printMBBReference(*R.MBB) << ": " << R.Instrs.size()
                    << " instructions, stock " << P.Stock.Cost.Packets << " packets, "
                    << P.Stock.Cost.Stalls << " stalls\n");
  Deps.enterRegion(R);
  PackMode Mode = sda::packMode();
  P.StockAllowed = Mode != PackMode::SoftToHard && Mode != PackMode::SoftToNone &&
                   sda::issueWidth(HexagonPacketSize) == HexagonPacketSize && keepsOrder(R.Stock.Packets);
  if (P.StockAllowed)
    P.keep(P.Stock);
  Search.run(P, LiveIn);
  if (P.Kept.empty())
    P.keep(P.Stock);
  assemble(P);
}

void HexagonRegionPacker::search(HexagonPackedRegion &P) {
  BitVector LiveIn = Liveness.liveInOfLoop(*P.R.MBB, P.R.Instrs);
  P.LiveOut = LiveIn;
  P.LiveOut |= Liveness.liveAtExits(*P.R.MBB);
  Pricing.enterRegion(P.R, P.R.MBB->begin());
  Search.run(P, LiveIn);
}

void HexagonRegionPacker::replace(HexagonPackedRegion &P) {
  P.R.findEnd();
  P.R.takeApart();
  assemble(P);
  Liveness.update(*P.R.MBB);
}

void HexagonRegionPacker::searchRewritten(HexagonPackedRegion &P) {
  Pricing.enterRegion(P.R, MachineBasicBlock::iterator(P.R.begin()));
  Search.run(P, Liveness.liveBefore(*P.R.MBB, P.R.begin()));
}

void HexagonRegionPacker::putBack(HexagonPackedRegion &P) {
  P.R.takeApart();
  assemble(P);
}

void HexagonRegionPacker::addBlock(MachineBasicBlock &New, const MachineBasicBlock &Loop) {
  Liveness.add(New);
  const MachineLoop *L = MLI.getLoopFor(&Loop);
  if (MachineLoop *Outer = L ? L->getParentLoop() : nullptr)
    Outer->addBasicBlockToLoop(&New, MLI);
}

bool HexagonRegionPacker::reconsider(HexagonPackedRegion &P) {
  if (P.R.isLoopBody() || P.Kept.size() < 2)
    return false;
  HexagonRegion &R = P.R;
  R.findEnd();
  const sda::Packet &First = P.best().Packed.Packets.front();
  Pricing.enterRegion(
      R, MachineBasicBlock::iterator(getBundleStart(R.Instrs[First[0]]->getIterator())));
  HexagonCandidate *Best = nullptr;
  bool SamePrices = true;
  for (HexagonCandidate &C : P.Kept) {
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
  R.takeApart();
  std::swap(P.Kept.front(), *Best);
  assemble(P);
  return true;
}

void HexagonRegionPacker::revert(HexagonPackedRegion &P) {
  if (!P.StockAllowed)
    return;
  P.R.findEnd();
  P.R.takeApart();
  P.Kept.front() = P.Stock;
  assemble(P);
}

void HexagonRegionPacker::finish(HexagonPackedRegion &P) {
  const sda::Cost &Stock = P.Stock.Cost;
  ++NumRegions;
  NumStockKept += P.best().Name == StringRef("stock");
  NumImproved += P.best().Cost.cycles() < Stock.cycles();
  NumStockCycles += Stock.cycles();
  NumCycles += P.best().Cost.cycles();
  NumProven += P.provenOptimal();
  remarkRegion(P, ORE);
  if (injectsFaults()) {
    P.R.findEnd();
    P.R.takeApart();
    injectFault(P.R, *P.Graphs[P.best().Program], P.LiveOut, P.Kept.front().Packed);
    assemble(P);
  }
  if (!sda::dumpFolder().empty())
    drawRegion(P);
  if (sda::verifyEnabled())
    verify(P);
}

void HexagonRegionPacker::verify(HexagonPackedRegion &P) {
  P.R.findEnd();
  require(P, verifyHexagonRegion(P.R, P.LiveOut, AA));
}

void HexagonRegionPacker::require(const HexagonPackedRegion &P, const std::string &Difference) {
  ++NumVerified;
  if (!Difference.empty())
    reject(*P.R.MBB, ", candidate " + std::string(P.best().Name) + ": " + Difference);
}

void HexagonRegionPacker::verifyFunction(const HexagonPackedRegions &Regions) {
  if (!Reference)
    return;
  for (const MachineBasicBlock &MBB : MF)
    if (std::string Difference = Reference->compare(MBB, Regions); !Difference.empty())
      reject(MBB, ": " + Difference);
  // Regions were compared in what was live behind them when they were packed.
  HexagonLiveUnits Now(MF);
  for (const auto &P : Regions) {
    P->R.findEnd();
    BitVector Unseen = Now.liveBefore(*P->R.MBB, P->R.End);
    if (int U = Unseen.reset(P->LiveOut).find_first(); U >= 0)
      require(*P, std::string("nobody has compared register ") + Deps.HRI.getName(*MCRegUnitRootIterator(U, &Deps.HRI)) +
                      ", which is read behind the region");
  }
}

void HexagonRegionPacker::reject(const MachineBasicBlock &MBB, const std::string &What) {
  errs() << "sda-verify: " << MF.getName() << ", " << printMBBReference(MBB) << What << '\n';
  MBB.print(errs());
  report_fatal_error("sda-verify: packets do not compute what the program says");
}

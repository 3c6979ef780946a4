//===- HexagonRegionPacker.cpp - The best packing of a region -------------===//
//
// The stock packets are one candidate; the others come from the packer with several weights w, on
// the program as it is and with renamed registers. The best few stay at hand: which of them is best
// in the end depends on the neighbours, and these are known only when all regions have been packed.
//
//===----------------------------------------------------------------------===//

#include "HexagonRegionPacker.h"
#include "HexagonFaults.h"
#include "HexagonIDGBuilder.h"
#include "HexagonRegionRenamer.h"
#include "HexagonRegionReport.h"
#include "HexagonSDAVerify.h"
#include "HexagonSubtarget.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/SDA/OptimalPacker.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/CodeGen/SDA/TopDownPacker.h"
#include "llvm/Support/Debug.h"

using namespace llvm;
using sda::PackMode;

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumRegions, "Number of regions packed");
STATISTIC(NumStockKept, "Number of regions in which the stock packets were the best");
STATISTIC(NumImproved, "Number of regions with fewer cycles than the stock packets");
STATISTIC(NumUnpackable, "Number of regions in which a packing could not be completed");
STATISTIC(NumRepeated, "Number of packings that were found more than once");
STATISTIC(NumRefused, "Number of packings that the assembler's checker refused");
STATISTIC(NumProven, "Number of regions packed as well as the lower bound allows");
STATISTIC(NumSearches, "Number of searches for the optimum");
STATISTIC(NumGaveUp, "Number of searches for the optimum that gave up");
STATISTIC(NumVisited, "Number of packets tried in the search for the optimum");
STATISTIC(NumRenamed, "Number of values given another register to try");
STATISTIC(NumVerified, "Number of regions replayed symbolically");
STATISTIC(NumReconsidered, "Number of regions packed otherwise because their neighbours changed");
STATISTIC(NumStockCycles, "Modelled cycles of the regions' stock packets");
STATISTIC(NumCycles, "Modelled cycles of the regions as packed");

/// Candidates that stay at hand until the neighbours are known. A loop has none but itself.
size_t HexagonRegionPacker::maxKept() const { return Current->R.isLoopBody() ? 1 : 4; }

HexagonRegionPacker::HexagonRegionPacker(MachineFunction &MF, const MachineLoopInfo &MLI,
                                         AAResults *AA, const MachineBranchProbabilityInfo *MBPI,
                                         MachineOptimizationRemarkEmitter &ORE)
    : MF(MF), MLI(MLI), HII(*MF.getSubtarget<HexagonSubtarget>().getInstrInfo()), AA(AA),
      Deps(MF, AA, MBPI), Rules(MF, Deps), Liveness(MF), Pricing(Deps.Timing, Deps.HRI, MLI),
      ORE(ORE) {}

bool HexagonRegionPacker::isAmongBest(const sda::Cost &C) const {
  // What comes later has to be better.
  const std::vector<HexagonCandidate> &Kept = Current->Kept;
  return Kept.size() < maxKept() || C < Kept.back().Cost;
}

void HexagonRegionPacker::keep(HexagonCandidate C) {
  std::vector<HexagonCandidate> &Kept = Current->Kept;
  auto At = std::upper_bound(Kept.begin(), Kept.end(), C,
                             [](const auto &A, const auto &B) { return A.Cost < B.Cost; });
  Kept.insert(At, std::move(C));
  Kept.resize(std::min(Kept.size(), maxKept()));
}

void HexagonRegionPacker::consider(const sda::IDG &G, sda::PackerParams Params, const char *Name) {
  // Packets that the assembler refuses are rare; without them the same choices lead elsewhere.
  constexpr unsigned MaxRefused = 4;
  for (unsigned I = 0; I != MaxRefused; ++I) {
    LLVM_DEBUG(dbgs() << "  w=" << Params.W << ' ');
    std::vector<sda::Choice> Choices;
    sda::Packing P = sda::packBottomUp(G, Rules, Params, &Choices);
    if (consider(G, P, Name, Params.W, std::move(Choices)) == Verdict::Done)
      return;
  }
}

HexagonRegionPacker::Verdict
HexagonRegionPacker::consider(const sda::IDG &G, const sda::Packing &P, const char *Name, double W,
                              std::vector<sda::Choice> Choices) {
  const HexagonRegion &R = Current->R;
  if (const char *Violation =
          P.empty() ? "a packet could not be completed" : sda::findViolation(G, P)) {
    ++NumUnpackable;
    LLVM_DEBUG(dbgs() << Name << ": " << Violation << '\n');
    return Verdict::Done;
  }
  size_t Hash = 0;
  for (const sda::Packet &Packet : P)
    Hash = hash_combine(Hash, hash_combine_range(Packet.begin(), Packet.end()));
  if (!Considered.insert(Hash).second) {
    ++NumRepeated;
    LLVM_DEBUG(dbgs() << Name << ": as before\n");
    return Verdict::Done;
  }
  std::vector<const MCInstrDesc *> Forms(R.Instrs.size());
  SmallVector<bool, 8> NoShuffle;
  for (const sda::Packet &Packet : P) {
    const PacketForms *F = Rules.forms(Packet);
    if (!F)
      return Verdict::Refused;
    for (unsigned I = 0; I != Packet.size(); ++I)
      Forms[Packet[I]] = &HII.get(F->Opcodes[I]);
    NoShuffle.push_back(F->NoShuffle);
  }
  FewestCycles = std::min(FewestCycles, sda::price(G, P).cycles());
  sda::Cost C = Pricing.price(R, P, Forms);
  LLVM_DEBUG(dbgs() << Name << ": " << C.Packets << " packets, " << C.Stalls << " stalls, "
                    << C.Behind << " behind\n");
  if (!isAmongBest(C))
    return Verdict::Done;
  if (!llvm::all_of(P, [&](const sda::Packet &Packet) { return Rules.confirm(Packet); })) {
    ++NumRefused;
    LLVM_DEBUG(dbgs() << "    refused by the assembler\n");
    return Verdict::Refused;
  }
  PackedRegion Packed{P, {}, NoShuffle, InRenamed};
  for (unsigned N = 0; N != R.Instrs.size(); ++N) {
    Packed.States.push_back(InstrState::of(*R.Instrs[N]));
    Packed.States.back().Desc = Forms[N];
  }
  keep({std::move(Packed), C, Name, InRenamed ? 1u : 0u, W, std::move(Choices)});
  return Verdict::Done;
}

/// The weights that are tried, the most fruitful ones first.
static constexpr double Weights[] = {0.5, 0.02, 0.2, 0.9, 0.0, 1.0};
static constexpr unsigned LargeRegion = 400;

/// Packets that the search for the optimum may try when it is not asked for: in a loop, and in
/// other small regions.
static constexpr unsigned LoopNodeLimit = 4000, SmallNodeLimit = 400;
static constexpr unsigned SmallRegion = 16;

/// How much is tried: most where the cycles are, in the bodies of innermost loops.
HexagonRegionPacker::Effort HexagonRegionPacker::effort(const HexagonRegion &R) const {
  bool InLoop = MLI.getLoopFor(R.MBB);
  unsigned Nodes = 0;
  if (sda::packMode() == PackMode::Optimal)
    Nodes = sda::optimalNodeLimit();
  else if (sda::packMode() == PackMode::SDA && (InLoop || R.Instrs.size() <= SmallRegion))
    Nodes = InLoop ? LoopNodeLimit : SmallNodeLimit;
  if (R.Instrs.size() > LargeRegion || !InLoop)
    return {2, false, 0, Nodes};
  if (!R.isLoopBody())
    return {3, true, 2, Nodes};
  return {6, true, R.Instrs.size() > 256 ? 0u : 24u, Nodes};
}

bool HexagonRegionPacker::boundReached() const {
  return !Current->Kept.empty() && Current->best().Cost.cycles() <= LeastCycles;
}

void HexagonRegionPacker::searchWeights(const sda::IDG &G, sda::PackerParams Params) {
  unsigned Tried = 0;
  for (double W : Weights) {
    // Of packings with equal cycles the one with fewer packets is better; and what is best between
    // the neighbours as they are may not be so when these have been packed.
    bool Final = boundReached() && Current->Kept.size() == maxKept() &&
                 Current->best().Cost.Packets <= Current->Bound;
    if (Final || Tried == effort(Current->R).Weights)
      break;
    ++Tried;
    Params.W = W;
    Params.Seed = sda::SeedRule::CriticalPath;
    Params.StallFree = false;
    consider(G, Params, "critical-path");
    if (!Params.UsePenalty)
      continue;
    Params.Seed = sda::SeedRule::CriticalPathReady;
    consider(G, Params, "ready");
    Params.StallFree = true;
    consider(G, Params, "stall-free");
  }
}

void HexagonRegionPacker::searchTopDown(const sda::IDG &G, sda::PackerParams Params) {
  sda::IDG Reversed = sda::reversed(G);
  unsigned Tried = 0;
  for (double W : Weights) {
    if (Tried++ == effort(Current->R).Weights || boundReached())
      return;
    for (bool StallFree : {false, true}) {
      Params.W = W;
      Params.Seed = sda::SeedRule::CriticalPathReady;
      Params.StallFree = StallFree;
      std::vector<sda::Choice> Choices;
      sda::Packing P = sda::packTopDown(Reversed, Rules, Params, &Choices);
      if (P.empty())
        return;
      consider(G, std::move(P), "top-down", W, std::move(Choices));
    }
  }
}

void HexagonRegionPacker::search(const sda::IDG &G) {
  sda::PackerParams Params;
  Params.IssueLimit = sda::issueLimit();
  Params.UsePenalty = sda::packMode() != PackMode::SoftToNone;
  searchWeights(G, Params);
  if (sda::packMode() == PackMode::SoftToHard || sda::packMode() == PackMode::SoftToNone)
    return;
  // Nops in front of an aligned block may cost more than a wait behind the region.
  if (!Current->Kept.empty() && Current->best().Cost.PaddingQuarters) {
    Params.UseExitDelays = false;
    searchWeights(G, Params);
    Params.UseExitDelays = true;
  }
  Effort Most = effort(Current->R);
  if (Most.Hardened && !boundReached())
    searchTopDown(G, Params);
  // Soft dependences that are kept apart sometimes leave the better places to others.
  if (Most.Hardened && !boundReached()) {
    sda::IDG Hard = G;
    Hard.hardenSoftEdges();
    Hard.finalize();
    searchWeights(Hard, Params);
  }
  for (unsigned I = 0; I != Most.Restarts && !boundReached(); ++I) {
    Params.Variant = I;
    Params.W = Weights[I % 4];
    Params.Jitter = 1 + I % 3 * 2;
    Params.Seed = I % 4 == 3 ? sda::SeedRule::CriticalPath : sda::SeedRule::CriticalPathReady;
    Params.StallFree = I % 2;
    if (G.isLoop() && !Current->Kept.empty())
      Params.TailDistance = sda::tailDistances(G, Current->best().Packed.Packets);
    consider(G, Params, "restart");
  }
}

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

/// Packs the region as its instructions stand now.
void HexagonRegionPacker::packProgram(bool Renamed) {
  const HexagonRegion &R = Current->R;
  Deps.enterRegion(R.Instrs);
  Rules.enterRegion();
  Current->Bound = Rules.packetBound();
  std::optional<sda::IDG> &Graph = Current->Graphs[Renamed];
  Graph = buildHexagonIDG(Deps, R.isLoopBody());
  injectFault(*Graph);
  Pricing.addDelays(R, *Graph);
  Graph->finalize();
  LeastCycles =
      std::max(Current->Bound, Graph->criticalCycles()) + Pricing.stallsBehind();
  if (sda::packMode() == PackMode::SoftToHard) {
    Graph->hardenSoftEdges();
    Graph->finalize();
  }
  InRenamed = Renamed;
  FewestCycles = ~0u;
  Considered.clear();
  search(*Graph);
  if (effort(R).OptimalNodes && !boundReached())
    searchOptimum(*Graph);
  Current->LowerBound = std::min(Current->LowerBound, LeastCycles);
}

void HexagonRegionPacker::searchOptimum(const sda::IDG &G) {
  ++NumSearches;
  if (G.size() > sda::MaxOptimalNodes || FewestCycles == ~0u) {
    ++NumGaveUp;
    return;
  }
  sda::OptimalResult O = sda::packOptimal(G, Rules, sda::issueLimit(), FewestCycles,
                                          effort(Current->R).OptimalNodes);
  NumVisited += O.NodesVisited;
  LLVM_DEBUG(dbgs() << "  " << O.NodesVisited << " packets tried, "
                    << (O.Proven ? "optimum " : "no proof, best ") << O.Cycles << '\n');
  if (!O.Best.empty())
    consider(G, O.Best, "optimal", 0, {});
  if (O.Proven)
    LeastCycles = std::max(LeastCycles, O.Cycles + Pricing.stallsBehind());
  NumGaveUp += !O.Proven;
}

void HexagonRegionPacker::assemble(HexagonPackedRegion &P) {
  P.R.assemble(P.best().Packed, HII);
}

void HexagonRegionPacker::pack(HexagonPackedRegion &P) {
  HexagonRegion &R = P.R;
  Current = &P;
  P.LiveOut = Liveness.liveBefore(*R.MBB, R.End);
  Pricing.enterRegion(R, MachineBasicBlock::iterator(getBundleStart(R.begin())));
  R.takeApart();
  BitVector LiveIn = Liveness.liveBefore(*R.MBB, R.begin());
  P.Stock = {R.Stock, Pricing.price(R, R.Stock)};
  LLVM_DEBUG(dbgs() << printMBBReference(*R.MBB) << ": " << R.Instrs.size()
                    << " instructions, stock " << P.Stock.Cost.Packets << " packets, "
                    << P.Stock.Cost.Stalls << " stalls\n");
  Deps.enterRegion(R.Instrs);
  PackMode Mode = sda::packMode();
  P.StockAllowed = Mode != PackMode::SoftToHard && Mode != PackMode::SoftToNone &&
                   sda::issueLimit() >= 4 && keepsOrder(R.Stock.Packets);
  if (P.StockAllowed)
    keep(P.Stock);
  packPrograms(LiveIn);
  if (P.Kept.empty())
    keep(P.Stock);
  assemble(P);
}

/// Packs the region as its instructions stand now, and once more with other registers.
void HexagonRegionPacker::packPrograms(const BitVector &LiveIn) {
  HexagonPackedRegion &P = *Current;
  packProgram(/*Renamed=*/false);
  // Other registers may free the critical path, and add no slots.
  LeastCycles = P.Bound + Pricing.stallsBehind();
  if (!sda::renameEnabled() || boundReached())
    return;
  if (unsigned Moved = renameRegion(P.R, LiveIn, injectFault(P.R, P.LiveOut))) {
    LLVM_DEBUG(dbgs() << "  " << Moved << " values renamed\n");
    NumRenamed += Moved;
    packProgram(/*Renamed=*/true);
  }
}

void HexagonRegionPacker::search(HexagonPackedRegion &P) {
  Current = &P;
  BitVector LiveIn = Liveness.liveInOfLoop(*P.R.MBB, P.R.Instrs);
  P.LiveOut = LiveIn;
  P.LiveOut |= Liveness.liveAtExits(*P.R.MBB);
  Pricing.enterRegion(P.R, P.R.MBB->begin());
  packPrograms(LiveIn);
}

void HexagonRegionPacker::replace(HexagonPackedRegion &P) {
  P.R.findEnd();
  P.R.takeApart();
  assemble(P);
  Liveness.update(*P.R.MBB);
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
  if (Difference.empty())
    return;
  errs() << "sda-verify: " << MF.getName() << ", " << printMBBReference(*P.R.MBB)
         << ", candidate " << P.best().Name << ": " << Difference << '\n';
  P.R.MBB->print(errs());
  report_fatal_error("sda-verify: packets do not compute what the program says");
}

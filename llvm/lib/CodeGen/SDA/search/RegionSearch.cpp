//===- SDA/RegionSearch.cpp - The candidates of a region ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Candidates come from the packer with several weights w, on the program as it is and with renamed
// registers, from both ends, with perturbed scores, and from the search for the optimum. The search
// stops where nothing better can exist.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/SDA/RegionSearch.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/SDA/Faults.h"
#include "llvm/CodeGen/SDA/OptimalPacker.h"
#include "llvm/CodeGen/SDA/Renamer.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/CodeGen/SDA/TopDownPacker.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/Support/Debug.h"
#include <map>

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumUnpackable, "Number of regions in which a packing could not be completed");
STATISTIC(NumRepeated, "Number of packings that were found more than once");
STATISTIC(NumRefused, "Number of packings that the assembler's checker refused");
STATISTIC(NumSearches, "Number of searches for the optimum");
STATISTIC(NumGaveUp, "Number of searches for the optimum that gave up");
STATISTIC(NumVisited, "Number of packets tried in the search for the optimum");
STATISTIC(NumMended,
          "Number of regions some of whose stock packets became two, so that the others may stand");
STATISTIC(NumRenamed, "Number of values given another register to try");

namespace llvm::sda {

static constexpr SearchLimits Limits;

void PackedRegion::keep(Candidate C) {
  auto At = std::upper_bound(Kept.begin(), Kept.end(), C,
                             [](const auto &A, const auto &B) { return A.Cost < B.Cost; });
  Kept.insert(At, std::move(C));
  Kept.resize(std::min(Kept.size(), maxKept()));
}

RegionSearch::RegionSearch(SDATarget &T, const MachineLoopInfo &MLI)
    : T(T), MLI(MLI), Rules(T.policy()), Pricing(T.cycles()) {}

RegionSearch::Verdict RegionSearch::consider(const IDG &G,
                                                           PackerParams Params,
                                                           const char *Name) {
  // Packets that the assembler refuses are rare; without them the same choices lead elsewhere.
  Verdict V = Verdict::Refused;
  for (unsigned I = 0; I != Limits.Refused && V == Verdict::Refused; ++I) {
    LLVM_DEBUG(dbgs() << "  w=" << Params.W << ' ');
    std::vector<Choice> Choices;
    Packing P = packBottomUp(G, Rules, Params, &Choices);
    V = consider(G, P, Name, Params.W, std::move(Choices));
  }
  return V;
}

RegionSearch::Verdict
RegionSearch::consider(const IDG &G, const Packing &P, const char *Name, double W,
                              std::vector<Choice> Choices) {
  const Region &R = Current->R;
  size_t Hash = 0;
  for (const Packet &Packet : P)
    Hash = hash_combine(Hash, hash_combine_range(Packet.begin(), Packet.end()));
  if (!Considered.insert(Hash).second) {
    ++NumRepeated;
    LLVM_DEBUG(dbgs() << Name << ": as before\n");
    return Verdict::Repeated;
  }
  if (const char *Violation =
          P.empty() ? "a packet could not be completed" : findViolation(G, P)) {
    ++NumUnpackable;
    LLVM_DEBUG(dbgs() << Name << ": " << Violation << '\n');
    return Verdict::Done;
  }
  std::vector<const MCInstrDesc *> Forms(R.Instrs.size());
  SmallVector<bool, 8> InOrder;
  for (const Packet &Packet : P) {
    const PacketForms *F = Rules.forms(Packet);
    if (!F)
      return Verdict::Refused;
    for (unsigned I = 0; I != Packet.size(); ++I)
      Forms[Packet[I]] = &T.TII.get(F->Opcodes[I]);
    InOrder.push_back(F->InOrder);
  }
  Cost Least = price(*Current->Graphs[InRenamed], P);
  FewestCycles = std::min(FewestCycles, Least.cycles());
  Least.Behind += StallsBehind;
  // The model never says less than the graph (-sda-verify sees to it), and takes more time.
  bool Hardened = softToHard();
  bool Hopeless = !Hardened && !Current->isAmongBest(Least);
  if (Hopeless && !verifyEnabled())
    return Verdict::Done;
  Cost C = Pricing.price(R, P, Forms);
  if (!Hardened && verifyEnabled() && C.cycles() < Least.cycles())
    report_fatal_error("sda-verify: the model says less than the dependence graph");
  LLVM_DEBUG(dbgs() << Name << ": " << C.Packets << " packets, " << C.Stalls << " stalls, "
                    << C.Behind << " behind\n");
  if (Hopeless || !Current->isAmongBest(C))
    return Verdict::Done;
  if (!llvm::all_of(P, [&](const Packet &Packet) { return Rules.confirm(Packet); })) {
    ++NumRefused;
    LLVM_DEBUG(dbgs() << "    refused by the assembler\n");
    return Verdict::Refused;
  }
  Arrangement Packed{P, {}, InOrder, InRenamed};
  for (unsigned N = 0; N != R.Instrs.size(); ++N) {
    Packed.States.push_back(InstrState::of(*R.Instrs[N]));
    Packed.States.back().Desc = Forms[N];
  }
  Current->keep({std::move(Packed), C, Name, InRenamed ? 1u : 0u, W, std::move(Choices)});
  return Verdict::Done;
}

SearchEffort RegionSearch::effort(const Region &R) const {
  if (Current->Trial)
    return {1, false, 0, 0};
  const unsigned Size = R.Instrs.size();
  const bool InLoop = MLI.getLoopFor(R.MBB) || R.BesideLoop;
  unsigned Nodes = 0;
  if (packMode() == PackMode::Optimal)
    Nodes = optimalNodeLimit();
  else if (uses(Technique::Search) && (InLoop || Size <= Limits.SmallRegion))
    Nodes = R.isLoopBody() ? Limits.BodyNodes : InLoop ? Limits.LoopNodes : Limits.SmallNodes;
  if (Size > Limits.LargeRegion || !InLoop)
    return {Limits.OutsideWeights, false, 0, Nodes};
  if (R.isLoopBody())
    return {Limits.BodyWeights, true, Size > Limits.LargeBody ? 0 : Limits.Restarts, Nodes};
  const bool Restarts = R.BesideLoop && Size <= Limits.SmallBesideLoop;
  return {Limits.LoopWeights, true, Restarts ? Limits.Restarts : 0, Nodes};
}

bool RegionSearch::boundReached() const {
  return !Current->Kept.empty() && Current->best().Cost.cycles() <= LeastCycles;
}

void RegionSearch::searchWeights(const IDG &G, PackerParams Params) {
  struct Rule {
    const char *Name;
    SeedRule Seed;
    bool StallFree;
    unsigned Repeated = 0; // the last packings in a row that had been found before
  };
  Rule All[] = {{"critical-path", SeedRule::CriticalPath, false},
                {"ready", SeedRule::CriticalPathReady, false},
                {"stall-free", SeedRule::CriticalPathReady, true}};
  unsigned Tried = 0;
  for (double W : Limits.Weights) {
    // At equal cycles, fewer packets are better. The best packing between today's neighbours may
    // not be the best one once these are packed.
    bool Final = boundReached() && Current->Kept.size() == Current->maxKept() &&
                 Current->best().Cost.Packets <= Current->Bound;
    if (Final || Tried == effort(Current->R).Weights)
      break;
    ++Tried;
    Params.W = W;
    for (Rule &R : MutableArrayRef(All).take_front(Params.UsePenalty ? 3 : 1)) {
      if (R.Repeated >= Limits.RepeatedWeights)
        continue;
      Params.Seed = R.Seed;
      Params.StallFree = R.StallFree;
      R.Repeated = consider(G, Params, R.Name) == Verdict::Repeated ? R.Repeated + 1 : 0;
    }
  }
}

void RegionSearch::searchTopDown(const IDG &G, PackerParams Params) {
  IDG Reversed = reversed(G);
  unsigned Tried = 0;
  for (double W : Limits.Weights) {
    if (Tried++ == effort(Current->R).Weights || boundReached())
      return;
    for (bool StallFree : {false, true}) {
      Params.W = W;
      Params.Seed = SeedRule::CriticalPathReady;
      Params.StallFree = StallFree;
      std::vector<Choice> Choices;
      Packing P = packTopDown(Reversed, Rules, Params, &Choices);
      if (P.empty())
        return;
      consider(G, std::move(P), "top-down", W, std::move(Choices));
    }
  }
}

/// Algorithm 1 as printed: one weight, the last instruction of the critical path as seed, whatever
/// it waits for, p for those that depend softly on the packet, and every free instruction a
/// candidate.
void RegionSearch::searchPublished(const IDG &G) {
  PackerParams Params;
  Params.UsePenalty = !softToNone();
  Params.OnlySoftPay = Params.AllCandidates = true;
  Params.UseExitDelays = false;
  consider(G, Params, "published");
}

void RegionSearch::search(const IDG &G) {
  if (!uses(Technique::Weights))
    return searchPublished(G);
  PackerParams Params;
  Params.UsePenalty = !softToNone();
  searchWeights(G, Params);
  if (softToHard() || softToNone())
    return;
  // Nops in front of an aligned block may cost more than a wait behind the region.
  if (!Current->Kept.empty() && Current->best().Cost.PaddingQuarters) {
    Params.UseExitDelays = false;
    searchWeights(G, Params);
    Params.UseExitDelays = true;
  }
  SearchEffort Most = effort(Current->R);
  if (uses(Technique::BothEnds) && Most.BothEnds && !boundReached())
    searchTopDown(G, Params);
  // Soft dependences that are kept apart sometimes leave the better places to others.
  if (uses(Technique::BothEnds) && Most.BothEnds && !boundReached()) {
    IDG Hard = G;
    Hard.hardenSoftEdges();
    Hard.finalize();
    searchWeights(Hard, Params);
  }
  unsigned Repeated = 0;
  unsigned Restarts = uses(Technique::Restarts) ? Most.Restarts : 0;
  for (unsigned I = 0;
       I != Restarts && Repeated != Limits.RepeatedRestarts && !boundReached(); ++I) {
    Params.Variant = I;
    Params.W = Limits.Weights[I % 4];
    Params.Jitter = 1 + I % 3 * 2;
    Params.Seed = I % 4 == 3 ? SeedRule::CriticalPath : SeedRule::CriticalPathReady;
    Params.StallFree = I % 2;
    if (G.isLoop() && !Current->Kept.empty())
      Params.TailDistance = tailDistances(G, Current->best().Packed.Packets);
    Repeated = consider(G, Params, "restart") == Verdict::Repeated ? Repeated + 1 : 0;
  }
}

/// Packs the region as its instructions stand now.
void RegionSearch::packProgram(bool Renamed) {
  const Region &R = Current->R;
  Rules.enterRegion(R, Current->LiveOut);
  Current->Bound = packetBound(Rules.resources());
  std::optional<IDG> &Graph = Current->Graphs[Renamed];
  Graph = Rules.buildGraph();
  faults::graph(*Graph);
  if (uses(Technique::Neighbours))
    Pricing.addDelays(R, *Graph);
  Graph->finalize();
  LeastCycles = std::max(Current->Bound, Graph->criticalCycles()) + StallsBehind;
  if (softToHard()) {
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

void RegionSearch::searchOptimum(const IDG &G) {
  ++NumSearches;
  if (G.size() > MaxOptimalNodes || FewestCycles == ~0u) {
    ++NumGaveUp;
    Current->SearchLimit = G.size() > MaxOptimalNodes ? "too many instructions to search for it"
                                                      : "nothing found to search from";
    return;
  }
  const unsigned Limit = effort(Current->R).OptimalNodes;
  OptimalResult O = packOptimal(G, Rules, FewestCycles, Limit);
  // Where much is missing, another order is worth its time.
  const unsigned TooMany = O.Cycles - std::min(O.Cycles, LeastCycles);
  const bool Far = !O.Proven && Limits.FarParts * TooMany >= O.Cycles;
  if (Far && G.isLoop() && feedsSeveral(G)) {
    OptimalResult Other =
        packOptimal(G, Rules, O.Cycles, Limit / Limits.AgainParts, /*Together=*/true);
    Other.NodesVisited += O.NodesVisited;
    if (Other.Best.empty())
      Other.Best = std::move(O.Best);
    O = std::move(Other);
  }
  NumVisited += O.NodesVisited;
  LLVM_DEBUG(dbgs() << "  " << O.NodesVisited << " packets tried, "
                    << (O.Proven ? "optimum " : "no proof, best ") << O.Cycles << '\n');
  if (!O.Best.empty())
    consider(G, O.Best, "optimal", 0, {});
  if (O.Proven)
    LeastCycles = std::max(LeastCycles, O.Cycles + StallsBehind);
  NumGaveUp += !O.Proven;
  if (!O.Proven)
    Current->SearchLimit = "the search for it stopped at its limit";
}

/// Which members may be the first of two packets, as sets of bits: any of a packet of usual size,
/// of a wider one those that come first.
static std::vector<uint64_t> divisions(unsigned Members) {
  constexpr unsigned FewMembers = 8;
  std::vector<uint64_t> Found;
  if (Members <= FewMembers)
    for (uint64_t Set = 1; Set + 1 < uint64_t(1) << Members; ++Set)
      Found.push_back(Set);
  else
    for (unsigned First = 1; First != Members; ++First)
      Found.push_back((uint64_t(1) << First) - 1);
  return Found;
}

/// Two packets of ours with the members of Whole, or none: the first has nothing that waits for the
/// second.
static Packing split(const IDG &G, RegionPolicy &Rules, const Packet &Whole) {
  for (uint64_t Mask : divisions(Whole.size())) {
    Packing Parts(2);
    std::map<unsigned, unsigned> PartOf;
    for (unsigned I = 0; I != Whole.size(); ++I) {
      PartOf[Whole[I]] = !(Mask >> I & 1);
      Parts[PartOf[Whole[I]]].push_back(Whole[I]);
    }
    bool Keeps = llvm::all_of(Whole, [&](unsigned N) {
      return llvm::all_of(G.succs(N), [&](unsigned E) {
        auto To = PartOf.find(G.edge(E).Dst);
        return To == PartOf.end() || PartOf[N] < To->second ||
               (PartOf[N] == To->second && G.edge(E).Kind != EdgeKind::Hard);
      });
    });
    if (Keeps &&
        llvm::all_of(Parts, [&](const Packet &P) { return Rules.forms(P) && Rules.confirm(P); }))
      return Parts;
  }
  return {};
}

void RegionSearch::mendStock(PackedRegion &P) {
  const Region &R = P.R;
  Rules.enterRegion(R, P.LiveOut);
  IDG G = Rules.buildGraph();
  G.finalize();
  Arrangement Mended;
  Mended.States = R.Stock.States;
  for (unsigned K = 0; K != R.Stock.Packets.size(); ++K) {
    if (!P.Refused[K]) {
      Mended.Packets.push_back(R.Stock.Packets[K]);
      Mended.InOrder.push_back(R.Stock.InOrder[K]);
      continue;
    }
    Packing Parts = split(G, Rules, R.Stock.Packets[K]);
    if (Parts.empty())
      return;
    for (const Packet &Part : Parts) {
      const PacketForms *F = Rules.forms(Part);
      Mended.Packets.push_back(Part);
      Mended.InOrder.push_back(F->InOrder);
      for (unsigned I = 0; I != Part.size(); ++I) {
        InstrState &S = Mended.States[Part[I]];
        S = InstrState::of(*R.Instrs[Part[I]]);
        S.Desc = &T.TII.get(F->Opcodes[I]);
      }
    }
  }
  ++NumMended;
  P.Stock.Cost = Pricing.price(R, Mended);
  P.Stock.Packed = std::move(Mended);
  P.Stock.Name = "stock-mended";
  P.StockAllowed = true;
  P.keep(P.Stock);
}

void RegionSearch::run(PackedRegion &P, const BitVector &LiveIn) {
  Current = &P;
  StallsBehind = Pricing.stallsBehind();
  packProgram(/*Renamed=*/false);
  // Other registers may free the critical path, and add no slots.
  LeastCycles = P.Bound + StallsBehind;
  if (!renameEnabled() || boundReached() || P.Trial)
    return;
  BitVector LiveOut = P.LiveOut;
  if (P.R.isLoopBody())
    faults::liveBehindLoop(LiveOut);
  if (unsigned Moved = renameRegion(T, P.R, LiveIn, LiveOut)) {
    LLVM_DEBUG(dbgs() << "  " << Moved << " values renamed\n");
    NumRenamed += Moved;
    packProgram(/*Renamed=*/true);
  }
}

} // namespace llvm::sda

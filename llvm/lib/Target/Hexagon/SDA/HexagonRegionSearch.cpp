//===- HexagonRegionSearch.cpp - The candidates of a region ---------------===//
//
// Candidates come from the packer with several weights w, on the program as it is and with renamed
// registers, from both ends, with perturbed scores, and from the search for the optimum. The search
// stops where nothing better can exist.
//
//===----------------------------------------------------------------------===//

#include "HexagonRegionSearch.h"
#include "HexagonFaults.h"
#include "HexagonIDGBuilder.h"
#include "HexagonRegionRenamer.h"
#include "HexagonSubtarget.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/SDA/OptimalPacker.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/CodeGen/SDA/TopDownPacker.h"
#include "llvm/Support/Debug.h"

using namespace llvm;
using sda::PackMode;

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumUnpackable, "Number of regions in which a packing could not be completed");
STATISTIC(NumRepeated, "Number of packings that were found more than once");
STATISTIC(NumRefused, "Number of packings that the assembler's checker refused");
STATISTIC(NumSearches, "Number of searches for the optimum");
STATISTIC(NumGaveUp, "Number of searches for the optimum that gave up");
STATISTIC(NumVisited, "Number of packets tried in the search for the optimum");
STATISTIC(NumRenamed, "Number of values given another register to try");

void HexagonPackedRegion::keep(HexagonCandidate C) {
  auto At = std::upper_bound(Kept.begin(), Kept.end(), C,
                             [](const auto &A, const auto &B) { return A.Cost < B.Cost; });
  Kept.insert(At, std::move(C));
  Kept.resize(std::min(Kept.size(), maxKept()));
}

HexagonRegionSearch::HexagonRegionSearch(MachineFunction &MF, const MachineLoopInfo &MLI,
                                         HexagonDepClassifier &Deps, HexagonRegionCost &Pricing)
    : MLI(MLI), HII(*MF.getSubtarget<HexagonSubtarget>().getInstrInfo()), Deps(Deps),
      Rules(MF, Deps), Pricing(Pricing) {}

HexagonRegionSearch::Verdict HexagonRegionSearch::consider(const sda::IDG &G,
                                                           sda::PackerParams Params,
                                                           const char *Name) {
  // Packets that the assembler refuses are rare; without them the same choices lead elsewhere.
  constexpr unsigned MaxRefused = 4;
  Verdict V = Verdict::Refused;
  for (unsigned I = 0; I != MaxRefused && V == Verdict::Refused; ++I) {
    LLVM_DEBUG(dbgs() << "  w=" << Params.W << ' ');
    std::vector<sda::Choice> Choices;
    sda::Packing P = sda::packBottomUp(G, Rules, Params, &Choices);
    V = consider(G, P, Name, Params.W, std::move(Choices));
  }
  return V;
}

HexagonRegionSearch::Verdict
HexagonRegionSearch::consider(const sda::IDG &G, const sda::Packing &P, const char *Name, double W,
                              std::vector<sda::Choice> Choices) {
  const HexagonRegion &R = Current->R;
  size_t Hash = 0;
  for (const sda::Packet &Packet : P)
    Hash = hash_combine(Hash, hash_combine_range(Packet.begin(), Packet.end()));
  if (!Considered.insert(Hash).second) {
    ++NumRepeated;
    LLVM_DEBUG(dbgs() << Name << ": as before\n");
    return Verdict::Repeated;
  }
  if (const char *Violation =
          P.empty() ? "a packet could not be completed" : sda::findViolation(G, P)) {
    ++NumUnpackable;
    LLVM_DEBUG(dbgs() << Name << ": " << Violation << '\n');
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
  sda::Cost Least = sda::price(*Current->Graphs[InRenamed], P);
  FewestCycles = std::min(FewestCycles, Least.cycles());
  Least.Behind += StallsBehind;
  // The model never says less than the graph (-sda-verify sees to it), and takes more time.
  bool Hardened = sda::packMode() == PackMode::SoftToHard;
  bool Hopeless = !Hardened && !Current->isAmongBest(Least);
  if (Hopeless && !sda::verifyEnabled())
    return Verdict::Done;
  sda::Cost C = Pricing.price(R, P, Forms);
  if (!Hardened && sda::verifyEnabled() && C.cycles() < Least.cycles())
    report_fatal_error("sda-verify: the model says less than the dependence graph");
  LLVM_DEBUG(dbgs() << Name << ": " << C.Packets << " packets, " << C.Stalls << " stalls, "
                    << C.Behind << " behind\n");
  if (Hopeless || !Current->isAmongBest(C))
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
  Current->keep({std::move(Packed), C, Name, InRenamed ? 1u : 0u, W, std::move(Choices)});
  return Verdict::Done;
}

/// The weights that are tried, the most fruitful ones first.
static constexpr double Weights[] = {0.5, 0.02, 0.2, 0.9, 0.0, 1.0};
static constexpr unsigned LargeRegion = 400;

/// Where that many packings in a row were known before, weights or chance hardly matter any more.
static constexpr unsigned MaxRepeated = 1, MaxRepeatedRestarts = 4;

/// Packets that the search for the optimum may try when it is not asked for: in a loop's body, in
/// other regions inside of loops, and in small ones outside.
static constexpr unsigned BodyNodeLimit = 4000, LoopNodeLimit = 1000, SmallNodeLimit = 400;
static constexpr unsigned SmallRegion = 16;

/// How much is tried: most where the cycles are, in the bodies of innermost loops.
HexagonRegionSearch::Effort HexagonRegionSearch::effort(const HexagonRegion &R) const {
  bool InLoop = MLI.getLoopFor(R.MBB) || R.BesideLoop;
  unsigned Nodes = 0;
  if (Current->Trial)
    return {1, false, 0, 0};
  if (sda::packMode() == PackMode::Optimal)
    Nodes = sda::optimalNodeLimit();
  else if (sda::packMode() == PackMode::SDA && (InLoop || R.Instrs.size() <= SmallRegion))
    Nodes = R.isLoopBody() ? BodyNodeLimit : InLoop ? LoopNodeLimit : SmallNodeLimit;
  if (R.Instrs.size() > LargeRegion || !InLoop)
    return {2, false, 0, Nodes};
  if (!R.isLoopBody())
    return {3, true, 0, Nodes};
  return {6, true, R.Instrs.size() > 256 ? 0u : 8u, Nodes};
}

bool HexagonRegionSearch::boundReached() const {
  return !Current->Kept.empty() && Current->best().Cost.cycles() <= LeastCycles;
}

void HexagonRegionSearch::searchWeights(const sda::IDG &G, sda::PackerParams Params) {
  struct Rule {
    const char *Name;
    sda::SeedRule Seed;
    bool StallFree;
    unsigned Repeated = 0; // the last packings in a row that had been found before
  };
  Rule All[] = {{"critical-path", sda::SeedRule::CriticalPath, false},
                {"ready", sda::SeedRule::CriticalPathReady, false},
                {"stall-free", sda::SeedRule::CriticalPathReady, true}};
  unsigned Tried = 0;
  for (double W : Weights) {
    // Of packings with equal cycles the one with fewer packets is better; and what is best between
    // the neighbours as they are may not be so when these have been packed.
    bool Final = boundReached() && Current->Kept.size() == Current->maxKept() &&
                 Current->best().Cost.Packets <= Current->Bound;
    if (Final || Tried == effort(Current->R).Weights)
      break;
    ++Tried;
    Params.W = W;
    for (Rule &R : MutableArrayRef(All).take_front(Params.UsePenalty ? 3 : 1)) {
      if (R.Repeated >= MaxRepeated)
        continue;
      Params.Seed = R.Seed;
      Params.StallFree = R.StallFree;
      R.Repeated = consider(G, Params, R.Name) == Verdict::Repeated ? R.Repeated + 1 : 0;
    }
  }
}

void HexagonRegionSearch::searchTopDown(const sda::IDG &G, sda::PackerParams Params) {
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

void HexagonRegionSearch::search(const sda::IDG &G) {
  sda::PackerParams Params;
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
  unsigned Repeated = 0;
  for (unsigned I = 0;
       I != Most.Restarts && Repeated != MaxRepeatedRestarts && !boundReached(); ++I) {
    Params.Variant = I;
    Params.W = Weights[I % 4];
    Params.Jitter = 1 + I % 3 * 2;
    Params.Seed = I % 4 == 3 ? sda::SeedRule::CriticalPath : sda::SeedRule::CriticalPathReady;
    Params.StallFree = I % 2;
    if (G.isLoop() && !Current->Kept.empty())
      Params.TailDistance = sda::tailDistances(G, Current->best().Packed.Packets);
    Repeated = consider(G, Params, "restart") == Verdict::Repeated ? Repeated + 1 : 0;
  }
}

/// Packs the region as its instructions stand now.
void HexagonRegionSearch::packProgram(bool Renamed) {
  const HexagonRegion &R = Current->R;
  Deps.enterRegion(R);
  Rules.enterRegion(Current->LiveOut);
  Current->Bound = Rules.packetBound();
  std::optional<sda::IDG> &Graph = Current->Graphs[Renamed];
  Graph = buildHexagonIDG(Deps, R.isLoopBody());
  injectFault(*Graph);
  Pricing.addDelays(R, *Graph);
  Graph->finalize();
  LeastCycles = std::max(Current->Bound, Graph->criticalCycles()) + StallsBehind;
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

void HexagonRegionSearch::searchOptimum(const sda::IDG &G) {
  ++NumSearches;
  if (G.size() > sda::MaxOptimalNodes || FewestCycles == ~0u) {
    ++NumGaveUp;
    return;
  }
  sda::OptimalResult O = sda::packOptimal(G, Rules, FewestCycles,
                                          effort(Current->R).OptimalNodes);
  NumVisited += O.NodesVisited;
  LLVM_DEBUG(dbgs() << "  " << O.NodesVisited << " packets tried, "
                    << (O.Proven ? "optimum " : "no proof, best ") << O.Cycles << '\n');
  if (!O.Best.empty())
    consider(G, O.Best, "optimal", 0, {});
  if (O.Proven)
    LeastCycles = std::max(LeastCycles, O.Cycles + StallsBehind);
  NumGaveUp += !O.Proven;
}

void HexagonRegionSearch::run(HexagonPackedRegion &P, const BitVector &LiveIn) {
  Current = &P;
  StallsBehind = Pricing.stallsBehind();
  packProgram(/*Renamed=*/false);
  // Other registers may free the critical path, and add no slots.
  LeastCycles = P.Bound + StallsBehind;
  if (!sda::renameEnabled() || boundReached() || P.Trial)
    return;
  if (unsigned Moved = renameRegion(P.R, LiveIn, injectFault(P.R, P.LiveOut))) {
    LLVM_DEBUG(dbgs() << "  " << Moved << " values renamed\n");
    NumRenamed += Moved;
    packProgram(/*Renamed=*/true);
  }
}

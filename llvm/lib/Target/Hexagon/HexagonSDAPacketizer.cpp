//===- HexagonSDAPacketizer.cpp - Packets by soft dependences -------------===//
//
// The pass that -sda-pack puts in the stock packetizer's place: thin, it runs the target-neutral
// core (lib/CodeGen/SDA) with Hexagon's policy.
//
//   before                        stock                          after
//   v0 = vmem(r0++#1)             { v0 = vmem(r0++#1) }          { v1 = vadd(v0,v2)
//   v1 = vadd(v0,v2)              { v1 = vadd(v0,v2)               v0.cur = vmem(r0++#1)
//   vmem(r1++#1) = v1               vmem(r1++#1) = v1.new }        vmem(r1++#1) = v1.new }
//
// The stock packetizer runs first. Its packets are one candidate for each region; the others come
// from the packer with several weights w. The candidate with the fewest modelled cycles stays, so
// that no region is worse than stock under the model. The two comparison modes of the paper do not
// have the stock candidate.
//
// Requires: physical registers, hardware loops already fixed up.
// Invalidates: the order of instructions within a region; kill flags.
// Off: -sda-pack=off, which is the default.
//
//===----------------------------------------------------------------------===//

#include "Hexagon.h"
#include "HexagonIDGBuilder.h"
#include "HexagonLiveUnits.h"
#include "HexagonPacketRules.h"
#include "HexagonRegionCost.h"
#include "HexagonRegionRenamer.h"
#include "HexagonSDAPicture.h"
#include "HexagonSDARegion.h"
#include "HexagonSDAVerify.h"
#include "HexagonSubtarget.h"
#include "HexagonVLIWPacketizer.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/SDA/OptimalPacker.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using sda::PackMode;

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumFunctions, "Number of functions packetized");
STATISTIC(NumRegions, "Number of regions packed");
STATISTIC(NumStockKept, "Number of regions in which the stock packets were the best");
STATISTIC(NumImproved, "Number of regions with fewer cycles than the stock packets");
STATISTIC(NumUnpackable, "Number of regions in which a packing could not be completed");
STATISTIC(NumSkippedFunctions, "Number of functions left to the stock packetizer");
STATISTIC(NumProven, "Number of searches for the optimum that ended with a proof");
STATISTIC(NumNotProven, "Number of searches for the optimum that gave up");
STATISTIC(NumRenamed, "Number of values given another register to try");
STATISTIC(NumVerified, "Number of regions replayed symbolically");
STATISTIC(NumStockCycles, "Modelled cycles of the regions' stock packets");
STATISTIC(NumCycles, "Modelled cycles of the regions as packed");

namespace llvm {
FunctionPass *createHexagonSDAPacketizer(bool Minimal);
void initializeHexagonSDAPacketizerPass(PassRegistry &);
} // namespace llvm

namespace {

class HexagonSDAPacketizer : public MachineFunctionPass {
public:
  static char ID;

  /// \p Minimal: pack only what must be (no optimization).
  explicit HexagonSDAPacketizer(bool Minimal = false)
      : MachineFunctionPass(ID), Minimal(Minimal) {}

  StringRef getPassName() const override { return "Hexagon SDA Packetizer"; }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    AU.addRequired<AAResultsWrapperPass>();
    AU.addRequired<MachineBranchProbabilityInfoWrapperPass>();
    AU.addRequired<MachineDominatorTreeWrapperPass>();
    AU.addRequired<MachineLoopInfoWrapperPass>();
    AU.addRequired<MachineOptimizationRemarkEmitterPass>();
    AU.addPreserved<MachineDominatorTreeWrapperPass>();
    AU.addPreserved<MachineLoopInfoWrapperPass>();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  MachineFunctionProperties getRequiredProperties() const override {
    return MachineFunctionProperties().set(MachineFunctionProperties::Property::NoVRegs);
  }

  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  const bool Minimal;
};

/// Packs the regions of one function.
class RegionPacker {
public:
  RegionPacker(MachineFunction &MF, const MachineLoopInfo &MLI, AAResults *AA,
               const MachineBranchProbabilityInfo *MBPI, MachineOptimizationRemarkEmitter &ORE)
      : MF(MF), MLI(MLI), HII(*MF.getSubtarget<HexagonSubtarget>().getInstrInfo()), AA(AA),
        Deps(MF, AA, MBPI), Rules(MF, Deps), Liveness(MF), Pricing(Deps.Timing, Deps.HRI), ORE(ORE) {}

  void pack(HexagonRegion &R);

private:
  struct Candidate {
    PackedRegion Packed;
    sda::Cost Cost;
    const char *Name = "stock";
    unsigned Program = 0; // 1: renamed
    double W = 0;
    std::vector<sda::Choice> Choices; // empty if no score chose
  };

  struct Effort {
    unsigned Weights;
    bool Hardened;
    unsigned Restarts;
  };
  Effort effort(const HexagonRegion &R) const;

  /// The forms of a packing, or nothing if one of its packets is not legal after all.
  std::optional<PackedRegion> realize(const HexagonRegion &R, sda::Packing P);
  void consider(const HexagonRegion &R, const sda::IDG &G, const sda::PackerParams &Params,
                const char *Name);
  /// Whether P is now the best.
  bool consider(const HexagonRegion &R, const sda::IDG &G, sda::Packing P, const char *Name);
  void searchOptimum(const HexagonRegion &R, const sda::IDG &G, unsigned NodeLimit);
  void picture(const HexagonRegion &R) const;
  void searchWeights(const HexagonRegion &R, const sda::IDG &G, sda::PackerParams Params);
  void search(const HexagonRegion &R, const sda::IDG &G);
  /// Whether nothing better can exist.
  bool boundReached() const;
  bool keepsOrder(const sda::Packing &P) const;
  void remark(const HexagonRegion &R, const sda::IDG &G, const sda::Cost &Stock);
  void verify(const HexagonRegion &R, const BitVector &LiveOut);
  void packProgram(const HexagonRegion &R, bool Renamed);

  MachineFunction &MF;
  const MachineLoopInfo &MLI;
  const HexagonInstrInfo &HII;
  AAResults *AA;
  HexagonDepClassifier Deps;
  HexagonPacketRules Rules;
  HexagonLiveUnits Liveness;
  HexagonRegionCost Pricing;
  MachineOptimizationRemarkEmitter &ORE;
  std::optional<Candidate> Best;
  std::optional<sda::IDG> Graphs[2]; // of the program as it is, and renamed
  bool InRenamed = false;
  /// Of the current program's candidates, by the graph alone.
  unsigned FewestCycles = ~0u;
  const char *Proof = "";
  unsigned Bound = 0; // packets of the region at the least
};

} // namespace

char HexagonSDAPacketizer::ID = 0;

INITIALIZE_PASS_BEGIN(HexagonSDAPacketizer, "hexagon-sda-packetizer", "Hexagon SDA Packetizer",
                      false, false)
INITIALIZE_PASS_DEPENDENCY(MachineDominatorTreeWrapperPass)
INITIALIZE_PASS_DEPENDENCY(MachineBranchProbabilityInfoWrapperPass)
INITIALIZE_PASS_DEPENDENCY(MachineLoopInfoWrapperPass)
INITIALIZE_PASS_DEPENDENCY(MachineOptimizationRemarkEmitterPass)
INITIALIZE_PASS_DEPENDENCY(AAResultsWrapperPass)
INITIALIZE_PASS_END(HexagonSDAPacketizer, "hexagon-sda-packetizer", "Hexagon SDA Packetizer",
                    false, false)

std::optional<PackedRegion> RegionPacker::realize(const HexagonRegion &R, sda::Packing P) {
  PackedRegion Packed;
  for (const MachineInstr *MI : R.Instrs)
    Packed.States.push_back(InstrState::of(*MI));
  for (const sda::Packet &Packet : P) {
    const PacketForms *F = Rules.confirm(Packet) ? Rules.forms(Packet) : nullptr;
    if (!F)
      return std::nullopt;
    for (unsigned I = 0; I != Packet.size(); ++I)
      Packed.States[Packet[I]].Desc = &HII.get(F->Opcodes[I]);
    Packed.NoShuffle.push_back(F->NoShuffle);
  }
  Packed.Packets = std::move(P);
  return Packed;
}

void RegionPacker::consider(const HexagonRegion &R, const sda::IDG &G,
                            const sda::PackerParams &Params, const char *Name) {
  LLVM_DEBUG(dbgs() << "  w=" << Params.W << ' ');
  std::vector<sda::Choice> Choices;
  if (consider(R, G, sda::packBottomUp(G, Rules, Params, &Choices), Name)) {
    Best->W = Params.W;
    Best->Choices = std::move(Choices);
  }
}

bool RegionPacker::consider(const HexagonRegion &R, const sda::IDG &G, sda::Packing P,
                            const char *Name) {
  const char *Violation = P.empty() ? "a packet could not be completed" : sda::findViolation(G, P);
  std::optional<PackedRegion> Packed;
  if (!Violation)
    Packed = realize(R, std::move(P));
  if (!Packed) {
    ++NumUnpackable;
    LLVM_DEBUG(dbgs() << Name << ": " << (Violation ? Violation : "illegal packet") << '\n');
    return false;
  }
  FewestCycles = std::min(FewestCycles, sda::price(G, Packed->Packets).cycles());
  sda::Cost C = Pricing.price(R, *Packed);
  LLVM_DEBUG(dbgs() << Name << ": " << C.Packets << " packets, " << C.Stalls << " stalls\n");
  if (Best && !(C < Best->Cost))
    return false;
  Packed->Renamed = InRenamed;
  Best = Candidate{std::move(*Packed), C, Name, InRenamed ? 1u : 0u};
  return true;
}

/// The weights that are tried, the most fruitful ones first.
static constexpr double Weights[] = {0.5, 0.02, 0.2, 0.9, 0.0, 1.0};
static constexpr unsigned LargeRegion = 400;

/// How much is tried: most where the cycles are, in the bodies of innermost loops.
RegionPacker::Effort RegionPacker::effort(const HexagonRegion &R) const {
  if (R.Instrs.size() > LargeRegion || !MLI.getLoopFor(R.MBB))
    return {2, false, 0};
  if (!R.isLoopBody())
    return {3, true, 2};
  return {6, true, R.Instrs.size() > 256 ? 0u : 24u};
}

bool RegionPacker::boundReached() const {
  return Best && Best->Cost.cycles() <= Bound;
}

void RegionPacker::searchWeights(const HexagonRegion &R, const sda::IDG &G,
                                 sda::PackerParams Params) {
  unsigned Tried = 0;
  for (double W : Weights) {
    if (Tried == effort(R).Weights || boundReached())
      break;
    ++Tried;
    Params.W = W;
    Params.Seed = sda::SeedRule::CriticalPath;
    Params.StallFree = false;
    consider(R, G, Params, "critical-path");
    if (!Params.UsePenalty)
      continue;
    Params.Seed = sda::SeedRule::CriticalPathReady;
    consider(R, G, Params, "ready");
    Params.StallFree = true;
    consider(R, G, Params, "stall-free");
  }
}

void RegionPacker::search(const HexagonRegion &R, const sda::IDG &G) {
  sda::PackerParams Params;
  Params.IssueLimit = sda::issueLimit();
  Params.UsePenalty = sda::packMode() != PackMode::SoftToNone;
  searchWeights(R, G, Params);
  if (sda::packMode() == PackMode::SoftToHard || sda::packMode() == PackMode::SoftToNone)
    return;
  // Soft dependences that are kept apart sometimes leave the better places to others.
  if (effort(R).Hardened && !boundReached()) {
    sda::IDG Hard = G;
    Hard.hardenSoftEdges();
    Hard.finalize();
    searchWeights(R, Hard, Params);
  }
  for (unsigned I = 0, E = effort(R).Restarts; I != E && !boundReached(); ++I) {
    Params.Variant = I;
    Params.W = Weights[I % 4];
    Params.Jitter = 1 + I % 3 * 2;
    Params.Seed = I % 4 == 3 ? sda::SeedRule::CriticalPath : sda::SeedRule::CriticalPathReady;
    Params.StallFree = I % 2;
    if (G.isLoop() && Best)
      Params.TailDistance = sda::tailDistances(G, Best->Packed.Packets);
    consider(R, G, Params, "restart");
  }
}

/// The stock packetizer may put a volatile store and a later volatile vector load into one packet,
/// where the load is first; and a load behind a store that it may read from (see -sda-mem-noshuf).
bool RegionPacker::keepsOrder(const sda::Packing &P) const {
  auto Relies = [&](unsigned A, unsigned B) {
    return A < B && Deps.facts(A).Store && Deps.facts(B).Load && Deps.classify(A, B).hard();
  };
  return llvm::none_of(P, [&](const sda::Packet &Packet) {
    return llvm::count_if(Packet, [&](unsigned N) { return Deps.facts(N).Ordered; }) > 1 ||
           llvm::any_of(Packet, [&](unsigned A) {
             return llvm::any_of(Packet, [&](unsigned B) { return Relies(A, B); });
           });
  });
}

void RegionPacker::remark(const HexagonRegion &R, const sda::IDG &G, const sda::Cost &Stock) {
  using NV = DiagnosticInfoOptimizationBase::Argument;
  ORE.emit([&] {
    MachineOptimizationRemarkAnalysis Rem(DEBUG_TYPE, "Region", R.Instrs.front()->getDebugLoc(),
                                          R.MBB);
    Rem << NV("Instructions", unsigned(R.Instrs.size())) << " instructions"
        << (R.isLoopBody() ? " (loop)" : "") << ": " << NV("Packets", Best->Cost.Packets)
        << " packets + " << NV("Stalls", Best->Cost.Stalls) << " stalls, stock "
        << NV("StockPackets", Stock.Packets) << " + " << NV("StockStalls", Stock.Stalls)
        << ", slots allow " << NV("Bound", Bound) << "; "
        << NV("Candidate", Best->Name) << (Best->Packed.Renamed ? " (renamed)" : "")
        << (sda::packMode() == PackMode::Optimal ? Proof : "");
    std::vector<unsigned> Used(unsigned(SoftDep::Count));
    std::vector<unsigned> PacketOf(G.size());
    for (unsigned K = 0; K != Best->Packed.Packets.size(); ++K)
      for (unsigned N : Best->Packed.Packets[K])
        PacketOf[N] = K;
    for (const sda::Edge &E : G.edges())
      if (PacketOf[E.Src] == PacketOf[E.Dst])
        ++Used[E.Class];
    for (unsigned C = 1; C != Used.size(); ++C)
      if (Used[C])
        Rem << ", " << softDepName(SoftDep(C)) << " " << NV("Class", Used[C]);
    return Rem;
  });
}

void RegionPacker::verify(const HexagonRegion &R, const BitVector &LiveOut) {
  std::string Difference = verifyHexagonRegion(R, LiveOut, AA);
  ++NumVerified;
  if (Difference.empty())
    return;
  errs() << "sda-verify: " << MF.getName() << ", " << printMBBReference(*R.MBB) << ", candidate "
         << Best->Name << ": " << Difference << '\n';
  R.MBB->print(errs());
  report_fatal_error("sda-verify: packets do not compute what the program says");
}

/// Swaps the first two packets of which the second needs the first.
static void injectFault(const sda::IDG &G, PackedRegion &P) {
  for (unsigned K = 1; K < P.Packets.size(); ++K)
    for (unsigned A : P.Packets[K - 1])
      for (unsigned B : P.Packets[K])
        if (const sda::Edge *E = A < B ? G.find(A, B) : nullptr; E && E->Kind == sda::EdgeKind::Hard) {
          std::swap(P.Packets[K - 1], P.Packets[K]);
          std::swap(P.NoShuffle[K - 1], P.NoShuffle[K]);
          return;
        }
}

/// Regions that the search for the optimum looks at; it would give up in larger ones.
static constexpr unsigned MaxOptimal = 64;

/// Packets that it may try in a loop when the optimum is not asked for.
static constexpr unsigned LoopNodeLimit = 2000;

/// Packs the region as its instructions stand now.
void RegionPacker::packProgram(const HexagonRegion &R, bool Renamed) {
  Deps.enterRegion(R.Instrs);
  Rules.enterRegion();
  Bound = Rules.packetBound();
  std::optional<sda::IDG> &Graph = Graphs[Renamed];
  Graph = buildHexagonIDG(Deps, R.isLoopBody());
  if (sda::packMode() == PackMode::SoftToHard) {
    Graph->hardenSoftEdges();
    Graph->finalize();
  }
  InRenamed = Renamed;
  FewestCycles = ~0u;
  search(R, *Graph);
  if (sda::packMode() == PackMode::Optimal)
    searchOptimum(R, *Graph, sda::optimalNodeLimit());
  else if (sda::packMode() == PackMode::SDA && MLI.getLoopFor(R.MBB))
    searchOptimum(R, *Graph, LoopNodeLimit);
}

void RegionPacker::searchOptimum(const HexagonRegion &R, const sda::IDG &G, unsigned NodeLimit) {
  if (boundReached()) {
    ++NumProven;
    Proof = "; proven optimal";
    return;
  }
  Proof = "; no proof";
  if (R.Instrs.size() > MaxOptimal || FewestCycles == ~0u) {
    ++NumNotProven;
    return;
  }
  sda::OptimalResult O =
      sda::packOptimal(G, Rules, sda::issueLimit(), FewestCycles, NodeLimit);
  ++(O.Proven ? NumProven : NumNotProven);
  if (O.Proven)
    Proof = O.Best.empty() ? "; proven optimal" : "; proven optimal, found by the search";
  LLVM_DEBUG(dbgs() << "  " << O.NodesVisited << " packets tried, "
                    << (O.Proven ? "optimum " : "no proof, best ") << O.Cycles << '\n');
  if (!O.Best.empty())
    consider(R, G, std::move(O.Best), "optimal");
}

void RegionPacker::picture(const HexagonRegion &R) const {
  std::string How;
  raw_string_ostream OS(How);
  OS << Best->Name;
  if (!Best->Choices.empty())
    OS << ", w = " << format("%.2f", Best->W);
  OS << (Best->Packed.Renamed ? ", renamed: " : ": ") << Best->Cost.Packets << " packets + "
     << Best->Cost.Stalls << " stalls";
  writeHexagonPicture(R, *Graphs[Best->Program], Best->Packed.Packets, Best->Choices, How);
}

void RegionPacker::pack(HexagonRegion &R) {
  BitVector LiveOut = Liveness.liveBefore(*R.MBB, R.End);
  Pricing.enterRegion(R, MachineBasicBlock::iterator(getBundleStart(R.begin())));
  R.takeApart();
  BitVector LiveIn = Liveness.liveBefore(*R.MBB, R.begin());
  PackMode Mode = sda::packMode();
  sda::Cost Stock = Pricing.price(R, R.Stock);
  LLVM_DEBUG(dbgs() << printMBBReference(*R.MBB) << ": " << R.Instrs.size()
                    << " instructions, stock " << Stock.Packets << " packets, " << Stock.Stalls
                    << " stalls\n");
  Best.reset();
  Proof = "";
  Deps.enterRegion(R.Instrs);
  bool Comparison = Mode == PackMode::SoftToHard || Mode == PackMode::SoftToNone;
  if (!Comparison && sda::issueLimit() >= 4 && keepsOrder(R.Stock.Packets))
    Best = Candidate{R.Stock, Stock};
  packProgram(R, /*Renamed=*/false);
  if (sda::renameEnabled() && !boundReached())
    if (unsigned Moved = renameRegion(R, LiveIn, LiveOut)) {
      LLVM_DEBUG(dbgs() << "  " << Moved << " values renamed\n");
      NumRenamed += Moved;
      packProgram(R, /*Renamed=*/true);
    }
  if (!Best)
    Best = Candidate{R.Stock, Stock};
  ++NumRegions;
  NumStockKept += Best->Name == StringRef("stock");
  NumImproved += Best->Cost.cycles() < Stock.cycles();
  NumStockCycles += Stock.cycles();
  NumCycles += Best->Cost.cycles();
  remark(R, *Graphs[Best->Program], Stock);
  if (sda::injectFault())
    injectFault(*Graphs[Best->Program], Best->Packed);
  R.assemble(Best->Packed, HII);
  if (!sda::dumpFolder().empty())
    picture(R);
  if (sda::verifyEnabled())
    verify(R, LiveOut);
}

/// What the stock packetizer expands into other instructions while it packs.
static bool isExpandedByStock(const MachineInstr &MI, const HexagonInstrInfo &HII) {
  return HII.getName(MI.getOpcode()).contains("vgather") && MI.isPseudo();
}

bool HexagonSDAPacketizer::runOnMachineFunction(MachineFunction &MF) {
  LLVM_DEBUG(dbgs() << "sda-pack: " << MF.getName() << '\n');
  ++NumFunctions;
  auto &HST = MF.getSubtarget<HexagonSubtarget>();
  const HexagonInstrInfo &HII = *HST.getInstrInfo();
  auto *AA = &getAnalysis<AAResultsWrapperPass>().getAAResults();
  auto *MBPI = &getAnalysis<MachineBranchProbabilityInfoWrapperPass>().getMBPI();
  bool StockOnly = Minimal || skipFunction(MF.getFunction()) || !HST.usePackets() ||
                   HST.isTinyCore() || !HST.hasV60Ops();

  InstrStates Before;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB.instrs()) {
      StockOnly |= isExpandedByStock(MI, HII) || MI.isBundle();
      if (!MI.isKill())
        Before[&MI] = InstrState::of(MI);
    }
  MachineLoopInfo &MLI = getAnalysis<MachineLoopInfoWrapperPass>().getLI();
  runHexagonPacketizer(MF, MLI, AA, MBPI,
                       Minimal || skipFunction(MF.getFunction()));
  if (StockOnly) {
    ++NumSkippedFunctions;
    return true;
  }
  RegionPacker Packer(MF, MLI, AA, MBPI,
                      getAnalysis<MachineOptimizationRemarkEmitterPass>().getORE());
  for (MachineBasicBlock &MBB : MF)
    for (HexagonRegion &R : collectRegions(MBB, Before, HII))
      if (sda::enterRegion())
        Packer.pack(R);
  return true;
}

FunctionPass *llvm::createHexagonSDAPacketizer(bool Minimal) {
  return new HexagonSDAPacketizer(Minimal);
}

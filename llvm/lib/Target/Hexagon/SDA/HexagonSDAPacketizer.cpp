//===- HexagonSDAPacketizer.cpp - Packets by soft dependences -------------===//
//
// The pass that -sda-pack puts in the stock packetizer's place: thin, it runs the target-neutral
// core (lib/CodeGen/SDA) with Hexagon's policy.
//
//   before                        stock                          after
//   v0 = vmem(r0++#1)             { v0 = vmem(r0++#1) }          { v1 = vadd(v0,v2)
//   v1 = vadd(v0,v2)              { v1 = vadd(v0,v2)               v0.tmp = vmem(r0++#1)
//   vmem(r1++#1) = v1               vmem(r1++#1) = v1.new }        vmem(r1++#1) = v1.new }
//
// The stock packetizer runs first. Its packets are one candidate for each region; the others come
// from the packer with several weights w. The candidate with the fewest modelled cycles stays. Once
// all regions are packed, each is looked at again between the neighbours that it has got, and if
// the stock packets should turn out to be better for the function as a whole, they stay. Regions get
// other programs where these cost less (HexagonRegionRewriter). At last loops begin the next
// iteration in this one where that pays. The two comparison modes of the paper do not have the stock
// candidate.
//
// Requires: physical registers, hardware loops already fixed up.
// Invalidates: the order of instructions within a region; kill flags; the CFG where a loop is peeled.
// Off: -sda-pack=off, which is the default.
//
//===----------------------------------------------------------------------===//

#include "Hexagon.h"
#include "HexagonBranchHints.h"
#include "HexagonBranchReach.h"
#include "HexagonFaults.h"
#include "HexagonLoopOverlap.h"
#include "HexagonRegionPacker.h"
#include "HexagonRegionRewriter.h"
#include "HexagonSDARegion.h"
#include "HexagonSubtarget.h"
#include "HexagonVLIWPacketizer.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/Debug.h"

using namespace llvm;

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumFunctions, "Number of functions packetized");
STATISTIC(NumReverted, "Number of functions in which the stock packets together were the best");
STATISTIC(NumSkippedFunctions, "Number of functions left to the stock packetizer");

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
    AU.addRequired<AAResultsWrapperPass>();
    AU.addRequired<MachineBranchProbabilityInfoWrapperPass>();
    AU.addRequired<MachineDominatorTreeWrapperPass>();
    AU.addRequired<MachineLoopInfoWrapperPass>();
    AU.addRequired<MachineOptimizationRemarkEmitterPass>();
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

/// What the stock packetizer expands into other instructions while it packs.
static bool isExpandedByStock(const MachineInstr &MI, const HexagonInstrInfo &HII) {
  return HII.getName(MI.getOpcode()).contains("vgather") && MI.isPseudo();
}

/// Rounds in which regions are packed again because their neighbours have changed.
static constexpr unsigned MaxRounds = 3;

static void reconsider(HexagonPackedRegions &Regions, HexagonRegionPacker &Packer) {
  bool Changed = true;
  for (unsigned Round = 0; Round != MaxRounds && Changed; ++Round) {
    Changed = false;
    for (auto &P : Regions)
      Changed |= Packer.reconsider(*P);
  }
}

/// Packs each region, looks again at each between the neighbours that it has got, rewrites regions and
/// rotates loops.
static void packRegions(MachineFunction &MF, HexagonRegionPacker &Packer, InstrStates &Before) {
  const HexagonInstrInfo &HII = *MF.getSubtarget<HexagonSubtarget>().getInstrInfo();
  uint64_t Stock = Packer.priceFunction();
  HexagonPackedRegions Regions;
  for (MachineBasicBlock &MBB : MF)
    for (HexagonRegion &R : collectRegions(MBB, Before, HII))
      if (sda::enterRegion()) {
        Regions.push_back(std::make_unique<HexagonPackedRegion>());
        Regions.back()->R = std::move(R);
      }
  // Loops first: they have no neighbours but themselves, and are those of the others.
  for (bool LoopBodies : {true, false})
    for (auto &P : Regions)
      if (P->R.isLoopBody() == LoopBodies)
        Packer.pack(*P);
  reconsider(Regions, Packer);
  if (Packer.priceFunction() > Stock) {
    ++NumReverted;
    for (auto &P : Regions)
      Packer.revert(*P);
  }
  if (sda::rewritingEnabled()) {
    rewriteHexagonRegions(Regions, Packer, Before);
    reconsider(Regions, Packer);
  }
  if (sda::rotationEnabled()) {
    overlapHexagonLoops(Regions, Packer, Before);
    reconsider(Regions, Packer);
  }
  for (auto &P : Regions)
    Packer.finish(*P);
  Packer.verifyFunction(Regions);
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

  if ((sda::rotationEnabled() || sda::rewritingEnabled()) && !StockOnly)
    extendFarBranches(MF);
  InstrStates Before;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB.instrs()) {
      StockOnly |= isExpandedByStock(MI, HII) || MI.isBundle();
      if (!MI.isKill())
        Before[&MI] = InstrState::of(MI);
    }
  std::optional<HexagonReference> Reference;
  if (sda::verifyEnabled() && !StockOnly)
    Reference.emplace(MF);
  injectFault(MF, Before);
  MachineLoopInfo &MLI = getAnalysis<MachineLoopInfoWrapperPass>().getLI();
  leanTowardLoops(MF, MLI);
  runHexagonPacketizer(MF, MLI, AA, MBPI,
                       Minimal || skipFunction(MF.getFunction()));
  if (StockOnly) {
    ++NumSkippedFunctions;
    return true;
  }
  HexagonRegionPacker Packer(MF, MLI, AA, MBPI,
                             getAnalysis<MachineOptimizationRemarkEmitterPass>().getORE(),
                             Reference ? &*Reference : nullptr);
  packRegions(MF, Packer, Before);
  return true;
}

FunctionPass *llvm::createHexagonSDAPacketizer(bool Minimal) {
  return new HexagonSDAPacketizer(Minimal);
}

//===- HexagonSDAPacketizer.cpp - Packets by soft dependences -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
// the stock packets should turn out to be better for the function as a whole, they stay. Regions
// get other programs where these cost less (CompoundRewriter). At last loops begin the next
// iteration in this one where that pays. The two comparison modes of the paper do not have the
// stock candidate.
//
// Requires: physical registers, hardware loops already fixed up.
// Invalidates: the order of instructions within a region; kill flags; the CFG where a loop is
// peeled. Off: -sda-pack=off, which is the default.
//
//===----------------------------------------------------------------------===//

#include "Hexagon.h"
#include "HexagonBranchHints.h"
#include "HexagonBranchReach.h"
#include "HexagonSDATarget.h"
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
#include "llvm/CodeGen/SDA/Faults.h"
#include "llvm/CodeGen/SDA/Packetizer.h"
#include "llvm/CodeGen/SDA/RegionReport.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/Debug.h"

using namespace llvm;

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumFunctions, "Number of functions packetized");
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
  HexagonSlotAnswers &answersOf(const TargetSubtargetInfo &Core);

  const bool Minimal;
  /// The answers by core: functions may be for several.
  DenseMap<const TargetSubtargetInfo *, std::unique_ptr<HexagonSlotAnswers>> Answers;
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

/// Why the stock packetizer has an optimized function for itself; null if it has not.
static const char *whyStockOnly(const MachineFunction &MF) {
  const auto &HST = MF.getSubtarget<HexagonSubtarget>();
  if (!HST.usePackets())
    return "packets are switched off";
  if (HST.isTinyCore())
    return "a tiny core has other packets";
  if (!HST.hasV60Ops())
    return "cores before v60 are not modelled";
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      if (MI.isBundle())
        return "it has packets already";
      else if (isExpandedByStock(MI, *HST.getInstrInfo()))
        return "it has vector gathers";
  return nullptr;
}

/// Whether LLVM describes a frame behind a branch, where the machine verifier does not allow it: it
/// has a packet with allocframe and a branch.
static bool framesBesideBranch(const MachineFunction &MF) {
  return MF.needsFrameMoves() && llvm::any_of(MF, [](const MachineBasicBlock &MBB) {
           return llvm::any_of(MBB.instrs(), [](const MachineInstr &MI) {
             return MI.getOpcode() == Hexagon::S2_allocframe && MI.isBundled() &&
                    getBundleStart(MI.getIterator())->isTerminator();
           });
         });
}

HexagonSlotAnswers &HexagonSDAPacketizer::answersOf(const TargetSubtargetInfo &Core) {
  auto &Known = Answers[&Core];
  if (!Known)
    Known = std::make_unique<HexagonSlotAnswers>(Core);
  return *Known;
}

bool HexagonSDAPacketizer::runOnMachineFunction(MachineFunction &MF) {
  LLVM_DEBUG(dbgs() << "sda-pack: " << MF.getName() << '\n');
  ++NumFunctions;
  auto *AA = &getAnalysis<AAResultsWrapperPass>().getAAResults();
  auto *MBPI = &getAnalysis<MachineBranchProbabilityInfoWrapperPass>().getMBPI();
  MachineLoopInfo &MLI = getAnalysis<MachineLoopInfoWrapperPass>().getLI();
  auto &ORE = getAnalysis<MachineOptimizationRemarkEmitterPass>().getORE();
  const bool Unoptimized = Minimal || skipFunction(MF.getFunction());
  if (const char *Why = Unoptimized ? "it is not optimized" : whyStockOnly(MF)) {
    ++NumSkippedFunctions;
    sda::remarkSkipped(MF, Why, ORE);
    if (sda::uses(sda::Technique::Hints))
      leanTowardLoops(MF, MLI);
    return runHexagonPacketizer(MF, MLI, AA, MBPI, Unoptimized);
  }
  HexagonSDATarget Target(MF, MLI, AA, MBPI, answersOf(MF.getSubtarget()));
  sda::DebugInstrs Debug(Target);
  if (sda::rotationEnabled() || sda::rewritingEnabled())
    extendFarBranches(MF);
  sda::InstrStates Before = sda::programOf(MF);
  std::optional<sda::Reference> Program;
  if (sda::verifyEnabled())
    Program.emplace(MF);
  sda::faults::memory(Target, Before);
  if (sda::uses(sda::Technique::Hints))
    leanTowardLoops(MF, MLI);
  runHexagonPacketizer(MF, MLI, AA, MBPI, /*Minimal=*/false);
  sda::packetize(Target, MLI, ORE, Before, Debug, Program ? &*Program : nullptr);
  // What the stock packetizer leaves may not be right; this is.
  if (!framesBesideBranch(MF))
    MF.getProperties().reset(MachineFunctionProperties::Property::FailsVerification);
  return true;
}

FunctionPass *llvm::createHexagonSDAPacketizer(bool Minimal) {
  return new HexagonSDAPacketizer(Minimal);
}

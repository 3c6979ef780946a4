//===- HexagonSDAPacketizer.cpp - Packets by soft dependences -------------===//
//
// The pass that -sda-pack puts in the stock packetizer's place: thin, it runs
// the target-neutral core (lib/CodeGen/SDA) with Hexagon's policy.
//
// Requires: physical registers, hardware loops already fixed up.
// Invalidates: the order of instructions within a scheduling region.
// Off: -sda-pack=off, which is the default.
//
//===----------------------------------------------------------------------===//

#include "Hexagon.h"
#include "HexagonVLIWPacketizer.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/Debug.h"

using namespace llvm;

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumFunctions, "Number of functions packetized");

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
    AU.addPreserved<MachineDominatorTreeWrapperPass>();
    AU.addPreserved<MachineLoopInfoWrapperPass>();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  MachineFunctionProperties getRequiredProperties() const override {
    return MachineFunctionProperties().set(
        MachineFunctionProperties::Property::NoVRegs);
  }

  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  const bool Minimal;
};
} // namespace

char HexagonSDAPacketizer::ID = 0;

INITIALIZE_PASS_BEGIN(HexagonSDAPacketizer, "hexagon-sda-packetizer",
                      "Hexagon SDA Packetizer", false, false)
INITIALIZE_PASS_DEPENDENCY(MachineDominatorTreeWrapperPass)
INITIALIZE_PASS_DEPENDENCY(MachineBranchProbabilityInfoWrapperPass)
INITIALIZE_PASS_DEPENDENCY(MachineLoopInfoWrapperPass)
INITIALIZE_PASS_DEPENDENCY(AAResultsWrapperPass)
INITIALIZE_PASS_END(HexagonSDAPacketizer, "hexagon-sda-packetizer",
                    "Hexagon SDA Packetizer", false, false)

bool HexagonSDAPacketizer::runOnMachineFunction(MachineFunction &MF) {
  LLVM_DEBUG(dbgs() << "sda-pack: " << MF.getName() << '\n');
  ++NumFunctions;
  return runHexagonPacketizer(
      MF, getAnalysis<MachineLoopInfoWrapperPass>().getLI(),
      &getAnalysis<AAResultsWrapperPass>().getAAResults(),
      &getAnalysis<MachineBranchProbabilityInfoWrapperPass>().getMBPI(),
      Minimal || skipFunction(MF.getFunction()));
}

FunctionPass *llvm::createHexagonSDAPacketizer(bool Minimal) {
  return new HexagonSDAPacketizer(Minimal);
}

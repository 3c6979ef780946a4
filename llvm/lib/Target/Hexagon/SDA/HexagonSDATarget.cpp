//===- HexagonSDATarget.cpp - Hexagon, as the packetizer sees it ----------===//

#include "HexagonSDATarget.h"
#include "HexagonFaults.h"
#include "HexagonLoopOverlap.h"
#include "HexagonRegionReport.h"
#include "HexagonRegionRewriter.h"
#include "HexagonSDAVerify.h"
#include "HexagonSubtarget.h"
#include "MCTargetDesc/HexagonVectorLoads.h"

using namespace llvm;

HexagonSDATarget::HexagonSDATarget(MachineFunction &MF, const MachineLoopInfo &MLI, AAResults *AA,
                                   const MachineBranchProbabilityInfo *MBPI)
    : SDATarget(MF, AA), HII(*MF.getSubtarget<HexagonSubtarget>().getInstrInfo()),
      Deps(MF, AA, MBPI), Rules(MF, Deps), Pricing(Deps.Timing, Deps.HRI, MLI) {}

bool HexagonSDATarget::isPinned(const MachineInstr &MI) const {
  if (MI.isInlineAsm() || MI.isPosition() || HII.isSolo(MI))
    return true;
  switch (MI.getOpcode()) {
  case Hexagon::A2_nop:
  case Hexagon::Y2_barrier:
  case Hexagon::PATCHABLE_FUNCTION_ENTER:
  case Hexagon::PATCHABLE_FUNCTION_EXIT:
  case Hexagon::PATCHABLE_TAIL_CALL:
    return true;
  default:
    return MI.isPseudo() && !MI.isImplicitDef() && !MI.isCall() && !MI.isTerminator() &&
           HII.getUnits(MI) == 0;
  }
}

/// Vector loads as .tmp.
bool HexagonSDATarget::leavesRegister(const MachineInstr &MI) const {
  return isTemporaryLoad(MI.getOpcode());
}

bool HexagonSDATarget::isInOrder(const MachineInstr &Bundle) const {
  return HII.getBundleNoShuf(Bundle);
}

void HexagonSDATarget::setInOrder(MachineBasicBlock::instr_iterator Bundle) const {
  HII.setBundleNoShuf(Bundle);
}

ArrayRef<MCPhysReg> HexagonSDATarget::returnRegisters() const {
  static const MCPhysReg Registers[] = {Hexagon::R30, Hexagon::R31};
  return Registers;
}

ArrayRef<const TargetRegisterClass *> HexagonSDATarget::localClasses() const {
  static const TargetRegisterClass *const Classes[] = {
      &Hexagon::HvxVRRegClass,   &Hexagon::HvxWRRegClass,      &Hexagon::HvxQRRegClass,
      &Hexagon::IntRegsRegClass, &Hexagon::DoubleRegsRegClass, &Hexagon::PredRegsRegClass};
  return Classes;
}

ArrayRef<MCPhysReg> HexagonSDATarget::neverLocal() const {
  static const MCPhysReg Registers[] = {Hexagon::R28, Hexagon::R29, Hexagon::R30, Hexagon::R31};
  return Registers;
}

void HexagonSDATarget::rewriteRegions(HexagonPackedRegions &Regions, sda::RegionPacker &Packer,
                                      InstrStates &Before) {
  rewriteHexagonRegions(Regions, Packer, Before);
}

void HexagonSDATarget::overlapLoops(HexagonPackedRegions &Regions, sda::RegionPacker &Packer,
                                    InstrStates &Before) {
  overlapHexagonLoops(Regions, Packer, Before);
}

std::string HexagonSDATarget::verify(const HexagonRegion &R, const BitVector &LiveOut) {
  return verifyHexagonRegion(R, LiveOut, AA);
}

void HexagonSDATarget::report(const HexagonPackedRegion &P, MachineOptimizationRemarkEmitter &ORE) {
  remarkRegion(P, ORE);
}

void HexagonSDATarget::draw(const HexagonPackedRegion &P) { drawRegion(P); }

namespace {
class HexagonFaults : public sda::Faults {
  bool enabled() const override { return injectsFaults(); }
  void arrangement(const HexagonRegion &R, const sda::IDG &G, const BitVector &LiveOut,
                   sda::Arrangement &A) override {
    injectFault(R, G, LiveOut, A);
  }
  void liveBehind(BitVector &LiveOut) override { LiveOut = injectFaultBehind(std::move(LiveOut)); }
  void liveBehindRenamed(const HexagonRegion &R, BitVector &LiveOut) override {
    LiveOut = injectFault(R, std::move(LiveOut));
  }
  void graph(sda::IDG &G) override { injectFault(G); }
  bool forgetsPrograms() const override { return injectsTrialState(); }
};
} // namespace

sda::Faults &HexagonSDATarget::faults() {
  static HexagonFaults Asked;
  return Asked;
}

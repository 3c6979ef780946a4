//===- HexagonSDATarget.cpp - Hexagon, as the packetizer sees it ----------===//

#include "HexagonSDATarget.h"
#include "HexagonLoopOverlap.h"
#include "HexagonMeanings.h"
#include "HexagonPacketVerifier.h"
#include "HexagonRegionReport.h"
#include "HexagonRegionRewriter.h"
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

std::optional<sda::SDATarget::Address> HexagonSDATarget::address(const MachineInstr &MI) const {
  unsigned Base, Offset;
  if (HII.isPostIncrement(MI) || !HII.getBaseAndOffsetPosition(MI, Base, Offset))
    return std::nullopt;
  return Address{Base, Offset};
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

std::unique_ptr<sda::SymbolicMachine> HexagonSDATarget::machine(const HexagonRegion &R) const {
  return std::make_unique<HexagonMeanings>(*this, R);
}

bool HexagonSDATarget::isPacket(ArrayRef<const MachineInstr *> Members, bool InOrder) const {
  SmallVector<unsigned, 4> Opcodes;
  for (const MachineInstr *MI : Members)
    Opcodes.push_back(MI->getOpcode());
  return HexagonPacketVerifier(MF).isLegal(Members, Opcodes, InOrder);
}

void HexagonSDATarget::report(const HexagonPackedRegion &P, MachineOptimizationRemarkEmitter &ORE) {
  remarkRegion(P, ORE);
  remarkOutcome(P, ORE);
}

void HexagonSDATarget::draw(const HexagonPackedRegion &P) { drawRegion(P); }

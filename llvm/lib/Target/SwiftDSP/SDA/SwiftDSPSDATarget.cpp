//===- SwiftDSPSDATarget.cpp - SwiftDSP, as the packetizer sees it --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SDA/SwiftDSPSDATarget.h"
#include "SDA/SwiftDSPMeanings.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSPSubtarget.h"

using namespace llvm;

/// The end of a loop that the machine counts is a mark on the loop's last packet.
static bool isMark(const MachineInstr &MI) { return MI.getOpcode() == SwiftDSP::ENDLOOP0; }

SwiftDSPSDATarget::SwiftDSPSDATarget(MachineFunction &MF, AAResults *AA)
    : SDATarget(MF, AA), Rules(*this), Cycles(Rules),
      Loops(*MF.getSubtarget<SwiftDSPSubtarget>().getInstrInfo()) {}

/// Bytes of code.
static int64_t bytesOf(const MachineBasicBlock &MBB, const TargetInstrInfo &TII) {
  int64_t Bytes = 0;
  for (const MachineInstr &MI : MBB.instrs())
    Bytes += MI.isBundle() ? 0 : TII.getInstSizeInBytes(MI);
  return Bytes;
}

/// A loop that overlaps has its instructions once more, before and behind it, and a guard of three.
bool SwiftDSPSDATarget::mayOverlapLoops() const {
  constexpr int64_t GuardBytes = 12;
  DenseMap<const MachineBasicBlock *, int64_t> At;
  int64_t Bytes = 0, Added = 0;
  for (const MachineBasicBlock &MBB : MF) {
    At[&MBB] = Bytes;
    const int64_t Mine = bytesOf(MBB, TII);
    Bytes += Mine;
    Added += MBB.isSuccessor(&MBB) ? Mine + GuardBytes : 0;
  }
  return llvm::all_of(MF, [&](const MachineBasicBlock &MBB) {
    return llvm::all_of(MBB.instrs(), [&](const MachineInstr &MI) {
      const MachineOperand *To = MI.isBranch() && !MI.isBundle() && MI.getNumExplicitOperands()
                                     ? &MI.getOperand(MI.getNumExplicitOperands() - 1)
                                     : nullptr;
      if (!To || !To->isMBB())
        return true;
      // The branch may be anywhere in the block.
      const int64_t Distance = std::abs(At[To->getMBB()] - At[&MBB]) + bytesOf(MBB, TII) + Added;
      return TII.isBranchOffsetInRange(MI.getOpcode(), Distance) &&
             TII.isBranchOffsetInRange(MI.getOpcode(), -Distance);
    });
  });
}

/// Whether MI stays in its place. There is no interrupt, so nothing but dependences holds the stack
/// pointer's changes.
bool SwiftDSPSDATarget::isPinned(const MachineInstr &MI) const {
  const bool Unknown = MI.isPseudo() && !MI.isImplicitDef() && MI.getOpcode() != SwiftDSP::RETURN &&
                       !isMark(MI);
  return SwiftDSP::standsAlone(MI) || Unknown;
}

/// The last two operands, offset and base, of an access that does not move its pointer.
std::optional<sda::SDATarget::Address> SwiftDSPSDATarget::address(const MachineInstr &MI) const {
  const unsigned End = MI.getNumExplicitOperands();
  if (!MI.mayLoadOrStore() || SwiftDSP::isPost(MI.getDesc()) || End < 2 ||
      !MI.getOperand(End - 2).isImm() || !MI.getOperand(End - 1).isReg())
    return std::nullopt;
  return Address{End - 1, End - 2};
}

ArrayRef<MCPhysReg> SwiftDSPSDATarget::returnRegisters() const {
  static const MCPhysReg Registers[] = {SwiftDSP::R30, SwiftDSP::R31};
  return Registers;
}

ArrayRef<const TargetRegisterClass *> SwiftDSPSDATarget::localClasses() const {
  static const TargetRegisterClass *const Classes[] = {&SwiftDSP::GRRegClass,
                                                       &SwiftDSP::VRRegClass};
  return Classes;
}

ArrayRef<MCPhysReg> SwiftDSPSDATarget::neverLocal() const {
  static const MCPhysReg Registers[] = {SwiftDSP::R0, SwiftDSP::R29, SwiftDSP::R30, SwiftDSP::R31};
  return Registers;
}

std::string SwiftDSPSDATarget::softClassName(uint8_t Class) const {
  switch (Class) {
  case SwiftDSPPolicy::Anti:
    return "anti";
  case SwiftDSPPolicy::Free:
    return "free";
  case SwiftDSPPolicy::Forwarded:
    return "forwarded";
  case SwiftDSPPolicy::Memory:
    return "memory";
  default:
    return SDATarget::softClassName(Class);
  }
}

std::unique_ptr<sda::SymbolicMachine> SwiftDSPSDATarget::machine(const sda::Region &R) const {
  return std::make_unique<SwiftDSPMeanings>(*this, R);
}

bool SwiftDSPSDATarget::isPacket(ArrayRef<const MachineInstr *> Instrs, bool) const {
  SmallVector<SwiftDSP::Member, SwiftDSP::NumSlots> Members;
  for (const MachineInstr *MI : Instrs)
    if (!isMark(*MI))
      Members.push_back(SwiftDSP::memberOf(*MI, TRI));
  SmallVector<const SwiftDSP::Member *, SwiftDSP::NumSlots> All;
  for (const SwiftDSP::Member &M : Members)
    All.push_back(&M);
  return !SwiftDSP::findViolation(All);
}

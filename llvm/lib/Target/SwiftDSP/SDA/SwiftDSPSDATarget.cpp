//===- SwiftDSPSDATarget.cpp - SwiftDSP, as the packetizer sees it --------===//

#include "SDA/SwiftDSPSDATarget.h"
#include "SDA/SwiftDSPMeanings.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSPSubtarget.h"

using namespace llvm;

/// The end of a loop that the machine counts is a mark on the loop's last packet.
static bool isMark(const MachineInstr &MI) { return MI.getOpcode() == SwiftDSP::ENDLOOP0; }

/// There is no interrupt, so nothing but dependences holds the stack pointer's changes in their place.
bool SwiftDSPSDATarget::isPinned(const MachineInstr &MI) const {
  const bool Unknown = MI.isPseudo() && !MI.isImplicitDef() && MI.getOpcode() != SwiftDSP::RETURN &&
                       !isMark(MI);
  return SwiftDSP::standsAlone(MI) || Unknown;
}

/// Of what does not move its pointer, the last two operands.
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
  static const TargetRegisterClass *const Classes[] = {&SwiftDSP::GRRegClass, &SwiftDSP::VRRegClass};
  return Classes;
}

ArrayRef<MCPhysReg> SwiftDSPSDATarget::neverLocal() const {
  static const MCPhysReg Registers[] = {SwiftDSP::R0, SwiftDSP::R29, SwiftDSP::R30, SwiftDSP::R31};
  return Registers;
}

std::string SwiftDSPSDATarget::softClassName(uint8_t Class) const {
  static constexpr const char *Names[] = {"none", "anti", "free", "forwarded", "memory"};
  return Names[Class];
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

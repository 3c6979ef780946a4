//===- HexagonSDATarget.cpp - Hexagon, as the packetizer sees it ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HexagonSDATarget.h"
#include "HexagonCompounds.h"
#include "HexagonMeanings.h"
#include "HexagonPacketVerifier.h"
#include "HexagonSubtarget.h"
#include "MCTargetDesc/HexagonMCExpr.h"
#include "MCTargetDesc/HexagonVectorLoads.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInst.h"

using namespace llvm;

HexagonSDATarget::HexagonSDATarget(MachineFunction &MF, const MachineLoopInfo &MLI, AAResults *AA,
                                   const MachineBranchProbabilityInfo *MBPI,
                                   HexagonSlotAnswers &Answers)
    : SDATarget(MF, AA), HII(*MF.getSubtarget<HexagonSubtarget>().getInstrInfo()),
      Deps(*this, MBPI), Rules(MF, Deps, Answers),
      Pricing(HexagonBoard(Deps.Timing, HII, Deps.HRI), TRI, MLI), Loops(HII), Forms(MF) {}

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

/// Bytes that MI accesses. The opcode says it if the memory operand was lost.
unsigned HexagonSDATarget::accessBytes(const MachineInstr &MI) const {
  return MI.memoperands_empty() && !HII.isHVXVec(MI) ? HII.getMemAccessSize(MI)
                                                     : SDATarget::accessBytes(MI);
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

/// Around a circular buffer a pointer does not move by a constant.
std::optional<sda::SDATarget::Move> HexagonSDATarget::move(const MachineInstr &MI) const {
  if (MI.hasRegisterImplicitUseOperand(Hexagon::CS))
    return std::nullopt;
  return SDATarget::move(MI);
}

/// Bit-reversed: the memory operand names the beginning of one of the objects that the pointer may
/// come from.
bool HexagonSDATarget::hidesAddress(const MachineInstr &MI) const {
  return HII.isPostIncrement(MI) && HII.getName(MI.getOpcode()).ends_with("_pbr");
}

/// allocframe saves into memory which nothing else addresses before its result is known.
bool HexagonSDATarget::mayAlias(const MachineInstr &A, const MachineInstr &B) const {
  auto IsFrame = [](const MachineInstr &MI) {
    return MI.getOpcode() == Hexagon::L2_deallocframe || MI.isReturn();
  };
  bool NewFrame =
      A.getOpcode() == Hexagon::S2_allocframe || B.getOpcode() == Hexagon::S2_allocframe;
  return NewFrame ? IsFrame(A) || IsFrame(B) : SDATarget::mayAlias(A, B);
}

/// Registers and immediates only, no extender.
std::optional<sda::SDATarget::Compound> HexagonSDATarget::compound(const MachineInstr &MI) const {
  const HexagonCompound *C = hexagonCompound(MI.getOpcode());
  bool Plain = C && llvm::all_of(MI.operands(), [](const MachineOperand &Op) {
                 return Op.isImm() || (Op.isReg() && !Op.isImplicit());
               });
  if (!Plain || HII.isExtended(MI) || HII.isConstExtended(MI))
    return std::nullopt;
  return Compound{C->Inner, C->Outer};
}

std::optional<unsigned> HexagonSDATarget::addition() const { return Hexagon::A2_add; }

std::unique_ptr<sda::SymbolicMachine> HexagonSDATarget::machine(const sda::Region &R) const {
  return std::make_unique<HexagonMeanings>(*this, R, Forms);
}

bool HexagonSDATarget::isPacket(ArrayRef<const MachineInstr *> Members, bool InOrder) const {
  SmallVector<unsigned, 4> Opcodes;
  for (const MachineInstr *MI : Members)
    Opcodes.push_back(MI->getOpcode());
  return HexagonPacketVerifier(MF).isLegal(Members, Opcodes, InOrder);
}

std::string HexagonSDATarget::softClassName(uint8_t Class) const {
  return softDepName(SoftDep(Class));
}

/// Whether a load's datum came as .cur or as .tmp is the packet's choice.
uint8_t HexagonSDATarget::softClassInPacket(uint8_t Class, unsigned Opcode) const {
  bool Temporary = SoftDep(Class) == SoftDep::VectorCurrent && isTemporaryLoad(Opcode);
  return Temporary ? uint8_t(SoftDep::VectorTemporary) : Class;
}

/// A packet of one, whose constants are Hexagon's expressions: they say whether they are extended.
const MCInst *HexagonSDATarget::printable(MCInst &Inst, MCContext &Context) const {
  for (MCOperand &Operand : Inst)
    if (!Operand.isReg()) {
      const MCExpr *Value = Operand.isExpr() ? Operand.getExpr()
                                             : MCConstantExpr::create(Operand.getImm(), Context);
      Operand = MCOperand::createExpr(HexagonMCExpr::create(Value, Context));
    }
  MCInst *Packet = Context.createMCInst();
  Packet->setOpcode(Hexagon::BUNDLE);
  Packet->addOperand(MCOperand::createImm(0));
  Packet->addOperand(MCOperand::createInst(&Inst));
  return Packet;
}

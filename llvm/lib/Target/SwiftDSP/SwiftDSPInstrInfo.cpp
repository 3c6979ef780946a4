//===- SwiftDSPInstrInfo.cpp - Copies, spills, branches -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SwiftDSPInstrInfo.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSPSubtarget.h"
#include "llvm/CodeGen/DFAPacketizer.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterScavenging.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

#define GET_INSTRINFO_CTOR_DTOR
#include "SwiftDSPGenInstrInfo.inc"

#include "SwiftDSPGenDFAPacketizer.inc"

SwiftDSPInstrInfo::SwiftDSPInstrInfo(const SwiftDSPSubtarget &STI)
    : SwiftDSPGenInstrInfo(SwiftDSP::ADJCALLSTACKDOWN, SwiftDSP::ADJCALLSTACKUP), STI(STI) {}

DFAPacketizer *
SwiftDSPInstrInfo::CreateTargetScheduleState(const TargetSubtargetInfo &STI) const {
  return static_cast<const SwiftDSPSubtarget &>(STI).createDFAPacketizer(
      STI.getInstrItineraryData());
}

//===--- Copies, spills ---------------------------------------------------===//

static unsigned copyOpcode(MCRegister Dest, MCRegister Source) {
  bool FromGeneral = SwiftDSP::GRRegClass.contains(Source);
  if (SwiftDSP::GRRegClass.contains(Dest))
    return FromGeneral ? SwiftDSP::MOV : SwiftDSP::MFS;
  if (SwiftDSP::VRRegClass.contains(Dest, Source))
    return SwiftDSP::VMOV;
  if (FromGeneral && SwiftDSP::SWRegClass.contains(Dest))
    return SwiftDSP::MTS;
  report_fatal_error("no copy between these registers");
}

void SwiftDSPInstrInfo::copyPhysReg(MachineBasicBlock &MBB, MachineBasicBlock::iterator I,
                                    const DebugLoc &DL, MCRegister Dest, MCRegister Source,
                                    bool KillSource) const {
  static const unsigned Parts[] = {SwiftDSP::sub0,  SwiftDSP::sub1,  SwiftDSP::sub2,
                                   SwiftDSP::sub3, SwiftDSP::gsub0, SwiftDSP::gsub1};
  // Tuples are copied part by part. The order is such that no part is overwritten before it is
  // read.
  SmallVector<unsigned, 4> Indices;
  for (unsigned Index : Parts)
    if (RI.getSubReg(Dest, Index))
      Indices.push_back(Index);
  if (Indices.empty()) {
    BuildMI(MBB, I, DL, get(copyOpcode(Dest, Source)), Dest)
        .addReg(Source, getKillRegState(KillSource));
    return;
  }
  if (RI.getEncodingValue(Dest) > RI.getEncodingValue(Source))
    std::reverse(Indices.begin(), Indices.end());
  for (unsigned Index : Indices) {
    MCRegister To = RI.getSubReg(Dest, Index), From = RI.getSubReg(Source, Index);
    auto Copy = BuildMI(MBB, I, DL, get(copyOpcode(To, From)), To).addReg(From);
    if (KillSource && Index == Indices.back())
      Copy.addReg(Source, RegState::Implicit | RegState::Kill);
  }
}

/// What spills and reloads a register. Vectors keep their guard bits, and they and tuples are taken
/// apart once their registers are known (SwiftDSPRegisterInfo).
static std::pair<unsigned, unsigned> slotOpcodes(const TargetRegisterClass *RC) {
  if (SwiftDSP::GRRegClass.hasSubClassEq(RC))
    return {SwiftDSP::STW_O, SwiftDSP::LDW_O};
  if (SwiftDSP::VRRegClass.hasSubClassEq(RC))
    return {SwiftDSP::SPILL_VR, SwiftDSP::RELOAD_VR};
  if (SwiftDSP::GPRegClass.hasSubClassEq(RC))
    return {SwiftDSP::SPILL_GP, SwiftDSP::RELOAD_GP};
  if (SwiftDSP::V2RegClass.hasSubClassEq(RC))
    return {SwiftDSP::SPILL_V2, SwiftDSP::RELOAD_V2};
  if (SwiftDSP::V3RegClass.hasSubClassEq(RC))
    return {SwiftDSP::SPILL_V3, SwiftDSP::RELOAD_V3};
  if (SwiftDSP::V4RegClass.hasSubClassEq(RC))
    return {SwiftDSP::SPILL_V4, SwiftDSP::RELOAD_V4};
  report_fatal_error("registers of this class cannot be spilled");
}

static MachineMemOperand *slotOperand(MachineFunction &MF, int Index,
                                      MachineMemOperand::Flags Flags) {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  return MF.getMachineMemOperand(MachinePointerInfo::getFixedStack(MF, Index), Flags,
                                 MFI.getObjectSize(Index), MFI.getObjectAlign(Index));
}

void SwiftDSPInstrInfo::storeRegToStackSlot(MachineBasicBlock &MBB, MachineBasicBlock::iterator I,
                                            Register Source, bool KillSource, int Index,
                                            const TargetRegisterClass *RC,
                                            const TargetRegisterInfo *, Register) const {
  DebugLoc DL = I != MBB.end() ? I->getDebugLoc() : DebugLoc();
  BuildMI(MBB, I, DL, get(slotOpcodes(RC).first))
      .addReg(Source, getKillRegState(KillSource))
      .addImm(0)
      .addFrameIndex(Index)
      .addMemOperand(slotOperand(*MBB.getParent(), Index, MachineMemOperand::MOStore));
}

void SwiftDSPInstrInfo::loadRegFromStackSlot(MachineBasicBlock &MBB, MachineBasicBlock::iterator I,
                                             Register Dest, int Index,
                                             const TargetRegisterClass *RC,
                                             const TargetRegisterInfo *, Register) const {
  DebugLoc DL = I != MBB.end() ? I->getDebugLoc() : DebugLoc();
  BuildMI(MBB, I, DL, get(slotOpcodes(RC).second), Dest)
      .addImm(0)
      .addFrameIndex(Index)
      .addMemOperand(slotOperand(*MBB.getParent(), Index, MachineMemOperand::MOLoad));
}

static Register wholeSlot(const MachineInstr &MI, ArrayRef<unsigned> Opcodes, int &Index) {
  if (!is_contained(Opcodes, MI.getOpcode()) || !MI.getOperand(2).isFI() ||
      !MI.getOperand(1).isImm() || MI.getOperand(1).getImm() != 0)
    return Register();
  Index = MI.getOperand(2).getIndex();
  return MI.getOperand(0).getReg();
}

Register SwiftDSPInstrInfo::isLoadFromStackSlot(const MachineInstr &MI, int &Index) const {
  return wholeSlot(MI, {SwiftDSP::LDW_O, SwiftDSP::RELOAD_VR}, Index);
}

Register SwiftDSPInstrInfo::isStoreToStackSlot(const MachineInstr &MI, int &Index) const {
  return wholeSlot(MI, {SwiftDSP::STW_O, SwiftDSP::SPILL_VR}, Index);
}

//===--- Constants and offsets --------------------------------------------===//

/// Bits and scale of an instruction's offset.
static std::pair<unsigned, unsigned> offsetField(unsigned Opcode) {
  switch (Opcode) {
  case SwiftDSP::ADDI:
    return {14, 1};
  case SwiftDSP::LDB_O:
  case SwiftDSP::LDBU_O:
  case SwiftDSP::STB_O:
  case SwiftDSP::VLDSB_O:
    return {10, 1};
  case SwiftDSP::LDH_O:
  case SwiftDSP::LDHU_O:
  case SwiftDSP::STH_O:
  case SwiftDSP::VLDSH_O:
    return {10, 2};
  case SwiftDSP::LDW_O:
  case SwiftDSP::STW_O:
  case SwiftDSP::VLDSW_O:
  case SwiftDSP::VLDG_O:
  case SwiftDSP::VSTG_O:
  case SwiftDSP::VST4_O:
  case SwiftDSP::VST8_O:
  case SwiftDSP::VST12_O:
    return {10, 4};
  case SwiftDSP::VLD_O:
  case SwiftDSP::VLDB_O:
  case SwiftDSP::VLDBU_O:
  case SwiftDSP::VLDH_O:
  case SwiftDSP::VST_O:
    return {10, 16};
  default:
    report_fatal_error("this instruction has no offset");
  }
}

bool SwiftDSPInstrInfo::isLegalOffset(unsigned Opcode, int64_t Offset) const {
  auto [Bits, Scale] = offsetField(Opcode);
  return Offset % int(Scale) == 0 && isIntN(Bits, Offset / int(Scale));
}

int64_t SwiftDSPInstrInfo::nearestLegalOffset(unsigned Opcode, int64_t Offset) const {
  auto [Bits, Scale] = offsetField(Opcode);
  if (Offset % int(Scale))
    return 0;
  return SignExtend64(uint64_t(Offset / int(Scale)), Bits) * int(Scale);
}

void SwiftDSPInstrInfo::loadImmediate(MachineBasicBlock &MBB, MachineBasicBlock::iterator I,
                                      const DebugLoc &DL, Register Dest, int64_t Value,
                                      MachineInstr::MIFlag Flag) const {
  BuildMI(MBB, I, DL, get(SwiftDSP::LI), Dest).addImm(SignExtend64<16>(Value)).setMIFlag(Flag);
  if (!isInt<16>(int32_t(Value)))
    BuildMI(MBB, I, DL, get(SwiftDSP::LIH), Dest)
        .addReg(Dest)
        .addImm(uint32_t(Value) >> 16)
        .setMIFlag(Flag);
}

void SwiftDSPInstrInfo::addImmediate(MachineBasicBlock &MBB, MachineBasicBlock::iterator I,
                                     const DebugLoc &DL, Register Dest, Register Source,
                                     int64_t Value, MachineInstr::MIFlag Flag) const {
  if (isInt<14>(Value)) {
    BuildMI(MBB, I, DL, get(SwiftDSP::ADDI), Dest).addReg(Source).addImm(Value).setMIFlag(Flag);
    return;
  }
  Register Constant =
      Dest == Source ? MBB.getParent()->getRegInfo().createVirtualRegister(&SwiftDSP::GRRegClass)
                     : Dest;
  if (Constant.isVirtual() && !isInt<16>(int32_t(Value))) {
    // In virtual registers each value has a name of its own.
    Register Low = MBB.getParent()->getRegInfo().createVirtualRegister(&SwiftDSP::GRRegClass);
    BuildMI(MBB, I, DL, get(SwiftDSP::LI), Low).addImm(SignExtend64<16>(Value)).setMIFlag(Flag);
    if (Dest.isVirtual() && Constant == Dest)
      Constant = MBB.getParent()->getRegInfo().createVirtualRegister(&SwiftDSP::GRRegClass);
    BuildMI(MBB, I, DL, get(SwiftDSP::LIH), Constant)
        .addReg(Low, RegState::Kill)
        .addImm(uint32_t(Value) >> 16)
        .setMIFlag(Flag);
  } else {
    if (Dest.isVirtual() && Constant == Dest)
      Constant = MBB.getParent()->getRegInfo().createVirtualRegister(&SwiftDSP::GRRegClass);
    loadImmediate(MBB, I, DL, Constant, Value, Flag);
  }
  BuildMI(MBB, I, DL, get(SwiftDSP::ADD), Dest)
      .addReg(Source)
      .addReg(Constant, RegState::Kill)
      .setMIFlag(Flag);
}

unsigned SwiftDSPInstrInfo::getInstSizeInBytes(const MachineInstr &MI) const {
  if (MI.isInlineAsm())
    return getInlineAsmLength(MI.getOperand(0).getSymbolName(),
                              *MI.getMF()->getTarget().getMCAsmInfo());
  if (MI.isMetaInstruction() || MI.isBundle())
    return 0;
  return MI.isPseudo() ? 8 : 4;
}

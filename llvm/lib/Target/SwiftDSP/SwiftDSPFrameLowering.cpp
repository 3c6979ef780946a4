//===- SwiftDSPFrameLowering.cpp - The stack frame ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   incoming arguments     <- sp at entry, fp
//   preserved registers
//   local variables, spills
//   outgoing arguments     <- sp
//
// fp exists where sp moves in the function (arrays of variable size), where a variable wants more
// alignment than 16, or on request. Where both is so, neither fp nor sp is at a known distance from
// the variables: s7 is what sp is behind the prologue.
//
//===----------------------------------------------------------------------===//

#include "SwiftDSPFrameLowering.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSPSubtarget.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterScavenging.h"
#include "llvm/MC/MCDwarf.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

/// Holds constants of prologues and epilogues: neither argument, result, nor preserved (t9).
static constexpr Register Scratch = SwiftDSP::R20;

static bool needsRealignment(const MachineFunction &MF) {
  return MF.getFrameInfo().getMaxAlign() > Align(16);
}

bool SwiftDSPFrameLowering::hasBasePointer(const MachineFunction &MF) const {
  return needsRealignment(MF) && MF.getFrameInfo().hasVarSizedObjects();
}

bool SwiftDSPFrameLowering::hasFP(const MachineFunction &MF) const {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  return MF.getTarget().Options.DisableFramePointerElim(MF) || MFI.hasVarSizedObjects() ||
         MFI.isFrameAddressTaken() || needsRealignment(MF);
}

bool SwiftDSPFrameLowering::hasReservedCallFrame(const MachineFunction &MF) const {
  return !MF.getFrameInfo().hasVarSizedObjects();
}

/// Locals of a realigned frame lie at known distances from sp, incoming arguments from fp.
/// Registers are saved before fp is set and sp aligned, and restored when sp is what it was then:
/// they always count from sp.
StackOffset SwiftDSPFrameLowering::getFrameIndexReference(const MachineFunction &MF, int Index,
                                                          Register &Base) const {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  int64_t Offset = MFI.getObjectOffset(Index);
  const std::vector<CalleeSavedInfo> &Saved = MFI.getCalleeSavedInfo();
  bool IsSaved =
      llvm::any_of(Saved, [&](const CalleeSavedInfo &I) { return I.getFrameIdx() == Index; });
  bool FromFrame = hasFP(MF) && !IsSaved && (!needsRealignment(MF) || Index < 0);
  Base = FromFrame                         ? SwiftDSP::R29
         : !IsSaved && hasBasePointer(MF) ? SwiftDSP::R28
                                          : SwiftDSP::R30;
  return StackOffset::getFixed(FromFrame ? Offset : Offset + int64_t(MFI.getStackSize()));
}

namespace {

/// Adds instructions of a prologue or epilogue at one place.
struct Frame {
  MachineFunction &MF;
  MachineBasicBlock &MBB;
  MachineBasicBlock::iterator I;
  DebugLoc DL;
  MachineInstr::MIFlag Flag;
  const SwiftDSPInstrInfo &TII = *MF.getSubtarget<SwiftDSPSubtarget>().getInstrInfo();

  MachineInstrBuilder add(unsigned Opcode, Register Dest) {
    return BuildMI(MBB, I, DL, TII.get(Opcode), Dest).setMIFlag(Flag);
  }
  /// Dest = Source + Value; the constant is in Scratch where addi cannot hold it.
  void addTo(Register Dest, Register Source, int64_t Value) {
    if (isInt<14>(Value)) {
      add(SwiftDSP::ADDI, Dest).addReg(Source).addImm(Value);
      return;
    }
    TII.loadImmediate(MBB, I, DL, Scratch, Value, Flag);
    add(SwiftDSP::ADD, Dest).addReg(Source).addReg(Scratch, RegState::Kill);
  }
  void cfi(MCCFIInstruction Inst) {
    unsigned Index = MF.addFrameInst(Inst);
    BuildMI(MBB, I, DL, TII.get(TargetOpcode::CFI_INSTRUCTION)).addCFIIndex(Index).setMIFlag(Flag);
  }
  unsigned dwarf(Register Reg) { return TII.getRegisterInfo().getDwarfRegNum(Reg, true); }
};

} // namespace

void SwiftDSPFrameLowering::emitPrologue(MachineFunction &MF, MachineBasicBlock &MBB) const {
  MachineFrameInfo &MFI = MF.getFrameInfo();
  uint64_t Size = MFI.getStackSize();
  bool WithCFI = MF.needsFrameMoves();
  Frame F{MF, MBB, MBB.begin(), DebugLoc(), MachineInstr::FrameSetup};
  if (Size == 0 && !hasFP(MF))
    return;
  F.addTo(SwiftDSP::R30, SwiftDSP::R30, -int64_t(Size));
  if (WithCFI)
    F.cfi(MCCFIInstruction::cfiDefCfaOffset(nullptr, Size));
  // What follows stands behind the stores of preserved registers, fp among them.
  const std::vector<CalleeSavedInfo> &Saved = MFI.getCalleeSavedInfo();
  std::advance(F.I, Saved.size());
  if (WithCFI)
    for (const CalleeSavedInfo &Info : Saved)
      F.cfi(MCCFIInstruction::createOffset(nullptr, F.dwarf(Info.getReg()),
                                           MFI.getObjectOffset(Info.getFrameIdx())));
  if (!hasFP(MF))
    return;
  F.addTo(SwiftDSP::R29, SwiftDSP::R30, Size);
  if (WithCFI)
    F.cfi(MCCFIInstruction::cfiDefCfa(nullptr, F.dwarf(SwiftDSP::R29), 0));
  if (needsRealignment(MF)) {
    unsigned Bits = Log2(MFI.getMaxAlign());
    F.add(SwiftDSP::SHRI, SwiftDSP::R30).addReg(SwiftDSP::R30).addImm(Bits);
    F.add(SwiftDSP::SHLI, SwiftDSP::R30).addReg(SwiftDSP::R30).addImm(Bits);
  }
  if (hasBasePointer(MF))
    F.add(SwiftDSP::MOV, SwiftDSP::R28).addReg(SwiftDSP::R30);
}

void SwiftDSPFrameLowering::emitEpilogue(MachineFunction &MF, MachineBasicBlock &MBB) const {
  MachineFrameInfo &MFI = MF.getFrameInfo();
  uint64_t Size = MFI.getStackSize();
  MachineBasicBlock::iterator End = MBB.getFirstTerminator();
  DebugLoc DL = End != MBB.end() ? End->getDebugLoc() : DebugLoc();
  if (Size == 0 && !hasFP(MF))
    return;
  Frame F{MF, MBB, End, DL, MachineInstr::FrameDestroy};
  if (hasFP(MF)) {
    // Ahead of the reloads, which count from sp.
    auto Reloads = End;
    for (size_t N = MFI.getCalleeSavedInfo().size(); N; --N)
      --Reloads;
    F.I = Reloads;
    F.addTo(SwiftDSP::R30, SwiftDSP::R29, -int64_t(Size));
    F.I = End;
  }
  F.addTo(SwiftDSP::R30, SwiftDSP::R30, Size);
}

void SwiftDSPFrameLowering::determineCalleeSaves(MachineFunction &MF, BitVector &Saved,
                                                 RegScavenger *RS) const {
  TargetFrameLowering::determineCalleeSaves(MF, Saved, RS);
  if (hasFP(MF))
    Saved.set(SwiftDSP::R29);
  if (hasBasePointer(MF))
    Saved.set(SwiftDSP::R28);
}

/// As LLVM's own, but that ra lives on where the function asks for its return address.
bool SwiftDSPFrameLowering::spillCalleeSavedRegisters(MachineBasicBlock &MBB,
                                                      MachineBasicBlock::iterator I,
                                                      ArrayRef<CalleeSavedInfo> Saved,
                                                      const TargetRegisterInfo *TRI) const {
  MachineFunction &MF = *MBB.getParent();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  for (const CalleeSavedInfo &Info : Saved) {
    Register Reg = Info.getReg();
    bool IsRead = Reg == SwiftDSP::R31 && MF.getFrameInfo().isReturnAddressTaken();
    TII.storeRegToStackSlot(MBB, I, Reg, !IsRead, Info.getFrameIdx(),
                            TRI->getMinimalPhysRegClass(Reg), TRI, Register());
  }
  return true;
}

void SwiftDSPFrameLowering::processFunctionBeforeFrameFinalized(MachineFunction &MF,
                                                                RegScavenger *RS) const {
  // Offsets that no field holds need a register, and where none is free, a place for one.
  MachineFrameInfo &MFI = MF.getFrameInfo();
  if (!RS || MFI.estimateStackSize(MF) < 400)
    return;
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  const TargetRegisterClass &RC = SwiftDSP::GRRegClass;
  for (unsigned N = 0; N != 2; ++N)
    RS->addScavengingFrameIndex(
        MFI.CreateStackObject(TRI.getSpillSize(RC), TRI.getSpillAlign(RC), false));
}

MachineBasicBlock::iterator
SwiftDSPFrameLowering::eliminateCallFramePseudoInstr(MachineFunction &MF, MachineBasicBlock &MBB,
                                                     MachineBasicBlock::iterator I) const {
  if (!hasReservedCallFrame(MF)) {
    int64_t Bytes = I->getOperand(0).getImm();
    if (I->getOpcode() == SwiftDSP::ADJCALLSTACKDOWN)
      Bytes = -Bytes;
    if (Bytes)
      MF.getSubtarget<SwiftDSPSubtarget>().getInstrInfo()->addImmediate(
          MBB, I, I->getDebugLoc(), SwiftDSP::R30, SwiftDSP::R30, Bytes);
  }
  return MBB.erase(I);
}

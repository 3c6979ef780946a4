//===- SwiftDSPPacketizer.cpp - Packets -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// First in the order that is there, by the paper's two conditions: an instruction joins the packet
// if slots can be allocated (the DFA) and no dependence forbids it.
//
//   before                    after
//   add r3, r4, r5            { add r3, r4, r5 ; ldw r6, 0(r7) ; stw r3, 0(r8) }
//   ldw r6, 0(r7)             ...
//   stw r3, 0(r8)
//
// These packets are the first candidates of the packetizer that is aware of soft dependences
// (lib/CodeGen/SDA, with the policy in SDA/), which looks for better ones in any order.
// -sda-pack=off leaves them.
//
// Requires: physical registers, branches that reach. Invalidates: the order of instructions within
// a region; kill flags; blocks of loops that overlap. Off: packets of one instruction each (no
// optimization).
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SDA/SwiftDSPSDATarget.h"
#include "SwiftDSP.h"
#include "SwiftDSPFrameDirectives.h"
#include "SwiftDSPMembers.h"
#include "SwiftDSPSubtarget.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/DFAPacketizer.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/SDA/Faults.h"
#include "llvm/CodeGen/SDA/Packetizer.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/InitializePasses.h"

using namespace llvm;

#define DEBUG_TYPE "swiftdsp-packetizer"

namespace {

class SwiftDSPPacketizer : public MachineFunctionPass {
public:
  static char ID;
  explicit SwiftDSPPacketizer(bool Minimal = false) : MachineFunctionPass(ID), Minimal(Minimal) {}

  StringRef getPassName() const override { return "SwiftDSP Packetizer"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<AAResultsWrapperPass>();
    AU.addRequired<MachineLoopInfoWrapperPass>();
    AU.addRequired<MachineOptimizationRemarkEmitterPass>();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  MachineFunctionProperties getRequiredProperties() const override {
    return MachineFunctionProperties().set(MachineFunctionProperties::Property::NoVRegs);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  void packAware(MachineFunction &MF, AAResults &AA);

  const bool Minimal;
};

/// The packet that is being filled.
class OpenPacket {
public:
  OpenPacket(MachineFunction &MF, AAResults &AA)
      : TII(*MF.getSubtarget<SwiftDSPSubtarget>().getInstrInfo()), TRI(TII.getRegisterInfo()),
        AA(AA), Resources(TII.CreateTargetScheduleState(MF.getSubtarget())) {}

  bool accepts(MachineInstr &MI);
  void add(MachineInstr &MI);
  /// Bundles what it holds.
  void close();

private:
  bool dependenceForbids(const SwiftDSP::Member &M) const;
  bool memoryForbids(const MachineInstr &MI) const;

  const SwiftDSPInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  AAResults &AA;
  std::unique_ptr<DFAPacketizer> Resources;
  SmallVector<MachineInstr *, SwiftDSP::NumSlots> Instrs;
  SmallVector<SwiftDSP::Member, SwiftDSP::NumSlots> Members;
};

} // namespace

char SwiftDSPPacketizer::ID = 0;
INITIALIZE_PASS_BEGIN(SwiftDSPPacketizer, DEBUG_TYPE, "SwiftDSP Packetizer", false, false)
INITIALIZE_PASS_DEPENDENCY(AAResultsWrapperPass)
INITIALIZE_PASS_DEPENDENCY(MachineLoopInfoWrapperPass)
INITIALIZE_PASS_DEPENDENCY(MachineOptimizationRemarkEmitterPass)
INITIALIZE_PASS_END(SwiftDSPPacketizer, DEBUG_TYPE, "SwiftDSP Packetizer", false, false)

FunctionPass *llvm::createSwiftDSPPacketizer(bool Minimal) {
  return new SwiftDSPPacketizer(Minimal);
}

bool OpenPacket::dependenceForbids(const SwiftDSP::Member &M) const {
  SmallVector<const SwiftDSP::Member *, SwiftDSP::NumSlots> All;
  for (const SwiftDSP::Member &Other : Members)
    All.push_back(&Other);
  All.push_back(&M);
  return SwiftDSP::findViolation(All).has_value();
}

static bool isOrdered(const MachineInstr &MI) {
  return MI.mayLoadOrStore() && MI.hasOrderedMemoryRef();
}

/// Loads of a packet come before its stores, and stores write in order: only a load behind a store
/// is bad, if it may see it or one of them is volatile. What must keep its order does so, too.
bool OpenPacket::memoryForbids(const MachineInstr &MI) const {
  for (const MachineInstr *Before : Instrs) {
    const bool LoadBehindStore = Before->mayStore() && MI.mayLoad();
    if (LoadBehindStore && Before->mayAlias(&AA, MI, /*UseTBAA=*/true))
      return true;
    const unsigned Ordered = isOrdered(*Before) + isOrdered(MI);
    if (Ordered == 2 || (Ordered && LoadBehindStore))
      return true;
  }
  return false;
}

bool OpenPacket::accepts(MachineInstr &MI) {
  // Behind a call or a jump that is always taken nothing else begins.
  if (!Instrs.empty() && (Instrs.back()->isBarrier() || Instrs.back()->isCall()))
    return false;
  return Resources->canReserveResources(&SwiftDSP::descOf(MI)) &&
         !dependenceForbids(SwiftDSP::memberOf(MI, TRI)) && !memoryForbids(MI);
}

void OpenPacket::add(MachineInstr &MI) {
  Resources->reserveResources(&SwiftDSP::descOf(MI));
  Members.push_back(SwiftDSP::memberOf(MI, TRI));
  Instrs.push_back(&MI);
}

void OpenPacket::close() {
  if (Instrs.size() > 1)
    finalizeBundle(*Instrs.front()->getParent(), Instrs.front()->getIterator(),
                   std::next(Instrs.back()->getIterator()));
  Resources->clearResources();
  Instrs.clear();
  Members.clear();
}

static void packInOrder(MachineFunction &MF, AAResults &AA) {
  OpenPacket Packet(MF, AA);
  for (MachineBasicBlock &MBB : MF) {
    for (MachineInstr &MI : make_early_inc_range(MBB)) {
      if (MI.isMetaInstruction() && !SwiftDSP::standsAlone(MI))
        continue;
      if (SwiftDSP::standsAlone(MI)) {
        Packet.close();
        continue;
      }
      if (!Packet.accepts(MI))
        Packet.close();
      Packet.add(MI);
    }
    Packet.close();
  }
}

/// Erases KILL instructions. They emit nothing, and would be the ends of regions.
static void eraseKills(MachineFunction &MF) {
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB))
      if (MI.isKill())
        MI.eraseFromParent();
}

/// Whether an operand is what the allocator says of a tuple where a part of it is written or read.
static bool isTupleOfPart(const MachineInstr &MI, const MachineOperand &Tuple,
                          const TargetRegisterInfo &TRI) {
  return Tuple.isReg() && Tuple.isImplicit() &&
         llvm::any_of(MI.explicit_operands(), [&](const MachineOperand &Op) {
           return Op.isReg() && Op.getReg() && TRI.isSubRegister(Tuple.getReg(), Op.getReg());
         });
}

/// A tuple may be spilled of which a part has no value on any way here. The store of such a part
/// says so, since the tuple will not be named any more.
static void markPartsWithoutValue(MachineBasicBlock &MBB, const TargetRegisterInfo &TRI) {
  BitVector Written(TRI.getNumRegUnits());
  auto Add = [&](MCRegister Reg) {
    for (MCRegUnit Unit : TRI.regunits(Reg))
      Written.set(Unit);
  };
  auto IsWritten = [&](MCRegister Reg) {
    return llvm::any_of(TRI.regunits(Reg), [&](MCRegUnit Unit) { return Written[Unit]; });
  };
  for (const auto &LiveIn : MBB.liveins())
    Add(LiveIn.PhysReg);
  for (MachineInstr &MI : MBB) {
    for (const MachineOperand &Tuple : MI.implicit_operands())
      if (MI.mayStore() && Tuple.isUse() && isTupleOfPart(MI, Tuple, TRI))
        for (MachineOperand &Op : MI.explicit_uses())
          if (Op.isReg() && Op.getReg() && TRI.isSubRegister(Tuple.getReg(), Op.getReg()) &&
              !IsWritten(Op.getReg()))
            Op.setIsUndef();
    for (const MachineOperand &Op : MI.all_defs())
      if (Op.getReg() && !isTupleOfPart(MI, Op, TRI))
        Add(Op.getReg());
  }
}

/// What the allocator says of tuples where their parts are written and read (`$vr1 = VLD_O ...,
/// implicit $vr0_vr1, implicit-def $vr0_vr1`) keeps the parts' loads apart. Nobody needs it from
/// here on: who reads a tuple names its parts.
static void forgetTuplesOfParts(MachineFunction &MF) {
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  for (MachineBasicBlock &MBB : MF) {
    markPartsWithoutValue(MBB, TRI);
    for (MachineInstr &MI : MBB) {
      if (MI.isInlineAsm() || MI.isCall() || MI.isReturn())
        continue; // theirs are arguments and results
      for (unsigned I = MI.getNumOperands(), E = MI.getNumExplicitOperands(); I-- != E;)
        if (isTupleOfPart(MI, MI.getOperand(I), TRI))
          MI.removeOperand(I);
    }
  }
}

void SwiftDSPPacketizer::packAware(MachineFunction &MF, AAResults &AA) {
  eraseKills(MF);
  forgetTuplesOfParts(MF);
  SwiftDSPSDATarget Target(MF, &AA);
  sda::DebugInstrs Debug(Target);
  sda::InstrStates Before = sda::programOf(MF);
  std::optional<sda::Reference> Program;
  if (sda::verifyEnabled())
    Program.emplace(MF);
  sda::faults::memory(Target, Before);
  packInOrder(MF, AA);
  sda::packetize(Target, getAnalysis<MachineLoopInfoWrapperPass>().getLI(),
                 getAnalysis<MachineOptimizationRemarkEmitterPass>().getORE(), Before, Debug,
                 Program ? &*Program : nullptr);
}

/// Inline assembly without text and memory orders what the compiler does, and has done so by now;
/// as an instruction it would end a packet. What only it defines is any value.
static void dropEmptyAssembly(MachineFunction &MF) {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB)) {
      if (!MI.isInlineAsm() || *MI.getOperand(InlineAsm::MIOp_AsmString).getSymbolName() ||
          (MI.getOperand(InlineAsm::MIOp_ExtraInfo).getImm() &
           (InlineAsm::Extra_MayLoad | InlineAsm::Extra_MayStore)))
        continue;
      for (const MachineOperand &Op : MI.all_defs())
        if (!Op.isTied() && !Op.isDead())
          BuildMI(MBB, MI, MI.getDebugLoc(), TII.get(TargetOpcode::IMPLICIT_DEF), Op.getReg());
      MI.eraseFromParent();
    }
}

bool SwiftDSPPacketizer::runOnMachineFunction(MachineFunction &MF) {
  if (Minimal || skipFunction(MF.getFunction()))
    return false;
  dropEmptyAssembly(MF);
  AAResults &AA = getAnalysis<AAResultsWrapperPass>().getAAResults();
  SwiftDSPFrameDirectives Directives(MF);
  sda::DefaultMode Aware(sda::PackMode::SDA);
  if (sda::isEnabled())
    packAware(MF, AA);
  else
    packInOrder(MF, AA);
  Directives.putBack();
  return true;
}

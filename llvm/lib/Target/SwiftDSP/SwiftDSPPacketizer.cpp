//===- SwiftDSPPacketizer.cpp - Packets, in the order that is there -------===//
//
// The paper's two conditions: an instruction joins the packet if slots can be allocated (the DFA) and no dependence forbids it.
//
//   before                    after
//   add r3, r4, r5            { add r3, r4, r5 ; ldw r6, 0(r7) ; stw r3, 0(r8) }
//   ldw r6, 0(r7)             ...
//   stw r3, 0(r8)
//
// Requires: physical registers, branches that reach. Off: packets of one instruction each (no optimization).
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "MCTargetDesc/SwiftDSPPackets.h"
#include "SwiftDSP.h"
#include "SwiftDSPSubtarget.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/DFAPacketizer.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
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
    AU.setPreservesCFG();
    AU.addRequired<AAResultsWrapperPass>();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  MachineFunctionProperties getRequiredProperties() const override {
    return MachineFunctionProperties().set(MachineFunctionProperties::Property::NoVRegs);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
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
INITIALIZE_PASS_END(SwiftDSPPacketizer, DEBUG_TYPE, "SwiftDSP Packetizer", false, false)

FunctionPass *llvm::createSwiftDSPPacketizer(bool Minimal) {
  return new SwiftDSPPacketizer(Minimal);
}

/// An instruction alone in its packet, or none at all.
static bool standsAlone(const MachineInstr &MI) {
  return MI.isInlineAsm() || MI.isPosition() || MI.isCFIInstruction() ||
         MI.getOpcode() == SwiftDSP::SYS || MI.getOpcode() == SwiftDSP::BRK;
}

/// A return is the jump that it will be.
static const MCInstrDesc &descOf(const MachineInstr &MI) {
  return MI.getOpcode() == SwiftDSP::RETURN
             ? MI.getMF()->getSubtarget().getInstrInfo()->get(SwiftDSP::JR)
             : MI.getDesc();
}

static SwiftDSP::Member memberOf(const MachineInstr &MI, const TargetRegisterInfo &TRI) {
  SwiftDSP::Member M;
  bool IsReturn = MI.getOpcode() == SwiftDSP::RETURN;
  const MCInstrDesc &Desc = descOf(MI);
  const SwiftDSP::Timing &T = *SwiftDSP::timingOf(Desc);
  M.Slots = T.Slots;
  M.Both = SwiftDSP::takesBothVectorSlots(Desc);
  M.Branch = Desc.isBranch();
  M.Conditional = Desc.isBranch() && !Desc.isBarrier();
  M.Call = Desc.isCall();
  if (IsReturn)
    M.Reads.push_back({uint8_t(TRI.getEncodingValue(SwiftDSP::R31)), T.Read});
  unsigned Pointer = SwiftDSP::isPost(Desc) ? Desc.getNumDefs() - 1 : ~0u;
  for (auto [N, Op] : enumerate(MI.operands())) {
    if (!Op.isReg() || !Op.getReg() || Op.isUndef())
      continue;
    bool Stored = Desc.mayStore() && N == Desc.getNumDefs();
    bool Late = Stored || Op.isImplicit() || (Op.isTied() && Op.isUse() && MI.findTiedOperandIdx(N) != Pointer);
    unsigned Stage = Op.isDef() ? (N == Pointer ? T.Pointer : T.Result) : Late ? T.Late : T.Read;
    // What a call gets in registers is read behind it, and the callee's own affair.
    if (Op.isImplicit() && Op.isUse() && (Desc.isCall() || IsReturn))
      continue;
    auto &List = Op.isDef() ? M.Writes : M.Reads;
    SmallVector<MCPhysReg, 4> Parts;
    for (MCPhysReg Sub : TRI.subregs(Op.getReg()))
      Parts.push_back(Sub);
    if (Parts.empty())
      Parts.push_back(Op.getReg());
    for (MCPhysReg Part : Parts)
      if (Part != SwiftDSP::R0)
        List.push_back({uint8_t(TRI.getEncodingValue(Part)), uint8_t(Stage)});
  }
  return M;
}

bool OpenPacket::dependenceForbids(const SwiftDSP::Member &M) const {
  SmallVector<const SwiftDSP::Member *, SwiftDSP::NumSlots> All;
  for (const SwiftDSP::Member &Other : Members)
    All.push_back(&Other);
  All.push_back(&M);
  return SwiftDSP::findViolation(All).has_value();
}

/// Loads of a packet come before its stores, and stores write in order: only a load behind a store is bad. What must keep its order
/// for other reasons does so, too.
bool OpenPacket::memoryForbids(const MachineInstr &MI) const {
  for (const MachineInstr *Before : Instrs) {
    if (Before->mayStore() && MI.mayLoad() && Before->mayAlias(&AA, MI, /*UseTBAA=*/true))
      return true;
    if ((Before->mayLoadOrStore() && Before->hasOrderedMemoryRef()) &&
        (MI.mayLoadOrStore() && MI.hasOrderedMemoryRef()))
      return true;
  }
  return false;
}

bool OpenPacket::accepts(MachineInstr &MI) {
  // Behind a call or a jump that is always taken nothing else begins.
  if (!Instrs.empty() && (Instrs.back()->isBarrier() || Instrs.back()->isCall()))
    return false;
  return Resources->canReserveResources(&descOf(MI)) && !dependenceForbids(memberOf(MI, TRI)) &&
         !memoryForbids(MI);
}

void OpenPacket::add(MachineInstr &MI) {
  Resources->reserveResources(&descOf(MI));
  Members.push_back(memberOf(MI, TRI));
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

bool SwiftDSPPacketizer::runOnMachineFunction(MachineFunction &MF) {
  if (Minimal || skipFunction(MF.getFunction()))
    return false;
  AAResults &AA = getAnalysis<AAResultsWrapperPass>().getAAResults();
  OpenPacket Packet(MF, AA);
  for (MachineBasicBlock &MBB : MF) {
    for (MachineInstr &MI : make_early_inc_range(MBB)) {
      if (MI.isMetaInstruction() && !standsAlone(MI))
        continue;
      if (standsAlone(MI)) {
        Packet.close();
        continue;
      }
      if (!Packet.accepts(MI))
        Packet.close();
      Packet.add(MI);
    }
    Packet.close();
  }
  return true;
}

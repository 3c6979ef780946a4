//===- SwiftDSPHardwareLoops.cpp - Loops that the machine counts ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's pass HardwareLoops gives an innermost loop a counter of its own. Where the loop has become
// one block that does nothing else with the counter, the machine counts instead, and jumps back
// without a branch:
//
//   before                          after
//                                     loop0 r5, .exit
//   .loop:                          .loop:
//     ldw r6, (r3)+4                  ldw r6, (r3)+4
//     add r1, r1, r6                  add r1, r1, r6
//     r5 = LOOP_DECREMENT r5          ENDLOOP0 (no instruction: the end is an address)
//     bne r5, r0, .loop
//   .exit:                          .exit:
//
// Other counters become addi. A loop with calls is left alone: they may use loop 0 themselves.
//
// Requires: physical registers, blocks in their final order. Off: -swiftdsp-hardware-loops=false.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSP.h"
#include "SwiftDSPSubtarget.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineJumpTableInfo.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

#define DEBUG_TYPE "swiftdsp-hardware-loops"

STATISTIC(NumLoops, "Number of loops that the machine counts");

static cl::opt<bool> Enabled("swiftdsp-hardware-loops", cl::Hidden, cl::init(true),
                             cl::desc("Let the machine count loops"));

namespace {

class SwiftDSPHardwareLoops : public MachineFunctionPass {
public:
  static char ID;
  SwiftDSPHardwareLoops() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "SwiftDSP Hardware Loops"; }
  MachineFunctionProperties getRequiredProperties() const override {
    return MachineFunctionProperties().set(MachineFunctionProperties::Property::NoVRegs);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  bool convert(MachineInstr &Decrement);
};

} // namespace

char SwiftDSPHardwareLoops::ID = 0;
INITIALIZE_PASS(SwiftDSPHardwareLoops, DEBUG_TYPE, "SwiftDSP Hardware Loops", false, false)

FunctionPass *llvm::createSwiftDSPHardwareLoops() { return new SwiftDSPHardwareLoops(); }

/// The branch back of a loop of one block that goes on until the counter is 0; null: it is no such
/// loop.
static MachineInstr *branchBack(MachineBasicBlock &MBB, Register Counter) {
  MachineBasicBlock::iterator Branch = MBB.getFirstTerminator();
  if (Branch == MBB.end() || Branch->getOpcode() != SwiftDSP::BNE ||
      Branch->getOperand(2).getMBB() != &MBB || MBB.getLastNonDebugInstr() != Branch)
    return nullptr;
  Register A = Branch->getOperand(0).getReg(), B = Branch->getOperand(1).getReg();
  return (A == Counter && B == SwiftDSP::R0) || (A == SwiftDSP::R0 && B == Counter) ? &*Branch
                                                                                   : nullptr;
}

/// Inline assembly without text, of which nothing is left in the end; any other may change the
/// machine's counter.
static bool isEmptyAssembly(const MachineInstr &MI) {
  return MI.isInlineAsm() && !*MI.getOperand(InlineAsm::MIOp_AsmString).getSymbolName();
}

/// Whether the body can run without its counter, and leaves the machine's alone.
static bool isPlainBody(MachineBasicBlock &MBB, const MachineInstr &Decrement,
                        const MachineInstr &Branch, const TargetRegisterInfo &TRI) {
  Register Counter = Decrement.getOperand(0).getReg();
  const TargetInstrInfo &TII = *MBB.getParent()->getSubtarget().getInstrInfo();
  unsigned Bytes = 0;
  for (MachineInstr &MI : MBB) {
    if (&MI == &Decrement || &MI == &Branch || MI.isDebugInstr())
      continue;
    if ((MI.isCall() || MI.isInlineAsm()) && !isEmptyAssembly(MI))
      return false;
    if (MI.readsRegister(SwiftDSP::LC0, &TRI) || MI.modifiesRegister(SwiftDSP::LC0, &TRI))
      return false;
    if (MI.isPosition() || MI.isTerminator() ||
        MI.readsRegister(Counter, &TRI) || MI.modifiesRegister(Counter, &TRI))
      return false;
    Bytes += TII.getInstSizeInBytes(MI);
  }
  // loop0 reaches 128 KB.
  return Bytes != 0 && Bytes < 100000;
}

/// The block that follows in memory and is where the loop ends; null if there is none that will do.
static MachineBasicBlock *exitOf(MachineBasicBlock &MBB, Register Counter,
                                 const TargetRegisterInfo &TRI) {
  auto Next = std::next(MBB.getIterator());
  if (MBB.succ_size() != 2 || Next == MBB.getParent()->end() || !MBB.isSuccessor(&*Next) ||
      &*Next == &MBB || Next->getAlignment() > Align(4))
    return nullptr;
  for (const auto &LiveIn : Next->liveins())
    if (TRI.regsOverlap(LiveIn.PhysReg, Counter))
      return nullptr;
  return &*Next;
}

/// The block at whose end loop0 goes: the only one that enters the loop, if it does nothing else,
/// or a new one.
static MachineBasicBlock &entryOf(MachineBasicBlock &MBB) {
  MachineFunction &MF = *MBB.getParent();
  SmallVector<MachineBasicBlock *, 4> Entering;
  for (MachineBasicBlock *Pred : MBB.predecessors())
    if (Pred != &MBB)
      Entering.push_back(Pred);
  if (Entering.size() == 1 && Entering[0]->succ_size() == 1 &&
      Entering[0]->isLayoutSuccessor(&MBB) &&
      Entering[0]->getFirstTerminator() == Entering[0]->end())
    return *Entering[0];
  MachineBasicBlock *Entry = MF.CreateMachineBasicBlock(MBB.getBasicBlock());
  MF.insert(MBB.getIterator(), Entry);
  for (const auto &LiveIn : MBB.liveins())
    Entry->addLiveIn(LiveIn);
  for (MachineBasicBlock *Pred : Entering)
    Pred->ReplaceUsesOfBlockWith(&MBB, Entry);
  if (MachineJumpTableInfo *Tables = MF.getJumpTableInfo())
    Tables->ReplaceMBBInJumpTables(&MBB, Entry);
  Entry->addSuccessor(&MBB);
  return *Entry;
}

bool SwiftDSPHardwareLoops::convert(MachineInstr &Decrement) {
  MachineBasicBlock &MBB = *Decrement.getParent();
  const auto &ST = MBB.getParent()->getSubtarget<SwiftDSPSubtarget>();
  const TargetRegisterInfo &TRI = *ST.getRegisterInfo();
  Register Counter = Decrement.getOperand(0).getReg();
  MachineInstr *Branch = branchBack(MBB, Counter);
  if (!Enabled || !Branch || MBB.hasAddressTaken() || MBB.isEHPad() ||
      !isPlainBody(MBB, Decrement, *Branch, TRI))
    return false;
  MachineBasicBlock *Exit = exitOf(MBB, Counter, TRI);
  if (!Exit)
    return false;
  MachineBasicBlock &Entry = entryOf(MBB);
  // What the machine does last of the entry: the loop begins with the next packet.
  BuildMI(&Entry, Branch->getDebugLoc(), ST.getInstrInfo()->get(SwiftDSP::LOOP0))
      .addReg(Counter)
      .addMBB(Exit);
  Exit->setLabelMustBeEmitted();
  BuildMI(&MBB, Branch->getDebugLoc(), ST.getInstrInfo()->get(SwiftDSP::ENDLOOP0));
  Branch->eraseFromParent();
  Decrement.eraseFromParent();
  MBB.removeLiveIn(Counter);
  ++NumLoops;
  return true;
}

bool SwiftDSPHardwareLoops::runOnMachineFunction(MachineFunction &MF) {
  SmallVector<MachineInstr *, 8> Decrements;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB)
      if (MI.getOpcode() == SwiftDSP::LOOP_DECREMENT)
        Decrements.push_back(&MI);
  for (MachineInstr *MI : Decrements) {
    if (convert(*MI))
      continue;
    MI->setDesc(MF.getSubtarget().getInstrInfo()->get(SwiftDSP::ADDI));
    MI->untieRegOperand(1);
    MI->addOperand(MachineOperand::CreateImm(-1));
  }
  return !Decrements.empty();
}

//===- ToyTest.cpp - The packetizer with a machine that nobody builds -----===//
//
// Six slots: two for memory, two of the others multiply, the last one branches. An addition may give
// its result to a store of its own packet, which costs a cycle. Its instructions are some of RISC-V's,
// which LLVM has and which know nothing of packets; an interpreter runs them before and after.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/MIRParser/MIRParser.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/SDA/Packetizer.h"
#include "llvm/CodeGen/SDA/SlotPolicy.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace llvm;
using namespace llvm::sda;

namespace {

StringRef name(const MachineInstr &MI) {
  return MI.getMF()->getSubtarget().getInstrInfo()->getName(MI.getOpcode());
}

constexpr SlotSet Memory = 0b000011, Multiply = 0b001100, Branch = 0b100000, Any = 0b111111;
constexpr uint8_t Forwarded = 2;

class ToyPolicy : public SlotPolicy {
public:
  using SlotPolicy::SlotPolicy;

  SlotSet slots(const MachineInstr &MI) const override {
    if (MI.mayLoadOrStore())
      return Memory;
    if (MI.isTerminator())
      return Branch;
    return name(MI) == "MUL" ? Multiply : Any;
  }
  unsigned latency(const MachineInstr &A, const RegOperand &, const MachineInstr &,
                   const RegOperand &) const override {
    return A.mayLoad() ? 3 : name(A) == "MUL" ? 2 : 1;
  }
  static bool forwards(const MachineInstr &A, const MachineInstr &B, unsigned OpIdx) {
    return name(A).starts_with("ADD") && B.mayStore() && OpIdx == 0;
  }
  Rule afterResult(const MachineInstr &A, const RegOperand &Def, const MachineInstr &B,
                   const RegOperand &Use) const override {
    if (forwards(A, B, Use.OpIdx))
      return {EdgeKind::Soft, 1, Forwarded, /*Penalty=*/1};
    return SlotPolicy::afterResult(A, Def, B, Use);
  }
};

class ToyTarget : public SDATarget {
public:
  ToyTarget(MachineFunction &MF, bool Renames)
      : SDATarget(MF, nullptr), Rules(*this), Cycles(Rules) {
    for (const TargetRegisterClass *RC : TRI.regclasses())
      if (Renames && StringRef(TRI.getRegClassName(RC)) == "GPR")
        Classes.push_back(RC);
  }
  unsigned packetSize() const override { return 6; }
  RegionPolicy &policy() override { return Rules; }
  CycleModel &cycles() override { return Cycles; }
  ArrayRef<const TargetRegisterClass *> localClasses() const override { return Classes; }

private:
  std::vector<const TargetRegisterClass *> Classes;
  ToyPolicy Rules;
  GraphCycles Cycles;
};

/// Runs the program one instruction after the other, in the order in which they stand, which is a packet's
/// program order as well; and says where a packet holds what the machine does not allow.
class Interpreter {
public:
  explicit Interpreter(MachineFunction &MF) : MF(MF) {
    for (unsigned R = 1; R != 32; ++R)
      Registers[R] = R * 0x10001;
  }

  void run() {
    for (MachineBasicBlock *MBB = &MF.front(); MBB && Steps < 10000;)
      MBB = run(*MBB);
  }

  std::map<unsigned, uint32_t> Registers, Words;
  std::string Wrong;
  unsigned Packets = 0, Steps = 0;

private:
  unsigned number(const MachineOperand &Op) const {
    return MF.getSubtarget().getRegisterInfo()->getEncodingValue(Op.getReg());
  }
  uint32_t value(const MachineOperand &Op) { return Op.isImm() ? Op.getImm() : Registers[number(Op)]; }
  void set(const MachineOperand &Op, uint32_t V) {
    if (number(Op))
      Registers[number(Op)] = V;
  }

  void check(const MachineInstr &MI) {
    if (!MI.isBundledWithPred()) {
      Members.clear();
      ++Packets;
    }
    for (const MachineInstr *M : Members)
      for (const MachineOperand &Op : MI.operands())
        if (Op.isReg() && Op.getReg() && M->modifiesRegister(Op.getReg(), nullptr) &&
            (Op.isDef() || !ToyPolicy::forwards(*M, MI, Op.getOperandNo())))
          Wrong = "a packet's member wants what another one makes";
    if (!MI.isBundle())
      Members.push_back(&MI);
    if (Members.size() > 6)
      Wrong = "a packet has too many members";
  }

  MachineBasicBlock *run(MachineBasicBlock &MBB) {
    MachineBasicBlock *Next = MBB.getNextNode();
    for (MachineInstr &MI : MBB.instrs()) {
      ++Steps;
      check(MI);
      StringRef N = name(MI);
      auto Arg = [&](unsigned I) { return value(MI.getOperand(I)); };
      if (N == "ADD" || N == "ADDI")
        set(MI.getOperand(0), Arg(1) + Arg(2));
      else if (N == "XOR")
        set(MI.getOperand(0), Arg(1) ^ Arg(2));
      else if (N == "MUL")
        set(MI.getOperand(0), Arg(1) * Arg(2));
      else if (N == "LW")
        set(MI.getOperand(0), Words[Arg(1) + Arg(2)]);
      else if (N == "SW")
        Words[Arg(1) + Arg(2)] = Arg(0);
      else if (N == "BNE")
        Next = Arg(0) != Arg(1) ? MI.getOperand(2).getMBB() : Next;
      else if (N == "PseudoRET")
        Next = nullptr;
      else if (!MI.isBundle())
        Wrong = "an instruction that nobody knows: " + N.str();
    }
    return Next;
  }

  MachineFunction &MF;
  std::vector<const MachineInstr *> Members;
};

/// A function of the machine code in Body.
class Program {
public:
  explicit Program(const std::string &Body) {
    LLVMInitializeRISCVTargetInfo();
    LLVMInitializeRISCVTarget();
    LLVMInitializeRISCVTargetMC();
    std::string Error, Text = "--- |\n  target triple = \"riscv32\"\n  define void @f() { ret void }\n...\n"
                              "---\nname: f\nbody: |\n" + Body + "...\n";
    const Target *T = TargetRegistry::lookupTarget("riscv32", Error);
    TM.reset(static_cast<LLVMTargetMachine *>(
        T->createTargetMachine("riscv32", "generic-rv32", "+m", TargetOptions(), std::nullopt)));
    std::unique_ptr<MIRParser> Parser =
        createMIRParser(MemoryBuffer::getMemBufferCopy(Text), Context);
    M = Parser->parseIRModule();
    M->setDataLayout(TM->createDataLayout());
    MMI = std::make_unique<MachineModuleInfo>(TM.get());
    EXPECT_FALSE(Parser->parseMachineFunctions(*M, *MMI));
    MF = MMI->getMachineFunction(*M->getFunction("f"));
  }

  Interpreter run() {
    Interpreter I(*MF);
    I.run();
    return I;
  }

  void pack(bool Renames) {
    ToyTarget Toy(*MF, Renames);
    DebugInstrs Debug(Toy);
    InstrStates Before = programOf(*MF);
    Reference Was(*MF);
    MachineDominatorTree Dominators(*MF);
    MachineLoopInfo Loops(Dominators);
    MachineOptimizationRemarkEmitter ORE(*MF, nullptr);
    packetize(Toy, Loops, ORE, Before, Debug, &Was);
  }

  LLVMContext Context;
  std::unique_ptr<LLVMTargetMachine> TM;
  std::unique_ptr<Module> M;
  std::unique_ptr<MachineModuleInfo> MMI;
  MachineFunction *MF = nullptr;
};

/// Packs Body; expects that it does what it did, in memory and in registers (renamed: in those that it
/// returns). Returns the packets that ran.
unsigned expectSame(const std::string &Body, ArrayRef<unsigned> Returned = {}) {
  Program P(Body);
  Interpreter Before = P.run();
  P.pack(!Returned.empty());
  Interpreter After = P.run();
  EXPECT_EQ(Before.Wrong, "");
  EXPECT_EQ(After.Wrong, "") << Body;
  EXPECT_TRUE(!Returned.empty() || Before.Registers == After.Registers) << Body;
  for (unsigned R : Returned)
    EXPECT_EQ(Before.Registers[R], After.Registers[R]) << 'x' << R << '\n' << Body;
  EXPECT_TRUE(Before.Words == After.Words) << Body;
  EXPECT_LE(After.Packets, Before.Packets);
  return After.Packets;
}

TEST(Toy, FillsSixSlots) {
  EXPECT_EQ(expectSame("  bb.0:\n"
                       "    $x5 = ADDI $x10, 1\n    $x6 = ADDI $x11, 2\n    $x7 = XOR $x12, $x13\n"
                       "    $x14 = LW $x10, 0 :: (load (s32))\n    $x15 = LW $x10, 4 :: (load (s32))\n    PseudoRET\n"),
            1u);
}

TEST(Toy, PaysWhereTheStoreWouldWaitForAPacket) {
  // One packet and a stall take as long as two; the packet is less code.
  EXPECT_EQ(expectSame("  bb.0:\n    $x5 = ADDI $x10, 1\n    SW $x5, $x11, 0 :: (store (s32))\n    PseudoRET\n"), 1u);
}

TEST(Toy, MultipliersAreTwo) {
  EXPECT_EQ(expectSame("  bb.0:\n    $x5 = MUL $x10, $x11\n    $x6 = MUL $x10, $x12\n"
                       "    $x7 = MUL $x10, $x13\n    PseudoRET\n"),
            2u);
}

TEST(Toy, PacksALoop) {
  // Three iterations; the pointer and the count move in the packets of the others.
  std::string Body = "  bb.0:\n    $x5 = ADDI $x0, 3\n"
                     "  bb.1:\n    successors: %bb.1, %bb.2\n"
                     "    $x6 = LW $x10, 0 :: (load (s32))\n    $x7 = MUL $x6, $x11\n    $x8 = ADD $x8, $x7\n"
                     "    SW $x8, $x12, 0 :: (store (s32))\n    $x10 = ADDI $x10, 4\n    $x12 = ADDI $x12, 4\n"
                     "    $x5 = ADDI $x5, -1\n    BNE $x5, $x0, %bb.1\n"
                     "  bb.2:\n    PseudoRET\n";
  EXPECT_LE(expectSame(Body), 2u + 3 * 4);
}

/// Two loads to one register: in two, they share a packet, and so do their readers. The return has one of its own, since
/// it reads results.
TEST(Toy, RenamesValues) {
  std::string Body = "  bb.0:\n    $x5 = LW $x20, 0 :: (load (s32))\n    $x11 = MUL $x5, $x10\n"
                     "    $x5 = LW $x20, 4 :: (load (s32))\n    $x12 = MUL $x5, $x10\n"
                     "    PseudoRET implicit $x11, implicit $x12\n";
  EXPECT_EQ(expectSame(Body), 4u);
  EXPECT_EQ(expectSame(Body, {11, 12}), 3u);
}

class ToyPrograms : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Renamed, ToyPrograms, testing::Bool());

TEST_P(ToyPrograms, DoWhatTheyDid) {
  std::mt19937 Random(1);
  unsigned Instrs = 0, Packets = 0;
  SmallVector<unsigned, 8> Returned;
  for (unsigned R = 5; R != 13 && GetParam(); ++R)
    Returned.push_back(R);
  std::string Return = "    PseudoRET";
  for (unsigned R : Returned)
    Return += (R == 5 ? " implicit $x" : ", implicit $x") + std::to_string(R);
  for (unsigned Round = 0; Round != 60; ++Round) {
    std::string Body = "  bb.0:\n";
    auto Reg = [&] { return "$x" + std::to_string(5 + Random() % 8); };
    for (unsigned I = 0, E = 5 + Random() % 30; I != E; ++I, ++Instrs)
      switch (Random() % 6) {
      case 0:
        Body += "    " + Reg() + " = ADDI " + Reg() + ", " + std::to_string(Random() % 64) + "\n";
        break;
      case 1:
        Body += "    " + Reg() + " = ADD " + Reg() + ", " + Reg() + "\n";
        break;
      case 2:
        Body += "    " + Reg() + " = XOR " + Reg() + ", " + Reg() + "\n";
        break;
      case 3:
        Body += "    " + Reg() + " = MUL " + Reg() + ", " + Reg() + "\n";
        break;
      case 4:
        Body += "    " + Reg() + " = LW $x20, " + std::to_string(4 * (Random() % 4)) +
                " :: (load (s32))\n";
        break;
      case 5:
        Body += "    SW " + Reg() + ", $x20, " + std::to_string(4 * (Random() % 4)) +
                " :: (store (s32))\n";
        break;
      }
    Packets += expectSame(Body + Return + "\n", Returned);
  }
  EXPECT_LT(Packets, Instrs * 3 / 4);
}

} // namespace

//===- Toy.cpp - A machine that nobody builds -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Toy.h"
#include "llvm/CodeGen/MIRParser/MIRParser.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/SDA/SymbolicMachine.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include <gtest/gtest.h>

using namespace toy;

const MCInstrDesc &toy::instr(const TargetInstrInfo &TII, StringRef Name) {
  for (unsigned Opcode = 0; Opcode != TII.getNumOpcodes(); ++Opcode)
    if (TII.getName(Opcode) == Name)
      return TII.get(Opcode);
  llvm_unreachable("an instruction of RISC-V's");
}

SlotSet ToyPolicy::slots(const MachineInstr &MI) const {
  if (MI.mayLoadOrStore())
    return Memory;
  if (MI.isTerminator())
    return Branch;
  return name(MI).contains("MUL") ? Multiply : Any;
}

unsigned ToyPolicy::latency(const MachineInstr &A) {
  return A.mayLoad() || name(A) == "TH_MULA" ? 3 : name(A) == "MUL" ? 2 : 1;
}

bool ToyPolicy::forwards(const MachineInstr &A, const MachineInstr &B, unsigned OpIdx) {
  return name(A).starts_with("ADD") && B.mayStore() && OpIdx == 0;
}

SlotPolicy::Rule ToyPolicy::afterResult(const MachineInstr &A, const RegOperand &Def, const MachineInstr &B,
                                        const RegOperand &Use) const {
  if (forwards(A, B, Use.OpIdx))
    return {EdgeKind::Soft, 1, Forwarded, /*Penalty=*/1};
  return SlotPolicy::afterResult(A, Def, B, Use);
}

static MCRegister zero(const TargetRegisterInfo &TRI) {
  for (unsigned Reg = 1; Reg != TRI.getNumRegs(); ++Reg)
    if (StringRef(TRI.getName(Reg)) == "X0")
      return Reg;
  llvm_unreachable("x0");
}

MachineBasicBlock *ToyLoops::loopOf(const MachineInstr &Setup) const {
  return name(Setup) == "FENCE" ? Setup.getOperand(0).getMBB() : nullptr;
}

/// Flag is set where the loop has but one iteration.
void ToyLoops::insertGuard(MachineInstr &Setup, const Guard &G, bool,
                           function_ref<void(MachineInstr &)> Made) const {
  MachineBasicBlock &MBB = *Setup.getParent();
  Made(*BuildMI(MBB, Setup, DebugLoc(), instr(T.TII, "SLTIU"), G.Flag).addReg(G.Count).addImm(2));
  Made(*BuildMI(MBB, Setup, DebugLoc(), instr(T.TII, "ADDI"), G.Less).addReg(G.Count).addImm(-G.By));
  Made(*BuildMI(MBB, MBB.getFirstInstrTerminator(), DebugLoc(), instr(T.TII, "BNE"))
            .addReg(G.Flag)
            .addReg(zero(T.TRI))
            .addMBB(G.Past));
}

static bool isOn(const MachineInstr &MI, StringRef Name, MCRegister To, MCRegister Of, int64_t Value) {
  return name(MI) == Name && MI.getOperand(0).getReg() == To && MI.getOperand(1).getReg() == Of &&
         MI.getOperand(2).getImm() == Value;
}

bool ToyLoops::compares(const MachineInstr &MI, const Guard &G) const {
  return isOn(MI, "SLTIU", G.Flag, G.Count, 2);
}

bool ToyLoops::lowers(const MachineInstr &MI, const Guard &G) const {
  return isOn(MI, "ADDI", G.Less, G.Count, -G.By);
}

bool ToyLoops::skips(const MachineInstr &MI, const Guard &G) const {
  return name(MI) == "BNE" && MI.getOperand(0).getReg() == G.Flag &&
         MI.getOperand(1).getReg() == zero(T.TRI) && MI.getOperand(2).getMBB() == G.Past;
}

ToyTarget::ToyTarget(MachineFunction &MF, bool Renames)
    : SDATarget(MF, nullptr), Rules(*this), Cycles(Rules), Loops(*this) {
  for (const TargetRegisterClass *RC : TRI.regclasses())
    if (Renames && StringRef(TRI.getRegClassName(RC)) == "GPR")
      Classes.push_back(RC);
}

std::optional<SDATarget::Address> ToyTarget::address(const MachineInstr &MI) const {
  return MI.mayLoadOrStore() ? std::optional(Address{1, 2}) : std::nullopt;
}

std::optional<SDATarget::Compound> ToyTarget::compound(const MachineInstr &MI) const {
  if (TII.getName(MI.getOpcode()) != "TH_MULA")
    return std::nullopt;
  return Compound{instr(TII, "MUL").getOpcode(), instr(TII, "ADD").getOpcode()};
}

namespace {

/// Sums are linear forms, and a compound is the term of its two parts.
class ToyMachine : public SymbolicMachine {
public:
  using SymbolicMachine::SymbolicMachine;

protected:
  std::optional<Term> value(const State &, const Step &, unsigned N, unsigned,
                            const std::vector<int64_t> &Key) override {
    const MachineInstr &MI = *R.Instrs[N];
    const StringRef Name = T.TII.getName(MI.getOpcode());
    if (Name == "ADDI")
      return Terms.sum(Term(Key[1]), Key[2]);
    if (Name == "ADD")
      return Terms.linear(Term(Key[1]), 1, Term(Key[2]));
    if (std::optional<SDATarget::Compound> C = T.compound(MI))
      return Terms.linear(Term(Key[1]), 1, Terms.make({C->Inner, Key[2], Key[3], 0}));
    return std::nullopt;
  }
  /// A store reads what an addition ahead of it has made.
  Source source(unsigned N, unsigned I) const override {
    return R.Instrs[N]->mayStore() && I == 0 ? Source::Latest : SymbolicMachine::source(N, I);
  }
};

} // namespace

std::unique_ptr<SymbolicMachine> ToyTarget::machine(const Region &R) const {
  return std::make_unique<ToyMachine>(*this, R);
}

Interpreter::Interpreter(MachineFunction &MF) : MF(MF) {
  for (unsigned R = 1; R != 32; ++R)
    Registers[R] = R * 0x10001;
}

void Interpreter::run() {
  for (MachineBasicBlock *MBB = &MF.front(); MBB && Steps < 10000;)
    MBB = run(*MBB);
}

unsigned Interpreter::number(const MachineOperand &Op) const {
  return MF.getSubtarget().getRegisterInfo()->getEncodingValue(Op.getReg());
}

void Interpreter::set(const MachineOperand &Op, uint32_t V) {
  if (number(Op))
    Registers[number(Op)] = V;
}

void Interpreter::check(const MachineInstr &MI) {
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

/// A packet waits for what its members read, and a cycle for each that forwards inside.
void Interpreter::issue(MachineBasicBlock::instr_iterator Top) {
  unsigned Issue = Cycles + 1, Inside = 0;
  std::map<unsigned, unsigned> Made;
  auto I = Top;
  do {
    if (I->isBundle())
      continue;
    for (const MachineOperand &Op : I->operands())
      if (Op.isReg() && Op.getReg() && Op.isUse()) {
        if (Made.count(number(Op)) && I->mayStore())
          Inside = 1;
        else
          Issue = std::max(Issue, Ready[number(Op)]);
      }
    for (const MachineOperand &Op : I->all_defs())
      if (number(Op))
        Made[number(Op)] = ToyPolicy::latency(*I);
  } while (++I != Top->getParent()->instr_end() && I->isBundledWithPred());
  Cycles = Issue + Inside;
  for (auto [Register, Latency] : Made)
    Ready[Register] = Cycles + Latency;
}

MachineBasicBlock *Interpreter::run(MachineBasicBlock &MBB) {
  MachineBasicBlock *Next = MBB.getNextNode();
  for (MachineInstr &MI : MBB.instrs()) {
    ++Steps;
    if (!MI.isBundledWithPred())
      issue(MI.getIterator());
    check(MI);
    StringRef N = name(MI);
    auto Arg = [&](unsigned I) { return value(MI.getOperand(I)); };
    if (N == "ADD" || N == "ADDI")
      set(MI.getOperand(0), Arg(1) + Arg(2));
    else if (N == "XOR")
      set(MI.getOperand(0), Arg(1) ^ Arg(2));
    else if (N == "MUL")
      set(MI.getOperand(0), Arg(1) * Arg(2));
    else if (N == "TH_MULA")
      set(MI.getOperand(0), Arg(1) + Arg(2) * Arg(3));
    else if (N == "SLTIU")
      set(MI.getOperand(0), Arg(1) < Arg(2));
    else if (N == "LW")
      set(MI.getOperand(0), Words[Arg(1) + Arg(2)]);
    else if (N == "SW")
      Words[Arg(1) + Arg(2)] = Arg(0);
    else if (N == "BNE")
      Next = Arg(0) != Arg(1) ? MI.getOperand(2).getMBB() : Next;
    else if (N == "FENCE")
      Count = Arg(1);
    else if (N == "BLTU")
      Next = --Count ? MI.getOperand(2).getMBB() : Next;
    else if (N == "PseudoBR")
      Next = MI.getOperand(0).getMBB();
    else if (N == "PseudoRET")
      Next = nullptr;
    else if (!MI.isBundle())
      Wrong = "an instruction that nobody knows: " + N.str();
  }
  return Next;
}

Program::Program(const std::string &Body) {
  LLVMInitializeRISCVTargetInfo();
  LLVMInitializeRISCVTarget();
  LLVMInitializeRISCVTargetMC();
  std::string Error, Text = "--- |\n  target triple = \"riscv32\"\n"
                            "  define void @f(ptr noalias %p, ptr noalias %q) { ret void }\n...\n"
                            "---\nname: f\nbody: |\n" + Body + "...\n";
  const Target *T = TargetRegistry::lookupTarget("riscv32", Error);
  TM.reset(static_cast<LLVMTargetMachine *>(
      T->createTargetMachine("riscv32", "generic-rv32", "+m", TargetOptions(), std::nullopt)));
  std::unique_ptr<MIRParser> Parser =
      createMIRParser(MemoryBuffer::getMemBufferCopy(Text), Context);
  M = Parser->parseIRModule();
  M->setDataLayout(TM->createDataLayout());
  MMI = std::make_unique<MachineModuleInfo>(TM.get());
  EXPECT_FALSE(Parser->parseMachineFunctions(*M, *MMI)) << Body;
  MF = MMI->getMachineFunction(*M->getFunction("f"));
}

Program::~Program() = default;

Interpreter Program::run() {
  Interpreter I(*MF);
  I.run();
  return I;
}

void Program::pack(bool Renames, PackMode Mode) {
  static const bool Verified =
      cl::getRegisteredOptions().lookup("sda-verify")->addOccurrence(0, "sda-verify", "true");
  EXPECT_FALSE(Verified);
  DefaultMode Absent(Mode);
  ToyTarget Toy(*MF, Renames);
  DebugInstrs Debug(Toy);
  InstrStates Before = programOf(*MF);
  Reference Was(*MF);
  MachineDominatorTree Dominators(*MF);
  MachineLoopInfo Loops(Dominators);
  MachineOptimizationRemarkEmitter ORE(*MF, nullptr);
  packetize(Toy, Loops, ORE, Before, Debug, &Was);
}

//===- Toy.h - A machine that nobody builds ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Six slots: two for memory, two of the others multiply, the last one branches. An addition may give
// its result to a store of its own packet, which costs a cycle. A multiply-and-add is two instructions
// in one, which takes a cycle longer than the multiplication. A loop may be counted: FENCE says which
// and how often, BLTU ends it. The instructions are some of RISC-V's, which LLVM has and which know
// nothing of packets; an interpreter runs them before and after.
//
//===----------------------------------------------------------------------===//
#ifndef HEXLOOM_TEST_SDA_UNIT_TOY_H
#define HEXLOOM_TEST_SDA_UNIT_TOY_H

#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/SDA/CountedLoops.h"
#include "llvm/CodeGen/SDA/Packetizer.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/CodeGen/SDA/SlotPolicy.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <map>
#include <memory>
#include <string>

namespace toy {

using namespace llvm;
using namespace llvm::sda;

/// The name of an instruction's opcode. MI has to be in a block; one that was replaced is in none.
inline StringRef name(const MachineInstr &MI) {
  return MI.getMF()->getSubtarget().getInstrInfo()->getName(MI.getOpcode());
}
/// The instruction of this name.
const MCInstrDesc &instr(const TargetInstrInfo &TII, StringRef Name);

constexpr SlotSet Memory = 0b000011, Multiply = 0b001100, Branch = 0b100000, Any = 0b111111;
constexpr uint8_t Forwarded = 2;

class ToyPolicy : public SlotPolicy {
public:
  using SlotPolicy::SlotPolicy;

  SlotSet slots(const MachineInstr &MI) const override;
  static unsigned latency(const MachineInstr &A);
  unsigned latency(const MachineInstr &A, const RegOperand &, const MachineInstr &,
                   const RegOperand &) const override {
    return latency(A);
  }
  static bool forwards(const MachineInstr &A, const MachineInstr &B, unsigned OpIdx);
  Rule afterResult(const MachineInstr &A, const RegOperand &Def, const MachineInstr &B,
                   const RegOperand &Use) const override;
};

class ToyLoops : public CountedLoops {
public:
  explicit ToyLoops(const SDATarget &T) : T(T) {}

  MachineBasicBlock *loopOf(const MachineInstr &Setup) const override;
  bool isEnd(const MachineInstr &MI) const override { return name(MI) == "BLTU"; }
  const TargetRegisterClass &countClass() const override { return *T.localClasses().front(); }
  const TargetRegisterClass &flagClass() const override { return *T.localClasses().front(); }
  void insertGuard(MachineInstr &Setup, const Guard &G, bool Near,
                   function_ref<void(MachineInstr &)> Made) const override;
  bool compares(const MachineInstr &MI, const Guard &G) const override;
  bool lowers(const MachineInstr &MI, const Guard &G) const override;
  bool skips(const MachineInstr &MI, const Guard &G) const override;

private:
  const SDATarget &T;
};

class ToyTarget : public SDATarget {
public:
  /// Renames: values may move to other registers, and iterations overlap.
  ToyTarget(MachineFunction &MF, bool Renames);

  unsigned packetSize() const override { return 6; }
  RegionPolicy &policy() override { return Rules; }
  CycleModel &cycles() override { return Cycles; }
  std::optional<Address> address(const MachineInstr &MI) const override;
  ArrayRef<const TargetRegisterClass *> localClasses() const override { return Classes; }
  std::optional<Compound> compound(const MachineInstr &MI) const override;
  std::optional<unsigned> addition() const override { return instr(TII, "ADD").getOpcode(); }
  const CountedLoops *countedLoops() const override { return Classes.empty() ? nullptr : &Loops; }
  std::unique_ptr<SymbolicMachine> machine(const Region &R) const override;

private:
  std::vector<const TargetRegisterClass *> Classes;
  ToyPolicy Rules;
  GraphCycles Cycles;
  ToyLoops Loops;
};

/// Runs the program one instruction after the other, in the order in which they stand. That is a
/// packet's program order as well. Says where a packet holds what the machine does not allow, and
/// counts cycles.
class Interpreter {
public:
  explicit Interpreter(MachineFunction &MF);
  void run();

  std::map<unsigned, uint32_t> Registers, Words;
  std::string Wrong;
  unsigned Packets = 0, Steps = 0, Cycles = 0;

private:
  unsigned number(const MachineOperand &Op) const;
  uint32_t value(const MachineOperand &Op) { return Op.isImm() ? Op.getImm() : Registers[number(Op)]; }
  void set(const MachineOperand &Op, uint32_t V);
  void check(const MachineInstr &MI);
  void issue(MachineBasicBlock::instr_iterator Top);
  MachineBasicBlock *run(MachineBasicBlock &MBB);

  MachineFunction &MF;
  std::vector<const MachineInstr *> Members;
  std::map<unsigned, unsigned> Ready; // the cycle in which a register can be read
  uint32_t Count = 0;                 // of the counted loop
};

/// A function of the machine code in Body. Its arguments p and q are pointers that do not meet.
class Program {
public:
  explicit Program(const std::string &Body);
  ~Program();

  Interpreter run();
  /// As -sda-pack=Mode -sda-verify would.
  void pack(bool Renames, PackMode Mode = PackMode::Off);

  LLVMContext Context;
  std::unique_ptr<LLVMTargetMachine> TM;
  std::unique_ptr<Module> M;
  std::unique_ptr<MachineModuleInfo> MMI;
  MachineFunction *MF = nullptr;
};

} // namespace toy

#endif

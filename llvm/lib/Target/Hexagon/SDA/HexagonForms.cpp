//===- HexagonForms.cpp - Forms of instructions, by their text ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HexagonForms.h"
#include "MCTargetDesc/HexagonInstPrinter.h"
#include "MCTargetDesc/HexagonMCExpr.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

/// An instruction with some operands: those of two forms are the same, where their classes are.
static MCInst example(const MCInstrDesc &D, const MCRegisterInfo &MRI, MCContext &Context) {
  MCInst Example;
  Example.setOpcode(D.getOpcode());
  for (const MCOperandInfo &Info : D.operands()) {
    const int Tied = D.getOperandConstraint(Example.getNumOperands(), MCOI::TIED_TO);
    if (Tied >= 0)
      Example.addOperand(Example.getOperand(Tied));
    else if (Info.RegClass >= 0)
      Example.addOperand(MCOperand::createReg(*MRI.getRegClass(Info.RegClass).begin()));
    else
      Example.addOperand(MCOperand::createExpr(
          HexagonMCExpr::create(MCConstantExpr::create(0, Context), Context)));
  }
  return Example;
}

/// What the assembler writes; of what it cannot write, a text that no other opcode has.
std::string HexagonForms::text(unsigned Opcode) const {
  const TargetMachine &TM = MF.getTarget();
  const MCRegisterInfo &MRI = *TM.getMCRegisterInfo();
  HexagonInstPrinter Printer(*TM.getMCAsmInfo(), *TM.getMCInstrInfo(), MRI);
  const MCInst Example = example(TM.getMCInstrInfo()->get(Opcode), MRI, MF.getContext());
  if (!Printer.getMnemonic(&Example).second)
    return std::to_string(Opcode);
  std::string Text;
  raw_string_ostream Out(Text);
  Printer.printInstruction(&Example, 0, Out);
  return Text;
}

static void drop(std::string &Text, StringRef What) {
  for (size_t At = 0; (At = StringRef(Text).find(What, At)) != std::string::npos;) {
    const size_t Behind = At + What.size();
    if (Behind != Text.size() && isAlnum(Text[Behind]))
      At = Behind; // of a longer word
    else
      Text.erase(At, What.size());
  }
}

const std::string &HexagonForms::plainText(unsigned Opcode) {
  auto [It, New] = Texts.try_emplace(Opcode);
  if (New) {
    It->second = text(Opcode);
    for (StringRef Asked : {".new", ".cur", ".tmp"})
      drop(It->second, Asked);
    // The text of an access may have these words, too; there, they are no hint of a jump's.
    if (!StringRef(It->second).contains("mem"))
      for (StringRef Hint : {":nt", ":t"})
        drop(It->second, Hint);
  }
  return It->second;
}

//===- SDA/AssemblyText.cpp - An instruction as in the assembly -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/AssemblyText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineOperand.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

namespace llvm::sda {

AssemblyText::AssemblyText(const SDATarget &T)
    : T(T), TM(T.MF.getTarget()), Context(TM.getTargetTriple(), TM.getMCAsmInfo(),
                                          TM.getMCRegisterInfo(), TM.getMCSubtargetInfo()),
      Printer(TM.getTarget().createMCInstPrinter(
          TM.getTargetTriple(), TM.getMCAsmInfo()->getAssemblerDialect(), *TM.getMCAsmInfo(),
          *TM.getMCInstrInfo(), *TM.getMCRegisterInfo())) {}

AssemblyText::~AssemblyText() = default;

MCOperand AssemblyText::symbol(const Twine &Name, int64_t Offset) {
  const MCExpr *Value = MCSymbolRefExpr::create(Context.getOrCreateSymbol(Name), Context);
  if (Offset)
    Value = MCBinaryExpr::createAdd(Value, MCConstantExpr::create(Offset, Context), Context);
  return MCOperand::createExpr(Value);
}

/// An operand that assembly has no room for is invalid.
MCOperand AssemblyText::lowered(const MachineOperand &MO) {
  auto Local = [&](const char *Kind, unsigned Number, int64_t Offset = 0) {
    return symbol(TM.getMCAsmInfo()->getPrivateLabelPrefix() + Twine(Kind) +
                      Twine(T.MF.getFunctionNumber()) + "_" + Twine(Number),
                  Offset);
  };
  switch (MO.getType()) {
  case MachineOperand::MO_Register:
    return MO.isImplicit() ? MCOperand() : MCOperand::createReg(MO.getReg());
  case MachineOperand::MO_Immediate:
    return MCOperand::createImm(MO.getImm());
  case MachineOperand::MO_FPImmediate:
    return MCOperand::createImm(
        MO.getFPImm()->getValueAPF().bitcastToAPInt().getLimitedValue());
  case MachineOperand::MO_MachineBasicBlock:
    return Local("BB", MO.getMBB()->getNumber());
  case MachineOperand::MO_ConstantPoolIndex:
    return Local("CPI", MO.getIndex(), MO.getOffset());
  case MachineOperand::MO_JumpTableIndex:
    return Local("JTI", MO.getIndex());
  case MachineOperand::MO_GlobalAddress:
    return symbol(MO.getGlobal()->getName(), MO.getOffset());
  case MachineOperand::MO_ExternalSymbol:
    return symbol(MO.getSymbolName(), MO.getOffset());
  case MachineOperand::MO_BlockAddress:
    return symbol("block of " + MO.getBlockAddress()->getFunction()->getName(), MO.getOffset());
  default:
    return MCOperand();
  }
}

/// Words with one space between them.
static std::string oneLine(StringRef Text) {
  std::string Out;
  SmallVector<StringRef, 8> Words;
  SplitString(Text, Words);
  for (StringRef Word : Words)
    (Out += Out.empty() ? "" : " ") += Word;
  return Out;
}

std::string AssemblyText::of(const MachineInstr &MI) {
  MCInst *Inst = Context.createMCInst();
  Inst->setOpcode(MI.getOpcode());
  if (!Printer || Printer->getMnemonic(Inst).second == 0)
    return {};
  for (const MachineOperand &MO : MI.operands())
    if (MCOperand Operand = lowered(MO); Operand.isValid())
      Inst->addOperand(Operand);
  std::string Text;
  raw_string_ostream OS(Text);
  Printer->printInst(T.printable(*Inst, Context), 0, "", *TM.getMCSubtargetInfo(), OS);
  return oneLine(OS.str());
}

} // namespace llvm::sda

//===- SwiftDSPAsmPrinter.cpp - Machine code to the MC layer --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MCTargetDesc/SwiftDSPInstPrinter.h"
#include "MCTargetDesc/SwiftDSPMCExpr.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSPTargetMachine.h"
#include "TargetInfo/SwiftDSPTargetInfo.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/MachineConstantPool.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"

using namespace llvm;

#define DEBUG_TYPE "asm-printer"

namespace {

class SwiftDSPAsmPrinter : public AsmPrinter {
public:
  SwiftDSPAsmPrinter(TargetMachine &TM, std::unique_ptr<MCStreamer> Streamer)
      : AsmPrinter(TM, std::move(Streamer)) {}

  StringRef getPassName() const override { return "SwiftDSP Assembly Printer"; }
  void emitInstruction(const MachineInstr *MI) override;
  bool PrintAsmOperand(const MachineInstr *MI, unsigned OpNo, const char *Extra,
                       raw_ostream &O) override;
  bool PrintAsmMemoryOperand(const MachineInstr *MI, unsigned OpNo, const char *Extra,
                             raw_ostream &O) override;

private:
  MCInst lower(const MachineInstr &MI);
  bool lowerOperand(const MachineInstr &MI, const MachineOperand &Op, MCOperand &Result);
};

} // namespace

/// The symbol with its offset; of constants' instructions, the half that they take.
static MCOperand symbolOperand(const MachineInstr &MI, const MCSymbol *Symbol, int64_t Offset,
                               MCContext &Ctx) {
  const MCExpr *Expr = MCSymbolRefExpr::create(Symbol, Ctx);
  if (Offset)
    Expr = MCBinaryExpr::createAdd(Expr, MCConstantExpr::create(Offset, Ctx), Ctx);
  if (MI.getOpcode() == SwiftDSP::LI)
    Expr = SwiftDSPMCExpr::create(SwiftDSPMCExpr::Low, Expr, Ctx);
  else if (MI.getOpcode() == SwiftDSP::LIH)
    Expr = SwiftDSPMCExpr::create(SwiftDSPMCExpr::High, Expr, Ctx);
  return MCOperand::createExpr(Expr);
}

bool SwiftDSPAsmPrinter::lowerOperand(const MachineInstr &MI, const MachineOperand &Op,
                                      MCOperand &Result) {
  auto Symbol = [&](const MCSymbol *S, int64_t Offset) {
    Result = symbolOperand(MI, S, Offset, OutContext);
    return true;
  };
  switch (Op.getType()) {
  case MachineOperand::MO_Register:
    if (Op.isImplicit())
      return false;
    Result = MCOperand::createReg(Op.getReg());
    return true;
  case MachineOperand::MO_Immediate:
    Result = MCOperand::createImm(Op.getImm());
    return true;
  case MachineOperand::MO_MachineBasicBlock:
    return Symbol(Op.getMBB()->getSymbol(), 0);
  case MachineOperand::MO_GlobalAddress:
    return Symbol(getSymbol(Op.getGlobal()), Op.getOffset());
  case MachineOperand::MO_ExternalSymbol:
    return Symbol(GetExternalSymbolSymbol(Op.getSymbolName()), 0);
  case MachineOperand::MO_ConstantPoolIndex:
    return Symbol(GetCPISymbol(Op.getIndex()), Op.getOffset());
  case MachineOperand::MO_JumpTableIndex:
    return Symbol(GetJTISymbol(Op.getIndex()), 0);
  case MachineOperand::MO_BlockAddress:
    return Symbol(GetBlockAddressSymbol(Op.getBlockAddress()), Op.getOffset());
  case MachineOperand::MO_RegisterMask:
    return false;
  default:
    report_fatal_error("an operand of this kind has no form in assembly");
  }
}

MCInst SwiftDSPAsmPrinter::lower(const MachineInstr &MI) {
  MCInst Inst;
  if (MI.getOpcode() == SwiftDSP::RETURN) {
    Inst.setOpcode(SwiftDSP::JR);
    Inst.addOperand(MCOperand::createReg(SwiftDSP::R31));
    return Inst;
  }
  Inst.setOpcode(MI.getOpcode());
  for (const MachineOperand &Op : MI.operands()) {
    MCOperand Lowered;
    if (lowerOperand(MI, Op, Lowered))
      Inst.addOperand(Lowered);
  }
  return Inst;
}

void SwiftDSPAsmPrinter::emitInstruction(const MachineInstr *MI) {
  if (MI->isMetaInstruction())
    return;
  if (!MI->isBundle()) {
    EmitToStreamer(*OutStreamer, lower(*MI));
    return;
  }
  MCInst Bundle;
  Bundle.setOpcode(SwiftDSP::BUNDLE);
  for (auto I = std::next(MI->getIterator()), E = MI->getParent()->instr_end();
       I != E && I->isBundledWithPred(); ++I)
    if (!I->isMetaInstruction()) {
      MCInst *Member = OutContext.createMCInst();
      *Member = lower(*I);
      Bundle.addOperand(MCOperand::createInst(Member));
    }
  if (Bundle.getNumOperands() == 1)
    EmitToStreamer(*OutStreamer, *Bundle.getOperand(0).getInst());
  else if (Bundle.getNumOperands() > 1) {
    SwiftDSP::visitSymbols(Bundle, *OutStreamer);
    EmitToStreamer(*OutStreamer, Bundle);
  }
}

bool SwiftDSPAsmPrinter::PrintAsmOperand(const MachineInstr *MI, unsigned OpNo, const char *Extra,
                                         raw_ostream &O) {
  const MachineOperand &Op = MI->getOperand(OpNo);
  if (Op.isReg() && !(Extra && Extra[0])) {
    O << SwiftDSPInstPrinter::getRegisterName(Op.getReg());
    return false;
  }
  if (Op.isImm() && !(Extra && Extra[0])) {
    O << Op.getImm();
    return false;
  }
  if (Op.isMBB()) {
    Op.getMBB()->getSymbol()->print(O, MAI);
    return false;
  }
  if (Op.isGlobal() && !(Extra && Extra[0])) {
    PrintSymbolOperand(Op, O);
    return false;
  }
  return AsmPrinter::PrintAsmOperand(MI, OpNo, Extra, O);
}

bool SwiftDSPAsmPrinter::PrintAsmMemoryOperand(const MachineInstr *MI, unsigned OpNo,
                                               const char *Extra, raw_ostream &O) {
  if (Extra && Extra[0])
    return true;
  O << MI->getOperand(OpNo + 1).getImm() << '('
    << SwiftDSPInstPrinter::getRegisterName(MI->getOperand(OpNo).getReg()) << ')';
  return false;
}

extern "C" LLVM_EXTERNAL_VISIBILITY void LLVMInitializeSwiftDSPAsmPrinter() {
  RegisterAsmPrinter<SwiftDSPAsmPrinter> X(getTheSwiftDSPTarget());
}

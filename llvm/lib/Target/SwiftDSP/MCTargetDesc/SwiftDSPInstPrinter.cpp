//===- SwiftDSPInstPrinter.cpp - Packets as text --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A packet of several is written in braces: { add r1, r2, r3 ; ldw r4, 8(r5) }.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/SwiftDSPInstPrinter.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCRegister.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

#include "SwiftDSPGenAsmWriter.inc"

MCRegister SwiftDSPInstPrinter::registerNamed(StringRef Name) {
  static const StringRef Aliases[] = {"zero", "v0", "v1", "a0", "a1", "a2", "a3", "a4",
                                      "a5",   "a6", "a7", "t0", "t1", "t2", "t3", "t4",
                                      "t5",   "t6", "t7", "t8", "t9", "s0", "s1", "s2",
                                      "s3",   "s4", "s5", "s6", "s7", "fp", "sp", "ra"};
  const auto *Alias = llvm::find(Aliases, Name);
  const std::string Own =
      Alias == std::end(Aliases) ? Name.str() : "r" + utostr(Alias - std::begin(Aliases));
  for (unsigned Class : {SwiftDSP::GRRegClassID, SwiftDSP::VRRegClassID, SwiftDSP::SRRegClassID})
    for (MCPhysReg Reg : SwiftDSPMCRegisterClasses[Class])
      if (Own == getRegisterName(Reg))
        return Reg;
  return MCRegister();
}

void SwiftDSPInstPrinter::printInst(const MCInst *MI, uint64_t Address, StringRef Annot,
                                    const MCSubtargetInfo &, raw_ostream &O) {
  if (MI->getOpcode() != SwiftDSP::BUNDLE) {
    printInstruction(MI, Address, O);
  } else {
    O << "\t{";
    const char *Separator = "";
    for (const MCOperand &Member : *MI) {
      O << Separator;
      printInstruction(Member.getInst(), Address, O);
      Separator = " ;";
      Address += 4;
    }
    O << " }";
  }
  printAnnotation(O, Annot);
}

void SwiftDSPInstPrinter::printRegName(raw_ostream &O, MCRegister Reg) const {
  O << getRegisterName(Reg);
}

void SwiftDSPInstPrinter::printOperand(const MCInst *MI, unsigned OpNo, raw_ostream &O) {
  const MCOperand &Op = MI->getOperand(OpNo);
  if (Op.isReg())
    printRegName(O, Op.getReg());
  else if (Op.isImm())
    O << Op.getImm();
  else
    Op.getExpr()->print(O, &MAI);
}

void SwiftDSPInstPrinter::printTarget(const MCInst *MI, uint64_t Address, unsigned OpNo,
                                      raw_ostream &O) {
  const MCOperand &Op = MI->getOperand(OpNo);
  if (Op.isImm() && PrintBranchImmAsAddress)
    O << formatHex(uint64_t(uint32_t(Address + Op.getImm())));
  else
    printOperand(MI, OpNo, O);
}

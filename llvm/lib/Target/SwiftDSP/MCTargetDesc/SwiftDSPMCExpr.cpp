//===- SwiftDSPMCExpr.cpp - Halves of addresses ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MCTargetDesc/SwiftDSPMCExpr.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCValue.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

const SwiftDSPMCExpr *SwiftDSPMCExpr::create(HalfKind Half, const MCExpr *Expr, MCContext &Ctx) {
  return new (Ctx) SwiftDSPMCExpr(Half, Expr);
}

void SwiftDSPMCExpr::printImpl(raw_ostream &OS, const MCAsmInfo *MAI) const {
  OS << (Half == Low ? "lo(" : "hi(");
  Expr->print(OS, MAI);
  OS << ')';
}

/// The whole value: which half of it the fixup takes is the fixup's affair.
bool SwiftDSPMCExpr::evaluateAsRelocatableImpl(MCValue &Res, const MCAssembler *Asm,
                                               const MCFixup *Fixup) const {
  if (!Expr->evaluateAsRelocatable(Res, Asm, Fixup))
    return false;
  // A constant is only half of itself.
  if (Res.isAbsolute())
    Res = MCValue::get(Half == Low ? Res.getConstant() & 0xffff : Res.getConstant() >> 16 & 0xffff);
  return true;
}

void SwiftDSPMCExpr::visitUsedExpr(MCStreamer &Streamer) const { Streamer.visitUsedExpr(*Expr); }

void SwiftDSP::visitSymbols(const MCInst &Packet, MCStreamer &Out) {
  for (const MCOperand &Member : Packet)
    for (const MCOperand &Op : *Member.getInst())
      if (Op.isExpr())
        Out.visitUsedExpr(*Op.getExpr());
}

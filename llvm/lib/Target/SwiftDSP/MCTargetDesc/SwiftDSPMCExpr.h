//===- SwiftDSPMCExpr.h - Halves of addresses -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lo(x) and hi(x): what li and lih take.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_LIB_TARGET_SWIFTDSP_MCTARGETDESC_SWIFTDSPMCEXPR_H
#define LLVM_LIB_TARGET_SWIFTDSP_MCTARGETDESC_SWIFTDSPMCEXPR_H

#include "llvm/MC/MCExpr.h"

namespace llvm {

class SwiftDSPMCExpr : public MCTargetExpr {
public:
  enum HalfKind { Low, High };

  static const SwiftDSPMCExpr *create(HalfKind Half, const MCExpr *Expr, MCContext &Ctx);

  HalfKind half() const { return Half; }

  void printImpl(raw_ostream &OS, const MCAsmInfo *MAI) const override;
  bool evaluateAsRelocatableImpl(MCValue &Res, const MCAssembler *Asm,
                                 const MCFixup *Fixup) const override;
  void visitUsedExpr(MCStreamer &Streamer) const override;
  MCFragment *findAssociatedFragment() const override { return Expr->findAssociatedFragment(); }
  void fixELFSymbolsInTLSFixups(MCAssembler &) const override {}

  static bool classof(const MCExpr *E) { return E->getKind() == MCExpr::Target; }

private:
  SwiftDSPMCExpr(HalfKind Half, const MCExpr *Expr) : Half(Half), Expr(Expr) {}

  const HalfKind Half;
  const MCExpr *Expr;
};

class MCInst;
namespace SwiftDSP {
/// Tells the streamer of the symbols in a packet, whose instructions it does not look into: without
/// that an undefined symbol would not come into the object file.
void visitSymbols(const MCInst &Packet, MCStreamer &Out);
} // namespace SwiftDSP

} // namespace llvm

#endif

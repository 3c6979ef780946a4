//===- SwiftDSPMCCodeEmitter.cpp - Packets as words -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The end of the packet and the pairs of slots are assigned here (the paper's "VLIW encoding"): bit
// 31 of the last word, bits 30:29 of each.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/SwiftDSPFixupKinds.h"
#include "MCTargetDesc/SwiftDSPMCExpr.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "MCTargetDesc/SwiftDSPPackets.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace {

class SwiftDSPMCCodeEmitter : public MCCodeEmitter {
public:
  SwiftDSPMCCodeEmitter(const MCInstrInfo &MII, MCContext &Ctx) : MII(MII), Ctx(Ctx) {}

  void encodeInstruction(const MCInst &Inst, SmallVectorImpl<char> &CB,
                         SmallVectorImpl<MCFixup> &Fixups,
                         const MCSubtargetInfo &STI) const override;

private:
  // Made from the formats.
  uint64_t getBinaryCodeForInstr(const MCInst &Inst, SmallVectorImpl<MCFixup> &Fixups,
                                 const MCSubtargetInfo &STI) const;
  unsigned getMachineOpValue(const MCInst &Inst, const MCOperand &Op,
                             SmallVectorImpl<MCFixup> &Fixups, const MCSubtargetInfo &STI) const;
  unsigned encodeField(int64_t Value, bool Fits, unsigned Width) const;
  template <bool Signed, int Width, int Scale>
  unsigned encodeImmediate(const MCInst &Inst, unsigned OpNo, SmallVectorImpl<MCFixup> &Fixups,
                           const MCSubtargetInfo &STI) const;
  template <int Width>
  unsigned encodeTarget(const MCInst &Inst, unsigned OpNo, SmallVectorImpl<MCFixup> &Fixups,
                        const MCSubtargetInfo &STI) const;

  const MCInstrInfo &MII;
  MCContext &Ctx;
};

} // namespace

void SwiftDSPMCCodeEmitter::encodeInstruction(const MCInst &Inst, SmallVectorImpl<char> &CB,
                                              SmallVectorImpl<MCFixup> &Fixups,
                                              const MCSubtargetInfo &STI) const {
  SmallVector<const MCInst *, SwiftDSP::NumSlots> Words;
  if (Inst.getOpcode() == SwiftDSP::BUNDLE)
    for (const MCOperand &Op : Inst)
      Words.push_back(Op.getInst());
  else
    Words.push_back(&Inst);

  SmallVector<SwiftDSP::Member, SwiftDSP::NumSlots> Members;
  SmallVector<const SwiftDSP::Member *, SwiftDSP::NumSlots> Packet;
  for (const MCInst *Word : Words)
    Members.push_back(SwiftDSP::memberOf(*Word, MII, *Ctx.getRegisterInfo()));
  for (const SwiftDSP::Member &M : Members)
    Packet.push_back(&M);
  SmallVector<unsigned, SwiftDSP::NumSlots> Slots;
  if (!SwiftDSP::assignSlots(Packet, Slots))
    report_fatal_error("a packet without slots reached the encoder");

  for (auto [N, Word] : enumerate(Words)) {
    SmallVector<MCFixup, 2> Own;
    uint32_t Bits = getBinaryCodeForInstr(*Word, Own, STI) | Slots[N] / 2 << 29;
    if (N + 1 == Words.size())
      Bits |= 1u << 31;
    support::endian::write<uint32_t>(CB, Bits, llvm::endianness::little);
    for (MCFixup &Fixup : Own) {
      Fixup.setOffset(4 * N);
      Fixups.push_back(Fixup);
    }
  }
}

unsigned SwiftDSPMCCodeEmitter::getMachineOpValue(const MCInst &, const MCOperand &Op,
                                                  SmallVectorImpl<MCFixup> &,
                                                  const MCSubtargetInfo &) const {
  if (Op.isReg())
    return Ctx.getRegisterInfo()->getEncodingValue(Op.getReg());
  return Op.getImm();
}

/// Operands are checked before; a value that is lost here would be wrong code.
unsigned SwiftDSPMCCodeEmitter::encodeField(int64_t Value, bool Fits, unsigned Width) const {
  if (!Fits)
    report_fatal_error("an operand that its field cannot hold reached the encoder");
  return Value & maskTrailingOnes<uint32_t>(Width);
}

template <bool Signed, int Width, int Scale>
unsigned SwiftDSPMCCodeEmitter::encodeImmediate(const MCInst &Inst, unsigned OpNo,
                                                SmallVectorImpl<MCFixup> &Fixups,
                                                const MCSubtargetInfo &) const {
  const MCOperand &Op = Inst.getOperand(OpNo);
  if (Op.isImm()) {
    const int64_t Field = Op.getImm() / Scale;
    const bool Fits = Signed ? isIntN(Width, Field) : Field >= 0 && isUIntN(Width, Field);
    return encodeField(Field, Fits && Op.getImm() % Scale == 0, Width);
  }
  const auto *Half = dyn_cast<SwiftDSPMCExpr>(Op.getExpr());
  if (!Half || Width != 16) {
    Ctx.reportError(Inst.getLoc(), "only lo(x) and hi(x) can be left to the linker here");
    return 0;
  }
  auto Kind = Half->half() == SwiftDSPMCExpr::Low ? SwiftDSP::FixupLO16 : SwiftDSP::FixupHI16;
  Fixups.push_back(MCFixup::create(0, Op.getExpr(), MCFixupKind(Kind), Inst.getLoc()));
  return 0;
}

template <int Width>
unsigned SwiftDSPMCCodeEmitter::encodeTarget(const MCInst &Inst, unsigned OpNo,
                                             SmallVectorImpl<MCFixup> &Fixups,
                                             const MCSubtargetInfo &) const {
  const MCOperand &Op = Inst.getOperand(OpNo);
  if (Op.isImm())
    return encodeField(Op.getImm() >> 2, isIntN(Width + 2, Op.getImm()), Width);
  auto Kind = Width == 22   ? SwiftDSP::FixupPC22
              : Width == 16 ? SwiftDSP::FixupPC16
                            : SwiftDSP::FixupPC10;
  Fixups.push_back(MCFixup::create(0, Op.getExpr(), MCFixupKind(Kind), Inst.getLoc()));
  return 0;
}

#include "SwiftDSPGenMCCodeEmitter.inc"

MCCodeEmitter *llvm::createSwiftDSPMCCodeEmitter(const MCInstrInfo &MCII, MCContext &Ctx) {
  return new SwiftDSPMCCodeEmitter(MCII, Ctx);
}

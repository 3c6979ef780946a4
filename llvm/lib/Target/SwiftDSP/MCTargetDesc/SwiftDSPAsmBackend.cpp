//===- SwiftDSPAsmBackend.cpp - Fills fields in, pads code ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MCTargetDesc/SwiftDSPFixupKinds.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAssembler.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCFixupKindInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace {

class SwiftDSPAsmBackend : public MCAsmBackend {
public:
  SwiftDSPAsmBackend() : MCAsmBackend(llvm::endianness::little) {}

  unsigned getNumFixupKinds() const override { return SwiftDSP::NumFixups; }
  std::optional<MCFixupKind> getFixupKind(StringRef Name) const override;
  const MCFixupKindInfo &getFixupKindInfo(MCFixupKind Kind) const override;
  void applyFixup(const MCAssembler &Asm, const MCFixup &Fixup, const MCValue &Target,
                  MutableArrayRef<char> Data, uint64_t Value, bool IsResolved,
                  const MCSubtargetInfo *STI) const override;
  bool writeNopData(raw_ostream &OS, uint64_t Count, const MCSubtargetInfo *STI) const override;
  std::unique_ptr<MCObjectTargetWriter> createObjectTargetWriter() const override {
    return createSwiftDSPELFObjectWriter();
  }
};

} // namespace

/// The relocations that .reloc and call graph profiles name.
std::optional<MCFixupKind> SwiftDSPAsmBackend::getFixupKind(StringRef Name) const {
  unsigned Type = StringSwitch<unsigned>(Name)
#define ELF_RELOC(NAME, ID) .Case(#NAME, ID)
#include "llvm/BinaryFormat/ELFRelocs/SwiftDSP.def"
#undef ELF_RELOC
                      .Case("BFD_RELOC_NONE", ELF::R_SWIFTDSP_NONE)
                      .Case("BFD_RELOC_8", ELF::R_SWIFTDSP_8)
                      .Case("BFD_RELOC_16", ELF::R_SWIFTDSP_16)
                      .Case("BFD_RELOC_32", ELF::R_SWIFTDSP_32)
                      .Default(-1u);
  if (Type == -1u)
    return std::nullopt;
  return static_cast<MCFixupKind>(FirstLiteralRelocationKind + Type);
}

const MCFixupKindInfo &SwiftDSPAsmBackend::getFixupKindInfo(MCFixupKind Kind) const {
  static const MCFixupKindInfo Infos[SwiftDSP::NumFixups] = {
      // name, first bit, bits, flags
      {"FixupPC22", 4, 22, MCFixupKindInfo::FKF_IsPCRel},
      {"FixupPC16", 4, 16, MCFixupKindInfo::FKF_IsPCRel},
      {"FixupPC10", 4, 10, MCFixupKindInfo::FKF_IsPCRel},
      {"FixupLO16", 4, 16, 0},
      {"FixupHI16", 4, 16, 0},
  };
  if (Kind >= FirstLiteralRelocationKind)
    return MCAsmBackend::getFixupKindInfo(FK_NONE);
  if (Kind < FirstTargetFixupKind)
    return MCAsmBackend::getFixupKindInfo(Kind);
  return Infos[Kind - FirstTargetFixupKind];
}

/// The value as it stands in its field; reports what does not fit.
static uint64_t fieldValue(const MCFixup &Fixup, const MCFixupKindInfo &Info, uint64_t Value,
                           MCContext &Ctx) {
  switch (unsigned(Fixup.getKind())) {
  case SwiftDSP::FixupPC22:
  case SwiftDSP::FixupPC16:
  case SwiftDSP::FixupPC10:
    if (Value % 4)
      Ctx.reportError(Fixup.getLoc(), "the branch's target is not aligned to 4 bytes");
    else if (!isIntN(Info.TargetSize + 2, int64_t(Value)))
      Ctx.reportError(Fixup.getLoc(), "the branch's target is out of reach");
    return int64_t(Value) >> 2;
  case SwiftDSP::FixupHI16:
    return Value >> 16;
  default:
    return Value;
  }
}

void SwiftDSPAsmBackend::applyFixup(const MCAssembler &Asm, const MCFixup &Fixup, const MCValue &,
                                    MutableArrayRef<char> Data, uint64_t Value, bool IsResolved,
                                    const MCSubtargetInfo *) const {
  MCFixupKind Kind = Fixup.getKind();
  // Relocations have addends of their own.
  if (Kind >= FirstLiteralRelocationKind || !IsResolved)
    return;
  const MCFixupKindInfo &Info = getFixupKindInfo(Kind);
  Value = fieldValue(Fixup, Info, Value, Asm.getContext());
  Value = (Value & maskTrailingOnes<uint64_t>(Info.TargetSize)) << Info.TargetOffset;
  unsigned Bytes = alignTo(Info.TargetOffset + Info.TargetSize, 8) / 8;
  for (unsigned N = 0; N != Bytes; ++N)
    Data[Fixup.getOffset() + N] |= uint8_t(Value >> 8 * N);
}

bool SwiftDSPAsmBackend::writeNopData(raw_ostream &OS, uint64_t Count,
                                      const MCSubtargetInfo *) const {
  // Data of any length may stand in front: up to the next word there can be no instruction.
  OS.write_zeros(Count % 4);
  Count -= Count % 4;
  // nop alone in its packet.
  for (; Count; Count -= 4)
    support::endian::write<uint32_t>(OS, 0x9800000f, llvm::endianness::little);
  return true;
}

MCAsmBackend *llvm::createSwiftDSPAsmBackend(const Target &, const MCSubtargetInfo &,
                                             const MCRegisterInfo &, const MCTargetOptions &) {
  return new SwiftDSPAsmBackend();
}

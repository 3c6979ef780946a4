//===- SwiftDSPELFObjectWriter.cpp - Fixups as relocations ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MCTargetDesc/SwiftDSPFixupKinds.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCELFObjectWriter.h"
#include "llvm/MC/MCObjectWriter.h"

using namespace llvm;

namespace {

class SwiftDSPELFObjectWriter : public MCELFObjectTargetWriter {
public:
  SwiftDSPELFObjectWriter()
      : MCELFObjectTargetWriter(/*Is64Bit=*/false, /*OSABI=*/0, ELF::EM_SWIFTDSP,
                                /*HasRelocationAddend=*/true) {}

protected:
  unsigned getRelocType(MCContext &Ctx, const MCValue &, const MCFixup &Fixup,
                        bool IsPCRel) const override {
    if (Fixup.getKind() >= FirstLiteralRelocationKind)
      return Fixup.getKind() - FirstLiteralRelocationKind;
    switch (unsigned(Fixup.getKind())) {
    case FK_Data_1:
      return ELF::R_SWIFTDSP_8;
    case FK_Data_2:
      return ELF::R_SWIFTDSP_16;
    case FK_Data_4:
      return IsPCRel ? ELF::R_SWIFTDSP_PC32 : ELF::R_SWIFTDSP_32;
    case FK_PCRel_4:
      return ELF::R_SWIFTDSP_PC32;
    case SwiftDSP::FixupPC22:
      return ELF::R_SWIFTDSP_PC22;
    case SwiftDSP::FixupPC16:
      return ELF::R_SWIFTDSP_PC16;
    case SwiftDSP::FixupPC10:
      return ELF::R_SWIFTDSP_PC10;
    case SwiftDSP::FixupLO16:
      return ELF::R_SWIFTDSP_LO16;
    case SwiftDSP::FixupHI16:
      return ELF::R_SWIFTDSP_HI16;
    default:
      Ctx.reportError(Fixup.getLoc(), "this value cannot be left to the linker");
      return ELF::R_SWIFTDSP_NONE;
    }
  }
};

} // namespace

std::unique_ptr<MCObjectTargetWriter> llvm::createSwiftDSPELFObjectWriter() {
  return std::make_unique<SwiftDSPELFObjectWriter>();
}

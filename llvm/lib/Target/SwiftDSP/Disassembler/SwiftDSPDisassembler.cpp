//===- SwiftDSPDisassembler.cpp - Words as packets ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "MCTargetDesc/SwiftDSPPackets.h"
#include "TargetInfo/SwiftDSPTargetInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDecoderOps.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using DecodeStatus = MCDisassembler::DecodeStatus;

#define DEBUG_TYPE "swiftdsp-disassembler"

namespace {

class SwiftDSPDisassembler : public MCDisassembler {
public:
  using MCDisassembler::MCDisassembler;

  DecodeStatus getInstruction(MCInst &Inst, uint64_t &Size, ArrayRef<uint8_t> Bytes,
                              uint64_t Address, raw_ostream &CStream) const override;
};

} // namespace

/// The registers of a class follow each other in addresses, First being the first one's.
static DecodeStatus addRegister(MCInst &Inst, unsigned Class, unsigned Address, unsigned First,
                                unsigned Step, const MCDisassembler *Decoder) {
  const MCRegisterInfo &MRI = *Decoder->getContext().getRegisterInfo();
  if (Address < First || (Address - First) % Step)
    return MCDisassembler::Fail;
  for (MCPhysReg Reg : MRI.getRegClass(Class))
    if (MRI.getEncodingValue(Reg) == Address) {
      Inst.addOperand(MCOperand::createReg(Reg));
      return MCDisassembler::Success;
    }
  return MCDisassembler::Fail;
}

#define REGISTERS(CLASS, FIRST, STEP)                                                              \
  static DecodeStatus Decode##CLASS##RegisterClass(MCInst &Inst, unsigned Address, uint64_t,       \
                                                   const MCDisassembler *Decoder) {                \
    return addRegister(Inst, SwiftDSP::CLASS##RegClassID, Address, FIRST, STEP, Decoder);          \
  }
REGISTERS(GR, 0, 1)
REGISTERS(GP, 0, 2)
REGISTERS(VR, 32, 1)
REGISTERS(V2, 32, 1)
REGISTERS(V3, 32, 1)
REGISTERS(V4, 32, 1)
REGISTERS(OFF, 52, 1)
REGISTERS(SW, 48, 1)
REGISTERS(SR, 48, 1)
#undef REGISTERS

/// A field of six bits may hold a shorter immediate: the bits above are zero.
template <int Signed, int Width, int Scale>
static DecodeStatus decodeImmediate(MCInst &Inst, uint64_t Field, uint64_t,
                                    const MCDisassembler *) {
  if (Field >> Width)
    return MCDisassembler::Fail;
  int64_t Value = Signed ? SignExtend64<Width>(Field) : int64_t(Field);
  Inst.addOperand(MCOperand::createImm(Value * Scale));
  return MCDisassembler::Success;
}

#include "SwiftDSPGenDisassemblerTables.inc"

DecodeStatus SwiftDSPDisassembler::getInstruction(MCInst &Inst, uint64_t &Size,
                                                  ArrayRef<uint8_t> Bytes, uint64_t Address,
                                                  raw_ostream &) const {
  SmallVector<MCInst *, SwiftDSP::NumSlots> Members;
  Size = 0;
  for (bool Last = false; !Last;) {
    if (Bytes.size() < Size + 4 || Members.size() == SwiftDSP::NumSlots) {
      Size = std::min<uint64_t>(Bytes.size(), 4);
      return Fail;
    }
    uint32_t Word = support::endian::read32le(Bytes.data() + Size);
    Last = Word >> 31;
    MCInst *Member = getContext().createMCInst();
    // Bits 31:29 select no instruction.
    if (decodeInstruction(DecoderTableSwiftDSP32, *Member, Word & 0x1fffffff, Address + Size, this,
                          STI) != Success) {
      Size = 4;
      return Fail;
    }
    Members.push_back(Member);
    Size += 4;
  }
  if (Members.size() == 1) {
    Inst = *Members.front();
    return Success;
  }
  Inst.setOpcode(SwiftDSP::BUNDLE);
  for (MCInst *Member : Members)
    Inst.addOperand(MCOperand::createInst(Member));
  return Success;
}

static MCDisassembler *createDisassembler(const Target &, const MCSubtargetInfo &STI,
                                          MCContext &Ctx) {
  return new SwiftDSPDisassembler(STI, Ctx);
}

extern "C" LLVM_EXTERNAL_VISIBILITY void LLVMInitializeSwiftDSPDisassembler() {
  TargetRegistry::RegisterMCDisassembler(getTheSwiftDSPTarget(), createDisassembler);
}

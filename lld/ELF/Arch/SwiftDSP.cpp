//===- SwiftDSP.cpp - Relocations of the 8-slot vector processor ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/swiftdsp-isa.md, "ELF and debugging": what each relocation computes, and the field that it
// fills. Static programs only: there are no relocations at run time, no GOT, no PLT and no
// thread-local storage.
//
//===----------------------------------------------------------------------===//

#include "Symbols.h"
#include "Target.h"
#include "lld/Common/ErrorHandler.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace llvm::ELF;
using namespace llvm::support::endian;
using namespace lld;
using namespace lld::elf;

namespace {

class SwiftDSP final : public TargetInfo {
public:
  SwiftDSP();
  RelExpr getRelExpr(RelType type, const Symbol &s, const uint8_t *loc) const override;
  void relocate(uint8_t *loc, const Relocation &rel, uint64_t val) const override;
};

} // namespace

SwiftDSP::SwiftDSP() {
  // A word of all ones is no instruction.
  trapInstr = {0xff, 0xff, 0xff, 0xff};
  defaultImageBase = 0x10000;
  defaultMaxPageSize = 4096;
  defaultCommonPageSize = 4096;
}

RelExpr SwiftDSP::getRelExpr(RelType type, const Symbol &s, const uint8_t *loc) const {
  switch (type) {
  case R_SWIFTDSP_NONE:
    return R_NONE;
  case R_SWIFTDSP_8:
  case R_SWIFTDSP_16:
  case R_SWIFTDSP_32:
  case R_SWIFTDSP_LO16:
  case R_SWIFTDSP_HI16:
    return R_ABS;
  case R_SWIFTDSP_PC32:
  case R_SWIFTDSP_PC22:
  case R_SWIFTDSP_PC16:
  case R_SWIFTDSP_PC10:
    return R_PC;
  default:
    error(getErrorLocation(loc) + "unknown relocation (" + Twine(type) + ") against symbol " +
          toString(s));
    return R_NONE;
  }
}

/// Fills `bits` bits of the word from bit `first` on.
static void insert(uint8_t *loc, unsigned first, unsigned bits, uint64_t val) {
  uint32_t mask = ((uint32_t(1) << bits) - 1) << first;
  write32le(loc, (read32le(loc) & ~mask) | (uint32_t(val << first) & mask));
}

/// The distance to a branch's target, in words.
static void insertDistance(uint8_t *loc, unsigned bits, uint64_t val, const Relocation &rel) {
  checkAlignment(loc, val, 4, rel);
  checkInt(loc, val, bits + 2, rel);
  insert(loc, 4, bits, uint64_t(int64_t(val) >> 2));
}

void SwiftDSP::relocate(uint8_t *loc, const Relocation &rel, uint64_t val) const {
  switch (rel.type) {
  case R_SWIFTDSP_8:
    checkIntUInt(loc, val, 8, rel);
    *loc = val;
    break;
  case R_SWIFTDSP_16:
    checkIntUInt(loc, val, 16, rel);
    write16le(loc, val);
    break;
  case R_SWIFTDSP_32:
  case R_SWIFTDSP_PC32:
    checkIntUInt(loc, val, 32, rel);
    write32le(loc, val);
    break;
  case R_SWIFTDSP_PC22:
    insertDistance(loc, 22, val, rel);
    break;
  case R_SWIFTDSP_PC16:
    insertDistance(loc, 16, val, rel);
    break;
  case R_SWIFTDSP_PC10:
    insertDistance(loc, 10, val, rel);
    break;
  case R_SWIFTDSP_LO16:
    insert(loc, 4, 16, val);
    break;
  case R_SWIFTDSP_HI16:
    insert(loc, 4, 16, val >> 16);
    break;
  default:
    llvm_unreachable("unknown relocation");
  }
}

TargetInfo *elf::getSwiftDSPTargetInfo() {
  static SwiftDSP target;
  return &target;
}

//===- SwiftDSPFixupKinds.h - Fields filled in later ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the order of the relocations R_SWIFTDSP_PC22 to R_SWIFTDSP_HI16 (docs/swiftdsp-isa.md, "ELF
// and debugging").
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_LIB_TARGET_SWIFTDSP_MCTARGETDESC_SWIFTDSPFIXUPKINDS_H
#define LLVM_LIB_TARGET_SWIFTDSP_MCTARGETDESC_SWIFTDSPFIXUPKINDS_H

#include "llvm/MC/MCFixup.h"

namespace llvm::SwiftDSP {

enum Fixups {
  FixupPC22 = FirstTargetFixupKind,
  FixupPC16,
  FixupPC10,
  FixupLO16,
  FixupHI16,
  LastFixup,
  NumFixups = LastFixup - FirstTargetFixupKind
};

} // namespace llvm::SwiftDSP

#endif

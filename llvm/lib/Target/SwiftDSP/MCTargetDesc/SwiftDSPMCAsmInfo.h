//===- SwiftDSPMCAsmInfo.h - Assembly's conventions -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_SWIFTDSP_MCTARGETDESC_SWIFTDSPMCASMINFO_H
#define LLVM_LIB_TARGET_SWIFTDSP_MCTARGETDESC_SWIFTDSPMCASMINFO_H

#include "llvm/MC/MCAsmInfoELF.h"

namespace llvm {

class Triple;

class SwiftDSPMCAsmInfo : public MCAsmInfoELF {
public:
  explicit SwiftDSPMCAsmInfo(const Triple &TT);

  /// A symbol named like a register is written in quotation marks, where the assembler sees none.
  bool isValidUnquotedName(StringRef Name) const override;
};

} // namespace llvm

#endif

//===- SwiftDSPMCAsmInfo.cpp - Assembly's conventions ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MCTargetDesc/SwiftDSPMCAsmInfo.h"
#include "MCTargetDesc/SwiftDSPInstPrinter.h"
#include "llvm/MC/MCRegister.h"

using namespace llvm;

SwiftDSPMCAsmInfo::SwiftDSPMCAsmInfo(const Triple &) {
  CommentString = "//";
  SeparatorString = ";";
  MinInstAlignment = 4;
  MaxInstLength = 32;
  Data16bitsDirective = "\t.half\t";
  Data32bitsDirective = "\t.word\t";
  Data64bitsDirective = "\t.quad\t";
  ZeroDirective = "\t.space\t";
  SupportsDebugInformation = true;
  DwarfRegNumForCFI = false;
  ExceptionsType = ExceptionHandling::DwarfCFI;
  UsesELFSectionDirectiveForBSS = true;
}

bool SwiftDSPMCAsmInfo::isValidUnquotedName(StringRef Name) const {
  return MCAsmInfoELF::isValidUnquotedName(Name) && !SwiftDSPInstPrinter::registerNamed(Name);
}

//===- LldMain.cpp - main() of ld.lld in installed mode --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linker for ELF alone; LLVM's own main() has those for other formats as well.
//
//===----------------------------------------------------------------------===//

#include "lld/Common/Driver.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

LLD_HAS_DRIVER(elf)

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  lld::Result Result = lld::lldMain(llvm::ArrayRef(Argv, Argc), llvm::outs(), llvm::errs(),
                                    {{lld::Gnu, &lld::elf::link}});
  llvm::outs().flush();
  return Result.retCode;
}

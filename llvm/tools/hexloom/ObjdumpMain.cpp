//===- ObjdumpMain.cpp - main() of llvm-objdump in installed mode ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's build generates this file; Debian's archives do not hold it.
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/LLVMDriver.h"

int llvm_objdump_main(int Argc, char **Argv, const llvm::ToolContext &);

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  return llvm_objdump_main(Argc, Argv, {Argv[0], nullptr, false});
}

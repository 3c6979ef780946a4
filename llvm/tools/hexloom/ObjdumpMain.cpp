//===- ObjdumpMain.cpp - main() of llvm-objdump in installed mode ----------===//
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

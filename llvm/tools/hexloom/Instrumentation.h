//===- Instrumentation.h - STATISTIC and LLVM_DEBUG for our passes --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included ahead of each of our own files (-include, see cmake/HexloomLLVM.cmake).
// Debian's LLVM is a release build, whose headers make STATISTIC and LLVM_DEBUG
// empty, though libLLVMSupport has what they need. With this our passes are
// written as any LLVM pass and still count and print. Not used in source mode:
// there LLVM's own configuration decides. Cost when off: one load and branch.
//
//===----------------------------------------------------------------------===//

#ifndef HEXLOOM_INSTRUMENTATION_H
#define HEXLOOM_INSTRUMENTATION_H

#ifndef NDEBUG
#error "compile with -DNDEBUG: Debian's LLVM is built without assertions (see AbiCheck.cpp)"
#endif

#include "llvm/Config/llvm-config.h"
#undef LLVM_FORCE_ENABLE_STATS
#define LLVM_FORCE_ENABLE_STATS 1
#include "llvm/ADT/Statistic.h"

#include "llvm/Support/Debug.h"
#undef isCurrentDebugType
#undef setCurrentDebugTypes
#undef DEBUG_WITH_TYPE
namespace llvm {
bool isCurrentDebugType(const char *Type);
void setCurrentDebugTypes(const char **Types, unsigned Count);
} // namespace llvm
#define DEBUG_WITH_TYPE(TYPE, X)                                               \
  do {                                                                         \
    if (::llvm::DebugFlag && ::llvm::isCurrentDebugType(TYPE)) {               \
      X;                                                                       \
    }                                                                          \
  } while (false)

#endif // HEXLOOM_INSTRUMENTATION_H

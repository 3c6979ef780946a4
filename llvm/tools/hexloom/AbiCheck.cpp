//===- AbiCheck.cpp - Do our files see LLVM as its archives were built? ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ScheduleDAG has a member more when assertions are on; a program that mixes the
// two links without a word and crashes. 584 is the size in Debian's archives.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/ScheduleDAG.h"
#include "llvm/Config/abi-breaking.h"

static_assert(sizeof(llvm::ScheduleDAG) == 584,
              "compile with -DNDEBUG: Debian's LLVM is built without assertions");
static_assert(LLVM_ENABLE_ABI_BREAKING_CHECKS == 0, "headers of an LLVM with assertions");

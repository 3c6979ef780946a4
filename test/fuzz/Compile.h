// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tool does with a file, without its files: what the fuzzers call.
#pragma once

#include "emit/Emit.h"

namespace hexloom {

struct Compiled {
  double Cycles; ///< modelled
  Graph G;
};

/// Throws UserError when the file is at fault, and InternalError when we are: an error without a place too.
Compiled compileInMemory(const std::string &Name, Bytes Content, bool Text, Target T);

} // namespace hexloom

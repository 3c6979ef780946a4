// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler: one straight line from the command line's options to the written files.
#pragma once

#include "tool/Options.h"

namespace hexloom {

/// Throws UserError for bad input. Writes all of its output files or none.
void compile(const Options &O);

} // namespace hexloom

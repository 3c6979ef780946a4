// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All combinations of options, in their order; those that already cost too much are not gone into.
#pragma once

#include "select/Solvers.h"

namespace hexloom {

/// Tries so many options at most. Proven where it came to the end, else the best that it saw.
Choice searchAll(const ChoiceProblem &P, int64_t StepLimit);

} // namespace hexloom

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All combinations of options, in their order; those that already cost too much are not gone into.
#pragma once

#include "select/Solvers.h"

namespace hexloom {

/// Tries all options, at most StepLimit of them. The choice is proven if that came to the end;
/// otherwise it is the best one seen.
Choice searchAll(const ChoiceProblem &P, int64_t StepLimit);

} // namespace hexloom

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The exact solver with limits of one's own.
#pragma once

#include "select/Solvers.h"
#include "select/exact/Eliminate.h"

namespace hexloom {

struct ExactLimits {
  EliminationLimits Tables;
  int64_t Steps = int64_t(1) << 28, StepsPerVariable = 1 << 11; ///< of all work on one problem
};

Choice solveExactly(const ChoiceProblem &P, const ExactLimits &Limits);

} // namespace hexloom

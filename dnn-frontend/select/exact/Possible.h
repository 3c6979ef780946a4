// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A choice without impossible conversions, for problems where most choices have some (no network's: there each conversion can be had).
#pragma once

#include "select/ChoiceProblem.h"

namespace hexloom {

/// Goes from Options to others by tabu search, to those without impossible conversions and on to cheaper ones, until no steps are left;
/// takes from Steps what it used. Options are the best ones seen.
void findPossible(const ChoiceProblem &P, std::vector<int> &Options, int64_t &Steps);

} // namespace hexloom

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A choice without impossible conversions, for problems where most choices have some (no network's: there each conversion can be had).
#pragma once

#include "select/ChoiceProblem.h"

namespace hexloom {

/// Improves Options by tabu search, until no steps are left. It goes to options without impossible conversions first, and on to cheaper
/// ones. Takes from Steps what it used. Options get the best ones seen.
void findPossible(const ChoiceProblem &P, std::vector<int> &Options, int64_t &Steps);

} // namespace hexloom

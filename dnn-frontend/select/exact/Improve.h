// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Better choices for a PairModel too wide to be eliminated: one variable at a time, then neighbourhoods as large as elimination
// serves, solved to their optimum while all else stays.
#pragma once

#include "select/exact/PairModel.h"

#include <cstdint>

namespace hexloom {

/// Values by their numbers in the beginning, for all variables that are not gone; none becomes dearer.
void improveSingly(const PairModel &M, std::vector<int> &Values);
/// Takes from Steps what it used.
void improveNeighbourhoods(const PairModel &M, std::vector<int> &Values, int64_t &Steps);

} // namespace hexloom

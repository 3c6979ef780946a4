// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Better choices for a PairModel too wide to be eliminated: one variable at a time, then neighbourhoods as large as elimination
// serves, solved to their optimum while all else stays.
#pragma once

#include "select/exact/PairModel.h"

#include <cstdint>

namespace hexloom {

/// Improves variables one by one, in a bounded number of rounds. The sum never gets dearer. Values are numbers as in the beginning, for all
/// variables that are not gone.
void improveSingly(const PairModel &M, std::vector<int> &Values);
/// Improves the values of neighbouring variables together. Takes from Steps what it used.
void improveNeighbourhoods(const PairModel &M, std::vector<int> &Values, int64_t &Steps);

} // namespace hexloom

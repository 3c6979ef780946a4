// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of a network's problem.
#pragma once

#include "select/ChoiceProblem.h"

namespace hexloom {

/// The first operators alone, all if there are no more; what is left of the others' wishes is that values which they read, and
/// values that nobody reads now, are wanted row-major, as a network's results are.
ChoiceProblem prefix(const ChoiceProblem &P, size_t Count);

} // namespace hexloom

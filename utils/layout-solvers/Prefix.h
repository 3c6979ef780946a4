// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of a network's problem.
#pragma once

#include "select/ChoiceProblem.h"

namespace hexloom {

/// The problem of the first `Count` operators, or of all if there are no more. Values that the others read, or that nobody reads now, are
/// wanted row-major, as a network's results are.
ChoiceProblem prefix(const ChoiceProblem &P, size_t Count);

} // namespace hexloom

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The largest sizes that are accepted (limits.def): whatever the numbers in a file, what is computed
// from them fits, and the work ends.
#pragma once

#include "ir/Graph.h"

namespace hexloom {

enum class Limit {
#define LIMIT(NAME, MOST, WHAT) NAME,
#include "ir/limits.def"
};

/// Branches and loops within each other, in a file and in the IR's text.
constexpr int kDeepestNesting = 8;

/// "operators: 70000; at most 16384 are supported", or empty: the value is within the limit.
std::string limitFault(Limit L, int64_t Value);

/// Throws UserError that names the operator if one of its sizes is beyond a limit. Requires: its shapes and attributes are valid
/// (checkShapes).
void checkLimits(const Graph &G, const Op &O);

/// Throws UserError if the graph as a whole is beyond a limit.
void checkLimits(const Graph &G);

} // namespace hexloom

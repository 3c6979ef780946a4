// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MEAN, SUM, REDUCE_MAX, REDUCE_MIN: what their kernels share.
#pragma once

#include "ir/Reduction.h"
#include "plans/windows/Window.h"

namespace hexloom {

/// The hl_reduction of the operator.
const char *reduceKind(const Graph &G, const Op &O);
Fields reduceFields(const Graph &G, const Op &O);
/// The loops and the kind of a float reduction, as fields.
Fields realReduceFields(const Graph &G, const Op &O);
/// Why the operator has more loops than a kernel has; empty: it has not.
std::string reduceLoopsProblem(const Graph &G, const Op &O);
std::string reduceProblem(const Graph &G, const Op &O);

} // namespace hexloom

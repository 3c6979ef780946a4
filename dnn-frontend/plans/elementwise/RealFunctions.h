// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that are a real function of one value, computed in float.
#pragma once

#include "ir/Graph.h"

#include <functional>

namespace hexloom {

using RealFunction = std::function<float(float)>;

/// The function that the reference kernels tabulate; null for other operators. Outputs that are not finite are clamped to the
/// output's range by the reference's own rules, which depend on it.
RealFunction realFunctionOf(const Graph &G, const Op &O);

} // namespace hexloom

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much an operator has to compute, by its definition.
#pragma once

#include "ir/Graph.h"

namespace hexloom {

/// Multiply-accumulates of a convolution or product, the taps that fall on padding included (as the literature counts
/// them); 0 for every other operator.
int64_t multiplyAccumulates(const Graph &G, const Op &O);

} // namespace hexloom

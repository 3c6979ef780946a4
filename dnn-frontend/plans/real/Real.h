// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the float kernels share: modelled cycles, and the one type that they serve.
#pragma once

#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "support/CText.h"

namespace hexloom {

namespace real_cost {
#define COST(NAME, CYCLES, UNIT) extern const CostConstant NAME;
#include "plans/real/costs.def"
} // namespace real_cost

/// Why a kernel of float does not serve the operator; empty: it does.
std::string whyNotReal(const Graph &G, const Op &O);

/// "-0x1p+0f, 0x1p+0f": the bounds of a fused activation; without one, those of the type.
std::string realBounds(const Op &O);
/// Those of an activation, with `Most` above where it has no bound.
std::string boundsOf(const std::string &Activation, const std::string &Most = "HL_REAL_MOST");

/// Vectors of 32 floats that the result fills.
double vectorsOf(const Graph &G, const Op &O);

} // namespace hexloom

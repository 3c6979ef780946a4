// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout conversions between row-major and depth-blocked: their loops and costs.
#pragma once

#include "ir/Graph.h"
#include "nests/Nest.h"
#include "plans/Cost.h"

namespace hexloom {

/// The loops of the conversion of an image of bytes to row-major order, or to depth-blocked (hexloom/hvx/layout.h).
OwnLoops conversionLoops(const Nhwc &D, Layout To);

/// The cost of bringing a depth-blocked image of bytes into row-major order.
Cost unblockingCost(const Nhwc &D);

} // namespace hexloom

namespace hexloom::layout_cost {

#define COST(NAME, CYCLES, UNIT) extern const CostConstant k##NAME;
#include "plans/layout/costs.def"

} // namespace hexloom::layout_cost

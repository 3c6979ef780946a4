// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modelled cycles of layout conversions (costs.def).
#pragma once

#include "ir/Graph.h"
#include "plans/Cost.h"

namespace hexloom {

/// Of bringing a depth-blocked image of bytes into row-major order.
Cost unblockingCost(const Nhwc &D);
Cost blockingCost(const Nhwc &D);

} // namespace hexloom

namespace hexloom::layout_cost {

#define COST(NAME, CYCLES, UNIT) extern const CostConstant k##NAME;
#include "plans/layout/costs.def"

} // namespace hexloom::layout_cost

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modelled cycles of layout conversions (costs.def).
#pragma once

#include "ir/Graph.h"
#include "plans/Cost.h"

namespace hexloom {

/// The cost of bringing a depth-blocked image of bytes into row-major order (unblocking), or back (blocking).
Cost unblockingCost(const Nhwc &D);
Cost blockingCost(const Nhwc &D);

} // namespace hexloom

namespace hexloom::layout_cost {

#define COST(NAME, CYCLES, UNIT) extern const CostConstant k##NAME;
#include "plans/layout/costs.def"

} // namespace hexloom::layout_cost

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modelled cycles of the elementwise kernels (costs.def).
#pragma once

#include "plans/Cost.h"

namespace hexloom::elementwise_cost {

#define COST(NAME, CYCLES, UNIT) extern const CostConstant k##NAME;
#include "plans/elementwise/costs.def"

} // namespace hexloom::elementwise_cost

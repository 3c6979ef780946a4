// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modelled cycles of the movement kernels (costs.def).
#pragma once

#include "plans/Cost.h"

namespace hexloom::movement_cost {

#define COST(NAME, CYCLES, UNIT) extern const CostConstant k##NAME;
#include "plans/movement/costs.def"

} // namespace hexloom::movement_cost

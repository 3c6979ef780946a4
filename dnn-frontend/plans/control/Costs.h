// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modelled cycles of loops.
#pragma once

#include "plans/Cost.h"

namespace hexloom::control_cost {
#define COST(NAME, CYCLES, UNIT) extern const CostConstant NAME;
#include "plans/control/costs.def"
} // namespace hexloom::control_cost

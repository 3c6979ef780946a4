// Modelled cycles of the elementwise kernels (costs.def).
#pragma once

#include "plans/Cost.h"

namespace hexloom::elementwise_cost {

#define COST(NAME, CYCLES, UNIT)                                                                   \
  inline constexpr CostConstant k##NAME{"elementwise", #NAME, CYCLES};
#include "plans/elementwise/costs.def"

} // namespace hexloom::elementwise_cost

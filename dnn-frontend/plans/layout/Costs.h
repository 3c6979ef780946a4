// Modelled cycles of layout conversions (costs.def).
#pragma once

#include "plans/Cost.h"

namespace hexloom::layout_cost {

#define COST(NAME, CYCLES, UNIT)                                                                   \
  inline constexpr CostConstant k##NAME{"layout", #NAME, CYCLES};
#include "plans/layout/costs.def"

} // namespace hexloom::layout_cost

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values of all costs.def, in one place: a fit compiles this file alone anew.
#include "plans/control/Costs.h"
#include "plans/elementwise/Costs.h"
#include "plans/hybrid/Hybrid.h"
#include "plans/layout/Costs.h"
#include "plans/movement/Costs.h"
#include "plans/products/Products.h"
#include "plans/real/Real.h"
#include "plans/swiftdsp/Planes.h"
#include "plans/windows/Window.h"

namespace hexloom {

namespace product_cost {
#define COST(NAME, CYCLES, UNIT) constexpr CostConstant NAME{"products", #NAME, CYCLES};
#include "plans/products/costs.def"
} // namespace product_cost

namespace cost {
#define COST(NAME, CYCLES, UNIT) constexpr CostConstant NAME{"windows", #NAME, CYCLES};
#include "plans/windows/costs.def"
} // namespace cost

namespace movement_cost {
#define COST(NAME, CYCLES, UNIT) constexpr CostConstant k##NAME{"movement", #NAME, CYCLES};
#include "plans/movement/costs.def"
} // namespace movement_cost

namespace elementwise_cost {
#define COST(NAME, CYCLES, UNIT) constexpr CostConstant k##NAME{"elementwise", #NAME, CYCLES};
#include "plans/elementwise/costs.def"
} // namespace elementwise_cost

namespace swiftdsp_cost {
#define COST(NAME, CYCLES, UNIT) constexpr CostConstant NAME{"swiftdsp", #NAME, CYCLES};
#include "plans/swiftdsp/costs.def"
} // namespace swiftdsp_cost

namespace real_cost {
#define COST(NAME, CYCLES, UNIT) constexpr CostConstant NAME{"real", #NAME, CYCLES};
#include "plans/real/costs.def"
} // namespace real_cost

namespace hybrid_cost {
#define COST(NAME, CYCLES, UNIT) constexpr CostConstant NAME{"hybrid", #NAME, CYCLES};
#include "plans/hybrid/costs.def"
} // namespace hybrid_cost

namespace control_cost {
#define COST(NAME, CYCLES, UNIT) constexpr CostConstant NAME{"control", #NAME, CYCLES};
#include "plans/control/costs.def"
} // namespace control_cost

namespace layout_cost {
#define COST(NAME, CYCLES, UNIT) constexpr CostConstant k##NAME{"layout", #NAME, CYCLES};
#include "plans/layout/costs.def"
} // namespace layout_cost

} // namespace hexloom

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernels of hybrid products share: modelled cycles.
#pragma once

#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "support/CText.h"

namespace hexloom {

namespace hybrid_cost {
#define COST(NAME, CYCLES, UNIT) extern const CostConstant NAME;
#include "plans/hybrid/costs.def"
} // namespace hybrid_cost

} // namespace hexloom

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cycles of products with sums of 16 bits on planes of one channel (HalfNest.h), by the constants named Half... in costs.def.
#pragma once

#include "plans/Cost.h"
#include "plans/products/HalfProduct.h"

namespace hexloom {

Cost halfCost(const HalfProduct &P, PixelWalk Walk, const Schedule &How);

} // namespace hexloom

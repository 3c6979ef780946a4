// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the loops around a row's tiles (Tile.h), and what each moves between the levels of memory.
#pragma once

#include "plans/Traffic.h"
#include "plans/products/Tile.h"
#include "plans/products/View.h"

namespace hexloom {

/// The orders that the kernel has for the view, the usual one first; { "" }: there is no choice.
std::vector<const char *> ordersFor(const View &V);

/// `Order` as one of ordersFor().
Traffic trafficOf(const View &V, const std::string &Order);

} // namespace hexloom

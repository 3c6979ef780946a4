// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the loops around a row's tiles, and what each moves between the levels of memory.
#pragma once

#include "plans/Traffic.h"
#include "plans/products/View.h"

namespace hexloom {

/// The orders that the kernel has for the view; none: there is no choice.
std::vector<std::string> orders(const View &V);

/// `Order` as one of these, or "".
Traffic trafficOf(const View &V, const std::string &Order);

} // namespace hexloom

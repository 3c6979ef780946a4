// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What it costs to make the image of products with weights in vectors, and its sums (ImageNest.h).
#pragma once

#include "plans/products/View.h"

namespace hexloom {

/// The copy of the input with pads; nothing where the input is read in place.
Cost imageCost(const View &V);

/// The sums of an image's pixels.
Cost imageSumsCost(const View &V);

/// The sums of windows of `Taps` pixels for `Rows` rows of `Width`.
Cost windowSumsCost(double Rows, int64_t Width, int Taps);

} // namespace hexloom

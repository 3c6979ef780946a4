// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Axis-parallel rectangles of any number of dimensions, as an order of points (the paper's section 4.1.2).
#pragma once

#include "embed/Scalars.h"

namespace hexloom {

/// Whether the points, in their order, fill a rectangle without gaps, line by line. The lines may go along any dimension.
bool isRectangle(const std::vector<std::vector<int64_t>> &Points);

/// For each element that an operand of the instruction has, in order, a product (lane, term) with it: results by their lanes, factors by
/// their places.
std::vector<std::pair<int64_t, int64_t>> inOrder(const ScalarInstruction &I, size_t Operand);

} // namespace hexloom

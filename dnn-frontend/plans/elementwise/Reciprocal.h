// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reciprocals for DIV.
#pragma once

#include "ir/Graph.h"
#include "ir/Quantize.h"

#include <vector>

namespace hexloom {

/// The reciprocals for each bit pattern b of the divisor's byte type. They are 1 / |b - zero point| as TFLite's GetReciprocal gives it with
/// 31 integer digits; Shift is its num_bits_over_unit. The entry of the zero point itself is zero: what division by zero gives is left open
/// by the reference.
std::vector<Multiplier> reciprocalTable(const Tensor &Divisor);

/// What reciprocalTable() says, in five tables of bytes: four of Value, the lowest byte first, and Shift.
Bytes reciprocalPlanes(const Tensor &Divisor);

} // namespace hexloom

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of any number of int8 values of one scale (hl_byte_sum of hexloom/portable/ordered.h): ADD_N, CUMSUM.
#pragma once

#include "ir/Graph.h"
#include "support/CText.h"

namespace hexloom {

Fields byteSumFields(const Tensor &In, const Tensor &Out);

} // namespace hexloom

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// QUANTIZE of float to bytes by thresholds (hexloom/hvx/quantize.h).
#pragma once

#include "ir/Quantize.h"

#include <cstdint>
#include <vector>

namespace hexloom {

struct FloatThresholds {
  /// Keys (floats as ordered integers): entry j is the least float that gives type minimum + j or more, j = 1..255. The first
  /// entry is unused.
  std::vector<int32_t> Keys;
  int32_t Inverse = 0; ///< 1 / scale = Inverse * 2^(Exponent - 31)
  int Exponent = 0;
};
FloatThresholds floatThresholds(const Tensor &Out);

} // namespace hexloom

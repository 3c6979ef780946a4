// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HARD_SWISH of bytes in 16-bit fixed point (kernels/internal/reference/hard_swish.h).
#pragma once

#include "ir/Quantize.h"

namespace hexloom {

class HardSwish {
public:
  HardSwish(const Tensor &In, const Tensor &Out);
  /// The reference refuses output scales below the input's divided by 128.
  bool defined() const { return OutputExponent <= 0; }
  int32_t operator()(int32_t In) const;

private:
  int32_t InZero, OutZero;
  Range Bounds;
  int32_t OutputFactor, ReluishFactor; ///< 15-bit fractions
  int OutputExponent, ReluishExponent;
};

} // namespace hexloom

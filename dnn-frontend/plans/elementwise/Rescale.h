// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Piecewise linear functions of quantized values: QUANTIZE between integers, the RELU family, LEAKY_RELU, ABS, NEG.
#pragma once

#include "ir/Quantize.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hexloom {

/// hl_rescale_params of hexloom/portable/unary.h.
struct Rescale {
  DType InType, OutType;
  int32_t InZero, OutZero;
  Multiplier Positive, Negative;
  int32_t NegativeSign = 1;
  Range Bounds;

  int32_t operator()(int32_t In) const; ///< the portable kernel's value
  std::vector<std::pair<std::string, std::string>> fields() const;
};

/// Empty where the operator is no such function of its types.
std::optional<Rescale> rescaleOf(const Graph &G, const Op &O);

} // namespace hexloom

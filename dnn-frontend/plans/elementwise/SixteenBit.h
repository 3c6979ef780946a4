// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables and parameters of the int16 operators with one input.
#pragma once

#include "ir/Quantize.h"
#include "plans/elementwise/RealFunctions.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hexloom {

/// Why the operator is not one from int16 to int16 with scales; empty: it is.
std::string whyNotInt16(const Graph &G, const Op &O);

/// Why the operator is not LOGISTIC or TANH from int16 to int16 with their fixed scales; empty: it is.
std::string whyNotSigmoid16(const Graph &G, const Op &O);

/// 513 samples for hl_interpolate16, in float as LUTPopulate<int16_t> (kernels/internal/common.h) computes them: each is moved by
/// half the interpolation's error in the middle of its interval.
std::vector<int16_t> interpolationSamples(const Tensor &In, const Tensor &Out, const RealFunction &F);

/// SQRT of int16, all 65536 values (kernels/elementwise.cc).
std::vector<int16_t> sqrtTable16(const Tensor &In, const Tensor &Out);

/// sigmoid(i / 24) * 65536 for i = 0..255 (kernels/internal/common.cc): rounded after adding half the interpolation's error in the
/// middle of the interval; the last one is 65535.
std::vector<uint16_t> sigmoidSamples();

/// hl_sigmoid16 of hexloom/portable/unary.h for LOGISTIC or TANH.
struct SigmoidScale {
  int32_t Multiplier;
  int Shift;
};
SigmoidScale sigmoidScale(const Tensor &In, bool IsTanh);

} // namespace hexloom

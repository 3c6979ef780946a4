// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/FloatThresholds.h"

#include <hexloom/portable/unary.h>

#include <cmath>
#include <cstring>

namespace hexloom {

namespace {

constexpr int64_t kInfinity = 0x7f800000;

float floatOf(int32_t Key) {
  const int32_t Bits = Key < 0 ? Key ^ 0x7fffffff : Key;
  float Value;
  std::memcpy(&Value, &Bits, sizeof Value);
  return Value;
}

/// The least key for which the reference's result is at least `Wanted`, by bisection between the infinities.
int32_t leastKey(const hl_quantize_params &P, int32_t Wanted) {
  int64_t Below = -kInfinity - 2, Found = kInfinity; // the key of -infinity is -kInfinity - 1
  while (Found - Below > 1) {
    const int64_t Middle = (Below + Found) / 2;
    (hl_quantize_one(&P, floatOf(static_cast<int32_t>(Middle))) >= Wanted ? Found : Below) = Middle;
  }
  return static_cast<int32_t>(Found);
}

} // namespace

FloatThresholds floatThresholds(const Tensor &Out) {
  const Range R = typeRange(Out.Type);
  const hl_quantize_params P = {HL_INT8, Out.Quant.scale(), Out.Quant.zeroPoint(), R.Min, R.Max};
  FloatThresholds T;
  T.Keys.assign(256, 0);
  for (int J = 1; J < 256; ++J)
    T.Keys[J] = leastKey(P, R.Min + J);
  // Not quantizeMultiplier, whose factors end at 2^30 and 2^-31: the kernel subtracts exponents. The fraction is cut, so that it
  // stays below 1.
  T.Inverse = static_cast<int32_t>(std::ldexp(std::frexp(1.0 / Out.Quant.scale(), &T.Exponent), 31));
  return T;
}

} // namespace hexloom

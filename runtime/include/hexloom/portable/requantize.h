// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Fixed-point rescaling as TensorFlow Lite's reference integer kernels do it (gemmlowp's fixed point): the definition of
 * the numerics. real factor = multiplier * 2^(shift - 31), multiplier in [2^30, 2^31) or 0. */
#ifndef HEXLOOM_PORTABLE_REQUANTIZE_H
#define HEXLOOM_PORTABLE_REQUANTIZE_H

#include <hexloom/layer.h>

/* a + b modulo 2^32: factors far from any network's lead there. */
HL_KERNEL int32_t hl_wrap_add(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }

/* x * 2^left modulo 2^32. */
HL_KERNEL int32_t hl_shift_left(int32_t x, int left) { return (int32_t)((uint32_t)x << left); }

/* gemmlowp's SaturatingRoundingDoublingHighMul: a * b / 2^31 to the nearest, ties towards +infinity. */
HL_KERNEL int32_t hl_srdhm(int32_t a, int32_t b) {
  if (a == INT32_MIN && b == INT32_MIN)
    return INT32_MAX;
  return (int32_t)(((int64_t)a * b + (1 << 30)) >> 31);
}

/* gemmlowp's RoundingDivideByPOT: x / 2^exponent to the nearest, ties away from zero; 0 <= exponent <= 31. */
HL_KERNEL int32_t hl_rdivpot(int32_t x, int exponent) {
  const int64_t half = ((int64_t)1 << exponent) >> 1;
  return (int32_t)((x + half - (exponent > 0 && x < 0)) >> exponent);
}

/* TFLite's MultiplyByQuantizedMultiplier for 32-bit accumulators (two roundings). */
HL_KERNEL int32_t hl_requantize(int32_t x, int32_t multiplier, int shift) {
  const int left = shift > 0 ? shift : 0, right = shift > 0 ? 0 : -shift;
  return hl_rdivpot(hl_srdhm(hl_shift_left(x, left), multiplier), right);
}

/* The multiplier reduced to 15 bits, which 64-bit accumulators are scaled with. */
HL_KERNEL int32_t hl_reduced_multiplier(int32_t multiplier) {
  return multiplier < 0x7FFF0000 ? (multiplier + (1 << 15)) >> 16 : 0x7FFF;
}

/* TFLite's MultiplyByQuantizedMultiplier for 64-bit accumulators (16-bit activations): |x| < 2^47, shift <= 7;
 * beyond, modulo 2^64. */
HL_KERNEL int32_t hl_requantize64(int64_t x, int32_t multiplier, int shift) {
  const int total = 15 - shift;
  const uint64_t product = (uint64_t)x * (uint64_t)(int64_t)hl_reduced_multiplier(multiplier);
  return (int32_t)((int64_t)(product + ((uint64_t)1 << (total - 1))) >> total);
}

#endif

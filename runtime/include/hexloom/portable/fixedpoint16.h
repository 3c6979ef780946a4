// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The sigmoid and the hyperbolic tangent in 16-bit fixed point, bit for bit those of gemmlowp (fixedpoint.h, 16-bit raw
 * values). A value with k integer bits is the integer value * 2^(15 - k). Constants are those of its 32-bit forms, rounded. */
#ifndef HEXLOOM_PORTABLE_FIXEDPOINT16_H
#define HEXLOOM_PORTABLE_FIXEDPOINT16_H

#include <hexloom/portable/element.h>

HL_KERNEL int32_t hl_saturate16(int32_t x) { return hl_clamp(x, INT16_MIN, INT16_MAX); }

/* gemmlowp's SaturatingRoundingDoublingHighMul of halfwords. */
HL_KERNEL int32_t hl_srdhm16(int32_t a, int32_t b) { return hl_saturate16((a * b + (1 << 14)) >> 15); }

/* RoundingDivideByPOT of halfwords: ties away from zero. */
HL_KERNEL int32_t hl_rdivpot16(int32_t x, int exponent) {
  return (x + ((1 << exponent) >> 1) - (exponent > 0 && x < 0)) >> exponent;
}

/* exp(a) for a in [-1/4, 0), no integer bits. */
HL_KERNEL int32_t hl_exp_quarter16(int32_t a) {
  const int32_t exp_minus_eighth = 28918, third = 10923;
  const int32_t x = a + (1 << 12);
  const int32_t x2 = hl_srdhm16(x, x), x3 = hl_srdhm16(x2, x), x4 = hl_srdhm16(x2, x2);
  const int32_t tail = hl_rdivpot16(hl_srdhm16(hl_rdivpot16(x4, 2) + x3, third) + x2, 1);
  return hl_saturate16(exp_minus_eighth + hl_srdhm16(exp_minus_eighth, x + tail));
}

/* exp(a) for a <= 0 with `bits` integer bits, at most 7; the result has none. */
HL_KERNEL int32_t hl_exp16(int32_t a, int bits) {
  static const int16_t exp_minus_power[7] = {/* exp(-2^(i - 2)) */ 25520, 19875, 12055, 4435, 600, 11, 0};
  const int32_t quarter = 1 << (13 - bits);
  const int32_t reduced = (a & (quarter - 1)) - quarter; /* in [-1/4, 0) */
  const int32_t steps = reduced - a;                     /* a multiple of 1/4 */
  int32_t result = hl_exp_quarter16(reduced * (1 << bits));
  for (int i = 0; i < bits + 2 && i < 7; ++i)
    if (steps & (quarter << i))
      result = hl_srdhm16(result, exp_minus_power[i]);
  if (bits > 5 && a < -(1 << (20 - bits)))
    result = 0;
  return a == 0 ? INT16_MAX : result;
}

/* 1 / (1 + a) for a in [0, 1] with 2 integer bits, by Newton's method. */
HL_KERNEL int32_t hl_reciprocal16(int32_t a) {
  const int32_t half_denominator = (a + INT16_MAX + 1) >> 1;
  int32_t x = 23130 /* 48/17 */ + hl_srdhm16(half_denominator, -15420 /* -32/17 */);
  for (int i = 0; i < 3; ++i) {
    const int32_t error = (1 << 13) - hl_srdhm16(half_denominator, x);
    x += hl_saturate16(hl_srdhm16(x, error) * 4);
  }
  return x;
}

/* The sigmoid; the result has no integer bits. */
HL_KERNEL int32_t hl_sigmoid_fixed16(int32_t a, int bits) {
  if (a == 0)
    return 1 << 14;
  const int32_t positive = hl_saturate16(hl_reciprocal16(hl_exp16(a > 0 ? -a : a, bits)) * 2);
  return a > 0 ? positive : INT16_MAX - positive;
}

/* tanh(|a|) = (1 - e) / (1 + e) with e = exp(-2 |a|). */
HL_KERNEL int32_t hl_tanh_fixed16(int32_t a, int bits) {
  if (a == 0)
    return 0;
  const int32_t magnitude = hl_saturate16((hl_reciprocal16(hl_exp16(a > 0 ? -a : a, bits + 1)) - (1 << 13)) * 4);
  return a > 0 ? magnitude : -magnitude;
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Transcendental functions in 32-bit fixed point, bit for bit those of gemmlowp (fixedpoint.h) and
 * TensorFlow Lite (kernels/internal/common.h). A value with k integer bits is the integer value *
 * 2^(31 - k); the functions' names say k. The product of two such values is hl_srdhm(a, b) and has
 * the sum of their integer bits. Plain C that C++ reads too: the front end makes its tables with
 * it. */
#ifndef HEXLOOM_PORTABLE_FIXEDPOINT_H
#define HEXLOOM_PORTABLE_FIXEDPOINT_H

#include <hexloom/layer.h>
#include <hexloom/portable/requantize.h>

static inline int hl_leading_zeros(uint32_t x) { return x ? __builtin_clz(x) : 32; }

/* x * 2^exponent, saturated. */
static inline int32_t hl_shift_left_saturated(int32_t x, int exponent) {
  const int64_t wide = (int64_t)x * ((int64_t)1 << exponent);
  return wide > INT32_MAX ? INT32_MAX : wide < INT32_MIN ? INT32_MIN : (int32_t)wide;
}

/* exp(a) for a in [-1/4, 0), 0 integer bits: Taylor's series of degree 4 around -1/8. */
static inline int32_t hl_exp_quarter_q0(int32_t a) {
  const int32_t exp_minus_eighth = 1895147668, third = 715827883;
  const int32_t x = a + (1 << 28);
  const int32_t x2 = hl_srdhm(x, x), x3 = hl_srdhm(x2, x), x4 = hl_srdhm(x2, x2);
  const int32_t tail = hl_rdivpot(hl_srdhm(hl_rdivpot(x4, 2) + x3, third) + x2, 1);
  return exp_minus_eighth + hl_srdhm(exp_minus_eighth, x + tail);
}

/* exp(a) for a <= 0 with 5 integer bits; the result has none. */
static inline int32_t hl_exp_q5(int32_t a) {
  static const int32_t exp_minus_power[7] = {/* exp(-2^(i - 2)) */
                                             1672461947, 1302514674, 790015084, 290630308,
                                             39332535,   720401,     242};
  const int32_t quarter = 1 << 24;
  if (a == 0)
    return INT32_MAX;
  const int32_t reduced = (a & (quarter - 1)) - quarter; /* in [-1/4, 0) */
  const int32_t steps = reduced - a;                     /* a multiple of 1/4 */
  int32_t result = hl_exp_quarter_q0(reduced * 32);
  for (int i = 0; i < 7; ++i)
    if (steps & (1 << (24 + i)))
      result = hl_srdhm(result, exp_minus_power[i]);
  return result;
}

/* 1 / (1 + a) for a in [0, 1], no integer bits: three steps of Newton's method in 2 integer bits.
 */
static inline int32_t hl_one_over_one_plus_q0(int32_t a) {
  const int32_t half_denominator = (int32_t)(((int64_t)a + INT32_MAX + 1) / 2);
  int32_t x = 1515870810 /* 48/17 */ + hl_srdhm(half_denominator, -1010580540 /* -32/17 */);
  for (int i = 0; i < 3; ++i) {
    const int32_t error = (1 << 29) - hl_srdhm(half_denominator, x);
    x += hl_shift_left_saturated(hl_srdhm(x, error), 2);
  }
  return hl_shift_left_saturated(x, 1);
}

/* 1 / x for x > 0 with 12 integer bits: the result, which has no integer bits, is to be divided by
 * 2^*bits_over_unit. */
static inline int32_t hl_reciprocal_q12(int32_t x, int *bits_over_unit) {
  x = x ? x : -1; /* a sum of thousands of ones wraps; up to 2^32 it is right */
  const int headroom_plus_one = hl_leading_zeros((uint32_t)x);
  *bits_over_unit = 12 - headroom_plus_one;
  return hl_one_over_one_plus_q0((int32_t)(((uint32_t)x << headroom_plus_one) - 0x80000000u));
}

/* log(x) for x >= 1 with 12 integer bits; the result has 5. With x = r * 2^z and r near 2^(-1/4):
 * log(x) = z * log(2) + log(r), the latter by a rational approximation. */
static inline int32_t hl_log_q12(int32_t x) {
  const int32_t log_2 = 1488522236, sqrt_half = 1518500250, sqrt_sqrt_half = 1805811301;
  const int32_t alpha_n = 117049297, alpha_d = 127690142, alpha_i = 1057819769, alpha_f = 638450708;
  const int32_t quarter_q6 = 1 << 23;
  x = x > 0 ? x : INT32_MAX; /* a sum that has wrapped */
  /* Two ways to choose z, half a step apart; the better one has the larger z. */
  const int a_zeros = hl_leading_zeros((uint32_t)x);
  const int32_t r_a =
      hl_shift_left_saturated(hl_srdhm(hl_shift_left_saturated(x, a_zeros - 1), sqrt_half), 1);
  const int32_t z_a = (12 - a_zeros) * (1 << 25) + quarter_q6;
  const int b_headroom = hl_leading_zeros((uint32_t)hl_srdhm(x, sqrt_half)) - 1;
  const int32_t r_b = hl_shift_left_saturated(x, b_headroom);
  const int32_t z_b = (12 - b_headroom) * (1 << 25) - quarter_q6;
  const int32_t r = r_a < r_b ? r_a : r_b, z = z_a > z_b ? z_a : z_b;

  const int64_t twice_p = (int64_t)r + sqrt_sqrt_half;
  const int32_t p = (int32_t)((twice_p + (twice_p >= 0 ? 1 : -1)) / 2);
  const int32_t q = (int32_t)(2u * (uint32_t)(r - sqrt_sqrt_half));
  const int32_t q2 = hl_srdhm(q, q);
  const int32_t numerator = hl_srdhm(q, r) + hl_srdhm(hl_srdhm(q, q2), alpha_n);
  const int32_t denominator_minus_one =
      hl_srdhm(p, alpha_i + q + hl_srdhm(alpha_d, q2)) + hl_srdhm(alpha_f, q);
  const int32_t log_r =
      hl_srdhm(hl_rdivpot(numerator, 6), hl_one_over_one_plus_q0(denominator_minus_one));
  return hl_shift_left_saturated(hl_srdhm(z, log_2) + log_r, 1);
}

/* 1 / sqrt(x) for x >= 0 (0 counts as 1): *multiplier * 2^(-31 - *right_shift), *right_shift >= 0.
 */
static inline void hl_inverse_sqrt(int32_t x, int32_t *multiplier, int *right_shift) {
  *multiplier = INT32_MAX;
  *right_shift = 0;
  if (x <= 1)
    return;
  int shift = 11;
  for (; x >= 1 << 29; ++shift)
    x /= 4;
  const int pairs = (hl_leading_zeros((uint32_t)x) - 1) / 2 - 1;
  shift -= pairs;
  x <<= 2 * pairs; /* now in [2^27, 2^29) */
  const int32_t half = hl_rdivpot(x >> 1, 1), half_three = (1 << 28) + (1 << 27);
  int32_t root = 1 << 28; /* 3 integer bits: 1 */
  for (int i = 0; i < 5; ++i) {
    const int32_t cube = hl_shift_left_saturated(hl_srdhm(hl_srdhm(root, root), root), 6);
    root = hl_shift_left_saturated(hl_srdhm(half_three, root) - hl_srdhm(half, cube), 3);
  }
  root = hl_srdhm(root, 1518500250 /* sqrt(1/2) */);
  if (shift < 0) {
    root <<= -shift;
    shift = 0;
  }
  *multiplier = root;
  *right_shift = shift;
}

#endif

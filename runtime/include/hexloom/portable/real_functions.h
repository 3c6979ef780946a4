// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exp, log and their kin in integers of 32 bits: they take a tenth of what double precision takes where a processor has none,
 * all targets give the same bytes, and about 30 bits are right before the one rounding: results are at most one unit in the
 * last place from the nearest float, and nearly always the nearest. Series are Taylor's; Q31 is an integer in units of 2^-31. */
#ifndef HEXLOOM_PORTABLE_REAL_FUNCTIONS_H
#define HEXLOOM_PORTABLE_REAL_FUNCTIONS_H

#include <hexloom/portable/real_bits.h>

#define HL_ONE_Q31 0x80000000u

static inline int32_t hl_mul_q31(int32_t a, int32_t b) { return (int32_t)(((int64_t)a * b) >> 31); }
static inline uint32_t hl_umul_q31(uint32_t a, uint32_t b) { return (uint32_t)(((uint64_t)a * b) >> 31); }

/* mantissa * 2^(exponent - 31) */
typedef struct {
  uint32_t mantissa;
  int32_t exponent;
} hl_scaled;

/* The nearest float, half to even; below the smallest normal one, too. */
static inline float hl_real_of_scaled(hl_scaled x, uint32_t sign) {
  if (x.mantissa == 0)
    return hl_real_of_bits(sign);
  const int zeros = __builtin_clz(x.mantissa);
  const int32_t biased = x.exponent - zeros + 127;
  if (biased >= 255)
    return hl_real_of_bits(sign | 0x7f800000u);
  const int32_t lost = biased > 0 ? 8 : 9 - biased; /* bits */
  if (lost > 33)
    return hl_real_of_bits(sign);
  const uint64_t wide = ((uint64_t)(x.mantissa << zeros) << 32) >> lost;
  const uint32_t cut = (uint32_t)(wide >> 32), rest = (uint32_t)wide;
  const uint32_t rounded = cut + (rest > HL_ONE_Q31 || (rest == HL_ONE_Q31 && (cut & 1)));
  return hl_real_of_bits(sign | ((biased > 0 ? (uint32_t)(biased - 1) << 23 : 0) + rounded));
}

/* p * 2^(exponent - 63), p not 0, and the product of two. */
static inline hl_scaled hl_scaled_of(uint64_t p, int32_t exponent) {
  const int zeros = __builtin_clzll(p);
  return (hl_scaled){(uint32_t)((p << zeros) >> 32), exponent - zeros};
}
static inline hl_scaled hl_scaled_times(hl_scaled a, hl_scaled b) {
  return hl_scaled_of((uint64_t)a.mantissa * b.mantissa, a.exponent + b.exponent + 1);
}

/* e^y, y in units of 2^-40 and below 128, as 2^n times a mantissa of about 0.7 to 1.42 */
static inline hl_scaled hl_scaled_exp_of(int64_t y) {
  const int32_t n = (int32_t)(((y >> 24) * 47274 + (1 << 30)) >> 31); /* 1 / log(2), in units of 2^-15 */
  const int32_t r = (int32_t)((y - n * (int64_t)762123384786) >> 9);  /* log(2), in units of 2^-40; |r| < 0.35 */
  int32_t sum = 53261;                                               /* 1 / 8!, and so on */
  sum = 426088 + hl_mul_q31(sum, r);
  sum = 2982616 + hl_mul_q31(sum, r);
  sum = 17895697 + hl_mul_q31(sum, r);
  sum = 89478485 + hl_mul_q31(sum, r);
  sum = 357913941 + hl_mul_q31(sum, r);
  sum = 1073741824 + hl_mul_q31(sum, r);
  return (hl_scaled){HL_ONE_Q31 + (uint32_t)(r + hl_mul_q31(hl_mul_q31(sum, r), r)), n};
}
static inline hl_scaled hl_scaled_exp(float x) { /* |x| < 128 */
  const uint32_t bits = hl_real_bits(x);
  const int32_t up = (int32_t)(bits >> 23 & 255) - 127 + 40 - 23; /* to units of 2^-40 */
  const int64_t whole = (int64_t)((bits & 0x7fffffu) | 0x800000u);
  const int64_t magnitude = up >= 0 ? whole << up : up > -32 ? whole >> -up : 0;
  return hl_scaled_exp_of(bits >> 31 ? -magnitude : magnitude);
}
/* A scaled number as Q31. Its exponent has to be 0 or below, as that of exp(x) for x of 0 and below. */
static inline uint32_t hl_q31_of_scaled(hl_scaled x) { return x.exponent > -32 ? x.mantissa >> -x.exponent : 0; }

/* The reciprocal of a Q31 from a half to 1 in units of 2^-30, by Newton's steps. */
static inline uint32_t hl_q30_over(uint32_t half) {
  uint32_t y = 3031741621u - hl_umul_q31(2021161081u, half); /* 48 / 17 - 32 / 17 half */
  for (int i = 0; i < 3; ++i)
    y = (uint32_t)(((uint64_t)y * (HL_ONE_Q31 - hl_umul_q31(half, y))) >> 30);
  return y;
}
/* 1 / (1 + e) of a Q31 of at most 1, as a Q31. */
static inline uint32_t hl_q31_over_one_plus(uint32_t e) { return hl_q30_over(0x40000000u + (e >> 1)); }

static inline float hl_real_exp(float x) {
  if (!(x > -104.0f))
    return x == x ? 0 : hl_real(x);
  if (x > 89.0f)
    return hl_real_of_bits(0x7f800000u);
  return hl_real_of_scaled(hl_scaled_exp(x), 0);
}

static inline float hl_real_logistic(float x) {
  if (x > 104.0f || !(x > -104.0f))
    return x == x ? x > 0 : hl_real(x);
  const hl_scaled e = hl_scaled_exp(hl_real_of_bits(hl_real_bits(x) | 0x80000000u));
  const uint32_t over = hl_q31_over_one_plus(hl_q31_of_scaled(e));
  return hl_real_of_scaled(x >= 0 ? (hl_scaled){over, 0} : (hl_scaled){hl_umul_q31(e.mantissa, over), e.exponent}, 0);
}

/* |x| from 2^-13 to 2^-2, from its bits: x - x z (1/3 - z (2/15 - ...)), z being x squared. */
static inline hl_scaled hl_scaled_tanh(uint32_t magnitude) {
  const int32_t exponent = (int32_t)(magnitude >> 23) - 126, whole = (int32_t)((magnitude & 0x7fffffu) | 0x800000u) << 7;
  const int32_t q = whole >> -exponent, z = hl_mul_q31(q, q);
  int32_t sum = 19033653; /* 1382 / 155925, and so on */
  sum = 46964369 - hl_mul_q31(sum, z);
  sum = 115895943 - hl_mul_q31(sum, z);
  sum = 286331153 - hl_mul_q31(sum, z);
  sum = 715827883 - hl_mul_q31(sum, z);
  return (hl_scaled){(uint32_t)(whole - hl_mul_q31(whole, hl_mul_q31(sum, z))), exponent};
}

static inline float hl_real_tanh(float x) {
  const uint32_t sign = hl_real_bits(x) & 0x80000000u;
  if (x < 0.25f && x > -0.25f)
    return x < 0x1p-13f && x > -0x1p-13f ? x : hl_real_of_scaled(hl_scaled_tanh(hl_real_bits(x) ^ sign), sign);
  if (x > 10.0f || !(x > -10.0f))
    return x == x ? hl_real_of_bits(sign | 0x3f800000u) : hl_real(x);
  const uint32_t e = hl_q31_of_scaled(hl_scaled_exp(hl_real_of_bits(hl_real_bits(x + x) | 0x80000000u)));
  return hl_real_of_scaled((hl_scaled){hl_umul_q31(HL_ONE_Q31 - e, hl_q31_over_one_plus(e)), 0}, sign);
}

static inline float hl_real_elu(float x) {
  if (x >= 0 || x != x)
    return hl_real(x);
  if (x > -0.25f)
    return x + x * x * (0.5f + x * (0x1.555556p-3f + x * (0x1.555556p-5f + x * (0x1.111112p-7f + x * (0x1.6c16c2p-10f + x * 0x1.a01a02p-13f)))));
  const uint32_t e = x > -104.0f ? hl_q31_of_scaled(hl_scaled_exp(x)) : 0;
  return hl_real_of_scaled((hl_scaled){HL_ONE_Q31 - e, 0}, 0x80000000u);
}

/* log(m) = 2 (s + s^3 / 3 + ...) with s = (m - 1) / (m + 1), |s| < 0.172, whose bits stay where m is near 1. */
static inline hl_scaled hl_scaled_log(uint32_t m /* Q31, 0.7 to 1.42 */, uint32_t distance /* |m - 1| as Q31, not 0 */) {
  const int zeros = __builtin_clz(distance);
  const uint32_t half = 0x40000000u + (m >> 1); /* (m + 1) / 2, as Q31 */
  uint32_t y = 0u - half;                       /* 2 - half: its reciprocal, but for a twentieth */
  for (int i = 0; i < 3; ++i)
    y = hl_umul_q31(y, 0u - hl_umul_q31(half, y));
  const uint32_t s = (uint32_t)(((uint64_t)(distance << zeros) * y) >> 32); /* times 2^(-31 - zeros) */
  const int32_t small = (int32_t)(s >> zeros), z = hl_mul_q31(small, small);
  int32_t sum = 195225786; /* 1 / 11, and so on */
  sum = 238609294 + hl_mul_q31(sum, z);
  sum = 306783378 + hl_mul_q31(sum, z);
  sum = 429496730 + hl_mul_q31(sum, z);
  sum = 715827883 + hl_mul_q31(sum, z);
  return (hl_scaled){s + hl_umul_q31(s, (uint32_t)hl_mul_q31(sum, z)), 1 - zeros};
}

static inline float hl_real_log(float x) {
  if (x == 0)
    return hl_real_of_bits(0xff800000u);
  if (!(x > 0))
    return hl_real_of_bits(0x7fc00000u);
  if (x > HL_REAL_MOST)
    return x;
  int32_t exponent;
  uint32_t m = hl_real_normal(hl_real_bits(x), &exponent) << 8;
  exponent -= 127;
  if (m > 3037000499u) { /* the root of 2 */
    m >>= 1;
    ++exponent;
  }
  const int below = m < HL_ONE_Q31;
  const uint32_t distance = below ? HL_ONE_Q31 - m : m - HL_ONE_Q31;
  hl_scaled part = {0, 0};
  if (distance)
    part = hl_scaled_log(m, distance);
  if (exponent == 0)
    return hl_real_of_scaled(part, below && distance ? 0x80000000u : 0);
  const int64_t fraction = (int64_t)(((uint64_t)part.mantissa << 10) >> (1 - part.exponent)); /* units of 2^-40 */
  const int64_t sum = exponent * (int64_t)762123384786 + (below ? -fraction : fraction);
  const uint64_t magnitude = (uint64_t)(sum < 0 ? -sum : sum);
  const int zeros = __builtin_clzll(magnitude);
  return hl_real_of_scaled((hl_scaled){(uint32_t)((magnitude << zeros) >> 32), 63 - zeros - 40}, sum < 0 ? 0x80000000u : 0);
}

#endif

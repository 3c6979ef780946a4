// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Single precision as TensorFlow Lite's float reference kernels compute it: every operation rounded once, in their order, so
 * that all targets give the same bytes (compile with -ffp-contract=off; the pragma says so to compilers that heed it). A
 * result that is no number is always the same one. */
#ifndef HEXLOOM_PORTABLE_REAL_H
#define HEXLOOM_PORTABLE_REAL_H

#include <hexloom/portable/real_gelu.h>
#include <hexloom/portable/real_power.h>

/* The fused activation's bounds; without one, those of the type. */
static inline float hl_real_bounded(float x, float low, float high) {
  return hl_real(hl_real_smaller(high, hl_real_larger(low, x)));
}

static inline float hl_real_abs(float x) { return hl_real(hl_real_of_bits(hl_real_bits(x) & 0x7fffffffu)); }
static inline float hl_real_neg(float x) { return hl_real(-x); }
static inline float hl_real_signed(float magnitude, float sign) {
  return hl_real_of_bits((hl_real_bits(magnitude) & 0x7fffffffu) | (hl_real_bits(sign) & 0x80000000u));
}
/* Whether x has no digits behind the point, or is no number. */
static inline int hl_real_is_whole(float x) { return !(x < 8388608.0f && x > -8388608.0f); }

static inline float hl_real_floor(float x) {
  if (hl_real_is_whole(x))
    return hl_real(x);
  const float cut = (float)(int32_t)x;
  return hl_real_signed(cut > x ? cut - 1 : cut, x);
}
static inline float hl_real_ceil(float x) {
  if (hl_real_is_whole(x))
    return hl_real(x);
  const float cut = (float)(int32_t)x;
  return hl_real_signed(cut < x ? cut + 1 : cut, x);
}
/* Half to even; what rounds to zero from below is +0, as -1 + 1 is. */
static inline float hl_real_round(float x) {
  if (hl_real_is_whole(x) || x == 0)
    return hl_real(x);
  const int32_t cut = (int32_t)x;
  const float rest = hl_real_of_bits(hl_real_bits(x - (float)cut) & 0x7fffffffu); /* exact */
  const int up = rest > 0.5f || (rest == 0.5f && (cut & 1));
  return (float)(x < 0 ? cut - up : cut + up);
}

/* Correctly rounded: the integer root of the mantissa with 25 bits, and whether something is left over. */
static inline float hl_real_sqrt(float x) {
  uint32_t bits = hl_real_bits(x);
  if (x == 0 || bits == 0x7f800000u)
    return x;
  if (!(x > 0))
    return hl_real_of_bits(0x7fc00000u);
  int exponent = (int)(bits >> 23);
  uint64_t mantissa = bits & 0x7fffffu;
  if (exponent == 0) { /* denormal */
    const int shift = __builtin_clz((uint32_t)mantissa) - 8;
    mantissa <<= shift;
    exponent = 1 - shift;
  } else
    mantissa |= 0x800000u;
  exponent -= 127;
  const int odd = exponent & 1;
  const uint64_t rest = mantissa << (25 + odd); /* in [2^48, 2^50): its root has 25 bits */
  const uint32_t part = (uint32_t)(rest >> 18); /* Q32 */
  uint32_t y = 2211908157u - (uint32_t)(((uint64_t)part * 1181116006u) >> 32); /* Q30: 1 / sqrt(part), to a twentieth */
  for (int i = 0; i < 3; ++i) {
    const uint32_t square = (uint32_t)(((uint64_t)y * y) >> 31), near_one = (uint32_t)(((uint64_t)part * square) >> 32);
    y = (uint32_t)(((uint64_t)y * ((3u << 29) - near_one)) >> 30);
  }
  uint64_t root = ((uint64_t)part * y) >> 37; /* but for a unit or two */
  while (root * root > rest)
    --root;
  while ((root + 1) * (root + 1) <= rest)
    ++root;
  const uint32_t rounded = (uint32_t)((root >> 1) + (root & 1)); /* a root is never in the middle of two floats */
  return hl_real_of_bits((uint32_t)((((exponent - odd) >> 1) + 126) << 23) + rounded);
}
static inline float hl_real_rsqrt(float x) { return hl_real(1.0f / hl_real_sqrt(x)); }

/* e^x in double precision; 2^-1022 and 2^1023 at the ends. */
static inline double hl_wide_exp(double x) {
  if (!(x > -708.0))
    return x == x ? 0 : x;
  if (x > 709.0)
    return hl_wide_of_bits(0x7ff0000000000000u);
  const double steps = x * 0x1.71547652b82fep+0;
  const int32_t n = (int32_t)(steps + (steps < 0 ? -0.5 : 0.5));
  const double r = (x - n * 0x1.62e42fee00000p-1) - n * 0x1.a39ef35793c76p-33; /* |r| <= log(2) / 2 */
  static const double inverse_factorials[] = {0x1.ae64567f544e4p-26, 0x1.27e4fb7789f5cp-22, 0x1.71de3a556c734p-19,
                                              0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-13, 0x1.6c16c16c16c17p-10,
                                              0x1.1111111111111p-7,  0x1.5555555555555p-5,  0x1.5555555555555p-3,
                                              0.5,                   1,                     1};
  double sum = inverse_factorials[0]; /* 1 / 11! */
  for (int i = 1; i < 12; ++i)
    sum = sum * r + inverse_factorials[i];
  return sum * hl_wide_of_bits((uint64_t)(n + 1023) << 52);
}

static inline float hl_real_hard_swish(float x) { return hl_real(x * hl_real_bounded(x + 3, 0, 6) / 6); }
static inline float hl_real_sign(float x) { return x > 0 ? 1 : x < 0 ? -1 : 0; } /* of no number, too */

/* The floor of the quotient in double precision, as the reference computes it. */
static inline float hl_real_floor_div(float x, float y) {
  const double q = (double)x / (double)y;
  if (!(q < 0x1p62 && q > -0x1p62))
    return hl_real((float)q);
  const double cut = (double)(int64_t)q;
  const float whole = (float)(cut > q ? cut - 1 : cut);
  return whole == 0 ? hl_real_signed(0, q < 0 || 1 / q < 0 ? -1.0f : 1.0f) : whole;
}

/* The rest of |x| / |y|, exactly: both as integers times the smaller exponent's power of two, by long division. */
static inline float hl_real_rest(float x, float y) {
  uint32_t a = hl_real_bits(x) & 0x7fffffffu;
  const uint32_t b = hl_real_bits(y) & 0x7fffffffu;
  if (b == 0 || a >= 0x7f800000u || b > 0x7f800000u)
    return hl_real_of_bits(0x7fc00000u);
  if (a < b)
    return x;
  int32_t ea, eb;
  uint32_t ma = hl_real_normal(a, &ea);
  const uint32_t mb = hl_real_normal(b, &eb);
  for (int32_t steps = ea - eb;; --steps, ma <<= 1) { /* ma < 2 mb */
    ma = ma >= mb ? ma - mb : ma;
    if (steps == 0)
      break;
  }
  for (; ma && !(ma & 0x800000u) && eb > 1; --eb)
    ma <<= 1;
  for (; eb < 1; ++eb) /* the digits are 0 */
    ma >>= 1;
  a = ma & 0x800000u ? ((uint32_t)eb << 23) | (ma & 0x7fffffu) : ma;
  return hl_real_signed(hl_real_of_bits(a), x);
}
static inline float hl_real_floor_mod(float x, float y) {
  const float rest = hl_real_rest(x, y);
  return hl_real(rest != 0 && (y < 0) != (rest < 0) ? rest + y : rest);
}

#endif

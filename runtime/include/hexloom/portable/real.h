/* Single precision as TensorFlow Lite's float reference kernels compute it: every operation rounded once, in their order, so
 * that all targets give the same bytes (compile with -ffp-contract=off; the pragma says so to compilers that heed it). A
 * result that is no number is always the same one. exp, log, tanh and their kin are computed in double precision and
 * rounded once: at most one unit in the last place from the nearest float. */
#ifndef HEXLOOM_PORTABLE_REAL_H
#define HEXLOOM_PORTABLE_REAL_H

#include <hexloom/layer.h>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

#define HL_REAL_MOST 0x1.fffffep127f

static inline uint32_t hl_real_bits(float x) {
  uint32_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline float hl_real_of_bits(uint32_t bits) {
  float x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}
static inline double hl_wide_of_bits(uint64_t bits) {
  double x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

static inline float hl_real(float x) { return x == x ? x : hl_real_of_bits(0x7fc00000u); }

/* The fused activation's bounds; without one, those of the type. */
static inline float hl_real_bounded(float x, float low, float high) {
  const float above = x < low ? low : x;
  return hl_real(high < above ? high : above);
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
/* Half to even. */
static inline float hl_real_round(float x) {
  if (hl_real_is_whole(x))
    return hl_real(x);
  const int32_t cut = (int32_t)x;
  const float rest = hl_real_of_bits(hl_real_bits(x - (float)cut) & 0x7fffffffu); /* exact */
  const int up = rest > 0.5f || (rest == 0.5f && (cut & 1));
  return hl_real_signed((float)(x < 0 ? cut - up : cut + up), x);
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
  uint64_t rest = mantissa << (25 + odd); /* in [2^48, 2^50): its root has 25 bits */
  uint64_t root = 0;
  for (uint64_t bit = (uint64_t)1 << 24; bit; bit >>= 1) {
    const uint64_t next = root + bit;
    if (next * next <= rest)
      root = next;
  }
  const uint32_t rounded = (uint32_t)((root >> 1) + (root & 1)); /* a root is never in the middle of two floats */
  return hl_real_of_bits((uint32_t)((((exponent - odd) >> 1) + 126) << 23) + rounded);
}
static inline float hl_real_rsqrt(float x) { return hl_real(1.0f / hl_real_sqrt(x)); }

/* e^x; 2^-1022 and 2^1023 at the ends. */
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

/* log(x), x > 0 and finite */
static inline double hl_wide_log(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  int32_t exponent = (int32_t)(bits >> 52) - 1023;
  double m = hl_wide_of_bits((bits & 0xfffffffffffffu) | 0x3ff0000000000000u);
  if (m > 0x1.6a09e667f3bcdp+0) { /* the root of 2 */
    m *= 0.5;
    ++exponent;
  }
  const double s = (m - 1) / (m + 1), square = s * s; /* log(m) = 2 (s + s^3 / 3 + ...), |s| < 0.172 */
  double sum = 1.0 / 21;
  for (int i = 19; i > 0; i -= 2)
    sum = sum * square + 1.0 / i;
  return exponent * 0x1.62e42fefa39efp-1 + 2 * s * sum;
}

static inline float hl_real_exp(float x) { return hl_real((float)hl_wide_exp(x)); }

static inline float hl_real_log(float x) {
  if (x == 0)
    return hl_real_of_bits(0xff800000u);
  if (!(x > 0))
    return hl_real_of_bits(0x7fc00000u);
  return x > HL_REAL_MOST ? x : (float)hl_wide_log(x);
}

static inline float hl_real_tanh(float x) {
  const double y = x, square = y * y;
  if (x < 0.03125f && x > -0.03125f) /* the quotient below would lose digits */
    return (float)(y - y * square * (0x1.5555555555555p-2 - square * (0x1.1111111111111p-3 - square * 0x1.ba1ba1ba1ba1cp-5)));
  if (x > 20 || x < -20)
    return x > 0 ? 1 : -1;
  const double e = hl_wide_exp(2 * y);
  return hl_real((float)((e - 1) / (e + 1)));
}

static inline float hl_real_logistic(float x) { return hl_real((float)(1 / (1 + hl_wide_exp(-(double)x)))); }
static inline float hl_real_elu(float x) {
  if (x >= 0)
    return x;
  const double y = x; /* near zero a series, for the same reason */
  return hl_real(x > -0.015625f ? (float)(y * (1 + y * (0.5 + y * (1.0 / 6 + y * (1.0 / 24 + y * (1.0 / 120 + y / 720))))))
                                : (float)(hl_wide_exp(y) - 1));
}

static inline float hl_real_hard_swish(float x) { return hl_real(x * hl_real_bounded(x + 3, 0, 6) / 6); }
static inline float hl_real_sign(float x) { return x > 0 ? 1 : x < 0 ? -1 : hl_real(x); }

/* The floor of the quotient in double precision, as the reference computes it. */
static inline float hl_real_floor_div(float x, float y) {
  const double q = (double)x / (double)y;
  if (!(q < 0x1p62 && q > -0x1p62))
    return hl_real((float)q);
  const double cut = (double)(int64_t)q;
  const float whole = (float)(cut > q ? cut - 1 : cut);
  return whole == 0 ? hl_real_signed(0, q < 0 || 1 / q < 0 ? -1.0f : 1.0f) : whole;
}

/* The mantissa of a float above 0 with all 24 digits, and its exponent, which is below 1 where the float is denormal. */
static inline uint32_t hl_real_normal(uint32_t bits, int32_t *exponent) {
  uint32_t mantissa = bits & 0x7fffffu;
  *exponent = (int32_t)(bits >> 23);
  if (*exponent)
    return mantissa | 0x800000u;
  const int shift = __builtin_clz(mantissa) - 8;
  mantissa <<= shift;
  *exponent = 1 - shift;
  return mantissa;
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

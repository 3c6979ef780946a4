// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* GELU in integers, as hexloom/portable/real_functions.h: x times the chance that a normally distributed number is below x, or
 * what stands for that: 1 / (1 + e^-w) with w = 2 sqrt(2 / pi) (x + 0.044715 x^3). No digit is lost where x is far below 0. */
#ifndef HEXLOOM_PORTABLE_REAL_GELU_H
#define HEXLOOM_PORTABLE_REAL_GELU_H

#include <hexloom/portable/real_functions.h>

/* The chance of being below -a: e^(-a^2 / 2) times a function that is (a + 4) times smaller than a polynomial of 1 - 8 / (a + 4);
 * that one agrees with it to 2^-34 for a below 14.6. */
static inline hl_scaled hl_scaled_below(float a) {
  static const int32_t polynomial[] = {
      810981234, -652724049, 415685620, -200276305, 64850321, -8096437, -3736409, 1752407, 144841, -251139, -8530,
      37642, 8690};
  const uint32_t up = (uint32_t)(a * 134217728.0f) + (4u << 27); /* a + 4 in units of 2^-27, of 2^29 and above */
  const int zeros = __builtin_clz(up);
  const uint32_t eighths = hl_q30_over((up << zeros) >> 1) >> (2 - zeros); /* 8 / (a + 4), in units of 2^-30 */
  const int32_t t = (int32_t)(0x40000000u - eighths);
  int64_t sum = polynomial[12];
  for (int i = 11; i >= 0; --i)
    sum = polynomial[i] + ((sum * t) >> 30);
  const uint64_t mantissa = (hl_real_bits(a) & 0x7fffffu) | 0x800000u;
  const int down = 2 * (150 - (int)(hl_real_bits(a) >> 23)) - 39; /* its square's half to units of 2^-40 */
  const int64_t half_square = down < 64 ? (int64_t)((mantissa * mantissa) >> down) : 0;
  return hl_scaled_times(hl_scaled_of((uint64_t)sum * eighths, 0), hl_scaled_exp_of(-half_square));
}

/* x times p */
static inline float hl_real_times(float x, hl_scaled p) {
  int32_t exponent;
  const uint32_t mantissa = hl_real_normal(hl_real_bits(x) & 0x7fffffffu, &exponent);
  return hl_real_of_scaled(hl_scaled_times((hl_scaled){mantissa << 8, exponent - 127}, p), hl_real_bits(x) & 0x80000000u);
}

/* What is the same whichever GELU it is: large values, 0 and what is no number; of minus infinity the reference makes none. */
static inline int hl_real_gelu_is_plain(float x) { return x > 6.0f || !(x > -14.5f) || x == 0; }
static inline float hl_real_gelu_plain(float x) { return x > 6.0f || x == 0 ? x : x >= -HL_REAL_MOST ? -0.0f : hl_real_of_bits(0x7fc00000u); }

static inline float hl_real_gelu(float x) {
  if (hl_real_gelu_is_plain(x))
    return hl_real_gelu_plain(x);
  const hl_scaled below = hl_scaled_below(hl_real_of_bits(hl_real_bits(x) & 0x7fffffffu));
  return hl_real_times(x, x < 0 ? below : (hl_scaled){HL_ONE_Q31 - hl_q31_of_scaled(below), 0});
}

/* The upper half of the product, or up to two less. */
static inline uint64_t hl_upper_product(uint64_t a, uint64_t b) {
  const uint64_t a1 = a >> 32, a0 = (uint32_t)a, b1 = b >> 32, b0 = (uint32_t)b;
  return a1 * b1 + ((a1 * b0) >> 32) + ((a0 * b1) >> 32);
}

static inline float hl_real_gelu_by_tanh(float x) {
  if (hl_real_gelu_is_plain(x))
    return hl_real_gelu_plain(x);
  const uint32_t bits = hl_real_bits(x);
  const int up = (int)(bits >> 23 & 255) - 150 + 60;
  const uint64_t mantissa = (bits & 0x7fffffu) | 0x800000u;
  const uint64_t a = up >= 0 ? mantissa << up : up > -32 ? mantissa >> -up : 0; /* |x| in units of 2^-60 */
  const uint64_t cubed = hl_upper_product(hl_upper_product(a, a), 824846161255922601u);         /* 0.044715 x^2, of 2^-56 */
  const uint64_t sum = hl_upper_product(a, ((1ull << 56) + cubed) << 4);        /* |x| + 0.044715 |x|^3, of 2^-56 */
  const hl_scaled e = hl_scaled_exp_of(-(int64_t)(hl_upper_product(sum, 14718372293494604904u) >> 15));
  const uint32_t over = hl_q31_over_one_plus(hl_q31_of_scaled(e));
  return hl_real_times(x, x < 0 ? (hl_scaled){hl_umul_q31(e.mantissa, over), e.exponent} : (hl_scaled){over, 0});
}

#endif

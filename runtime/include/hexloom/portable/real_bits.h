// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The bits of floats. */
#ifndef HEXLOOM_PORTABLE_REAL_BITS_H
#define HEXLOOM_PORTABLE_REAL_BITS_H

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

/* Returns x, but the compiler does not know that. A selection by a comparison takes one of its operands by it. clang for Hexagon (19 as
 * released; this project's no more) makes sfmax or sfmin of a selection between what is compared. These take the number where C takes NaN,
 * and order the zeros where C takes the first or the second. */
static inline float hl_real_apart(float x) {
#ifdef __hexagon__
  __asm__("" : "+r"(x));
#endif
  return x;
}
static inline float hl_real_larger(float x, float y) { return x > y ? hl_real_apart(x) : y; }   /* NaN in either: y */
static inline float hl_real_smaller(float x, float y) { return x < y ? hl_real_apart(x) : y; } /* so, too */

static inline float hl_real(float x) { return x == x ? x : hl_real_of_bits(0x7fc00000u); }

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

#endif

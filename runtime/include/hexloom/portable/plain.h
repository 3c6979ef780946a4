// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Operators on plain values of any type (no scales), with broadcasting. The macros take the C type, so that one text serves
 * bytes as well as float; they are used inside a layer's function, where `p` is constant.
 */
#ifndef HEXLOOM_PORTABLE_PLAIN_H
#define HEXLOOM_PORTABLE_PLAIN_H

#include <hexloom/portable/broadcast.h>

/* EXPRESSION names its operands x and y. */
#define HL_PLAIN_BINARY(LOOPS, TYPE, A, B, OUT_TYPE, OUT, EXPRESSION)                              \
  do {                                                                                             \
    size_t i_ = 0;                                                                                 \
    HL_FOR_EACH(LOOPS) {                                                                           \
      const TYPE x = (A)[HL_AT(LOOPS, 0)], y = (B)[HL_AT(LOOPS, 1)];                               \
      (OUT)[i_++] = (OUT_TYPE)(EXPRESSION);                                                        \
    }                                                                                              \
  } while (0)

/* SELECT_V2: CONDITION ? X : Y, each broadcast */
#define HL_SELECT(LOOPS, CONDITION, X, Y, OUT)                                                     \
  do {                                                                                             \
    size_t i_ = 0;                                                                                 \
    HL_FOR_EACH(LOOPS)                                                                             \
    (OUT)[i_++] = (CONDITION)[HL_AT(LOOPS, 0)] ? (X)[HL_AT(LOOPS, 1)] : (Y)[HL_AT(LOOPS, 2)];       \
  } while (0)

/* Integers modulo their type's range; x / 0 is 0. */
#define HL_WRAP(X, OP, Y) ((__typeof__((X) + 0))((uint64_t)(X)OP(uint64_t)(Y)))
#define HL_DIVIDE(X, Y) ((Y) == 0 ? 0 : (Y) == -1 ? HL_WRAP((X)*0, -, X) : (X) / (Y))

/* Towards minus infinity; of a division by 0 the result is 0, too. */
#define HL_FLOOR_MOD(X, Y)                                                                         \
  ((Y) == 0 || (Y) == -1 ? 0 : (X) % (Y) != 0 && ((X) % (Y) < 0) != ((Y) < 0) ? (X) % (Y) + (Y) : (X) % (Y))
#define HL_FLOOR_DIV(X, Y)                                                                         \
  ((Y) == 0 || (Y) == -1 ? HL_DIVIDE(X, Y) : (X) / (Y) - ((X) % (Y) != 0 && ((X) % (Y) < 0) != ((Y) < 0)))

/* Float to integer, towards zero; what is out of range becomes the nearest end, and what is no number the end on its sign's
 * side. Narrower integers take the low bits of an int32. C leaves all of that open. */
static inline int32_t hl_int32_of_float(float x) {
  const int negative = __builtin_signbit(x);
  if (negative ? x >= -0x1p31f : x < 0x1p31f)
    return (int32_t)x;
  return negative ? INT32_MIN : INT32_MAX;
}
static inline int64_t hl_int64_of_float(float x) {
  const int negative = __builtin_signbit(x);
  if (negative ? x >= -0x1p63f : x < 0x1p63f)
    return (int64_t)x;
  return negative ? INT64_MIN : INT64_MAX;
}

#define HL_MAX(X, Y) ((X) > (Y) ? (X) : (Y))
#define HL_MIN(X, Y) ((X) < (Y) ? (X) : (Y))
#define HL_CLAMP(X, LOW, HIGH) HL_MIN(HL_MAX(X, LOW), HIGH)

/* POW of integers, exponents of 0 and above, by squaring; negative exponents give 0, as truncation does. */
static inline int32_t hl_pow_i32(int32_t base, int32_t exponent) {
  if (exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0;
  uint32_t result = 1;
  for (uint32_t square = (uint32_t)base; exponent; exponent >>= 1, square *= square)
    if (exponent & 1)
      result *= square;
  return (int32_t)result;
}

#endif

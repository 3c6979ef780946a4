/* Products that are shifted, in vectors: each bit is IR's, of a product that wraps in its type, with its rounding, its sign and without saturation
   (patch 0027). Each loop is held against the same expression in scalar code. The status is the number of the first product that is wrong.

RUN: %hexagon-cc -O2 -fwrapv -fvectorize -mllvm -hexagon-autohvx -Rpass=loop-vectorize %s -c -o %t.o 2>&1 | FileCheck %s --check-prefix=LOOPS
RUN: %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -O3 -fwrapv -fvectorize -mllvm -hexagon-autohvx %s -c -o %t.packed.o
RUN: %hexagon-ld %t.packed.o %runtime -o %t.packed && qemu-hexagon %t.packed
LOOPS-COUNT-40: vectorized loop (vectorization width:

What cannot saturate is still one multiplication:
RUN: %hexagon-cc -O2 -fwrapv -fvectorize -mllvm -hexagon-autohvx %s -S -o - | FileCheck %s
CHECK-LABEL: fraction_16:
CHECK: vmpy({{.*}}):<<1:rnd:sat
CHECK-LABEL: fraction_32:
CHECK: vmpyo({{.*}}):<<1:rnd:sat:shift
*/
#include <stdint.h>

enum { Values = 24, Count = Values * Values };
static const int64_t edges[Values] = {
    0, 1, -1, 2, -2, 3, 127, 128, 255, -128, 256, 32767, 32768, 65535, -32768, 65536,
    0x12345678, 0x7fffffff, 0x80000000, 0xffffffff, -0x7fffffff, 0x123456789abcdef, INT64_MAX, INT64_MIN};
static int64_t to[Count] __attribute__((aligned(128)));
static int64_t left[Count] __attribute__((aligned(128))), right[Count] __attribute__((aligned(128)));

/* NAME(d, a, b, n): d[i] = VALUE of x = a[i] and y = b[i], n times. */
#define PRODUCT(NAME, RESULT, X, Y, VALUE) \
  __attribute__((noinline)) void NAME(RESULT *restrict d, const X *restrict a, const Y *restrict b, int n) { \
    for (int i = 0; i < n; ++i) { \
      const X x = a[i]; \
      const Y y = b[i]; \
      d[i] = VALUE; \
    } \
  } \
  __attribute__((noinline, optnone)) static int NAME##_wrong(void) { \
    for (int i = 0; i < Count; ++i) { \
      ((X *)left)[i] = edges[i / Values]; \
      ((Y *)right)[i] = edges[i % Values]; \
    } \
    NAME((RESULT *)to, (const X *)left, (const Y *)right, Count); \
    for (int i = 0; i < Count; ++i) { \
      const X x = edges[i / Values]; \
      const Y y = edges[i % Values]; \
      const RESULT expected = VALUE; \
      if (((RESULT *)to)[i] != expected) \
        return 1; \
    } \
    return 0; \
  }

#define PRODUCTS(P) \
  P(words_by_1, int32_t, int32_t, int32_t, (x * y) >> 1) \
  P(words_by_7, int32_t, int32_t, int32_t, (x * y) >> 7) \
  P(words_by_31, int32_t, int32_t, int32_t, (x * y) >> 31) \
  P(words_rounded, int32_t, int32_t, int32_t, (x * y + 64) >> 7) \
  P(words_and_bytes, int32_t, int32_t, uint8_t, (x * y) >> 1) \
  P(words_by_a_constant, int32_t, int32_t, int32_t, (x * 17 + y * 0) >> 3) \
  P(words_averaged, int32_t, int32_t, uint8_t, (x * y + (x << 4) + 1) >> 1) \
  P(unsigned_by_1, uint32_t, uint32_t, uint32_t, (x * y) >> 1) \
  P(unsigned_rounded, uint32_t, uint32_t, uint32_t, (x * y + 0x8000) >> 16) \
  P(logical_of_signed, uint32_t, int16_t, int16_t, (uint32_t)(x * y) >> 4) \
  P(halfwords_in_words_by_4, int32_t, int16_t, int16_t, (x * y) >> 4) \
  P(halfwords_in_words_by_15, int32_t, int16_t, int16_t, (x * y) >> 15) \
  P(halfwords_in_words_by_16, int32_t, int16_t, int16_t, (x * y) >> 16) \
  P(halfwords_in_words_rounded_15, int32_t, int16_t, int16_t, (x * y + 0x4000) >> 15) \
  P(halfwords_in_words_rounded_16, int32_t, int16_t, int16_t, (x * y + 0x8000) >> 16) \
  P(halfwords_by_8, int16_t, int16_t, int16_t, (x * y) >> 8) \
  P(halfwords_by_15, int16_t, int16_t, int16_t, (x * y) >> 15) \
  P(halfwords_rounded_15, int16_t, int16_t, int16_t, (x * y + 0x4000) >> 15) \
  P(halfwords_rounded_16, int16_t, int16_t, int16_t, (x * y + 0x8000) >> 16) \
  P(halfwords_rounded_high, int16_t, int16_t, int16_t, (x * y + (1 << 20)) >> 12) \
  P(unsigned_halfwords, uint16_t, uint16_t, uint16_t, ((uint32_t)x * y) >> 16) \
  P(unsigned_halfwords_in_words, uint32_t, uint16_t, uint16_t, ((uint32_t)x * y) >> 3) \
  P(unsigned_halfwords_rounded, uint32_t, uint16_t, uint16_t, ((uint32_t)x * y + 0x8000) >> 16) \
  P(unsigned_halfwords_as_signed, int32_t, uint16_t, uint16_t, (int32_t)((uint32_t)x * y) >> 16) \
  P(mixed_halfwords, int32_t, int16_t, uint16_t, (x * y) >> 16) \
  P(mixed_halfwords_by_5, int32_t, uint16_t, int16_t, (x * y) >> 5) \
  P(halfwords_in_long, int64_t, int16_t, int16_t, ((int64_t)x * y) >> 40) \
  P(halfwords_in_long_by_5, int64_t, int16_t, int16_t, ((int64_t)x * y) >> 5) \
  P(high_words, int32_t, int32_t, int32_t, ((int64_t)x * y) >> 32) \
  P(high_words_unsigned, uint32_t, uint32_t, uint32_t, ((uint64_t)x * y) >> 32) \
  P(high_words_unsigned_long, uint64_t, uint32_t, uint32_t, ((uint64_t)x * y) >> 32) \
  P(high_words_unsigned_further, uint32_t, uint32_t, uint32_t, ((uint64_t)x * y) >> 35) \
  P(words_in_long_by_5, int64_t, int32_t, int32_t, ((int64_t)x * y) >> 5) \
  P(fractions_of_words, int32_t, int32_t, int32_t, ((int64_t)x * y) >> 31) \
  P(fractions_rounded, int32_t, int32_t, int32_t, ((int64_t)x * y + (1 << 30)) >> 31) \
  P(fractions_in_long, int64_t, int32_t, int32_t, ((int64_t)x * y + (1 << 30)) >> 31) \
  P(rounded_by_far, int64_t, int32_t, int32_t, ((int64_t)x * y + (1ll << 40)) >> 41) \
  P(mixed_words, int64_t, int32_t, uint32_t, ((int64_t)x * y) >> 33) \
  P(long_by_33, int64_t, int64_t, int64_t, (x * y) >> 33) \
  P(long_unsigned_by_7, uint64_t, uint64_t, uint64_t, (x * y) >> 7) \
  P(long_and_words, int64_t, int64_t, int32_t, (x * y) >> 12) \
  P(fraction_16, int16_t, int16_t, uint8_t, (x * 10923 + 0x4000) >> 15) \
  P(fraction_32, int32_t, int32_t, uint16_t, ((int64_t)x * 715827882 + (1 << 30)) >> 31)
PRODUCTS(PRODUCT)

__attribute__((optnone)) int main(void) {
  int number = 0;
#define CHECKED(NAME, ...) \
  ++number; \
  if (NAME##_wrong()) \
    return number;
  PRODUCTS(CHECKED)
  return 0;
}

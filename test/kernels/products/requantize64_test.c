// RUN: %packed-cc -O2 -std=c11 -I %root/runtime/include -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime -o %t
// RUN: qemu-hexagon %t
/* Sums of 48 bits on vectors, and their rescaling, against 64-bit arithmetic. */
#include <hexloom/hvx/requantize64.h>

#include "../check.h"

enum { LANES = 32 };
typedef union {
  HVX_Vector v;
  int32_t w[LANES];
} lanes;

static int64_t floor_shift(int64_t x, int bits) { /* towards minus infinity, by division */
  const int64_t divisor = (int64_t)1 << bits;
  return x / divisor - (x % divisor < 0);
}

/* Numbers of every size below 2^47, and those around powers of two. */
static int64_t random_sum(void) {
  const int64_t any = (int64_t)((uint64_t)random_word() << 32 | random_word());
  const int bits = random_in(0, 46);
  const int64_t power = (int64_t)1 << bits;
  switch (random_in(0, 3)) {
  case 0:
    return random_in(0, 1) ? power - random_in(0, 2) : random_in(0, 2) - power;
  default:
    return any % power;
  }
}

static void test_rescaling(int near) {
  lanes high, low, multiplier, shift, got;
  int64_t x[LANES];
  for (int i = 0; i < LANES; ++i) {
    x[i] = random_sum();
    const int carried =
        random_in(0, 3) ? random_in(0, 1000) : 0xffff; /* of 2^16, in the lower word */
    high.w[i] = (int32_t)(floor_shift(x[i], 16) - carried);
    low.w[i] = (int32_t)((uint32_t)(x[i] & 0xffff) + ((uint32_t)carried << 16));
    multiplier.w[i] = random_in(0, 9) ? random_in(1 << 14, 0x7fff) : 0;
    shift.w[i] = near ? random_in(8, 31) : random_in(8, 46);
  }
  const hl_wide_scale scale = hl_wide_scale_of(multiplier.v, shift.v);
  got.v = hl_wide_requantize((hl_wide_sum){high.v, low.v}, &scale, near);
  for (int i = 0; i < LANES; ++i) {
    const int64_t rounded = x[i] * multiplier.w[i] + ((int64_t)1 << (shift.w[i] - 1));
    const int32_t wanted = (int32_t)floor_shift(rounded, shift.w[i]);
    if (got.w[i] != wanted)
      FAIL("rescaling (x, multiplier, shift, got, expected)", x[i], multiplier.w[i], shift.w[i],
           got.w[i], wanted);
  }
}

static void test_sums(void) {
  const int shift = random_in(0, 1) ? 8 : random_in(0, 9);
  int64_t wanted[LANES] = {0};
  hl_wide_sum sum = {Q6_V_vzero(), Q6_V_vzero()};
  for (int k = random_in(1, 40); k > 0; --k) {
    lanes words;
    for (int i = 0; i < LANES; ++i) {
      words.w[i] = random_in(0, 4)   ? (int32_t)random_word()
                   : random_in(0, 1) ? INT32_MIN
                                     : INT32_MAX;
      wanted[i] += (int64_t)words.w[i] * ((int64_t)1 << shift);
    }
    sum = hl_wide_add(sum, words.v, shift);
  }
  const lanes high = {sum.high}, low = {sum.low}, modulo = {hl_wide_words(sum)};
  for (int i = 0; i < LANES; ++i) {
    const int64_t got = (int64_t)high.w[i] * 65536 + (uint32_t)low.w[i];
    if (got != wanted[i] || modulo.w[i] != (int32_t)wanted[i])
      FAIL("sum (shift, got, expected, modulo)", shift, got, wanted[i], modulo.w[i]);
  }
}

int main(void) {
  for (int round = 0; round < 3000; ++round) {
    test_rescaling(round & 1);
    test_sums();
  }
  return finish();
}

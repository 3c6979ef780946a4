// RUN: %packed-cc -O2 -std=c11 -I %root/runtime/include -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime -o %t
// RUN: qemu-hexagon %t
/* Rescaling, portable and on vectors, against gemmlowp's definitions written out here: a product
 * with a nudge, divided with truncation; a shift whose remainder is compared with half the divisor.
 */
#include <hexloom/hvx/requantize.h>

#include "../check.h"

static int32_t expected_high(int32_t a, int32_t b) {
  if (a == INT32_MIN && b == INT32_MIN)
    return INT32_MAX;
  const int64_t product = (int64_t)a * b;
  return (int32_t)((product + (product >= 0 ? 1 << 30 : 1 - (1 << 30))) / ((int64_t)1 << 31));
}

static int32_t expected_shift(int32_t x, int exponent) {
  const int32_t mask = (int32_t)(((int64_t)1 << exponent) - 1), remainder = x & mask;
  return (x >> exponent) + (remainder > (mask >> 1) + (x < 0));
}

static int32_t expected_scale(int32_t x, int32_t multiplier, int shift) {
  const int32_t shifted = shift > 0 ? (int32_t)((uint32_t)x << shift) : x;
  return expected_shift(expected_high(shifted, multiplier), shift > 0 ? 0 : -shift);
}

/* Extremes, small numbers and exact ties beside uniform ones. */
static int32_t awkward(void) {
  static const int32_t special[] = {
      0, 1, -1, INT32_MAX, INT32_MIN, INT32_MIN + 1, 1 << 30, -(1 << 30), 0x7fff8000};
  switch (random_in(0, 3)) {
  case 0:
    return special[random_in(0, 8)];
  case 1: {
    const int bit = random_in(0, 30);
    return (int32_t)((uint32_t)random_in(-64, 64) << bit) + random_in(-1, 1);
  }
  case 2:
    return random_in(-70000, 70000);
  default:
    return (int32_t)random_word();
  }
}

enum { LANES = 32 };
typedef union {
  HVX_Vector v;
  int32_t w[LANES];
  uint8_t b[4 * LANES];
} lanes;

static void test_scaling(int right_only) {
  lanes x, multiplier, shift, uniform, got;
  for (int i = 0; i < LANES; ++i) {
    x.w[i] = awkward();
    multiplier.w[i] = random_in(0, 9) ? random_in(1 << 30, INT32_MAX) : random_in(0, 1) << 30;
    shift.w[i] = right_only ? random_in(-31, -1) : random_in(-31, 30);
  }
  const hl_vscale scale = hl_vscale_of(multiplier.v, shift.v, right_only);
  got.v = hl_vrequantize_lanes(x.v, &scale, right_only);
  uniform.v = hl_vrequantize(x.v, multiplier.w[0], shift.w[0]);
  for (int i = 0; i < LANES; ++i) {
    const int32_t wanted = expected_scale(x.w[i], multiplier.w[i], shift.w[i]);
    if (got.w[i] != wanted)
      FAIL("lanes (x, multiplier, shift, got, expected)", x.w[i], multiplier.w[i], shift.w[i],
           got.w[i], wanted);
    if (hl_requantize(x.w[i], multiplier.w[i], shift.w[i]) != wanted)
      FAIL("portable (x, multiplier, shift, expected)", x.w[i], multiplier.w[i], shift.w[i],
           wanted);
    if (uniform.w[i] != expected_scale(x.w[i], multiplier.w[0], shift.w[0]))
      FAIL("uniform (x, multiplier, shift, got)", x.w[i], multiplier.w[0], shift.w[0],
           uniform.w[i]);
  }
}

static void test_primitives(void) {
  lanes a, b, high, shifted;
  const int exponent = random_in(0, 31);
  for (int i = 0; i < LANES; ++i) {
    a.w[i] = awkward();
    b.w[i] = awkward();
  }
  high.v = hl_vsrdhm(a.v, b.v);
  shifted.v = hl_vrdivpot(a.v, exponent);
  for (int i = 0; i < LANES; ++i) {
    const int32_t wanted = expected_high(a.w[i], b.w[i]);
    if (high.w[i] != wanted || hl_srdhm(a.w[i], b.w[i]) != wanted)
      FAIL("high product (a, b, vector, portable, expected)", a.w[i], b.w[i], high.w[i],
           hl_srdhm(a.w[i], b.w[i]), wanted);
    const int32_t divided = expected_shift(a.w[i], exponent);
    if (shifted.w[i] != divided || hl_rdivpot(a.w[i], exponent) != divided)
      FAIL("rounding shift (x, exponent, vector, expected)", a.w[i], exponent, shifted.w[i],
           divided);
  }
}

static void test_narrow(int is_signed) {
  lanes w[4], got;
  const int low = is_signed ? -128 : 0, zero = random_in(low, low + 255);
  const int min = random_in(0, 1) ? low : random_in(low, low + 255),
            max = random_in(0, 1) ? low + 255 : random_in(min, low + 255);
  for (int i = 0; i < 4 * LANES; ++i)
    w[i / LANES].w[i % LANES] = random_in(0, 1) ? random_in(-600, 600) : awkward();
  got.v = hl_vnarrow(w[0].v, w[1].v, w[2].v, w[3].v, zero, min, max, is_signed);
  for (int i = 0; i < 4 * LANES; ++i) {
    const int64_t sum = (int64_t)w[i / LANES].w[i % LANES] + zero;
    const int64_t wanted = sum < min ? min : sum > max ? max : sum;
    const int value = is_signed ? (int8_t)got.b[i] : got.b[i];
    if (value != wanted)
      FAIL("narrow (lane, word, zero point, min, max, got)", i, w[i / LANES].w[i % LANES], zero,
           min, max, value);
  }
}

int main(void) {
  for (int round = 0; round < 3000; ++round) {
    test_scaling(round & 1);
    test_primitives();
    test_narrow(round & 1);
  }
  return finish();
}

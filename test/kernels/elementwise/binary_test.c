// RUN: %packed-cc -O1 -std=c11 -I%root/runtime/include -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime -o %t
// RUN: qemu-hexagon %t
//
// The vector forms of the operators with two inputs against the portable kernels, on random parameters and bytes.
#include "../check.h"

#include <hexloom/hvx/add_linear.h>
#include <hexloom/hvx/binary_staged.h>
#include <hexloom/portable/plain.h>

enum { kBytes = 1024 };

static uint8_t *a, *b, *wanted, *got;

static void randomize(uint8_t *bytes, int count) {
  for (int i = 0; i < count; ++i) /* extremes often */
    bytes[i] = (uint8_t)(random_in(0, 7) ? random_in(0, 255) : random_in(0, 1) ? 0x80 : 0x7f);
}

static void compare(const char *what, int bytes) {
  for (int i = 0; i < bytes; ++i)
    if (wanted[i] != got[i]) {
      FAIL(what, i, a[i], b[i], wanted[i], got[i]);
      return;
    }
}

/* Loops over `count` elements of a; b as long, or with `period` elements. */
static hl_broadcast loops(int count, int period) {
  return (hl_broadcast){{1, 1, 1, 1, count / period, period},
                        {{0, 0, 0, 0, period, 1}, {0, 0, 0, 0, 0, period == 1 ? 0 : 1}, {0}}};
}

static hl_factor random_factor(int least, int most) {
  return (hl_factor){random_in(0, 3) ? (1 << 30) + (int)(random_word() >> 2) : 1 << 30, random_in(least, most)};
}

static hl_arithmetic random_arithmetic(hl_type type) {
  const int low = type == HL_INT8 ? -128 : type == HL_UINT8 ? 0 : -32768, high = type == HL_INT16 ? 32767 : low + 255;
  hl_arithmetic p = {.type = type, .min = random_in(0, 1) ? low : random_in(low, high), .max = high};
  for (int k = 0; k < 3 && type != HL_INT16; ++k)
    p.zero[k] = random_in(low, high);
  if (random_in(0, 1))
    p.max = random_in(p.min, high);
  return p;
}

/* Brings both inputs to a common scale: one of the factors is 1/2. */
static void set_common_scale(hl_arithmetic *p, int left_shift, int subtracts) {
  const int larger = random_in(0, 1);
  p->left_shift = left_shift;
  p->input[larger] = (hl_factor){1 << 30, 0};
  p->input[1 - larger] = random_in(0, 3) ? random_factor(-6, -1) : (hl_factor){1 << 30, 0};
  if (subtracts)
    p->input[1].value = -p->input[1].value;
}

static void test_add(hl_type type) {
  hl_arithmetic p = random_arithmetic(type);
  const int count = type == HL_INT16 ? kBytes / 2 : kBytes;
  set_common_scale(&p, type == HL_INT16 ? 15 : 20, random_in(0, 1));
  p.output = type == HL_INT16 ? random_factor(-15, -13) : random_factor(-21, -17);
  p.loops = loops(count, count);
  hl_add(&p, a, b, wanted);
  hl_vbinary_flat(hl_vadd, &p, a, b, got, kBytes / 128, kBytes / 128, 0);
  compare("add (at, a, b, wanted, got)", kBytes);
}

/* The linear form against its formula in 64 bits, for coefficients whose sums stay in 32; `coarse`: and whose upper parts give
 * halfwords. */
static void test_add_linear(hl_type type, int coarse) {
  const int low = type == HL_INT8 ? -128 : 0, bound = 1 << 21;
  const int factor[2] = {random_in(-bound, bound), random_in(-bound, bound)};
  hl_add_linear p = {.type = type, .constant = random_in(-(1 << 29), 1 << 29), .fraction = random_in(coarse, 7)};
  if (coarse && type == HL_INT8) /* what is subtracted for bytes that are 128 above */
    p.constant += 128 * (factor[0] + factor[1]);
  p.min = random_in(0, 1) ? low : random_in(low, low + 255);
  p.max = random_in(0, 1) ? low + 255 : random_in(p.min, low + 255);
  for (int k = 0; k < 2; ++k) {
    p.high[k] = (int16_t)(factor[k] >> 15);
    p.low[k] = (int16_t)(factor[k] - p.high[k] * 32768);
  }
  for (int i = 0; i < kBytes; ++i) {
    const int64_t x = hl_load(a, type, (size_t)i), y = hl_load(b, type, (size_t)i);
    const int64_t half = (x * factor[0] + y * factor[1] + p.constant) >> 15;
    const int64_t saturated = half > 32767 ? 32767 : half < -32768 ? -32768 : half;
    const int64_t sum = saturated >> p.fraction;
    wanted[i] = (uint8_t)(sum < p.min ? p.min : sum > p.max ? p.max : sum);
  }
  hl_vbinary_flat(coarse ? hl_vadd_coarse : hl_vadd_linear, &p, a, b, got, kBytes / 128, kBytes / 128, 0);
  compare("linear add (at, a, b, wanted, got)", kBytes);
}

static void test_mul(hl_type type) {
  hl_arithmetic p = random_arithmetic(type);
  const int count = type == HL_INT16 ? kBytes / 2 : kBytes;
  p.output = type == HL_INT16 ? random_factor(-17, -13) : random_factor(-10, 2);
  p.loops = loops(count, count);
  hl_mul(&p, a, b, wanted);
  const hl_staged byReference = {.scales = p, .stage = {.form = HL_STAGE_REFERENCE}};
  if (type == HL_INT16)
    hl_vbinary_flat(hl_vmul16, &p, a, b, got, kBytes / 128, kBytes / 128, 0);
  else
    hl_vbinary_flat(hl_vmul_staged, &byReference, a, b, got, kBytes / 128, kBytes / 128, 0);
  compare("mul (at, a, b, wanted, got)", kBytes);
}

static void test_squared_difference(hl_type type) {
  hl_arithmetic p = random_arithmetic(type);
  set_common_scale(&p, 7, 0);
  p.output = random_factor(-24, -12);
  p.loops = loops(kBytes, kBytes);
  hl_squared_difference(&p, a, b, wanted);
  const hl_staged byReference = {.scales = p, .stage = {.form = HL_STAGE_REFERENCE}};
  hl_vbinary_flat(hl_vsquared_staged, &byReference, a, b, got, kBytes / 128, kBytes / 128, 0);
  compare("squared difference (at, a, b, wanted, got)", kBytes);
}

static void test_compare(hl_type type) {
  hl_comparison p = {random_arithmetic(type), (hl_relation)random_in(0, 5)};
  p.scales.left_shift = 8;
  for (int k = 0; k < 2; ++k)
    p.scales.input[k] = random_factor(-7, 0);
  if (random_in(0, 1)) { /* equality needs equal scales to happen often */
    p.scales.input[1] = p.scales.input[0];
    p.scales.zero[1] = p.scales.zero[0];
  }
  p.scales.loops = loops(kBytes, kBytes);
  hl_compare(&p.scales, p.relation, a, b, wanted);
  hl_vbinary_flat(hl_vcompare, &p, a, b, got, kBytes / 128, kBytes / 128, 0);
  compare("comparison (at, a, b, wanted, got)", kBytes);
}

static void test_prelu(hl_type type) {
  const hl_arithmetic bounds = random_arithmetic(type);
  hl_prelu_params p = {.type = type, .min = bounds.min, .max = bounds.max, .loops = loops(kBytes, kBytes)};
  for (int k = 0; k < 3; ++k)
    p.zero[k] = bounds.zero[k];
  p.positive = random_factor(-2, 2);
  p.negative = random_factor(-10, 0);
  hl_prelu(&p, a, b, wanted);
  hl_vbinary_flat(hl_vprelu, &p, a, b, got, kBytes / 128, kBytes / 128, 0);
  compare("prelu (at, a, b, wanted, got)", kBytes);
}

#define LANES(OPERATION, TYPE, EXPRESSION)                                                         \
  do {                                                                                             \
    const hl_lane_operation operation = OPERATION;                                                 \
    const hl_broadcast l = loops(kBytes / (int)sizeof(TYPE), kBytes / (int)sizeof(TYPE));          \
    HL_PLAIN_BINARY(&l, TYPE, (const TYPE *)a, (const TYPE *)b, TYPE, (TYPE *)wanted, EXPRESSION);  \
    hl_vbinary_flat(hl_vlanes, &operation, a, b, got, kBytes / 128, kBytes / 128, 0);              \
    compare(#OPERATION " (at, a, b, wanted, got)", kBytes);                                        \
  } while (0)

static void test_lanes(void) {
  LANES(HL_MAX_U8, uint8_t, HL_MAX(x, y));
  LANES(HL_MAX_I8, int8_t, HL_MAX(x, y));
  LANES(HL_MAX_I16, int16_t, HL_MAX(x, y));
  LANES(HL_MAX_I32, int32_t, HL_MAX(x, y));
  LANES(HL_MIN_U8, uint8_t, HL_MIN(x, y));
  LANES(HL_MIN_I8, int8_t, HL_MIN(x, y));
  LANES(HL_MIN_I16, int16_t, HL_MIN(x, y));
  LANES(HL_MIN_I32, int32_t, HL_MIN(x, y));
  for (int i = 0; i < kBytes; i += 3)
    a[i] = b[(i * 5) % kBytes] = 0;
  LANES(HL_LOGICAL_AND, uint8_t, x &&y);
  LANES(HL_LOGICAL_OR, uint8_t, x || y);
}

/* The loops: an operand that repeats, as the first input or the second; one value; one value for each channel. */
static void test_loops(void) {
  hl_arithmetic p = random_arithmetic(HL_UINT8);
  const int swap = random_in(0, 1);
  set_common_scale(&p, 20, 1);
  p.output = random_factor(-20, -18);
  hl_arithmetic swapped = p; /* the portable kernel walks a first: exchange the operands' strides */
  const int period = random_in(0, 1) ? 128 : 256;
  p.loops = loops(kBytes, period);
  swapped.loops = p.loops;
  for (int l = 0; l < HL_LOOPS; ++l) {
    swapped.loops.stride[0][l] = p.loops.stride[1][l];
    swapped.loops.stride[1][l] = p.loops.stride[0][l];
  }
  if (swap)
    hl_add(&swapped, b, a, wanted);
  else
    hl_add(&p, a, b, wanted);
  hl_vbinary_flat(hl_vadd, &p, a, b, got, kBytes / 128, period / 128, swap);
  compare("periodic operand (at, a, b, wanted, got)", kBytes);

  p.loops = loops(kBytes, 1);
  hl_add(&p, a, b, wanted);
  hl_vbinary_scalar(hl_vadd, &p, a, b, got, kBytes / 128, 1, 0);
  compare("scalar operand (at, a, b, wanted, got)", kBytes);

  /* 2 images of 1 row, 2 blocks of 2 vectors (8 columns): channel c of block k is byte c of b's vector k. */
  p.loops = (hl_broadcast){{1, 1, 2, 2, 8, 32}, {{0, 0, 512, 256, 32, 1}, {0, 0, 256, 128, 0, 1}, {0}}};
  hl_add(&p, a, b, wanted);
  hl_vbinary_channel(hl_vadd, &p, a, b, got, 2, 1, 2, 2, 32, 0);
  compare("operand of channels (at, a, b, wanted, got)", kBytes);
}

/* Several vectors of an operand that repeats in registers, more of them than stay there, the last repetition not whole. */
static void test_held(void) {
  enum { kVectors = 40 };
  static uint8_t x[kVectors * 128] __attribute__((aligned(128))), y[kVectors * 128] __attribute__((aligned(128))),
      largest[kVectors * 128] __attribute__((aligned(128)));
  const hl_lane_operation operation = HL_MAX_U8;
  const int period = random_in(1, 20), vectors = random_in(period, kVectors);
  randomize(x, sizeof x);
  randomize(y, sizeof y);
  randomize(largest, sizeof largest);
  const uint8_t behind = largest[sizeof largest - 1];
  hl_vbinary_held(hl_vlanes, &operation, x, y, largest, vectors, period, 0);
  for (int i = 0; i < 128 * vectors; ++i)
    if (largest[i] != HL_MAX(x[i], y[i % (128 * period)]))
      FAIL("held operand (at, vectors, period)", i, vectors, period);
  if (vectors < kVectors && largest[sizeof largest - 1] != behind)
    FAIL("held operand: written behind the last vector", 0, vectors, period);
}

int main(void) {
  a = guarded(kBytes), b = guarded(kBytes), wanted = guarded(kBytes), got = guarded(kBytes);
  for (int round = 0; round < 120; ++round) {
    randomize(a, kBytes);
    randomize(b, kBytes);
    for (hl_type type = HL_UINT8; type <= HL_INT8; ++type) {
      test_add(type);
      test_add_linear(type, 0);
      test_add_linear(type, 1);
      test_mul(type);
      test_squared_difference(type);
      test_compare(type);
      test_prelu(type);
    }
    test_add(HL_INT16);
    test_mul(HL_INT16);
    test_loops();
    test_held();
    test_lanes();
  }
  return finish();
}

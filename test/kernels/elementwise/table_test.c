// RUN: %packed-cc -O2 -std=c11 -ffp-contract=off -I%root/runtime/include -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime -o %t
// RUN: qemu-hexagon %t
//
// Look-ups in tables of 256, and QUANTIZE of float by thresholds, against the portable kernels.
#include "../check.h"

#include <hexloom/hvx/quantize.h>
#include <hexloom/portable/unary.h>

enum { kCount = 1000 }; /* not a multiple of a vector */

static uint8_t *table, *in, *out;

static void test_table8(void) {
  uint8_t wanted[kCount];
  hl_table8(table, in, wanted, kCount);
  hl_vtable8(table, in, out, (kCount + 127) / 128);
  for (int i = 0; i < kCount; ++i)
    if (out[i] != wanted[i])
      FAIL("look-up (at, index, got, wanted)", i, in[i], out[i], wanted[i]);
}

static void test_table32(void) {
  uint32_t words[256], wanted[kCount];
  for (int i = 0; i < 256; ++i) {
    words[i] = random_word();
    for (int k = 0; k < 4; ++k)
      table[256 * k + i] = (uint8_t)(words[i] >> (8 * k));
  }
  hl_table8_u32(words, in, wanted, kCount);
  hl_vtable8_u32(table, in, out, (4 * kCount + 127) / 128);
  for (int i = 0; i < kCount; ++i)
    if (((uint32_t *)out)[i] != wanted[i])
      FAIL("look-up of words (at, index, got, wanted)", i, in[i], ((uint32_t *)out)[i], wanted[i]);
}

typedef union {
  float f;
  int32_t i;
} bits;

static float float_of(int32_t key) { return ((bits){.i = key < 0 ? key ^ INT32_MAX : key}).f; }

/* Least key that gives at least `wanted`, by bisection. */
static int32_t threshold(const hl_quantize_params *p, int32_t wanted) {
  int64_t below = -0x7f800002ll, found = 0x7f800000;
  while (found - below > 1) {
    const int64_t middle = (below + found) >> 1;
    if (hl_quantize_one(p, float_of((int32_t)middle)) >= wanted)
      found = middle;
    else
      below = middle;
  }
  return (int32_t)found;
}

/* Thresholds and their neighbours, everyday values, and every kind of float. */
static float awkward(const hl_quantize_params *p, const int32_t *keys) {
  switch (random_in(0, 3)) {
  case 0:
    return ((bits){.i = (int32_t)random_word()}).f;
  case 1:
    return (float)random_in(-70000, 70000) * p->scale / 256.0f;
  default:
    return float_of(keys[random_in(1, 255)] + random_in(-2, 2));
  }
}

static void test_quantize(hl_type type) {
  const int low = type == HL_INT8 ? -128 : 0;
  const float scale = ((bits){.i = (random_in(127 - 20, 127 + 6) << 23) + (random_in(0, 2) ? random_in(0, (1 << 23) - 1) : 0)}).f;
  const hl_quantize_params p = {type, scale, random_in(low, low + 255), low, low + 255};
  int32_t keys[257];
  for (int j = 1; j < 256; ++j)
    keys[j] = threshold(&p, low + j);
  keys[256] = INT32_MAX;
  for (int i = 0; i < 256; ++i)
    for (int k = 0; k < 4; ++k)
      table[256 * k + i] = (uint8_t)((uint32_t)keys[i + 1] >> (8 * k));
  /* 1 / scale = fraction * 2^exponent, the fraction in [1/2, 1). */
  const bits inverse = {.f = 1.0f / scale};
  const int exponent = (inverse.i >> 23) - 126;
  const int64_t mantissa = (scale == 0 ? 0 : ((int64_t)1 << 62) / ((int64_t)(((bits){.f = scale}).i & 0x7fffff) | 0x800000));
  int64_t fraction = mantissa;
  while (fraction >= (int64_t)1 << 31)
    fraction >>= 1;
  const hl_vquantize_params v = {type, (4 * kCount + 127) / 128, keys[1] - 1, keys[255], (int32_t)fraction, 141 - exponent,
                                 p.zero - low};
  float *real = (float *)in;
  for (int i = 0; i < kCount; ++i)
    real[i] = awkward(&p, keys);
  hl_vquantize(&v, table, real, out);
  for (int i = 0; i < kCount; ++i) {
    const uint8_t wanted = (uint8_t)hl_quantize_one(&p, real[i]);
    if (out[i] != wanted)
      FAIL("quantize (at, input's bits, scale's bits, zero, got, wanted)", i, ((bits){.f = real[i]}).i, ((bits){.f = scale}).i,
           p.zero, out[i], wanted);
  }
}

int main(void) {
  table = guarded(1024), in = guarded(4 * kCount), out = guarded(4 * kCount);
  for (int round = 0; round < 40; ++round) {
    for (int i = 0; i < 1024; ++i)
      table[i] = (uint8_t)random_word();
    for (int i = 0; i < kCount; ++i)
      in[i] = (uint8_t)random_word();
    test_table8();
    test_table32();
    test_quantize(HL_UINT8);
    test_quantize(HL_INT8);
  }
  return finish();
}

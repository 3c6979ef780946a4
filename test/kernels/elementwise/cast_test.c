// RUN: %packed-cc -O1 -std=c11 -I%root/runtime/include -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime %builtins -o %t
// RUN: qemu-hexagon %t
//
// CAST of floats within the result's range, and of int32 to float where it must be rounded, against
// the C compiler's own conversions; of other floats against the portable target's.
#include "../check.h"

#include <hexloom/hvx/cast.h>
#include <hexloom/portable/plain.h>

enum { kCount = 1000 }; /* not a multiple of a vector */

static float *reals;
static int32_t *words;
static uint8_t *got;

/* Any magnitude below the limit, whole numbers and zeros of both signs among them. */
static float random_real(float limit) {
  const int bits = random_in(0, 40);
  float x = (float)(int32_t)random_word() / 2147483648.0f * limit;
  for (int i = 0; i < bits; ++i)
    x /= 2;
  switch (random_in(0, 7)) {
  case 0:
    return (float)(int32_t)x;
  case 1:
    return x < 0 ? -0.0f : 0.0f;
  default:
    return x;
  }
}

#define TEST_FROM_FLOAT(HL_TYPE, TYPE, LEAST, LIMIT)                                               \
  do {                                                                                             \
    for (int i = 0; i < kCount; ++i) {                                                             \
      reals[i] = random_real(LIMIT);                                                               \
      if (reals[i] < (LEAST))                                                                      \
        reals[i] = -reals[i];                                                                      \
    }                                                                                              \
    hl_vcast(HL_FLOAT32, HL_TYPE, reals, got, kCount);                                             \
    for (int i = 0; i < kCount; ++i)                                                               \
      if (((TYPE *)got)[i] != (TYPE)reals[i])                                                      \
        FAIL(#HL_TYPE " (at, wanted, got)", i, (TYPE)reals[i], ((TYPE *)got)[i]);                  \
  } while (0)

/* Beyond every range, and no numbers: those of INT32 have a value that is known, the others that of the portable target. */
static void test_beyond(void) {
  const float beyond[] = {2147483648.0f,    -2147483648.0f,    3e9f,              -3e9f,   1e30f,  -1e30f,  70000.5f, -70000.5f,
                          __builtin_inff(), -__builtin_inff(), __builtin_nanf(""), -__builtin_nanf("")};
  const int count = sizeof beyond / sizeof *beyond;
  for (int i = 0; i < kCount; ++i)
    reals[i] = beyond[i % count];
  hl_vcast(HL_FLOAT32, HL_INT32, reals, got, kCount);
  for (int i = 0; i < kCount; ++i)
    if (i % count != 6 && i % count != 7 && ((int32_t *)got)[i] != (i % 2 ? INT32_MIN : INT32_MAX))
      FAIL("saturation (at, got)", i, ((int32_t *)got)[i]);
#define AGAINST_PORTABLE(HL_TYPE, TYPE)                                                            \
  hl_vcast(HL_FLOAT32, HL_TYPE, reals, got, kCount);                                               \
  for (int i = 0; i < kCount; ++i)                                                                 \
    if (((TYPE *)got)[i] != (TYPE)hl_int32_of_float(reals[i]))                                     \
      FAIL(#HL_TYPE " beyond (at, wanted, got)", i, (TYPE)hl_int32_of_float(reals[i]), ((TYPE *)got)[i]);
  AGAINST_PORTABLE(HL_INT32, int32_t)
  AGAINST_PORTABLE(HL_INT16, int16_t)
  AGAINST_PORTABLE(HL_INT8, int8_t)
  AGAINST_PORTABLE(HL_UINT8, uint8_t)
  if (hl_int64_of_float(beyond[4]) != INT64_MAX || hl_int64_of_float(beyond[11]) != INT64_MIN)
    FAIL("int64 (got, got)", hl_int64_of_float(beyond[4]), hl_int64_of_float(beyond[11]));
}

static void test_truth(void) {
  for (int i = 0; i < kCount; ++i)
    reals[i] = random_real(1e-38f); /* denormal ones too */
  hl_vcast(HL_FLOAT32, HL_BOOL, reals, got, kCount);
  for (int i = 0; i < kCount; ++i) {
    union {
      float real;
      uint32_t bits;
    } x = {reals[i]};
    if (got[i] != (x.bits << 1 != 0))
      FAIL("bool (at, bits, got)", i, x.bits, got[i]);
  }
}

static void test_rounding(void) {
  for (int i = 0; i < kCount; ++i) {
    const int32_t tie = (random_in(1 << 23, (1 << 24) - 1) << 7) + 64 * random_in(0, 1);
    words[i] = random_in(0, 3) == 0 ? (int32_t)random_word() : tie + random_in(-1, 1);
    if (random_in(0, 1))
      words[i] = (int32_t)(0u - (uint32_t)words[i]);
  }
  words[0] = INT32_MIN, words[1] = INT32_MAX, words[2] = 0;
  hl_vcast(HL_INT32, HL_FLOAT32, words, got, kCount);
  for (int i = 0; i < kCount; ++i)
    if (((float *)got)[i] != (float)words[i])
      FAIL("float (at, word)", i, words[i]);
}

int main(void) {
  reals = (float *)guarded(4 * kCount);
  words = (int32_t *)guarded(4 * kCount);
  got = guarded(4 * kCount);
  for (int round = 0; round < 20; ++round) {
    TEST_FROM_FLOAT(HL_INT8, int8_t, -128, 127);
    TEST_FROM_FLOAT(HL_UINT8, uint8_t, 0, 255);
    TEST_FROM_FLOAT(HL_INT16, int16_t, -32768, 32767);
    TEST_FROM_FLOAT(HL_INT32, int32_t, -2147483648.0f, 2147483520.0f);
    test_rounding();
    test_truth();
  }
  test_beyond();
  return finish();
}

// RUN: %packed-cc -O2 -std=c11 -ffp-contract=off -I %root/runtime/include -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime -o %t
// RUN: qemu-hexagon %t
/* LOGISTIC, TANH and e^x of x below 0 on vectors against plain C: floats of every exponent and sign, those around the places where the computation changes, and
 * rows of any length. */
#include <hexloom/hvx/real_softmax.h>

#include "../check.h"

enum { MOST = 300 };
static float in[MOST] __attribute__((aligned(128))), got[MOST + 1] __attribute__((aligned(128)));

static float number(void) {
  static const float places[] = {0.0f, 0.25f, 0.34657f, 10.0f, 87.3f, 88.7f, 103.97f, 104.0f, 0x1p-40f, 0x1p-13f, 0x1p-31f, 0x1p-126f, HL_REAL_MOST};
  const uint32_t sign = (uint32_t)random_in(0, 1) << 31;
  switch (random_in(0, 3)) {
  case 0: {
    const float place = places[random_in(0, sizeof places / sizeof *places - 1)];
    return hl_real_of_bits((hl_real_bits(place) + (uint32_t)random_in(-3, 3)) ^ sign);
  }
  case 1:
    return hl_real_of_bits(random_word());
  default:
    return hl_real_of_bits((uint32_t)random_in(110, 134) << 23 | (random_word() & 0x7fffff) | sign);
  }
}

static void test(const char *name, int rounds, float (*wanted)(float), hl_vreal_function f) {
  for (int round = 0; round < rounds; ++round) {
    const int count = random_in(0, 9) ? MOST : random_in(1, MOST);
    for (int i = 0; i < count; ++i)
      in[i] = number();
    got[count] = 85;
    hl_vreal_unary(f, in, got, (size_t)count);
    for (int i = 0; i < count; ++i)
      if (hl_real_bits(wanted(in[i])) != hl_real_bits(got[i])) {
        FAIL(name, round, i, hl_real_bits(in[i]), hl_real_bits(wanted(in[i])), hl_real_bits(got[i]));
        return;
      }
    if (got[count] != 85)
      FAIL("behind the end", round, count, 0, 0, 0);
  }
}

static float exp_below(float x) { return hl_real_exp(hl_real_of_bits(hl_real_bits(x) | 0x80000000u)); }
static HVX_Vector vexp_below(HVX_Vector bits) { return hl_vexp_below(Q6_V_vor_VV(bits, Q6_V_vsplat_R(INT32_MIN))); }

int main(void) {
  test("logistic", 100, hl_real_logistic, hl_vlogistic);
  test("tanh", 100, hl_real_tanh, hl_vtanh);
  test("exp", 100, exp_below, vexp_below);
  return finish();
}

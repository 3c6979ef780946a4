// RUN: %packed-cc -O2 -std=c11 -ffp-contract=off -I %root/runtime/include -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime -o %t
// RUN: qemu-hexagon %t
/* MUL, ADD and SUB of floats on vectors against plain C: every exponent and sign, sums that cancel, ties, denormal numbers, infinities and what is
 * none; and SCALE_SUMS of any order, number of channels and scale. */
#include <hexloom/hvx/real_binary.h>
#include <hexloom/hvx/scale_sums.h>

#include "../check.h"

enum { MOST = 700 };
static float a[MOST] __attribute__((aligned(128))), b[MOST] __attribute__((aligned(128))), got[MOST + 1] __attribute__((aligned(128)));

/* Exponents around `middle`; few digits make ties and exact results. */
static float number(int middle, int spread) {
  const uint32_t digits = random_in(0, 1) ? random_word() & 0x7fffff : (uint32_t)random_in(0, 15) << random_in(0, 19);
  return hl_real_of_bits((uint32_t)hl_max(0, hl_min(255, middle + random_in(-spread, spread))) << 23 | digits | (uint32_t)random_in(0, 1) << 31);
}

static float zero(void) { return random_in(0, 1) ? 0.0f : -0.0f; }
/* A number whose sum with x cancels, or nearly so. */
static float near(float x) { return hl_real_of_bits(hl_real_bits(x) ^ (uint32_t)random_in(0, 3) ^ (uint32_t)random_in(0, 1) << 31); }

static void test_binary(int rounds) {
  static const float bounds[][2] = {{-HL_REAL_MOST, HL_REAL_MOST}, {0, HL_REAL_MOST}, {0, 6}, {-1, 1}};
  static const hl_real_operation all[] = {HL_REAL_MUL, HL_REAL_MUL_ANY, HL_REAL_ADD, HL_REAL_SUB};
#pragma unroll
  for (int k = 0; k < 4; ++k)
    for (int round = 0; round < rounds; ++round) {
      const hl_real_operation what = all[k];
      const int count = random_in(1, MOST), middle = random_in(0, 3) ? 127 : random_in(0, 255), spread = random_in(0, 1) ? 3 : random_in(0, 40);
      const float *const bound = bounds[random_in(0, 3)];
      for (int i = 0; i < count; ++i) {
        a[i] = random_in(0, 30) ? number(middle, spread) : zero();
        b[i] = random_in(0, 3) ? number(middle, spread) : near(a[i]);
        if (random_in(0, 30) == 0)
          b[i] = zero();
      }
      got[count] = 85;
      hl_real_binary_hvx(what, a, b, bound[0], bound[1], got, (size_t)count);
      for (int i = 0; i < count; ++i) {
        float wanted;
        hl_real_binary_plain(what, a + i, b + i, bound[0], bound[1], &wanted, 1);
        if (hl_real_bits(wanted) != hl_real_bits(got[i])) {
          FAIL("binary", k, i, hl_real_bits(a[i]), hl_real_bits(b[i]), hl_real_bits(wanted), hl_real_bits(got[i]));
          break;
        }
      }
      if (got[count] != 85)
        FAIL("behind the end", k, count);
    }
}

/* The lanes that vectors leave to plain C are few: an ordinary piece has none. */
static void test_ordinary(void) {
  HVX_Vector odd = Q6_V_vzero();
  for (int i = 0; i < MOST; ++i) {
    a[i] = number(127, 40);
    b[i] = random_in(0, 3) ? number(127, 20) : 0.0f;
  }
  for (int i = 0; i < MOST / 32; ++i) {
    hl_vreal_times(((HVX_Vector *)a)[i], ((HVX_Vector *)b)[i], &odd);
    hl_vreal_plus(((HVX_Vector *)a)[i], ((HVX_Vector *)b)[i], &odd);
  }
  if (hl_vany(odd))
    FAIL("ordinary numbers are odd", 0);
  for (int i = 0; i < MOST; ++i)
    a[i] = number(0, 5);
  for (int i = 0; i < MOST / 32; ++i)
    hl_vreal_times_any(((HVX_Vector *)a)[i], ((HVX_Vector *)b)[i], &odd);
  if (hl_vany(odd))
    FAIL("denormal factors are odd", 0);
}

static void test_sums(int rounds) {
  static int32_t sums[4000] __attribute__((aligned(128))), weights[64 * 32] __attribute__((aligned(128)));
  static float scales[64 * 32] __attribute__((aligned(128))), bias[64 * 32] __attribute__((aligned(128)));
  static float wanted[4001], out[4001] __attribute__((aligned(128)));
  HL_ROLL
  for (int k = 0; k < 5; ++k)
    for (int round = 0; round < rounds; ++round) {
      const int channels = random_in(1, 64), has_bias = random_in(0, 1), rows = random_in(1, 2), odd = random_in(0, 9) == 0;
      const int pixels = random_in(1, 4000 / 2 / channels);
      const float most = k & 1 ? __builtin_inff() : HL_REAL_MOST, bounds[][2] = {{-most, most}, {0, HL_REAL_MOST}, {0, 6}, {-1, 1}};
      const int bound = random_in(0, 3), flat = random_in(0, 1);
      const hl_scale_sums p = {(hl_order)k, rows, pixels, channels, 1, bounds[bound][0], bounds[bound][1]};
      const int run = flat ? pixels * channels : channels;
      int period = channels;
      while (period % 2 == 0 && period * 16 % channels == 0)
        period /= 2;
      const hl_scale_runs r = {rows, flat ? 1 : pixels, run, hl_min(period, (run + 31) / 32), has_bias};
      float row_scales[2];
      int32_t zeros[2];
      for (int i = 0; i < 2; ++i) {
        row_scales[i] = number(random_in(100, 130), odd ? 127 : 3);
        zeros[i] = random_in(-128, 127);
      }
      const int some = random_in(0, 1) ? 1 << 30 : 5000;
      for (int i = 0; i < rows * pixels * channels; ++i)
        sums[i] = random_in(-some, some);
      for (int i = 0; i < r.vectors * 32; ++i) {
        weights[i] = i < channels ? random_in(-1000, 1000) : weights[i - channels];
        scales[i] = i < channels ? number(110, odd ? 127 : 8) : scales[i - channels];
        bias[i] = i >= channels ? bias[i - channels] : has_bias ? number(125, odd ? 127 : 8) : 0;
      }
      out[rows * pixels * channels] = 85;
      hl_scale_sums_portable(&p, sums, row_scales, zeros, weights, scales, has_bias ? bias : 0, wanted);
      hl_scale_sums_hvx(&p, &r, sums, row_scales, zeros, (HVX_Vector *)weights, (HVX_Vector *)scales, (HVX_Vector *)bias, out);
      for (int i = 0; i < rows * pixels * channels; ++i)
        if (hl_real_bits(wanted[i]) != hl_real_bits(out[i])) {
          FAIL("sums", k, round, i, channels, pixels, sums[i], hl_real_bits(wanted[i]), hl_real_bits(out[i]));
          break;
        }
      if (out[rows * pixels * channels] != 85)
        FAIL("behind the sums", k, round);
    }
}

int main(void) {
  test_binary(30);
  test_ordinary();
  test_sums(15);
  return finish();
}

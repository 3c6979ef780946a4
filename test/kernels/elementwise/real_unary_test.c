// RUN: %packed-cc -O2 -std=c11 -ffp-contract=off -I %root/runtime/include -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime -o %t
// RUN: qemu-hexagon %t
/* Activations, HARD_SWISH, a row repeated in MUL, ADD and SUB, and sums of columns, of floats on vectors against plain C: every exponent and
 * sign, denormal numbers, infinities and what is none, all lengths and places of the end. */
#include <hexloom/hvx/real_binary.h>
#include <hexloom/hvx/real_reduce.h>
#include <hexloom/hvx/real_unary.h>
#include <hexloom/portable/real_rows.h>

#include "../check.h"

enum { MOST = 4096 };
static float a[MOST] __attribute__((aligned(128))), b[MOST] __attribute__((aligned(128))), got[MOST + 1] __attribute__((aligned(128)));
static float held[MOST] __attribute__((aligned(128)));

static float number(int middle, int spread) {
  const uint32_t digits = random_in(0, 1) ? random_word() & 0x7fffff : (uint32_t)random_in(0, 15) << random_in(0, 19);
  return hl_real_of_bits((uint32_t)hl_max(0, hl_min(255, middle + random_in(-spread, spread))) << 23 | digits | (uint32_t)random_in(0, 1) << 31);
}

static void fill(float *to, int count) {
  const int middle = random_in(0, 3) ? 127 : random_in(0, 255), spread = random_in(0, 2) ? 4 : random_in(0, 40);
  for (int i = 0; i < count; ++i)
    to[i] = random_in(0, 40) ? number(middle, spread) : random_in(0, 1) ? 0.0f : -0.0f;
}

static void compare(const char *what, int i, float wanted) {
  if (hl_real_bits(wanted) != hl_real_bits(got[i]))
    FAIL(what, i, hl_real_bits(wanted), hl_real_bits(got[i]));
}

static void test_unary(int rounds) {
  static const float parameters[][2] = {{0, __builtin_inff()}, {0, 6}, {-1, 1}, {0, 1}};
#pragma unroll
  for (int k = 0; k < 3; ++k)
    for (int round = 0; round < rounds; ++round) {
      const float *const p = parameters[random_in(0, 3)];
      const int count = random_in(1, 700);
      const float low = k == HL_REAL_LEAKY ? number(124, 4) : p[0];
      fill(a, count);
      got[count] = 85;
      hl_real_unary_hvx((hl_real_function)k, low, p[1], a, got, (size_t)count);
      for (int i = 0; i < count; ++i)
        compare(k == 0 ? "bounded" : k == 1 ? "leaky" : "hard swish", i, hl_real_of_one((hl_real_function)k, a[i], low, p[1]));
      if (got[count] != 85)
        FAIL("behind the end", k, count);
    }
}

/* Division is what the host's compiler, and plain C here, do by other means. */
static void test_sixths(void) {
  for (uint32_t first = 0; first < 1 << 23; first += 32 * 61) {
    HVX_Vector odd = Q6_V_vzero();
    for (uint32_t i = 0; i < 32; ++i)
      a[i] = hl_real_of_bits((first + i) % (1 << 23) | (4 + first % 240) << 23);
    *(HVX_Vector *)got = hl_vreal_sixth(*(HVX_Vector *)a, &odd);
    for (int i = 0; i < 32; ++i)
      compare("sixth", i, a[i] / 6);
    if (hl_vany(odd))
      FAIL("an ordinary sixth is odd", (int)first);
  }
}

/* No piece of ordinary numbers is left to plain C. */
static void test_ordinary(void) {
  HVX_Vector odd = Q6_V_vzero();
  for (int i = 0; i < MOST; ++i)
    a[i] = i % 7 ? number(127, 10) : i % 2 ? 0 : (float)(i % 11) - 5;
  for (int i = 0; i < MOST / 32; ++i)
    hl_vreal_of_one(HL_REAL_HARD_SWISH, ((HVX_Vector *)a)[i], 0, 0, &odd);
  if (hl_vany(odd))
    FAIL("ordinary numbers are odd", 0);
}

static void test_rows(int rounds) {
  static const hl_real_operation all[] = {HL_REAL_MUL, HL_REAL_ADD, HL_REAL_SUB};
#pragma unroll
  for (int k = 0; k < 3; ++k)
    for (int round = 0; round < rounds; ++round) {
      const int count = random_in(0, 1) ? random_in(1, 40) : 32 * random_in(1, 20), many = random_in(1, MOST / count);
      const int whole = count % 2 ? 64 : count % 32 ? 32 : 2, copies = hl_min(many, whole), is_first = random_in(0, 1);
      if (copies * count > MOST)
        continue;
      fill(is_first ? b : a, many * count);
      fill(is_first ? a : b, count);
      got[many * count] = 85;
      hl_real_rows_hvx(all[k], a, b, -1, 6, got, (size_t)many, (size_t)count, is_first, (size_t)copies, held);
      for (int i = 0; i < many * count; ++i) {
        float wanted;
        hl_real_binary_plain(all[k], a + (is_first ? i % count : i), b + (is_first ? i : i % count), -1, 6, &wanted, 1);
        compare("rows", i, wanted);
      }
      if (got[many * count] != 85)
        FAIL("behind the last row", count, many);
    }
}

static void test_columns(int rounds) {
  for (int round = 0; round < rounds; ++round) {
    const int inner = random_in(0, 1) ? 32 * random_in(1, 5) : random_in(32, 200), count = random_in(1, MOST / inner / 2), outer = random_in(1, MOST / inner / count), mean = random_in(0, 1);
    fill(a, outer * count * inner);
    got[outer * inner] = 85;
    hl_real_sum_hvx((size_t)outer, (size_t)count, (size_t)inner, mean ? (float)count : 1, a, got);
    const hl_reduce p = {.kind = mean ? HL_REDUCE_MEAN : HL_REDUCE_SUM, .count = count, .kept = {1, 1, outer, inner},
                         .kept_strides = {0, 0, count * inner, 1}, .reduced = {1, 1, 1, count}, .reduced_strides = {0, 0, 0, inner}};
    hl_real_reduce(&p, a, b);
    for (int i = 0; i < outer * inner; ++i)
      compare("columns", i, b[i]);
    if (got[outer * inner] != 85)
      FAIL("behind the last column", inner, count);
  }
}

int main(void) {
  test_unary(150);
  test_sixths();
  test_ordinary();
  test_rows(60);
  test_columns(60);
  return finish();
}

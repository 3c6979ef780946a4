/* Products of 256 and 512 that the project's emulator adds, against scalar arithmetic.
 *
 * REQUIRES: wide-products
 * RUN: %hexagon-cc -c %S/Inputs/products.s -o %t.s.o
 * RUN: %hexagon-cc -O2 -std=gnu11 -I %root/runtime/include -c %s -o %t.o
 * RUN: %hexagon-ld %t.o %t.s.o %runtime -o %t && qemu-hexagon %t
 */
#include "../kernels/check.h"

#include <stdbool.h>

enum { ROUNDS = 400, VECTOR = 128, LANES = 32 };

typedef void rtt_product(int32_t sums[2][LANES], const uint8_t bytes[VECTOR], uint64_t factors);
typedef uint32_t z_product(int32_t sums[4][LANES], const uint8_t bytes[VECTOR], uint32_t position);
extern rtt_product rtt_ub, rtt_ub_acc, rtt_b, rtt_b_acc, rtt_ub_apart, rtt_ub_acc_apart, rtt_b_apart, rtt_b_acc_apart;
extern z_product z_b, z_b_next, z_b_acc, z_b_acc_next, z_ub, z_ub_next, z_ub_acc, z_ub_acc_next;
extern z_product z_b_apart, z_b_next_apart, z_b_acc_apart, z_b_acc_next_apart;
extern z_product z_ub_apart, z_ub_next_apart, z_ub_acc_apart, z_ub_acc_next_apart;
extern void rtt_full(int32_t sums[4][LANES], const uint8_t bytes[VECTOR], const uint64_t factors[2]);
extern void z_fill(const uint8_t bytes[2 * VECTOR]);

static const struct {
  const char *name;
  rtt_product *run;
  bool byte_signed, accumulates;
} rtt_products[] = {
    {"uw = vrmpy(ub, Rtt)", rtt_ub, false, false},        {"rtt_ub, apart", rtt_ub_apart, false, false},
    {"uw += vrmpy(ub, Rtt)", rtt_ub_acc, false, true},    {"rtt_ub_acc, apart", rtt_ub_acc_apart, false, true},
    {"w = vrmpy(b, Rtt)", rtt_b, true, false},            {"rtt_b, apart", rtt_b_apart, true, false},
    {"w += vrmpy(b, Rtt)", rtt_b_acc, true, true},        {"rtt_b_acc, apart", rtt_b_acc_apart, true, true},
};

static const struct {
  const char *name;
  z_product *run;
  bool z_signed, accumulates, moves;
} z_products[] = {
    {"w = vrmpyz(b, Rt.b)", z_b, true, false, false},
    {"w = vrmpyz(b, Rx.b++)", z_b_next, true, false, true},
    {"w += vrmpyz(b, Rt.b)", z_b_acc, true, true, false},
    {"w += vrmpyz(b, Rx.b++)", z_b_acc_next, true, true, true},
    {"w = vrmpyz(b, Rt.ub)", z_ub, false, false, false},
    {"w = vrmpyz(b, Rx.ub++)", z_ub_next, false, false, true},
    {"w += vrmpyz(b, Rt.ub)", z_ub_acc, false, true, false},
    {"w += vrmpyz(b, Rx.ub++)", z_ub_acc_next, false, true, true},
    {"w = vrmpyz(b, Rt.b), apart", z_b_apart, true, false, false},
    {"w = vrmpyz(b, Rx.b++), apart", z_b_next_apart, true, false, true},
    {"w += vrmpyz(b, Rt.b), apart", z_b_acc_apart, true, true, false},
    {"w += vrmpyz(b, Rx.b++), apart", z_b_acc_next_apart, true, true, true},
    {"w = vrmpyz(b, Rt.ub), apart", z_ub_apart, false, false, false},
    {"w = vrmpyz(b, Rx.ub++), apart", z_ub_next_apart, false, false, true},
    {"w += vrmpyz(b, Rt.ub), apart", z_ub_acc_apart, false, true, false},
    {"w += vrmpyz(b, Rx.ub++), apart", z_ub_acc_next_apart, false, true, true},
};

/* Random bytes, bytes at the ends of the range, or one byte throughout. */
static void fill(void *to, size_t count, int round) {
  static const uint8_t ends[] = {0, 1, 127, 128, 129, 255};
  const uint8_t all = ends[round / 4 % 6];
  for (size_t i = 0; i < count; ++i)
    ((uint8_t *)to)[i] = round % 4 < 2 ? random_word() : round % 4 == 2 ? ends[random_in(0, 5)] : all;
}

static int32_t signed_or_not(uint8_t byte, bool is_signed) { return is_signed ? (int8_t)byte : byte; }

/* Computes one word of sums; additions wrap. */
static int32_t product(int32_t sum, const uint8_t *bytes, bool byte_signed, const uint8_t *factors, bool factor_signed) {
  uint32_t result = (uint32_t)sum;
  for (int k = 0; k < 4; ++k)
    result += (uint32_t)(signed_or_not(bytes[k], byte_signed) * signed_or_not(factors[k], factor_signed));
  return (int32_t)result;
}

static void compare(const char *name, const int32_t *got, const int32_t *wanted, int words) {
  for (int i = 0; i < words; ++i)
    if (got[i] != wanted[i]) {
      FAIL(name, i, got[i], wanted[i]);
      return;
    }
}

static _Alignas(VECTOR) uint8_t bytes[VECTOR], z[2 * VECTOR];
static _Alignas(VECTOR) int32_t got[4][LANES], wanted[4][LANES];

static void check_rtt(int round) {
  for (size_t i = 0; i < sizeof rtt_products / sizeof rtt_products[0]; ++i) {
    uint64_t factors;
    fill(bytes, sizeof bytes, round);
    fill(&factors, sizeof factors, round);
    fill(got, sizeof got, round);
    for (int half = 0; half < 2; ++half)
      for (int lane = 0; lane < LANES; ++lane)
        wanted[half][lane] = product(rtt_products[i].accumulates ? got[half][lane] : 0, bytes + 4 * lane,
                                     rtt_products[i].byte_signed, (const uint8_t *)&factors + 4 * half, false);
    rtt_products[i].run(got, bytes, factors);
    compare(rtt_products[i].name, got[0], wanted[0], 2 * LANES);
  }
}

static void check_full_packet(int round) {
  uint64_t factors[2];
  fill(bytes, sizeof bytes, round);
  fill(factors, sizeof factors, round);
  fill(got, sizeof got, round);
  for (int vector = 0; vector < 4; ++vector)
    for (int lane = 0; lane < LANES; ++lane) {
      int32_t sum = product(got[vector][lane], bytes + 4 * lane, true, (const uint8_t *)factors + vector % 2 * 4, false);
      if (vector < 2)
        sum = product(sum, bytes + 4 * lane, true, (const uint8_t *)(factors + 1) + vector * 4, false);
      wanted[vector][lane] = sum;
    }
  rtt_full(got, bytes, factors);
  compare("two products in a packet", got[0], wanted[0], 4 * LANES);
}

static void check_z(int round) {
  for (size_t i = 0; i < sizeof z_products / sizeof z_products[0]; ++i) {
    const uint32_t position = random_word() & ~2u, apart = position & 1 ? 64 : 32;
    fill(bytes, sizeof bytes, round);
    fill(z, sizeof z, round);
    fill(got, sizeof got, round);
    for (uint32_t stream = 0; stream < 4; ++stream)
      for (int lane = 0; lane < LANES; ++lane)
        wanted[stream][lane] =
            product(z_products[i].accumulates ? got[stream][lane] : 0, bytes + 4 * lane, true,
                    z + ((position - 4 - apart * (3 - stream)) & 0xfc), z_products[i].z_signed);
    z_fill(z);
    const uint32_t moved = z_products[i].run(got, bytes, position);
    if (moved != position + (z_products[i].moves ? 4 : 0))
      FAIL(z_products[i].name, moved, position);
    compare(z_products[i].name, got[0], wanted[0], 4 * LANES);
  }
}

int main(void) {
  for (int round = 0; round < ROUNDS; ++round) {
    check_rtt(round);
    check_full_packet(round);
    check_z(round);
  }
  return finish();
}

// RUN: %packed-cc -O2 -std=c11 -ffp-contract=off -I%root/runtime/include -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime -o %t
// RUN: qemu-hexagon %t
//
// Reciprocals and logarithms of 32 sums of exponentials at a time, against the scalar functions: sums of every size, and all
// near powers of two.
#include "../check.h"

#include <hexloom/hvx/softmax_lanes.h>

enum { ROUNDS = 1500, TYPES = 2 };

static int32_t words[HL_ROWS] __attribute__((aligned(HL_ALIGN)));
static HVX_Vector results[3];

static int32_t sum_of(int round, int lane) {
  const uint32_t any = (uint32_t)random_in(INT32_MIN, INT32_MAX);
  if (round < 64) /* 2^lane and its neighbours */
    return (int32_t)((1u << lane) + (uint32_t)(round - 32));
  return (int32_t)(round % 2 ? any >> lane : any % (1u << 27) + (1u << 19));
}

static void check(int lane, const char *what, int32_t got, int32_t wanted) {
  if (got != wanted)
    FAIL(what, lane, words[lane], got, wanted);
}

int main(void) {
  static const hl_type types[TYPES] = {HL_INT8, HL_INT16};
  const int32_t *const first = (const int32_t *)&results[0], *const second = (const int32_t *)&results[1],
                *const logs = (const int32_t *)&results[2];
  for (int round = 0; round < ROUNDS; ++round) {
    for (int lane = 0; lane < HL_ROWS; ++lane)
      words[lane] = sum_of(round, lane);
    const HVX_Vector sums = *(const HVX_Vector *)words;
    results[2] = hl_vlog_q12(sums);
    for (int lane = 0; lane < HL_ROWS; ++lane)
      check(lane, "logarithm (lane, sum, got, wanted)", logs[lane], hl_log_q12(words[lane]));
    for (int t = 0; t < TYPES; ++t) {
      const hl_vsoftmax_scale scale = hl_vsoftmax_scale_of(sums, types[t]);
      results[0] = scale.reciprocal;
      results[1] = scale.less;
      for (int lane = 0; lane < HL_ROWS; ++lane) {
        const hl_softmax_scale wanted = hl_softmax_scale_of(words[lane], types[t]);
        check(lane, "reciprocal (lane, sum, got, wanted)", first[lane], wanted.reciprocal);
        check(lane, "shift less one (lane, sum, got, wanted)", second[lane], wanted.shift - 1);
      }
    }
  }
  return finish();
}

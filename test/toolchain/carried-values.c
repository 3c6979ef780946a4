/* Loops that keep values for later turns, software-pipelined, compute what they compute without: faults of LLVM 19's pipeliner
   (patches 0011 to 0014). The status is the number of the first loop that is wrong.

RUN: %hexagon-cc -O2 -fwrapv -DREFERENCE -mllvm -enable-pipeliner=0 %s -c -o %t.reference.o
RUN: %hexagon-cc -O2 -fwrapv -Rpass=pipeliner %s -c -o %t.o 2>&1 | FileCheck %s
RUN: %hexagon-ld %t.o %t.reference.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -O3 -fwrapv %s -c -o %t.packed.o
RUN: %hexagon-ld %t.packed.o %t.reference.o %runtime -o %t.packed && qemu-hexagon %t.packed
CHECK: Pipelined
*/
#include <stdint.h>

#ifdef REFERENCE
#define NAME(LOOP) reference_##LOOP
#else
#define NAME(LOOP) pipelined_##LOOP
#endif
#define LOOP(FUNCTION) \
  __attribute__((noinline)) void FUNCTION(const int32_t *restrict from, void *restrict memory, int n, int by)
#define ONE_BY_ONE _Pragma("clang loop unroll(disable)")

/* The last turn is finished behind the loop, with the carry of the turn before it (0011). */
LOOP(NAME(shift)) {
  uint32_t *at = (uint32_t *)memory + 100, carry = 0;
  ONE_BY_ONE
  for (; n > 0; --n, --at) {
    const uint32_t low = *at & ((1u << by) - 1);
    *at = *at >> by | carry << (28 - by);
    carry = low;
  }
}

static uint64_t rotate(uint64_t x, int by) { return x >> by | x << (64 - by); }

/* Four turns at a time, which LLVM's window scheduler reorders: the next turn loads what this one stores (0012). */
LOOP(NAME(schedule)) {
  uint64_t *w = memory;
#pragma clang loop unroll_count(4)
  for (int i = 16; i < 16 + 2 * n; ++i) {
    const uint64_t a = w[i - 2], b = w[i - 15];
    w[i] = (rotate(a, 19) ^ rotate(a, 61) ^ a >> 6) + w[i - 7] + (rotate(b, 1) ^ rotate(b, 8) ^ b >> 7) + w[i - 16];
  }
}

/* A value that is kept for two turns (0013). */
LOOP(NAME(twice)) {
  int32_t *to = memory;
  int32_t now = 1, next = 1, then = 9, last = 1;
  ONE_BY_ONE
  for (; n > 0; --n, ++from, ++to) {
    const int32_t sum = (now >> 2) - (now & from[2]);
    to[2] = then;
    then = next;
    next = now + sum;
    now = sum;
    last = from[1];
  }
  to[10] = then;
  to[11] = now;
  to[12] = next;
  to[13] = last;
}

/* Two values that change places (0013). */
LOOP(NAME(swap)) {
  int32_t *to = memory, *at = to + 120;
  int32_t one = 7, both = 5, other = 8;
  ONE_BY_ONE
  for (; n > 0; --n, to += 2) {
    const int32_t kept = one;
    *at = (both - other) | one;
    one = both = other;
    other = kept;
    at = to;
  }
  to[10] = one;
  to[11] = both;
  to[12] = other;
  *at = 0;
}

/* An address of two turns ago that only the code behind the loop reads (0013). */
LOOP(NAME(behind)) {
  int32_t *to = memory, *at = to + 130;
  const int32_t *last = from + 4, *it = from;
  int32_t next = 8, then = 7, read = 1;
#pragma clang loop unroll_count(8) vectorize(disable)
  for (int i = 0; i < n; ++i, ++it, to += 2) {
    const int32_t part = then >> 5, now = from[i];
    *at = now * part | next;
    then = part ^ next;
    next = now;
    read = last[2];
    last = it;
    at = to;
  }
  to[10] = next;
  to[11] = then;
  to[12] = read;
  to[20] = *last;
  *at = 1;
}

/* Two stores of one place in neighbouring turns, of which the first waits (0014). */
LOOP(NAME(again)) {
  int32_t *to = (int32_t *)memory + 4;
  ONE_BY_ONE
  for (; n > 0; --n, ++from, ++to) {
    const int32_t x = *from;
    to[-1] = x;
    to[0] = ((x * by) ^ x) * by * x;
  }
}

/* A load of what the turn before has stored (0014). */
LOOP(NAME(reload)) {
  int32_t *to = (int32_t *)memory + 4;
  ONE_BY_ONE
  for (; n > 0; --n, ++from, ++to) {
    const int32_t x = *from;
    to[0] = ((x * by) ^ x) * by * x;
    to[8] += to[-1] + x;
  }
}

#ifndef REFERENCE
typedef void (*loop)(const int32_t *, void *, int, int);
LOOP(reference_shift);
LOOP(reference_schedule);
LOOP(reference_twice);
LOOP(reference_swap);
LOOP(reference_behind);
LOOP(reference_again);
LOOP(reference_reload);
static int32_t from[32];
static uint64_t memory[2][128];

static int differs(loop pipelined, loop reference) {
  for (int i = 0; i < 32; ++i)
    from[i] = i * 0x9e3779b9u;
  for (int n = 0; n < 30; ++n) {
    for (int i = 0; i < 128; ++i)
      memory[0][i] = memory[1][i] = (i + 1) * 0x9e3779b97f4a7c15u;
    pipelined(from, memory[0], n, 9);
    reference(from, memory[1], n, 9);
    for (int i = 0; i < 128; ++i)
      if (memory[0][i] != memory[1][i])
        return 1;
  }
  return 0;
}

int main(void) {
  static const loop loops[][2] = {{pipelined_shift, reference_shift},
                                  {pipelined_schedule, reference_schedule},
                                  {pipelined_twice, reference_twice},
                                  {pipelined_swap, reference_swap},
                                  {pipelined_behind, reference_behind},
                                  {pipelined_again, reference_again},
                                  {pipelined_reload, reference_reload}};
  for (int i = 0; i < (int)(sizeof loops / sizeof *loops); ++i)
    if (differs(loops[i][0], loops[i][1]))
      return i + 1;
  return 0;
}
#endif

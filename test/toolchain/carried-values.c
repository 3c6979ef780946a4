/* Loops that keep values for later turns, software-pipelined, compute what they compute without: three faults of LLVM 19's pipeliner
   (patches 0011 to 0013). The status is the number of the first loop that is wrong.

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

#ifndef REFERENCE
typedef void (*loop)(const int32_t *, void *, int, int);
LOOP(reference_shift);
LOOP(reference_schedule);
LOOP(reference_twice);
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
                                  {pipelined_twice, reference_twice}};
  for (int i = 0; i < 3; ++i)
    if (differs(loops[i][0], loops[i][1]))
      return i + 1;
  return 0;
}
#endif

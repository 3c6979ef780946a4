/* Vectors that are loaded unaligned side by side, and what reads them: the next iteration alone (their loads were lost: patch 0007), this iteration
   and the next, the code behind the loop. A store in between touches what one of them reads (patch 0096).

RUN: %hexagon-cc -O2 -I%root/runtime/include %s -c -o %t.o
RUN: %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -O3 -I%root/runtime/include %s -c -o %t.packed.o
RUN: %hexagon-ld %t.packed.o %runtime -o %t.packed && qemu-hexagon %t.packed
The loads are aligned ones, joined by valign, as they would be elsewhere.
RUN: %hexagon-cc -O2 %s -S -o - | FileCheck %s
CHECK-LABEL: next_iteration:
CHECK-NOT: vmemu
CHECK: valign
CHECK-NOT: = vmemu
CHECK: endloop0
*/
#include <hexagon_protos.h>
#include <hexagon_types.h>

typedef HVX_Vector unaligned __attribute__((aligned(1)));
enum { PAIR = 256, STEPS = 6, BYTES = PAIR * STEPS };
static unsigned char from[BYTES + 2 * PAIR], to[BYTES];

#define LOAD(P) (*(const unaligned *)(P))
#define STORE(P, V) (*(unaligned *)(P) = (V))
#define KERNEL __attribute__((noinline)) void

KERNEL next_iteration(const unsigned char *p, unsigned char *o, int n) {
  HVX_Vector a = LOAD(p), b = LOAD(p + 128);
#pragma clang loop unroll(disable)
  for (; n > 0; --n) {
    const HVX_Vector x = a, y = b;
    p += PAIR;
    a = LOAD(p);
    b = LOAD(p + 128);
    STORE(o, x);
    STORE(o + 128, y);
    o += PAIR;
  }
}

/* The second vector is read in both iterations, the first one in the next. */
KERNEL both_iterations(const unsigned char *p, unsigned char *o, int n) {
  HVX_Vector a = LOAD(p), b = LOAD(p + 128);
#pragma clang loop unroll(disable)
  for (; n > 0; --n) {
    const HVX_Vector x = a, y = b;
    p += PAIR;
    a = LOAD(p);
    b = LOAD(p + 128);
    STORE(o, Q6_Vb_vadd_VbVb(x, b));
    STORE(o + 128, y);
    o += PAIR;
  }
}

KERNEL behind_the_loop(const unsigned char *p, unsigned char *o, int n) {
  HVX_Vector a, b;
#pragma clang loop unroll(disable)
  do {
    a = LOAD(p);
    b = LOAD(p + 128);
    STORE(o, Q6_V_vzero());
    p += PAIR;
  } while (--n > 0);
  STORE(o, a);
  STORE(o + 128, b);
}

/* The last aligned vector is read under a condition; the first store may reach into it. */
KERNEL across_a_store(unsigned char *p) {
  const HVX_Vector a = LOAD(p + 118), b = LOAD(p + 7);
  STORE(p + 134, b);
  STORE(p + 283, a);
}

static int check(int first, int count, int base, int second) {
  for (int i = 0; i < count; ++i) {
    unsigned char sum = from[base + first + i];
    if (second && i % PAIR < 128)
      sum += from[base + first + i + PAIR + 128];
    if (to[i] != sum)
      return 1;
  }
  return 0;
}

int main(void) {
  for (int i = 0; i < (int)sizeof from; ++i)
    from[i] = (unsigned char)(i * 7 + i / 251);
  for (int base = 0; base < 4; ++base) {
    next_iteration(from + base, to, STEPS - 1);
    if (check(0, PAIR * (STEPS - 1), base, 0))
      return 1;
    both_iterations(from + base, to, STEPS - 1);
    if (check(0, PAIR * (STEPS - 1), base, 1))
      return 2;
    behind_the_loop(from + base, to, STEPS);
    if (check(PAIR * (STEPS - 1), PAIR, base, 0))
      return 3;
  }
  for (int base = 0; base < 128; base += 16) {
    for (int i = 0; i < BYTES; ++i)
      to[i] = from[i];
    across_a_store(to + base);
    for (int i = 0; i < 128; ++i)
      if (to[base + 134 + i] != from[base + 7 + i] || to[base + 283 + i] != from[base + 118 + i])
        return 4;
  }
  return 0;
}

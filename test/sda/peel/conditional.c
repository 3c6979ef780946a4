/* A conditional load from one address, which an iteration leaves out that writes there: that the two are apart in an iteration in which both
   run (the scopes of an inlined function's `restrict`) says nothing about the next iteration's load, which stays behind the store.

RUN: %hexagon-cc -O2 -mllvm -sda-pack -mllvm -sda-verify -Rpass-analysis=sda-pack %s -c -o %t.o 2>&1 | FileCheck %s
RUN: %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
CHECK: (loop)
*/
static inline __attribute__((always_inline)) int step(int *restrict from, int *restrict to, int wanted, int more) {
  unsigned t = 1;
  if (wanted)
    t = *from;
  t = t * t * 3 + more;
  t = t * t + 5;
  *to = t;
  return t;
}

__attribute__((noinline)) int steps(int *from, int *to, int n, int first) {
  unsigned sum = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (int i = 0; i < n; i++)
    sum += step(from, to + i, i > first, n - i);
  return sum;
}

/* Sums from volatile memory, not optimized: nothing is promised of pointers. */
__attribute__((noinline, optnone)) static int reference(volatile int *from, volatile int *to, int n, int first) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++) {
    unsigned t = i > first ? *from : 1;
    t = t * t * 3 + n - i;
    sum += to[i] = t * t + 5;
  }
  return sum;
}

int main(void) {
  for (int first = 0; first < 4; first++) {
    int seen[64], wanted[64];
    for (int i = 0; i < 64; i++)
      seen[i] = wanted[i] = i * 11;
    if (steps(seen + first, seen, 40, first) != reference(wanted + first, wanted, 40, first))
      return 1;
    for (int i = 0; i < 64; i++)
      if (seen[i] != wanted[i])
        return 2;
  }
  return 0;
}

/* A loop that reads what it wrote sixteen turns ago is vectorized, by sixteen lanes at most: the target's least vectors of 64 lanes are
   no reason to read what is not written yet (patch 0016). The status is the first element that is wrong, and one.

RUN: %hexagon-cc -O3 -fwrapv -fvectorize -mllvm -hexagon-autohvx -Rpass=loop-vectorize %s -c -o %t.o 2>&1 | FileCheck %s
RUN: %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
CHECK: vectorized loop (vectorization width: 16
*/
#include <stdint.h>

enum { Before = 64, Count = 257 };
static uint16_t to[Before + Count], expected[Before + Count], from[Count];

__attribute__((noinline)) static void far_apart(uint16_t *d, const uint16_t *a, int n, int32_t m) {
  for (int i = 0; i < n; ++i)
    d[i] = d[i - 16] + ((((a[i] - m) + a[i] + 1) >> 1) | (uint32_t)(a[i] < 5 ? a[i] : 5));
}

__attribute__((optnone)) int main(void) {
  const int32_t m = 798839;
  for (int i = 0; i < Before + Count; ++i)
    to[i] = expected[i] = i * 7919;
  for (int i = 0; i < Count; ++i)
    from[i] = i * 31337;
  far_apart(to + Before, from, Count, m);
  for (int i = 0; i < Count; ++i) {
    const uint16_t x = from[i];
    expected[Before + i] = expected[Before + i - 16] + ((((x - m) + x + 1) >> 1) | (uint32_t)(x < 5 ? x : 5));
    if (to[Before + i] != expected[Before + i])
      return i < 100 ? i + 1 : 101;
  }
  return 0;
}

/* Unaligned vectors side by side, read and written right up to the end of the last page that is there: nothing of the next one is touched
   (patch 0156). LLVM 19 loads one vector more wherever the first is unaligned. And bytes beside those that are stored are not written back:
   the code has no whole store under a condition. The status tells what is wrong, 139 that the program was stopped.

RUN: %hexagon-cc -O0 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -O2 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -O2 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -O2 -S %s -o - | FileCheck %s
CHECK-LABEL: storeTwo:
CHECK-NOT: if ({{!?}}p{{[0-3]}}){{.*}}vmem
CHECK: if (q{{[0-3]}}) vmem
CHECK-NOT: if ({{!?}}p{{[0-3]}}){{.*}}vmem
CHECK: if (q{{[0-3]}}) vmem
CHECK-LABEL: main:
*/
#include "Inputs/page_end.h"
#include <stdint.h>

typedef int16_t Vector __attribute__((vector_size(128)));
typedef int16_t UnalignedVector __attribute__((vector_size(128), aligned(2)));
typedef int16_t UnalignedHalf __attribute__((vector_size(64), aligned(2)));

#define NOINLINE __attribute__((noinline))

NOINLINE static Vector addTwo(const int16_t *x) { return *(UnalignedVector *)x + *(UnalignedVector *)(x + 2); }
NOINLINE static Vector addThree(const int16_t *x) {
  return *(UnalignedVector *)x + *(UnalignedVector *)(x + 64) + *(UnalignedVector *)(x + 65);
}
NOINLINE void storeTwo(int16_t *x, int16_t value) {
  UnalignedHalf all = (UnalignedHalf){} + value;
  *(UnalignedHalf *)x = all;
  *(UnalignedHalf *)(x + 8) = all + 1;
}

int main(void) {
  int16_t *end = (int16_t *)endOfMemory(65536);
  if (!end)
    return 9;
  for (int i = 1; i <= 600; i++)
    end[-i] = 3 * i;
  for (int back = 66; back <= 300; back++) {
    const Vector found = addTwo(end - back);
    for (int i = 0; i < 64; i++)
      if (found[i] != (int16_t)(3 * (back - i) + 3 * (back - i - 2)))
        return 1;
  }
  for (int back = 129; back <= 300; back++) {
    const Vector found = addThree(end - back);
    for (int i = 0; i < 64; i++)
      if (found[i] != (int16_t)(3 * (back - i) + 3 * (back - i - 64) + 3 * (back - i - 65)))
        return 2;
  }
  for (int back = 40; back <= 300; back++) {
    for (int i = 1; i <= 600; i++)
      end[-i] = 3 * i;
    storeTwo(end - back, -7);
    for (int i = 1; i <= 600; i++) {
      const int at = back - i;
      if (end[-i] != (at < 0 || at >= 40 ? 3 * i : at < 8 ? -7 : -6))
        return 3;
    }
  }
  return 0;
}

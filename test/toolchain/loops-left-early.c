// A loop that is left by another way need not come to its end, and the distance to an end that no step reaches may be 2^32: such a loop is no
// hardware loop unless its end is known to be nearer. The answers are worked out by hand.
// RUN: %hexagon-cc -O0 -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
// RUN: %hexagon-cc -O1 -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
// RUN: %hexagon-cc -O2 -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
// RUN: %hexagon-cc -Os -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
#include <stdint.h>

#define NOINLINE __attribute__((noinline))
NOINLINE static uint32_t up(uint32_t end) {
  uint32_t n = 0, i = 0;
  do {
    n += 3;
    if (n == 600)
      return i;
    i += 2;
  } while (i < end);
  return n;
}
NOINLINE static uint32_t inclusive(uint32_t end) {
  uint32_t n = 0, i = 0;
  do {
    n += 3;
    if (n == 600)
      return i;
    i += 4;
  } while (i <= end);
  return n;
}
NOINLINE static int32_t from_least(int32_t end) {
  int32_t n = 0, i = INT32_MIN;
  do {
    n += 3;
    if (n == 600)
      return i;
    i += 4;
  } while (i < end);
  return n;
}
NOINLINE static int32_t down(int32_t end) {
  int32_t n = 0, i = 2147483645;
  do {
    n += 3;
    if (n == 600)
      return i;
    i -= 8;
  } while (i > end);
  return n;
}

int main(void) {
  if (up(UINT32_MAX) != 398 || up(UINT32_MAX - 1) != 398 || up(0) != 3 || up(9) != 15)
    return 1;
  if (inclusive(UINT32_MAX - 1) != 796 || inclusive(0) != 3)
    return 2;
  if (from_least(INT32_MAX) != INT32_MIN + 796 || from_least(INT32_MAX - 2) != INT32_MIN + 796)
    return 3;
  if (down(INT32_MIN + 1) != 2147483645 - 1592 || down(2147483600) != 18)
    return 4;
  return 0;
}

#include <hexagon_types.h>

typedef HVX_Vector unaligned __attribute__((aligned(1)));

/* Unaligned vectors side by side behind eight pointers: eight groups of addresses. */
void groups(const char *const *from, HVX_Vector *to) {
  HVX_Vector sum = {0};
#define PAIR(I) sum += *(const unaligned *)from[I] ^ *(const unaligned *)(from[I] + 128)
  PAIR(0), PAIR(1), PAIR(2), PAIR(3), PAIR(4), PAIR(5), PAIR(6), PAIR(7);
  to[0] = sum;
}

/* Both versions of each loop give the same bytes, wherever its pointers lie: apart, next to each other, and touching in any way.
   The status is the number of the first loop that does not. */
#include "loops.h"

enum { VECTORS = 64, LONGEST = 9 };
static HVX_Vector initial[VECTORS], memory[VECTORS], expected[VECTORS];

typedef void loop(const HVX_Vector *, const HVX_Vector *, HVX_Vector *, int);
#define FAST_AND_PLAIN(LOOP) {fast_##LOOP, plain_##LOOP},
static loop *const loops[][2] = {LOOPS(FAST_AND_PLAIN)};

static void fill(void) {
  uint32_t seed = 1;
  for (int i = 0; i < VECTORS * 128; ++i) {
    seed = seed * 1664525u + 1013904223u;
    ((uint8_t *)initial)[i] = seed >> 24;
  }
}

static void copy(HVX_Vector *to, const HVX_Vector *from) {
  for (int i = 0; i < VECTORS; ++i)
    to[i] = from[i];
}

static int differs(loop *const both[2], int x, int y, int to, int n) {
  copy(memory, initial);
  both[1](memory + x, memory + y, memory + to, n);
  copy(expected, memory);
  copy(memory, initial);
  both[0](memory + x, memory + y, memory + to, n);
  uint64_t different = 0;
  for (int i = 0; i < VECTORS * 16; ++i)
    different |= ((uint64_t *)memory)[i] ^ ((uint64_t *)expected)[i];
  return different != 0;
}

int main(void) {
  enum { TO = 20 };
  fill();
  for (int l = 0; l < (int)(sizeof loops / sizeof *loops); ++l)
    for (int n = 0; n <= LONGEST; n += n < 4 ? 1 : 5)
      for (int x = TO - LONGEST - 1; x <= TO + LONGEST + 7; ++x)
        for (int y = TO - LONGEST - 1; y <= TO + LONGEST + 7; y += 3)
          if (differs(loops[l], x, y, TO, n))
            return l + 1;
  return 0;
}

/* Vectors that are shorter than the machine's, in objects that are as short, are read and written as a whole vector and parts of it: what
   else is stored to the object keeps its place among these accesses (patch 0154). So do unaligned loads in objects that are smaller than
   the two aligned loads which take their place. And absolute values of bytes on v60, which has no instruction for them (patch 0155).
   LLVM 19 read the vector ahead of the store to its element. The status tells what is wrong.

RUN: %hexagon-cc -O0 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -O1 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -O2 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -O2 -mv60 -mhvx=v60 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
*/
#include <stdint.h>

#define NOINLINE __attribute__((noinline))

/* An element is stored to by its number, between two accesses of the whole. */
#define STORES(BYTES)                                                                                                                \
  typedef int16_t Vector##BYTES __attribute__((vector_size(BYTES)));                                                                 \
  NOINLINE static Vector##BYTES stored##BYTES(Vector##BYTES a, unsigned to, unsigned from) {                                         \
    Vector##BYTES object = a;                                                                                                        \
    int16_t *elements = (int16_t *)&object;                                                                                          \
    elements[to] = elements[from] + 1;                                                                                               \
    return object;                                                                                                                   \
  }                                                                                                                                  \
  static int wrong##BYTES(void) {                                                                                                    \
    for (unsigned to = 0; to < BYTES / 2; to++) {                                                                                    \
      Vector##BYTES a;                                                                                                               \
      for (int i = 0; i < BYTES / 2; i++)                                                                                            \
        a[i] = 100 * i;                                                                                                              \
      const unsigned from = to * 7 % (BYTES / 2);                                                                                    \
      const Vector##BYTES found = stored##BYTES(a, to, from);                                                                        \
      for (unsigned i = 0; i < BYTES / 2; i++)                                                                                       \
        if (found[i] != (int16_t)(i == to ? 100 * from + 1 : 100 * i))                                                               \
          return 1;                                                                                                                  \
    }                                                                                                                                \
    return 0;                                                                                                                        \
  }
STORES(8)
STORES(16)
STORES(32)
STORES(64)
STORES(128)
STORES(256)

/* Eight bytes of twelve, between stores to single ones. */
typedef uint64_t Unaligned __attribute__((aligned(4)));
NOINLINE static uint64_t twelve(unsigned at, unsigned value) {
  uint32_t object[3] = {0x03020100, 0x07060504, 0x0b0a0908};
  ((uint8_t *)object)[at] = value;
  const uint64_t first = *(Unaligned *)(object + 1);
  ((uint8_t *)object)[at] = value + 1;
  return first * 3 + *(Unaligned *)(object + 1);
}

static int twelveWrong(void) {
  for (unsigned at = 0; at < 12; at++) {
    uint64_t first = 0, second = 0;
    for (unsigned i = 11; i >= 4; i--) {
      first = first << 8 | (i == at ? 200 : i);
      second = second << 8 | (i == at ? 201 : i);
    }
    if (twelve(at, 200) != first * 3 + second)
      return 1;
  }
  return 0;
}

typedef int8_t Bytes __attribute__((vector_size(128)));
NOINLINE static void absolute(Bytes *x) { *x = __builtin_elementwise_abs(*x); }

static int absoluteWrong(void) {
  Bytes x;
  for (int turn = 0; turn < 2; turn++) {
    for (int i = 0; i < 128; i++)
      x[i] = i - 128 * turn;
    absolute(&x);
    for (int i = 0; i < 128; i++)
      if ((uint8_t)x[i] != (turn ? 128 - i : i))
        return 1;
  }
  return 0;
}

int main(void) {
  if (wrong8() || wrong16() || wrong32() || wrong64() || wrong128() || wrong256())
    return 1;
  return twelveWrong() ? 2 : absoluteWrong() ? 3 : 0;
}

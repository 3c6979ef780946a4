/* Rotations and funnel shifts of 8 to 64 bits and of vectors by any amount, constant or not, compute what two shifts do (patch 0032).
   LLVM 19 shifts the wrong way where 64 bits are rotated by 0, or 32 bits by an amount outside of 0 to 31. The status tells what is wrong.

RUN: %hexagon-cc -O0 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -O2 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
*/
#include <stdint.h>

#define NOINLINE __attribute__((noinline))
#define AMOUNTS(DO) DO(0) DO(1) DO(7) DO(8) DO(15) DO(16) DO(31) DO(32) DO(33) DO(48) DO(63) DO(64) DO(65) DO(128)

/* One bit at a time, with a step that the compiler cannot know. */
static volatile int one = 1;
static uint64_t rotated(uint64_t x, int bits, unsigned left) {
  for (left %= bits; left > 0; left -= one)
    x = (x << one | (x >> (bits - one) & 1)) & (~0ull >> (64 - bits));
  return x;
}

#define ROTATIONS(BITS)                                                                            \
  NOINLINE static uint##BITS##_t left##BITS(uint##BITS##_t x, unsigned n) { return __builtin_rotateleft##BITS(x, n); }    \
  NOINLINE static uint##BITS##_t right##BITS(uint##BITS##_t x, unsigned n) { return __builtin_rotateright##BITS(x, n); }  \
  static int wrong##BITS(uint64_t x) {                                                             \
    for (int n = -70; n < 140; n++) {                                                              \
      const unsigned right = n % BITS + BITS, left = BITS - n % BITS;                              \
      if (left##BITS(x, n) != rotated(x & (~0ull >> (64 - BITS)), BITS, right) ||                  \
          right##BITS(x, n) != rotated(x & (~0ull >> (64 - BITS)), BITS, left))                    \
        return 1;                                                                                  \
    }                                                                                              \
    return 0 AMOUNTS(CONSTANT##BITS);                                                              \
  }
#define CONSTANT(BITS, N)                                                                          \
  || __builtin_rotateleft##BITS((uint##BITS##_t)x, N) != left##BITS(x, N) || __builtin_rotateright##BITS((uint##BITS##_t)x, N) != right##BITS(x, N)
#define CONSTANT8(N) CONSTANT(8, N)
#define CONSTANT16(N) CONSTANT(16, N)
#define CONSTANT32(N) CONSTANT(32, N)
#define CONSTANT64(N) CONSTANT(64, N)
ROTATIONS(8)
ROTATIONS(16)
ROTATIONS(32)
ROTATIONS(64)

/* Funnel shifts of two values: clang makes them of these for amounts that are masked. */
NOINLINE static uint64_t funnel_left(uint64_t a, uint64_t b, unsigned n) { return a << (n & 63) | b >> 1 >> (~n & 63); }
NOINLINE static uint64_t funnel_right(uint64_t a, uint64_t b, unsigned n) { return a << 1 << (~n & 63) | b >> (n & 63); }
NOINLINE static uint32_t funnel_left32(uint32_t a, uint32_t b, unsigned n) { return a << (n & 31) | b >> 1 >> (~n & 31); }
NOINLINE static uint32_t funnel_right32(uint32_t a, uint32_t b, unsigned n) { return a << 1 << (~n & 31) | b >> (n & 31); }
static uint64_t joined(uint64_t a, uint64_t b, int bits, unsigned left) {
  for (left %= bits; left > 0; left -= one) {
    a = a << one | (b >> (bits - one) & 1);
    b <<= one;
  }
  return a & (~0ull >> (64 - bits));
}
static int wrong_funnel(uint64_t a, uint64_t b) {
  for (int n = 0; n < 200; n++) {
    const uint32_t a32 = a, b32 = b;
    if (funnel_left(a, b, n) != joined(a, b, 64, n) || funnel_left32(a32, b32, n) != joined(a32, b32, 32, n))
      return 1;
    /* A funnel shift to the right by 0 is all of the second value. */
    if (funnel_right(a, b, n) != (n % 64 ? joined(a, b, 64, 64 - n % 64) : b) ||
        funnel_right32(a32, b32, n) != (n % 32 ? joined(a32, b32, 32, 32 - n % 32) : b32))
      return 1;
  }
  return 0;
}

#define VECTORS(BITS)                                                                              \
  typedef uint##BITS##_t v##BITS __attribute__((vector_size(128)));                                \
  static v##BITS x##BITS, n##BITS, out##BITS;                                                      \
  NOINLINE static void rotate##BITS(void) {                                                         \
    out##BITS = x##BITS << (n##BITS & (BITS - 1)) | x##BITS >> (-n##BITS & (BITS - 1));             \
  }                                                                                                \
  static int wrong_vector##BITS(uint64_t x) {                                                      \
    for (int i = 0; i < 1024 / BITS; i++)                                                          \
      x##BITS[i] = x * (2 * i + 1) >> 3, n##BITS[i] = i;                                           \
    rotate##BITS();                                                                                \
    for (int i = 0; i < 1024 / BITS; i++)                                                          \
      if (out##BITS[i] != rotated(x##BITS[i], BITS, i))                                            \
        return 1;                                                                                  \
    return 0;                                                                                      \
  }
VECTORS(8)
VECTORS(16)
VECTORS(32)
VECTORS(64)

int main(void) {
  const uint64_t values[] = {0x8000000000000001u, 0x123456789ABCDEF0u, 0xFEDCBA9887654321u, 0x80, 0x8000, 0x80000000u};
  for (unsigned k = 0; k < sizeof values / sizeof *values; k++) {
    const uint64_t x = values[k];
    if (wrong8(x) || wrong16(x) || wrong32(x) || wrong64(x))
      return wrong8(x) ? 8 : wrong16(x) ? 16 : wrong32(x) ? 32 : 64;
    if (wrong_funnel(x, values[(k + 1) % 6]))
      return 2;
    if (wrong_vector8(x) || wrong_vector16(x) || wrong_vector32(x) || wrong_vector64(x))
      return 3;
  }
  return 0;
}

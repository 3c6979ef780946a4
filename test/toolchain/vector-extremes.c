/* The greater and the smaller elements of vectors, of one value and a constant, and saturated sums and differences: as one element after the
   other computes them. LLVM 19 crashes for 256 bytes (patch 0083) and for two halfwords of one value (patch 0082).

RUN: %hexagon-cc -O0 -c %s -o %t.0.o && %hexagon-ld %t.0.o %runtime -o %t.0 && qemu-hexagon %t.0
RUN: %packed-cc -O2 -c %s -o %t.2.o && %hexagon-ld %t.2.o %runtime -o %t.2 && qemu-hexagon %t.2
RUN: clang --target=hexagon-unknown-elf -G0 -ffreestanding -O1 -c %s -o %t.1.o && %hexagon-ld %t.1.o %runtime -o %t.1 && qemu-hexagon %t.1
*/
typedef signed char int8;
typedef unsigned char uint8;
typedef short int16;
typedef unsigned short uint16;

static long long clamped(long long x, long long low, long long high) { return x < low ? low : x > high ? high : x; }
static unsigned seed;
static unsigned word(void) { return (seed = seed * 1664525u + 1013904223u) >> 8; }

#define TEST(E, BYTES, LOW, HIGH)                                                                                                 \
  typedef E V_##E##_##BYTES __attribute__((vector_size(BYTES)));                                                                  \
  __attribute__((noinline)) static void run_##E##_##BYTES(const V_##E##_##BYTES *a, const V_##E##_##BYTES *b, E one,              \
                                                          V_##E##_##BYTES *out) {                                                 \
    typedef V_##E##_##BYTES V;                                                                                                    \
    out[0] = __builtin_elementwise_add_sat(*a, *b);                                                                               \
    out[1] = __builtin_elementwise_sub_sat(*a, *b);                                                                               \
    out[2] = __builtin_elementwise_max(*a, *b);                                                                                   \
    out[3] = __builtin_elementwise_min(*a, (V){} + one);                                                                          \
    out[4] = __builtin_elementwise_max((V){} + one, (V){} + (E)3);                                                                \
    out[5] = __builtin_elementwise_add_sat((V){} + one, (V){} + (E)100);                                                          \
  }                                                                                                                               \
  static int wrong_##E##_##BYTES(void) {                                                                                          \
    enum { N = BYTES / sizeof(E) };                                                                                               \
    static V_##E##_##BYTES a, b, out[6];                                                                                          \
    for (int i = 0; i < N; ++i)                                                                                                   \
      ((E *)&a)[i] = word(), ((E *)&b)[i] = word();                                                                               \
    E one = word();                                                                                                               \
    run_##E##_##BYTES(&a, &b, one, out);                                                                                          \
    for (int i = 0; i < N; ++i) {                                                                                                 \
      long long x = ((E *)&a)[i], y = ((E *)&b)[i];                                                                               \
      E right[6] = {clamped(x + y, LOW, HIGH), clamped(x - y, LOW, HIGH),  x > y ? x : y,                                         \
                    x < one ? x : one,         one > 3 ? one : (E)3,       clamped((long long)one + 100, LOW, HIGH)};             \
      for (int k = 0; k < 6; ++k)                                                                                                 \
        if (((E *)&out[k])[i] != right[k])                                                                                        \
          return 1;                                                                                                               \
    }                                                                                                                             \
    return 0;                                                                                                                     \
  }
#define SIZES(E, LOW, HIGH) TEST(E, 4, LOW, HIGH) TEST(E, 8, LOW, HIGH) TEST(E, 128, LOW, HIGH) TEST(E, 256, LOW, HIGH)
#define WRONG(E) (wrong_##E##_4() || wrong_##E##_8() || wrong_##E##_128() || wrong_##E##_256())

SIZES(int8, -128, 127)
SIZES(uint8, 0, 255)
SIZES(int16, -32768, 32767)
SIZES(uint16, 0, 65535)

int main(void) {
  for (int i = 0; i < 4; ++i)
    if (WRONG(int8) || WRONG(uint8) || WRONG(int16) || WRONG(uint16))
      return 1;
  return 0;
}

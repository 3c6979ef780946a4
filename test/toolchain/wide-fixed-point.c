/* Quotients of fixed-point numbers of 32 and 64 bits, with and without saturation, link (patch 0125): clang 19 asks for __divti3. They are compared
   with quotients of wide integers, rounded down, as the compiler rounds quotients that it finds at compile time. The status tells the function.

RUN: %hexagon-cc -ffixed-point -O0 -c %s -o %t.0.o && %hexagon-ld %t.0.o %runtime %builtins -o %t.0 && qemu-hexagon %t.0
RUN: %packed-cc -ffixed-point -O2 -c %s -o %t.2.o && %hexagon-ld %t.2.o %runtime %builtins -o %t.2 && qemu-hexagon %t.2
RUN: clang --target=swiftdsp -ffixed-point -O1 %s -o %t.swift && swiftdsp-sim %t.swift
*/
#define NONE __attribute__((noinline))
typedef _BitInt(128) Wide;
enum { Least = -0x7fffffff - 1, Most = 0x7fffffff };
#define LongMost 0x7fffffffffffffffll
#define LongLeast (-LongMost - 1)
static unsigned seed = 7;
static unsigned word(void) { return (seed = seed * 1664525u + 1013904223u); }

/* Bits of either extreme, near zero, or any. */
static long long drawn(void) {
  static const long long Special[] = {0, 1, -1, 2, -2, 1ll << 31, -(1ll << 31), (1ll << 31) - 1, 1ll << 62, LongLeast, LongMost, 3 << 20};
  const unsigned Which = word() >> 8 & 31;
  return Which < sizeof Special / sizeof *Special ? Special[Which] : ((long long)word() << 32 | word()) >> (word() >> 8 & 63);
}

static Wide down(Wide a, Wide b) {
  const Wide Quotient = a / b;
  return Quotient - (a % b && (a < 0) != (b < 0));
}

/* BITS: the type as an integer; SCALE: its fractional bits. A quotient that does not fit is undefined unless it saturates. */
#define TEST(NAME, TYPE, BITS, SCALE, LEAST, MOST, SATURATES)                                                                     \
  NONE static TYPE NAME(TYPE a, TYPE b) { return a / b; }                                                                         \
  static int try_##NAME(void) {                                                                                                   \
    for (int i = 0; i < 200; ++i) {                                                                                               \
      union {                                                                                                                     \
        BITS Bits;                                                                                                                \
        TYPE Number;                                                                                                              \
      } a = {(BITS)drawn()}, b = {(BITS)drawn()}, Quotient;                                                                       \
      if (!b.Bits)                                                                                                                \
        continue;                                                                                                                 \
      Wide Right = down((Wide)a.Bits << SCALE, b.Bits);                                                                           \
      if (Right < (Wide)(LEAST) || Right > (Wide)(MOST)) {                                                                        \
        if (!SATURATES)                                                                                                           \
          continue;                                                                                                               \
        Right = Right < 0 ? (Wide)(LEAST) : (Wide)(MOST);                                                                         \
      }                                                                                                                           \
      Quotient.Number = NAME(a.Number, b.Number);                                                                                 \
      if (Quotient.Bits != (BITS)Right)                                                                                           \
        return 0;                                                                                                                 \
    }                                                                                                                             \
    return 1;                                                                                                                     \
  }

TEST(fract, long _Fract, int, 31, Least, Most, 0)
TEST(fract_saturated, _Sat long _Fract, int, 31, Least, Most, 1)
TEST(accum, _Accum, int, 15, Least, Most, 0)
TEST(accum_saturated, _Sat _Accum, int, 15, Least, Most, 1)
TEST(long_accum, long _Accum, long long, 31, LongLeast, LongMost, 0)
TEST(long_accum_saturated, _Sat long _Accum, long long, 31, LongLeast, LongMost, 1)
TEST(unsigned_fract, unsigned long _Fract, unsigned, 32, 0, 0xffffffffu, 0)
TEST(unsigned_fract_saturated, _Sat unsigned long _Fract, unsigned, 32, 0, 0xffffffffu, 1)
TEST(unsigned_accum_saturated, _Sat unsigned _Accum, unsigned, 16, 0, 0xffffffffu, 1)

int main(void) {
  return !try_fract() ? 1 : !try_fract_saturated() ? 2 : !try_accum() ? 3 : !try_accum_saturated() ? 4 : !try_long_accum() ? 5
         : !try_long_accum_saturated() ? 6 : !try_unsigned_fract() ? 7 : !try_unsigned_fract_saturated() ? 8 : !try_unsigned_accum_saturated() ? 9 : 0;
}

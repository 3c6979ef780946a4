/* A choice between what was compared is no sfmin, sfmax, dfmin or dfmax: NaN and zeros of either sign go where C says (patch 0017).
   What is right is found from the bits. Of numbers without signed zeros (-ffast-math) it is one of them.

DEFINE: %{runs} = %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -mv66 -O2 -fno-builtin %s -c -o %t.o && %{runs}
RUN: %hexagon-cc -mv67 -O2 -fno-builtin %s -c -o %t.o && %{runs}
RUN: %hexagon-cc -mv67 -O2 -ffast-math -DFAST %s -S -o - | FileCheck %s
CHECK: sfmin
CHECK: dfmin
*/
#include <stdint.h>

#ifdef FAST
float least(float x, float y) { return x < y ? x : y; }
double least_double(double x, double y) { return x < y ? x : y; }
#else

#define CHOICES(T, NAME) \
  __attribute__((noinline)) static T NAME##_0(T x, T y) { return x < y ? x : y; } \
  __attribute__((noinline)) static T NAME##_1(T x, T y) { return x < y ? y : x; } \
  __attribute__((noinline)) static T NAME##_2(T x, T y) { return x <= y ? x : y; } \
  __attribute__((noinline)) static T NAME##_3(T x, T y) { return x <= y ? y : x; } \
  __attribute__((noinline)) static T NAME##_4(T x, T y) { return x > y ? x : y; } \
  __attribute__((noinline)) static T NAME##_5(T x, T y) { return x > y ? y : x; } \
  __attribute__((noinline)) static T NAME##_6(T x, T y) { return x >= y ? x : y; } \
  __attribute__((noinline)) static T NAME##_7(T x, T y) { return x >= y ? y : x; } \
  static T (*const NAME[8])(T, T) = {NAME##_0, NAME##_1, NAME##_2, NAME##_3, NAME##_4, NAME##_5, NAME##_6, NAME##_7};
CHOICES(float, of_floats)
CHOICES(double, of_doubles)

/* Bits of a double; floats are the same ones rounded. NaN, infinities, zeros, numbers. */
static volatile uint64_t values[] = {0x7ff8000000000000, 0xfff8000000000000, 0x7ff0000000000000, 0xfff0000000000000,
                                     0, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x4000000000000000};
enum { VALUES = sizeof values / sizeof *values };

static int is_nan(uint64_t bits) { return (bits << 1) > 0xffe0000000000000; }
/* In the order of the numbers, both zeros the same. */
static int64_t place(uint64_t bits) { return bits >> 63 ? -(int64_t)(bits << 1 >> 1) : (int64_t)bits; }

/* Whether the choice takes x. */
static int takes_first(int choice, uint64_t x, uint64_t y) {
  const int ordered = !is_nan(x) && !is_nan(y);
  const int holds[] = {place(x) < place(y), place(x) <= place(y), place(x) > place(y), place(x) >= place(y)};
  return (ordered && holds[choice / 2]) != choice % 2;
}

static uint64_t bits_of(double value) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, 8);
  return bits;
}

static double double_of(uint64_t bits) {
  double value;
  __builtin_memcpy(&value, &bits, 8);
  return value;
}

int main(void) {
  for (int i = 0; i < VALUES; ++i)
    for (int j = 0; j < VALUES; ++j)
      for (int choice = 0; choice < 8; ++choice) {
        const uint64_t x = values[i], y = values[j], right = takes_first(choice, x, y) ? x : y;
        if (bits_of(of_doubles[choice](double_of(x), double_of(y))) != right)
          return 1;
        /* The sign of a NaN may get lost on the way to a float and back: which one it is then does not count. */
        const uint64_t found = bits_of(of_floats[choice]((float)double_of(x), (float)double_of(y)));
        if (is_nan(right) ? !is_nan(found) : found != right)
          return 2;
      }
  return 0;
}
#endif

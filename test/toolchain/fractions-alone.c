/* Unsigned numbers that are all fraction become the integer 0, and 0 becomes such a number, however they are optimized (patch 0131).

RUN: %hexagon-cc -ffixed-point -O0 -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -ffixed-point -O2 -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: clang --target=hexagon -ffixed-point -O2 -emit-llvm -S %s -o - | FileCheck %s
CHECK-NOT: poison
*/
#define CONVERSIONS(name, type)                                                                    \
  __attribute__((noinline)) int name##_to_int(type x) { return x; }                                \
  __attribute__((noinline)) unsigned long long name##_to_wide(type x) { return x; }                \
  __attribute__((noinline)) type name##_of_int(int x) { return x; }                                \
  __attribute__((noinline)) _Sat type name##_of_int_at_most(int x) { return (_Sat type)x; }        \
  static int name##_wrong(type near_one) {                                                         \
    return name##_to_int(near_one) != 0 || name##_to_wide(near_one) != 0 ||                        \
           name##_of_int(0) != 0 || name##_of_int_at_most(0) != 0 ||                               \
           name##_of_int_at_most(3) < near_one;                                                    \
  }

CONVERSIONS(small, unsigned short _Fract)
CONVERSIONS(middle, unsigned _Fract)
CONVERSIONS(large, unsigned long _Fract)

int main(void) {
  return small_wrong(0.99uhr) + 2 * middle_wrong(0.999ur) + 4 * large_wrong(0.99999ulr);
}

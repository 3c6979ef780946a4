/* Vectors of bool as numbers: 1.0, and -1.0 where a comparison's mask is converted (patch 0104). LLVM 19 stops for v68 and later.
   Halves of vector pairs have names in inline assembly (patch 0105).

DEFINE: %{lanes} = 32
DEFINE: %{run} = %hexagon-cc -O0 -DLANES=%{lanes} %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t && \
DEFINE:   %packed-cc -O2 -DLANES=%{lanes} %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t && \
DEFINE:   clang --target=hexagon -mv68 -mhvx -mhvx-length=128b -O2 -DLANES=%{lanes} -c %s -o %t.o && \
DEFINE:   clang --target=hexagon -mv68 -mhvx -mhvx-length=128b -O2 -DLANES=%{lanes} -DFLOAT=_Float16 -DINT=short -c %s -o %t.o
RUN: %{run}
REDEFINE: %{lanes} = 6
RUN: %{run}
REDEFINE: %{lanes} = 33
RUN: %{run}
REDEFINE: %{lanes} = 96
RUN: %{run}
RUN: clang --target=hexagon -mv66 -mhvx -mhvx-length=128b -O2 -DPAIRS -c %s -o %t.o && llvm-objdump -d %t.o | FileCheck %s
CHECK: vcombine(v{{[0-9]+}},v{{[0-9]+}})
*/
#ifdef PAIRS
typedef int pair __attribute__((vector_size(256)));
void exchange(pair *p) {
  pair x;
  __asm__("%0 = vcombine(%L1,%H1)" : "=v"(x) : "v"(*p));
  *p = x;
}
#else
#ifndef FLOAT
#define FLOAT float
#define INT int
#endif
typedef FLOAT numbers __attribute__((ext_vector_type(LANES)));
typedef INT ints __attribute__((ext_vector_type(LANES)));
typedef _Bool bools __attribute__((ext_vector_type(LANES)));
__attribute__((noinline)) numbers fromBools(ints x, ints y) {
  return __builtin_convertvector(__builtin_convertvector(x > y, bools), numbers);
}
__attribute__((noinline)) numbers fromMask(ints x, ints y) { return __builtin_convertvector(x > y, numbers); }

int main(void) {
  static volatile int seed = 7;
  ints x, y;
  unsigned random = seed;
  for (int i = 0; i < LANES; i++) {
    x[i] = (INT)((random = random * 1103515245u + 12345u) >> 16);
    y[i] = (INT)((random = random * 1103515245u + 12345u) >> 16);
  }
  numbers a = fromBools(x, y), b = fromMask(x, y);
  for (int i = 0; i < LANES; i++)
    if (a[i] != (x[i] > y[i] ? 1 : 0) || b[i] != (x[i] > y[i] ? -1 : 0))
      return i + 1;
  return 0;
}
#endif

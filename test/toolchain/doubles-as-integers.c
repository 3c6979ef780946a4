/* Vectors of doubles become integers, and integers doubles, where HVX has floats (patch 0112). LLVM 19 and clang 22 crash. The status is the number
   of the first lane that is wrong. QEMU runs no v68; the code has nothing that v66 does not.

DEFINE: %{as} = -DLANES=16 -DINT=int -O2
DEFINE: %{cc} = clang --target=hexagon -mhvx -mhvx-length=128b
DEFINE: %{run} = %{cc} -mv68 %{as} -S %s -o %t.s && %{cc} -mv66 -c %t.s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %{run}
REDEFINE: %{as} = -DLANES=48 -DINT='signed char' -O1
RUN: %{run}
REDEFINE: %{as} = -DLANES=63 -DINT='unsigned char' -O0
RUN: %{run}
REDEFINE: %{as} = -DLANES=33 -DINT=short -O2
RUN: %{run}
RUN: %{cc} -mv73 -DLANES=9 -DINT=unsigned -O2 -c %s -o %t.o
*/
typedef double doubles __attribute__((ext_vector_type(LANES)));
typedef INT ints __attribute__((ext_vector_type(LANES)));
__attribute__((noinline)) void toInts(ints *to, const doubles *from) { *to = __builtin_convertvector(*from, ints); }
__attribute__((noinline)) void toDoubles(doubles *to, const ints *from) { *to = __builtin_convertvector(*from, doubles); }

int main(void) {
  static volatile int seed = 7;
  static doubles x, z;
  static ints y;
  unsigned random = seed;
  for (int i = 0; i < LANES; i++)
    x[i] = (INT)((random = random * 1103515245u + 12345u) >> 16) + ((INT)-1 < 0 && i % 3 == 0 ? -0.75 : 0);
  toInts(&y, &x);
  toDoubles(&z, &y);
  for (int i = 0; i < LANES; i++)
    if (y[i] != (INT)x[i] || z[i] != (double)(INT)x[i])
      return i + 1;
  return 0;
}

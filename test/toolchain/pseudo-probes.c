/* Probes of -fpseudo-probe-for-profiling stand between instructions and are none (patch 0149).

RUN: %hexagon-cc -O2 -fpseudo-probe-for-profiling -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -O2 -fpseudo-probe-for-profiling -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: llvm-readobj --sections %t.o | FileCheck %s
CHECK: .pseudo_probe
RUN: clang --target=swiftdsp -O2 -fpseudo-probe-for-profiling -c %s -o %t.swiftdsp.o
*/
__attribute__((noinline)) static int g(int x) { return x * 3; }

__attribute__((noinline)) static int f(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += g(p[i]);
  return s;
}

int main(void) {
  int values[5] = {1, 2, 3, 4, 5};
  return f(values, 5) != 45;
}

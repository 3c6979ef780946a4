/* Inline assembly gives and takes vector predicates as vectors of bool (patch 0086): clang crashed where it gave one.

RUN: %hexagon-cc -O0 -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -O2 -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
*/
typedef int vector __attribute__((vector_size(128)));
typedef _Bool predicate __attribute__((ext_vector_type(128)));

__attribute__((noinline)) static vector maximum(vector a, vector b) {
  predicate greater;
  vector result;
  __asm__("%0 = vcmp.gt(%1.w,%2.w)" : "=q"(greater) : "v"(a), "v"(b));
  __asm__("%0 = not(%0)" : "+q"(greater));
  __asm__("%0 = vmux(%1,%2,%3)" : "=v"(result) : "q"(greater), "v"(b), "v"(a));
  return result;
}

int main(void) {
  vector a, b;
  for (int i = 0; i < 32; ++i) {
    a[i] = i * 3;
    b[i] = 50 - i;
  }
  vector result = maximum(a, b);
  for (int i = 0; i < 32; ++i)
    if (result[i] != (i * 3 > 50 - i ? i * 3 : 50 - i))
      return 1;
  return 0;
}

/* A product of lanes that fill a vector and a half has all of them (patch 0088): LLVM 19 multiplied those of the first vector, and crashed.

RUN: %hexagon-cc -O2 -w %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
*/
enum { Lanes = 96 };
typedef short halves __attribute__((ext_vector_type(Lanes)));
typedef int words __attribute__((ext_vector_type(Lanes)));

__attribute__((noinline)) static halves squared(halves x) {
  words wide = __builtin_convertvector(x, words);
  return __builtin_convertvector(wide * wide >> 1, halves) ^ (short)1;
}

static short from[Lanes], to[Lanes];

int main(void) {
  for (int i = 0; i < Lanes; ++i)
    from[i] = i * 357 - 9999;
  halves x;
  __builtin_memcpy(&x, from, sizeof from);
  halves y = squared(x);
  __builtin_memcpy(to, &y, sizeof to);
  for (int i = 0; i < Lanes; ++i)
    if (to[i] != (short)((from[i] * from[i] >> 1) ^ 1))
      return 1;
  return 0;
}

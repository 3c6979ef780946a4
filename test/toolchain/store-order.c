/* What is stored to the same place twice keeps the later value: a vector and then a scalar, or the other way around. In a packet the vector is
   stored last, whatever the order (patch 0061): LLVM 19's packets lose the scalar. The status tells which function is wrong.

RUN: %hexagon-cc -O2 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -O2 %s -c -o %t.packed.o && %hexagon-ld %t.packed.o %runtime -o %t.packed && qemu-hexagon %t.packed
*/
#include <hexagon_types.h>
#include <hvx_hexagon_protos.h>

#define NOINLINE __attribute__((noinline))
static union {
  HVX_Vector v[3];
  int words[96];
  long long doubles[48];
  unsigned char bytes[384];
} to;

/* Stores at a constant distance, as initializers make them. */
#define TWO(NAME, FIRST, SECOND) NOINLINE static void NAME(HVX_Vector v, long long x) { FIRST; SECOND; }
TWO(words, to.v[1] = v, to.words[40] = x)
TWO(doubles, to.v[1] = v, to.doubles[16] = x)
TWO(bytes, to.v[1] = v, to.bytes[255] = x)
TWO(constants, to.v[1] = v, to.words[32] = 5)
TWO(elsewhere, to.v[1] = v, to.words[64] = x)
TWO(scalar_first, to.words[32] = x, to.v[1] = v)

/* Stores that may meet. */
NOINLINE static void maybe(HVX_Vector *p, int *q, HVX_Vector v, int x) {
  *p = v;
  *q = x;
}
NOINLINE static void many(HVX_Vector *p, int *q, HVX_Vector v) {
  for (int i = 0; i < 3; i++) {
    p[i] = v;
    q[32 * i + i] = i + 100;
  }
}

static int differs(int word, int value, int other) {
  for (int i = 32; i < 64; i++)
    if (to.words[i] != (i == word ? value : other))
      return 1;
  return 0;
}

int main(void) {
  const HVX_Vector nines = Q6_V_vsplat_R(9);
  words(nines, 7);
  if (differs(40, 7, 9)) return 1;
  doubles(nines, 0x900000007);
  if (differs(32, 7, 9)) return 2;
  bytes(nines, 1);
  if (differs(63, 0x1000009, 9)) return 3;
  constants(nines, 5);
  if (differs(32, 5, 9)) return 4;
  elsewhere(nines, 3);
  if (differs(0, 0, 9) || to.words[64] != 3) return 5;
  scalar_first(nines, 3);
  if (differs(0, 0, 9)) return 6;
  maybe(&to.v[1], &to.words[33], nines, 4);
  if (differs(33, 4, 9)) return 7;
  many(to.v, to.words, nines);
  for (int i = 0; i < 96; i++)
    if (to.words[i] != (i % 32 == i / 32 ? i / 32 + 100 : 9)) return 8;
  return 0;
}

/* A vector load under a condition, read in its own packet: without the load the packet reads what the register held.
 * qemu-hexagon 7.2 as it comes reads what an earlier packet left behind.
 *
 * REQUIRES: wide-products
 * RUN: %hexagon-cc -O2 -std=gnu11 -I %root/runtime/include -c %s -o %t.o
 * RUN: %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
 */
#include "../kernels/check.h"

#include <stdbool.h>

enum { VECTOR = 128 };

typedef struct {
  _Alignas(VECTOR) uint8_t read[VECTOR], after[VECTOR];
} result;

/* The address behind the load. */
typedef const uint8_t *conditional_load(result *to, const uint8_t *old, const uint8_t *from, int condition);

#define LOAD(NAME, KIND, NOT, ADDRESS, HINT)                                                                              \
  static const uint8_t *NAME(result *to, const uint8_t *old, const uint8_t *from, int condition) {                        \
    __asm__ volatile("p0 = %1\n m0 = %2\n v0 = vmem(%3+#0)\n"                                                             \
                     "{ v4.tmp = vmem(%4+#0)\n v3 = vnot(v4) }\n" /* what is left behind */                               \
                     "{ if (" NOT "p0) v0." KIND " = vmem(" ADDRESS ")" HINT "\n v1 = vor(v0,v0) }\n"                     \
                     "vmem(%4+#0) = v1\n vmem(%4+#1) = v0\n"                                                              \
                     : "+&r"(from)                                                                                        \
                     : "r"(condition), "r"(VECTOR), "r"(old), "r"(to)                                                     \
                     : "p0", "m0", "v0", "v1", "v3", "v4", "memory");                                                     \
    return from;                                                                                                          \
  }
#define ADDRESSES(X, KIND, NOT, HINT, SUFFIX)                                                                             \
  X(KIND##_##SUFFIX##_ai, #KIND, NOT, "%0+#0", HINT)                                                                      \
  X(KIND##_##SUFFIX##_pi, #KIND, NOT, "%0++#1", HINT)                                                                     \
  X(KIND##_##SUFFIX##_ppu, #KIND, NOT, "%0++m0", HINT)
#define KINDS(X, KIND)                                                                                                    \
  ADDRESSES(X, KIND, "", "", if)                                                                                          \
  ADDRESSES(X, KIND, "!", "", if_not)                                                                                     \
  ADDRESSES(X, KIND, "", ":nt", if_nt)                                                                                    \
  ADDRESSES(X, KIND, "!", ":nt", if_not_nt)
#define LOADS(X) KINDS(X, tmp) KINDS(X, cur)
LOADS(LOAD)

static const struct {
  const char *name, *kind, *inverted, *address;
  conditional_load *run;
} loads[] = {
#define ROW(NAME, KIND, NOT, ADDRESS, HINT) {#NAME, KIND, NOT, ADDRESS, NAME},
    LOADS(ROW)};

static void expect(const char *name, const uint8_t *got, const uint8_t *wanted, int condition) {
  for (int i = 0; i < VECTOR; ++i)
    if (got[i] != wanted[i]) {
      FAIL(name, condition, i, got[i], wanted[i]);
      return;
    }
}

static _Alignas(VECTOR) uint8_t old[VECTOR], from[VECTOR], low[2 * VECTOR], high[2 * VECTOR];

/* Two instructions under opposite conditions write one register. */
static void check_both_ways(int condition) {
  static _Alignas(VECTOR) uint8_t got[4 * VECTOR];
  __asm__ volatile("p0 = %0\n v2 = vmem(%1+#0)\n v3 = vmem(%1+#1)\n v4 = vmem(%2+#0)\n v5 = vmem(%2+#1)\n"
                   "{ if (p0) v0 = v2\n if (!p0) v0 = v4 }\n"
                   "{ if (p0) v7:6 = vcombine(v3,v2)\n if (!p0) v7:6 = vcombine(v5,v4) }\n"
                   "vmem(%3+#0) = v0\n vmem(%3+#1) = v6\n vmem(%3+#2) = v7\n"
                   :
                   : "r"(condition), "r"(low), "r"(high), "r"(got)
                   : "p0", "v0", "v2", "v3", "v4", "v5", "v6", "v7", "memory");
  const uint8_t *wanted = condition ? low : high;
  expect("one of two moves", got, wanted, condition);
  expect("one of two pairs, even", got + VECTOR, wanted, condition);
  expect("one of two pairs, odd", got + 2 * VECTOR, wanted + VECTOR, condition);
}

int main(void) {
  for (int i = 0; i < VECTOR; ++i) {
    old[i] = i;
    from[i] = 0x80 ^ i;
    low[i] = 3 * i, low[VECTOR + i] = 5 * i, high[i] = 7 * i, high[VECTOR + i] = 9 * i;
  }
  for (int condition = 0; condition < 2; ++condition) {
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; ++i) {
      static result got;
      const bool loaded = condition == (loads[i].inverted[0] != '!'), stays = loads[i].kind[0] == 'c';
      __builtin_memset(&got, 0x55, sizeof got);
      const uint8_t *moved = loads[i].run(&got, old, from, condition);
      expect(loads[i].name, got.read, loaded ? from : old, condition);
      expect(loads[i].name, got.after, loaded && stays ? from : old, condition);
      if (moved != from + (loaded && loads[i].address[3] == '+' ? VECTOR : 0))
        FAIL(loads[i].name, condition, moved - from);
    }
    check_both_ways(condition);
  }
  return finish();
}

/* Loads of the Z register in every form, random ones in a row, against an array of bytes.
 *
 * REQUIRES: wide-products
 * RUN: %hexagon-cc -O2 -std=gnu11 -I %root/runtime/include -c %s -o %t.o
 * RUN: %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
 */
#include "../kernels/check.h"

#include <stdbool.h>

enum { ROUNDS = 2000, VECTOR = 128, Z = 2 * VECTOR };

typedef uintptr_t z_load(uintptr_t address, int condition, int step);

/* The address behind the load. */
#define LOAD(NAME, IF, ADDRESS)                                                                                           \
  static uintptr_t NAME(uintptr_t address, int condition, int step) {                                                     \
    __asm__ volatile("p2 = %1\n m1 = %2\n { " IF "z = vmem(" ADDRESS ") }\n"                                              \
                     : "+&r"(address)                                                                                     \
                     : "r"(condition), "r"(step)                                                                          \
                     : "p2", "m1", "memory");                                                                             \
    return address;                                                                                                       \
  }
#define LOADS(X)                                                                                                          \
  X(ai, "", "%0+#0")                                                                                                      \
  X(ai_behind, "", "%0+#7")                                                                                               \
  X(ai_before, "", "%0+#-8")                                                                                              \
  X(pi, "", "%0++#3")                                                                                                     \
  X(pi_back, "", "%0++#-4")                                                                                               \
  X(ppu, "", "%0++m1")                                                                                                    \
  X(if_ai, "if (p2) ", "%0+#0")                                                                                           \
  X(if_ai_behind, "if (p2) ", "%0+#7")                                                                                    \
  X(if_ai_before, "if (p2) ", "%0+#-8")                                                                                   \
  X(if_pi, "if (p2) ", "%0++#3")                                                                                          \
  X(if_pi_back, "if (p2) ", "%0++#-4")                                                                                    \
  X(if_ppu, "if (p2) ", "%0++m1")
LOADS(LOAD)

static const struct {
  const char *name, *condition, *address;
  z_load *run;
} loads[] = {
#define ROW(NAME, IF, ADDRESS) {#NAME, IF, ADDRESS, NAME},
    LOADS(ROW)};

static _Alignas(Z) uint8_t memory[17 * VECTOR];
static uint8_t model[Z];

/* A product by 1 of each byte in turn brings four words of Z into four vectors. */
static void read_z(uint8_t to[Z]) {
  static _Alignas(VECTOR) uint8_t ones[VECTOR];
  static _Alignas(VECTOR) uint32_t words[4][VECTOR / 4];
  for (int k = 0; k < 4; ++k)
    ones[5 * k] = 1;
  for (int at = 0; at < Z; at += at % 32 == 28 ? 100 : 4) {
    register uint32_t position __asm__("r0") = at + 100;
    __asm__ volatile("v8 = vmem(%1+#0)\n { v3:0.w = vrmpyz(v8.b,%0.ub) }\n"
                     "vmem(%2+#0) = v0\n vmem(%2+#1) = v1\n vmem(%2+#2) = v2\n vmem(%2+#3) = v3\n"
                     :
                     : "r"(position), "r"(ones), "r"(words)
                     : "v0", "v1", "v2", "v3", "v8", "memory");
    for (int stream = 0; stream < 4; ++stream)
      for (int k = 0; k < 4; ++k)
        to[at + 32 * stream + k] = words[stream][k];
  }
}

static void expect_model(const char *name, int condition) {
  uint8_t got[Z];
  read_z(got);
  for (int i = 0; i < Z; ++i)
    if (got[i] != model[i]) {
      FAIL(name, condition, i, got[i], model[i]);
      return;
    }
}

/* An odd address brings half a vector, any other a whole one; where it goes, bits 7:0 of the address say. */
static void load_model(uintptr_t address) {
  const uintptr_t bytes = address & 1 ? 64 : VECTOR, from = address & -bytes;
  for (uintptr_t i = 0; i < bytes; ++i)
    model[(from + i) % Z] = *(const uint8_t *)(from + i);
}

static int number_in(const char *text) { return *text == '-' ? -(text[1] - '0') : *text - '0'; }

static void check(size_t i) {
  const char *address = loads[i].address + 2; /* behind %0 */
  const bool moves = address[1] == '+';
  const int condition = random_word() & 1, step = random_in(-200, 200);
  const bool loaded = condition || !*loads[i].condition;
  /* A load that does not take place reads nowhere. */
  const uintptr_t base = loaded ? (uintptr_t)memory + 8 * VECTOR + random_in(0, VECTOR - 1) : 0;
  const int amount = address[2] == 'm' ? step : VECTOR * number_in(address + (moves ? 3 : 2));
  if (loaded)
    load_model(base + (moves ? 0 : amount));
  const uintptr_t wanted = base + (loaded && moves ? amount : 0), got = loads[i].run(base, condition, step);
  if (got != wanted)
    FAIL(loads[i].name, condition, got - base, wanted - base);
  expect_model(loads[i].name, condition);
}

/* A product reads what Z holds before its packet. */
static void check_same_packet(void) {
  static _Alignas(VECTOR) uint32_t got[VECTOR / 4];
  register uint32_t position __asm__("r0") = 4;
  __asm__ volatile("v8 = vsplat(%1)\n { v3:0.w = vrmpyz(v8.b,%0.ub)\n z = vmem(%2+#0) }\n vmem(%3+#0) = v3\n"
                   :
                   : "r"(position), "r"(1), "r"(memory), "r"(got)
                   : "v0", "v1", "v2", "v3", "v8", "memory");
  if (got[0] != model[0])
    FAIL("in one packet", got[0], model[0]);
  load_model((uintptr_t)memory);
  expect_model("in one packet", 1);
}

int main(void) {
  read_z(model);
  for (int round = 0; round < ROUNDS; ++round) {
    for (size_t i = 0; i < sizeof memory; i += 4)
      *(uint32_t *)(memory + i) = random_word();
    check(random_in(0, sizeof loads / sizeof loads[0] - 1));
    if (round % 16 == 0)
      check_same_packet();
  }
  return finish();
}

// RUN: instruction-cases > %t.h
// RUN: FileCheck %s --input-file %t.h
// CHECK: {"vrmpy.ub.b"
// CHECK: {"vmpa.ub.b"
// CHECK: {"vmem"
// RUN: %packed-cc -O2 -std=gnu11 -I %root/runtime/include -DCASES='"%t.h"' -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime -o %t
// RUN: qemu-hexagon %t
//
// A template that computes something else is found.
// RUN: sed 's/Q6_Vub_vmax_VubVub(a, b)/Q6_Vb_vmax_VbVb(a, b)/' %t.h > %t.wrong.h
// RUN: %packed-cc -O2 -std=gnu11 -I %root/runtime/include -DCASES='"%t.wrong.h"' -c %s -o %t.wrong.o
// RUN: %hexagon-ld %t.wrong.o %runtime -o %t.wrong
// RUN: not qemu-hexagon %t.wrong
//
// Expressions that are parsed, brought to canonical form and printed again are the same functions.
// RUN: instruction-cases hexagon canonical > %t.canonical.h
// RUN: FileCheck %s --check-prefix=CANONICAL --input-file %t.canonical.h
// CANONICAL: d.ub[i] = MAX((int64_t)a.ub[i], (int64_t)b.ub[i])
// RUN: %packed-cc -O2 -std=gnu11 -I %root/runtime/include -DCASES='"%t.canonical.h"' -c %s -o %t.canonical.o
// RUN: %hexagon-ld %t.canonical.o %runtime -o %t.canonical
// RUN: qemu-hexagon %t.canonical
//
// SwiftDSP's rows pass the same checks on its simulator.
// RUN: instruction-cases swiftdsp > %t.swift.h
// RUN: FileCheck %s --check-prefix=SWIFT --input-file %t.swift.h
// SWIFT: {"vconv1.b.b"
// DEFINE: %{swift-cc} = clang --target=swiftdsp -O2 -std=gnu11 -I %root/runtime/include %s
// RUN: %{swift-cc} -DCASES='"%t.swift.h"' -o %t.swift
// RUN: swiftdsp-sim %t.swift
// RUN: instruction-cases swiftdsp canonical > %t.swift.canonical.h
// RUN: %{swift-cc} -DCASES='"%t.swift.canonical.h"' -o %t.swift.canonical
// RUN: swiftdsp-sim %t.swift.canonical
// RUN: sed 's/swift_dsp_vconvhbb(/swift_dsp_vconvlbb(/' %t.swift.h > %t.swift.wrong.h
// RUN: %{swift-cc} -DCASES='"%t.swift.wrong.h"' -o %t.swift.wrong
// RUN: not swiftdsp-sim %t.swift.wrong
/* Every row of dnn-frontend/instructions/instructions.def: its template on the vector unit against its
 * expression, compiled as C for the scalar unit. */
#ifdef __swiftdsp__
#include <swift_dsp.h>
#else
#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/pair_words.h>
#endif

#include "../check.h"

enum { BYTES = 256, OPERANDS = 3, ROUNDS = 200 };

typedef union {
#ifdef __swiftdsp__
  v64i32 sums; /* 48 of them */
  v16i8 vector;
#else
  HVX_VectorPair pair;
  HVX_Vector vector;
#endif
  int32_t word;
  int64_t words;
  int8_t b[BYTES];
  uint8_t ub[BYTES];
  int16_t h[BYTES / 2];
  uint16_t uh[BYTES / 2];
  int32_t w[BYTES / 4];
  uint32_t uw[BYTES / 4];
} operand;

typedef struct {
  const char *name;
  int bytes; /* of the result */
  void (*wanted)(operand *, const operand *);
  void (*got)(operand *, const operand *);
} instruction_case;

static int64_t saturated(int64_t value, int64_t least, int64_t most) {
  return value < least ? least : value > most ? most : value;
}
#define SAT8(x) saturated((x), -128, 127)
#define USAT8(x) saturated((x), 0, 255)
#define SAT16(x) saturated((x), -32768, 32767)
#define SAT32(x) saturated((x), INT32_MIN, INT32_MAX)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define SUM(n, term)                                                                               \
  ({                                                                                               \
    int64_t sum = 0;                                                                               \
    for (int j = 0; j < (n); ++j)                                                                  \
      sum += (term);                                                                               \
    sum;                                                                                           \
  })
/* TensorFlow Lite's MultiplyByQuantizedMultiplier, the shift a number of six bits. */
static int64_t requantized(int64_t x, int64_t multiplier, int32_t word) {
  const int shift = (int32_t)((uint32_t)word << 26) >> 26, right = shift < 0 ? -shift : 0;
  const int64_t left = (int32_t)((uint32_t)x << (shift > 0 ? shift : 0));
  const int64_t product = left == INT32_MIN && multiplier == INT32_MIN ? INT32_MAX : (left * multiplier + (1 << 30)) >> 31;
  return right ? (product + ((int64_t)1 << (right - 1)) - (product < 0)) >> right : product;
}
#define REQUANTIZE(x, multiplier, shift) requantized(x, multiplier, (int32_t)(shift))
#include CASES

/* Random bytes, or extreme ones, alone or in fours. */
static void fill(operand *o) {
  static const uint8_t extreme[] = {0x80, 0x7f, 0xff, 0x00, 0x01};
  const uint32_t kind = random_word() % 4;
  for (int i = 0; i < BYTES; ++i)
    o->ub[i] = kind == 0 || (kind == 1 && random_word() % 4 == 0)
                   ? (uint8_t)(random_word() >> 8)
                   : extreme[random_word() % sizeof extreme];
  for (int i = 0; kind == 3 && i < BYTES / 4; ++i)
    o->uw[i] = random_word() % 2 ? 0x7fffffffu + random_word() % 2 : random_word() >> random_word() % 32;
}

static void run(int number) {
  const instruction_case *const c = &cases[number];
  for (int round = 0; round < ROUNDS; ++round) {
    operand from[OPERANDS], wanted, got;
    for (int i = 0; i < OPERANDS; ++i)
      fill(&from[i]);
    fill(&wanted);
    got = wanted;
    c->wanted(&wanted, from);
    c->got(&got, from);
    for (int i = 0; i < c->bytes; ++i)
      if (wanted.ub[i] != got.ub[i])
        FAIL("case, round, byte, wanted, got, -", number, round, i, wanted.ub[i], got.ub[i], 0);
  }
}

int main(void) {
  for (int number = 0; number < (int)(sizeof cases / sizeof cases[0]); ++number)
    run(number);
  return finish();
}

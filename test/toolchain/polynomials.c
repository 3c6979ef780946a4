/* Loops that multiply polynomials over GF(2), or take remainders of such (checksums), compute what the same loop computes without
   optimization; and those of the usual forms are two products or one (patch 0151). LLVM 19 lost high bits of checksums that are longer
   than the turns, took a variable number of turns for none, and stopped at a test of a sum with a value that is not shifted.
   The status is the number of the first form that is wrong.

RUN: %hexagon-cc -O1 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -O2 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -O2 -S %s -o - | FileCheck %s

CHECK-LABEL: optimized_1:
CHECK-COUNT-2: pmpyw
CHECK-LABEL: optimized_2:
CHECK-COUNT-2: pmpyw
CHECK-LABEL: optimized_3:
CHECK-COUNT-2: pmpyw
CHECK-LABEL: optimized_4:
CHECK: pmpyw
CHECK-LABEL: optimized_5:
*/
#include <stdint.h>

#define FORMS(DO)                                                                                                                    \
  /* checksums: of 16 bits, of 32, of a byte of data that is shifted beside it */                                                    \
  DO(1, uint16_t, for (int i = 0; i < 8; i++) r = r & 1 ? r >> 1 ^ 0xA001 : r >> 1)                                                   \
  DO(2, uint32_t, for (int i = 0; i < 8; i++) r = r >> 1 ^ (0xEDB88320 & -(r & 1)))                                                   \
  DO(3, uint16_t, for (int i = 0; i < 8; i++) { _Bool x = (p ^ r) & 1; p >>= 1; r >>= 1; if (x) r ^= 0xA001; })                       \
  /* products, of two values and of one with a constant, on top of something */                                                      \
  DO(4, uint64_t, for (int i = 0; i < 32; i++) if ((uint32_t)p & 1u << i) r ^= (uint64_t)(uint32_t)q << i)                            \
  DO(5, uint32_t, for (int i = 0; i < 20; i++) if (p >> i & 1) r ^= (uint32_t)q << i)                                                 \
  DO(6, uint32_t, for (int i = 0; i < 11; i++) r = p >> i & 1 ? r >> 1 ^ 0x82F63B78 : r >> 1)                                         \
  DO(7, uint8_t, for (int i = 0; i < 8; i++) if (p >> i & 1) r ^= (uint8_t)(q << i))                                                  \
  /* turns that are fewer or more than the type's bits */                                                                            \
  DO(8, uint8_t, for (int i = 0; i < 7; i++) r = r & 1 ? r >> 1 ^ 0x8C : r >> 1)                                                      \
  DO(9, uint8_t, for (int i = 0; i < 13; i++) r = r & 1 ? r >> 1 ^ 0x8C : r >> 1)                                                     \
  DO(10, uint32_t, for (int i = 0; i < 32; i++) r = r & 1 ? r >> 1 ^ 0xEDB88320 : r >> 1)                                             \
  DO(11, uint64_t, for (int i = 0; i < 40; i++) r = r & 1 ? r >> 1 ^ 0xC96C5795D7870F42 : r >> 1)                                     \
  /* a number of turns that is not constant */                                                                                       \
  DO(12, uint8_t, for (int i = 0; i < (int)(n & 31); i++) r = r & 1 ? r >> 1 ^ 0x1B : r >> 1)                                         \
  DO(13, uint64_t, for (int i = 0; i < (int)(n & 31); i++) if (p >> i & 1) r ^= q << i)                                               \
  /* a sum with a value that is not shifted, and one that is longer than the turns */                                                \
  DO(14, uint32_t, for (int i = 0; i < 31; i++) r = (r ^ (uint16_t)p) & 1 ? r >> 1 ^ 0x82F63B78 : r >> 1)                             \
  DO(15, uint8_t, for (int i = 0; i < 8; i++) { r = (r ^ p) & 1 ? r >> 1 ^ 0x8C : r >> 1; p >>= 1; })                                 \
  /* bits that stay where they were: a factor without a constant term, and from the top */                                           \
  DO(16, uint32_t, for (int i = 0; i < 16; i++) if (r & 1u << i) r ^= 0x1021u << i)                                                   \
  DO(17, uint32_t, for (int i = 0; i < 16; i++) if (r & 1u << i) r ^= 0x1020u << i)                                                   \
  DO(18, uint16_t, for (int i = 0; i < 8; i++) r = r & 0x8000 ? r << 1 ^ 0x1021 : r << 1)                                             \
  /* what each turn leaves behind is read */                                                                                         \
  DO(19, uint32_t, for (int i = 0; i < 8; i++) { r = r & 1 ? r >> 1 ^ 0xEDB88320 : r >> 1; left[i] = r; })                            \
  DO(20, uint32_t, uint32_t before = 0; for (int i = 0; i < 8; i++) { before = r; r = r & 1 ? r >> 1 ^ 0xA001 : r >> 1; } r ^= before << 3) \
  DO(21, uint32_t, uint32_t sum = 0; for (int i = 0; i < 8; i++) { r = r & 1 ? r >> 1 ^ 0xA001 : r >> 1; sum ^= r; } r += sum)          \
  /* almost the same: two steps a turn, a shift by two, a sum with carries, a comparison of all bits */                              \
  DO(22, uint32_t, for (int i = 0; i < 8; i++) { r = r & 1 ? r >> 1 ^ 0xA001 : r >> 1; r = r & 1 ? r >> 1 ^ 0x8408 : r >> 1; })         \
  DO(23, uint32_t, for (int i = 0; i < 8; i++) r = r & 1 ? r >> 2 ^ 0xA001 : r >> 2)                                                  \
  DO(24, uint32_t, for (int i = 0; i < 8; i++) r = r & 1 ? (r >> 1) + 0xA001 : r >> 1)                                                \
  DO(25, uint16_t, for (int i = 0; i < 8; i++) r = r != 5 ? r >> 1 ^ 0xA001 : r >> 1)                                                 \
  DO(26, uint16_t, for (int i = 0; i < 8; i++) r = r & 3 ? r >> 1 ^ 0xA001 : r >> 1)

static uint32_t left[8];

#define FUNCTIONS(N, TYPE, ...)                                                                                                      \
  __attribute__((noinline)) TYPE optimized_##N(TYPE r, uint64_t p, uint64_t q, uint32_t n) { __VA_ARGS__; return r; }                 \
  __attribute__((noinline, optnone)) static TYPE plain_##N(TYPE r, uint64_t p, uint64_t q, uint32_t n) { __VA_ARGS__; return r; }
FORMS(FUNCTIONS)

static uint32_t sumOfLeft(void) {
  uint32_t sum = 0;
  for (int i = 0; i < 8; i++) {
    sum = sum * 31 + left[i];
    left[i] = 0;
  }
  return sum;
}

static uint64_t drawn(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

int main(void) {
  for (int i = 0; i < 200; i++) {
    uint64_t r = drawn(), p = drawn(), q = drawn(), n = drawn();
    if (i % 4 == 1)
      p &= 0xff;
    if (i % 4 == 2)
      r &= 0xff;
#define COMPARED(N, TYPE, ...)                                                                                                       \
  {                                                                                                                                  \
    const TYPE found = optimized_##N(r, p, q, n);                                                                                    \
    const uint32_t foundLeft = sumOfLeft();                                                                                          \
    if (found != plain_##N(r, p, q, n) || foundLeft != sumOfLeft())                                                                  \
      return N;                                                                                                                      \
  }
    FORMS(COMPARED)
  }
  return 0;
}

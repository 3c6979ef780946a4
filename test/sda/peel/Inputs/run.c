/* Loops that run 1 to 40 times, on buffers that end where memory ends; each result is compared with a computation that the
 * optimizer does not see through. Status: the number of the first loop that is wrong.
 */
#include <hexagon_types.h>
#include <hvx_hexagon_protos.h>
#include <stdint.h>

#include "syscall.h"

#define KERNEL __attribute__((noinline))
#define OPAQUE(x) __asm__ volatile("" : "+r"(x))

enum { PAGE = 65536, MOST = 40 };

/* The last bytes before a page that is not there. */
static uint8_t *at_the_end(uint32_t bytes) {
  const long at = hl_syscall(HL_SYS_MMAP2, 0, 2 * PAGE, /*read, write*/ 3, /*private, anonymous*/ 0x22, -1, 0);
  hl_syscall(HL_SYS_MPROTECT, at + PAGE, PAGE, 0, 0, 0, 0);
  return (uint8_t *)at + PAGE - bytes;
}

/* A stream of words: what is loaded for the next iteration must not be behind the last one. */
KERNEL uint32_t stream(const uint32_t *p, uint32_t n) {
  uint32_t x = 1;
#pragma clang loop unroll(disable) vectorize(disable)
  for (uint32_t i = 0; i < n; ++i, p += 2)
    x = (x + p[0]) ^ p[1];
  return x;
}

/* Streams with a known number of iterations: 7, and 2. */
KERNEL uint32_t stream7(const uint32_t *p) {
  uint32_t x = 1;
#pragma clang loop unroll(disable) vectorize(disable)
  for (int i = 0; i < 7; ++i, p += 2)
    x = (x + p[0]) ^ p[1];
  return x;
}
KERNEL uint32_t stream2(const uint32_t *p) {
  uint32_t x = 1;
#pragma clang loop unroll(disable) vectorize(disable)
  for (int i = 0; i < 2; ++i, p += 2)
    x = (x + p[0]) ^ p[1];
  return x;
}

/* Each load may read what the iteration before has stored, and does so. */
KERNEL void chain(uint32_t *to, const uint32_t *from, uint32_t n) {
#pragma clang loop unroll(disable) vectorize(disable)
  for (uint32_t i = 0; i < n; ++i)
    to[i] = (from[i] ^ 5) * 3;
}

/* Within an iteration load and store are apart; the next one loads what was stored. */
typedef uint16_t __attribute__((may_alias)) half;
KERNEL uint32_t carried(uint32_t *p, uint32_t n) {
  uint32_t x = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t y = p[i];
    *(half *)(p + i + 1) = (uint16_t)(i + 3);
    x += y * y;
  }
  return x;
}

/* Nothing aliases: the next load may pass the store. */
KERNEL void apart(uint32_t *restrict to, const uint32_t *restrict from, uint32_t n) {
#pragma clang loop unroll(disable) vectorize(disable)
  for (uint32_t i = 0; i < n; ++i)
    to[i] = (from[i] ^ 5) * 3;
}

/* A loop in a loop, whose count changes. */
KERNEL uint32_t nested(const uint32_t *p, uint32_t n) {
  uint32_t x = 1;
  for (uint32_t k = 1; k <= n; ++k) {
    const uint32_t *q = p;
#pragma clang loop unroll(disable) vectorize(disable)
    for (uint32_t i = 0; i < k; ++i, q += 2)
      x = (x + q[0]) ^ q[1];
    x += k;
  }
  return x;
}

/* Vectors: a row of products. */
KERNEL HVX_Vector products(const HVX_Vector *v, const uint32_t *w, uint32_t n) {
  HVX_Vector sum = Q6_V_vzero();
#pragma clang loop unroll(disable)
  for (uint32_t i = 0; i < n; ++i)
    sum = Q6_Vuw_vrmpyacc_VuwVubRub(sum, v[i], w[i]);
  return sum;
}

static uint32_t expected(const uint32_t *p, uint32_t n, uint32_t x) {
  for (uint32_t i = 0; i < n; ++i) {
    OPAQUE(x);
    x = (x + p[2 * i]) ^ p[2 * i + 1];
  }
  return x;
}

static void fill(uint8_t *p, uint32_t bytes) {
  uint32_t state = 7;
  for (uint32_t i = 0; i < bytes; ++i) {
    state = state * 1664525u + 1013904223u;
    p[i] = (uint8_t)(state >> 16);
    OPAQUE(state);
  }
}

static int scalar_loops(uint32_t n) {
  uint32_t *p = (uint32_t *)at_the_end(8 * n);
  fill((uint8_t *)p, 8 * n);
  if (stream(p, n) != expected(p, n, 1))
    return 1;
  if (n == 7 && stream7(p) != expected(p, n, 1))
    return 2;
  if (n == 2 && stream2(p) != expected(p, n, 1))
    return 3;
  uint32_t x = 1;
  for (uint32_t k = 1; k <= n; ++k)
    x = expected(p, k, x) + k;
  if (nested(p, n) != x)
    return 4;
  uint32_t *to = (uint32_t *)at_the_end(4 * n);
  apart(to, p, n);
  for (uint32_t i = 0; i < n; ++i)
    if (to[i] != (p[i] ^ 5) * 3)
      return 5;
  x = p[0];
  chain(p + 1, p, 2 * n - 1);
  for (uint32_t i = 1; i < 2 * n; ++i) {
    x = (x ^ 5) * 3;
    OPAQUE(x);
    if (p[i] != x)
      return 6;
  }
  x = p[0] * p[0];
  for (uint32_t i = 1; i < n; ++i) {
    const uint32_t y = (p[i] & 0xFFFF0000u) | (i + 2);
    x += y * y;
    OPAQUE(x);
  }
  return carried(p, n) == x ? 0 : 8;
}

static int vector_loop(uint32_t n) {
  const HVX_Vector *v = (const HVX_Vector *)at_the_end(128 * n);
  const uint32_t *w = (const uint32_t *)at_the_end(4 * n);
  fill((uint8_t *)v, 128 * n);
  fill((uint8_t *)w, 4 * n);
  const HVX_Vector sum = products(v, w, n);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    uint32_t x = 0;
    for (uint32_t i = 0; i < 4 * n; ++i) {
      x += ((const uint8_t *)v)[128 * (i / 4) + 4 * lane + i % 4] * ((const uint8_t *)w)[i];
      OPAQUE(x);
    }
    if (x != ((const uint32_t *)&sum)[lane])
      return 7;
  }
  return 0;
}

int main(void) {
  for (uint32_t n = 1; n <= MOST; ++n) {
    const int wrong = scalar_loops(n);
    if (wrong)
      return wrong;
    if (vector_loop(n))
      return 7;
  }
  return 0;
}

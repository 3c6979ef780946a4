/* Loops whose turns read and write what others wrote are right when they are pipelined: upwards and downwards, over pointers that are swapped,
   over restrict pointers of inlined functions (patches 0011 to 0014, 0062 and 0065; upstream has PR136691, PR145878 and PR211723 for some, issue
   209946 is open). Each function is compiled twice: without optimization it says what is right. The status is the number of one that is wrong.

RUN: %hexagon-cc -fwrapv -fno-strict-aliasing -O0 -DPART=plain %s -c -o %t.plain.o
RUN: %hexagon-cc -fwrapv -fno-strict-aliasing -O2 -DPART=fast %s -c -o %t.fast.o && %hexagon-cc -O1 %s -c -o %t.o
RUN: %hexagon-ld %t.o %t.plain.o %t.fast.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -fwrapv -fno-strict-aliasing -O3 -fno-unroll-loops -DPART=fast %s -c -o %t.fast.o
RUN: %hexagon-ld %t.o %t.plain.o %t.fast.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -fwrapv -fno-strict-aliasing -O2 -mllvm -window-sched=force -DPART=fast %s -c -o %t.fast.o
RUN: %hexagon-ld %t.o %t.plain.o %t.fast.o %runtime -o %t && qemu-hexagon %t
*/
#include <stdint.h>

enum { SIZE = 160, ROOM = 8 };

/* Each takes two arrays (p may be q) and a count, and gives a number. */
#define ALL(DO)                                                                                                                           \
  DO(up_1) DO(up_2) DO(up_3) DO(up_4) DO(up_5) DO(up_6) DO(down_1) DO(down_2) DO(down_3) DO(down_4) DO(down_5) DO(down_6) DO(halves)      \
  DO(bytes) DO(two_stores_1) DO(two_stores_2) DO(two_stores_3) DO(swapped) DO(in_circle) DO(chased) DO(restrict_up) DO(restrict_down)     \
  DO(restrict_sum) DO(counts) DO(schedule) DO(ring) DO(rounds) DO(shift_right) DO(shift_left) DO(carries) DO(phis) DO(kept)      \
  DO(handed_on) DO(handed_down)

#ifdef PART
#define JOIN2(A, B) A##_##B
#define JOIN(A, B) JOIN2(A, B)
#define FUNCTION(NAME) int JOIN(NAME, PART)(int *p, int *q, int n)

#define UP(NAME, STORED, LOADED)                                                                   \
  FUNCTION(NAME) {                                                                                 \
    int s = 0;                                                                                     \
    for (int i = 0; i < n; i++) {                                                                  \
      s += p[i + LOADED] * 5;                                                                      \
      p[i + STORED] = q[i] * 3 + s;                                                                \
    }                                                                                              \
    return s;                                                                                      \
  }
UP(up_1, 1, 0) UP(up_2, 0, 1) UP(up_3, 3, 1) UP(up_4, -2, 0) UP(up_5, 4, 0) UP(up_6, -1, 2)
#define DOWN(NAME, TYPE, STORED, LOADED)                                                           \
  FUNCTION(NAME) {                                                                                 \
    int s = 0;                                                                                     \
    TYPE *a = (TYPE *)p;                                                                           \
    for (int i = n; i-- > 0;) {                                                                    \
      s += a[i + LOADED] * 5;                                                                      \
      a[i + STORED] = q[i] * 3 + s;                                                                \
    }                                                                                              \
    return s;                                                                                      \
  }
DOWN(down_1, int, -1, 0) DOWN(down_2, int, 0, -1) DOWN(down_3, int, -3, -1) DOWN(down_4, int, 2, 0) DOWN(down_5, int, -4, 0)
DOWN(down_6, int, 1, 2) DOWN(halves, int16_t, -1, 0) DOWN(bytes, int8_t, -2, 0)
#define STORES(NAME, FIRST, SECOND)                                                                \
  FUNCTION(NAME) {                                                                                 \
    for (int i = 0; i < n; i++) {                                                                  \
      p[i + FIRST] = q[i] * 3;                                                                     \
      p[i + SECOND] = q[i - 1] + i;                                                                \
    }                                                                                              \
    return 0;                                                                                      \
  }
STORES(two_stores_1, 0, -1) STORES(two_stores_2, -1, 0) STORES(two_stores_3, 1, -1)

FUNCTION(swapped) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    int v = *p;
    s += v * 3;
    *q = v * 5 + s;
    int *t = p;
    p = q, q = t;
  }
  return s;
}
FUNCTION(in_circle) {
  int s = 0, *r = q + 5;
  for (int i = 0; i < n; i++) {
    s ^= p[i & 1] + i;
    q[i & 1] = (s >> 3) + i;
    int *t = p;
    p = q, q = r, r = t;
  }
  return s;
}
FUNCTION(chased) {
  int s = 0, *of[] = {p, q, p + 1, q + 3}, *at = p;
  for (int i = 0; i < n; i++) {
    s += *at;
    *at = s + i;
    at = of[i * 7 & 3];
  }
  return s;
}

/* What a call's pointers do not share, those of two calls may. */
static inline __attribute__((always_inline)) int step(int *restrict to, const int *restrict from, int k) {
  int x = *from * 3;
  *to = x + k;
  return x;
}
FUNCTION(restrict_up) {
  for (int i = 0; i < n; i++)
    step(q + i + 1, p + i, 1);
  return 0;
}
FUNCTION(restrict_down) {
  for (int i = n; i-- > 0;)
    step(q + i - 1, p + i, i);
  return 0;
}
FUNCTION(restrict_sum) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += step(q + i + 2, p + i, 7);
  return s;
}
FUNCTION(counts) {
  for (int i = 0; i < n; i++)
    p[q[i] & 7] += q[q[i + 1] & 3]++;
  return 0;
}

/* The loops of SHA-512 and of long numbers. */
#define ROTATED(X, N) ((X) >> (N) | (X) << (64 - (N)))
#define LOW(X) (ROTATED(X, 1) ^ ROTATED(X, 8) ^ (X) >> 7)
#define HIGH(X) (ROTATED(X, 19) ^ ROTATED(X, 61) ^ (X) >> 6)
FUNCTION(schedule) {
  uint64_t *w = (uint64_t *)p;
  for (int i = 16; i < n / 2; i++)
    w[i] = w[i - 16] + LOW(w[i - 15]) + w[i - 7] + HIGH(w[i - 2]);
  return 0;
}
FUNCTION(ring) {
  uint64_t *w = (uint64_t *)p;
  for (int i = 0; i < n; i++)
    w[i & 15] += LOW(w[(i + 1) & 15]) + w[(i + 9) & 15] + HIGH(w[(i + 14) & 15]);
  return 0;
}
FUNCTION(rounds) {
  const uint64_t *w = (uint64_t *)q;
  uint64_t a = w[0], b = w[1], c = w[2], d = w[3], e = w[4], f = w[5], g = w[6], h = w[7];
  for (int i = 0; i < n / 2; i++) {
    uint64_t x = h + (ROTATED(e, 14) ^ ROTATED(e, 18) ^ ROTATED(e, 41)) + ((e & f) ^ (~e & g)) + w[i];
    uint64_t y = (ROTATED(a, 28) ^ ROTATED(a, 34) ^ ROTATED(a, 39)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + x, d = c, c = b, b = a, a = x + y;
  }
  uint64_t all = a ^ b * 3 ^ c * 5 ^ d * 7 ^ e * 9 ^ f * 11 ^ g * 13 ^ h * 15;
  return (int)(all >> 32 ^ all);
}
FUNCTION(shift_right) {
  unsigned carry = 0, by = n % 31 + 1;
  for (int i = n; i-- > 0;) {
    unsigned x = p[i];
    p[i] = x >> by | carry;
    carry = x << (32 - by);
  }
  return carry;
}
FUNCTION(shift_left) {
  unsigned carry = 0, by = n % 31 + 1;
  for (int i = 0; i < n; i++) {
    unsigned x = p[i];
    p[i] = x << by | carry;
    carry = x >> (32 - by);
  }
  return carry;
}
FUNCTION(carries) {
  unsigned carry = 0;
  for (int i = 0; i < n; i++) {
    uint64_t sum = (uint64_t)(unsigned)p[i] * (unsigned)q[0] + (unsigned)q[i] + carry;
    p[i] = sum;
    carry = sum >> 32;
  }
  return carry;
}
FUNCTION(phis) {
  int a = n, b = n;
  for (int i = 0; i < n; i++) {
    q[i] = b & 0xff;
    b = a;
    a = p[i] > n ? 0 : n + i;
  }
  return a ^ b;
}
FUNCTION(kept) {
  unsigned a = 1, b = 2, c = 3, d = 4;
  for (int i = 0; i < n; i++) {
    unsigned t = a + d;
    p[i] = t ^ b;
    a = b, b = c, c = d, d = t;
  }
  return a + 3 * b + 5 * c;
}
/* Values that go from one variable to the next in each turn, and are read behind the loop. */
FUNCTION(handed_on) {
  int s = n, a = n, b = n + 1, c = n + 2, d = n + 3, e = n + 4;
  uint8_t *bytes = (uint8_t *)p;
  for (int i = 0; i < n; i++) {
    bytes[i + 4] = d + (s >> 2) + s;
    bytes[i - 3] = a;
    s ^= (n >> 2) | bytes[i - 4] | (s ^ 77);
    a = b, b = c, c = d, d = e, e = n ^ bytes[i - 1];
  }
  return s + a * 2 + b * 3 + c * 4 + d * 5 + e * 6;
}
FUNCTION(handed_down) {
  int s = n, a = n, b = n + 1, c = n + 2, d = n + 3;
  uint16_t *halves = (uint16_t *)p;
  for (int i = 0; i < n; i++) {
    s ^= a ^ i;
    halves[i + 2] = (a << 3) & (i * 5);
    s += halves[i + 1] - halves[i - 3] - halves[i + 4];
    halves[i - 1] = i ^ c ^ (s * 5);
    a = b, b = c, c = d, d = i ^ (i ^ 77);
  }
  return s + a * 2 + b * 3 + c * 4 + d * 5;
}
#else
#define DECLARE(NAME) int NAME##_plain(int *, int *, int), NAME##_fast(int *, int *, int);
ALL(DECLARE)
typedef int function(int *, int *, int);
#define PAIR(NAME) {NAME##_plain, NAME##_fast},
static function *const functions[][2] = {ALL(PAIR)};

static _Alignas(128) int memory[2][2][SIZE];
static unsigned seed;

static int differs(function *const pair[2], int n, int shared) {
  int results[2];
  for (int f = 0; f < 2; f++) {
    seed = n;
    for (int i = 0; i < 2 * SIZE; i++)
      memory[f][i / SIZE][i % SIZE] = (seed = seed * 1664525u + 1013904223u) >> i % 5;
    int *p = memory[f][0] + ROOM;
    results[f] = pair[f](p, shared ? p : memory[f][1] + ROOM, n);
  }
  for (int i = 0; i < 2 * SIZE; i++)
    if (memory[0][i / SIZE][i % SIZE] != memory[1][i / SIZE][i % SIZE])
      return 1;
  return results[0] != results[1];
}

int main(void) {
  for (unsigned f = 0; f < sizeof functions / sizeof *functions; f++)
    for (int n = 0; n < SIZE - 2 * ROOM; n += n < 40 ? 1 : 13)
      if (differs(functions[f], n, 0) || differs(functions[f], n, 1))
        return f + 1;
  return 0;
}
#endif

/* Loops with every number of iterations from none on: counted by the machine, vectorized, nested, with calls, left early. Hashed, so
 * that one wrong value changes the status. One program for SwiftDSP and for the host. */
#include <stdint.h>

enum { N = 75 };
static uint32_t hash = 2166136261u, state = 5;

static void add(uint32_t x) {
  for (int i = 0; i < 4; i++) {
    hash = (hash ^ (x & 255)) * 16777619u;
    x >>= 8;
  }
}

static int32_t words[N + 2], others[N + 2];
static int16_t halves[N + 2];
static int8_t bytes[N + 2], more[N + 2];

static void fill(void) {
  for (int i = 0; i < N + 2; i++) {
    state = state * 1103515245u + 12345u;
    words[i] = (int32_t)state >> 3;
    others[i] = (int32_t)(state * 77) >> 5;
    halves[i] = (int16_t)(state >> 9);
    bytes[i] = (int8_t)(state >> 11);
    more[i] = (int8_t)(state >> 17);
  }
}

#define APART __attribute__((noinline)) static

APART int32_t dot(const int8_t *a, const int8_t *b, int n) {
  int32_t s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
APART void saxpy(int32_t *restrict y, const int32_t *restrict x, int32_t a, int n) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}
APART int32_t largest(const int32_t *x, int n) {
  int32_t m = x[0];
  for (int i = 1; i < n; i++)
    m = x[i] > m ? x[i] : m;
  return m;
}
APART void relu(int8_t *restrict y, const int8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 0 ? x[i] : 0;
}
APART int32_t widened(const int16_t *x, int n) {
  int32_t s = 0;
  for (int i = n; i-- > 0;)
    s = s * 3 + x[i];
  return s;
}
/* The counter is used in the loop and behind it. */
APART int32_t weighted(const int32_t *x, int n) {
  int32_t s = 0;
  int i = n;
  while (i) {
    s += x[i] * i;
    --i;
  }
  return s + i + n;
}
APART int32_t matrix(const int32_t *a, const int32_t *b, int n) {
  int32_t s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int32_t c = 0;
      for (int k = 0; k < n; k++)
        c += a[i + k] * b[k + j];
      s ^= c + i * j;
    }
  return s;
}
/* Division of 64 bits is a call, with loops of its own. */
APART uint32_t divided(const int32_t *x, int n) {
  uint64_t s = 1;
  for (int i = 0; i < n; i++)
    s = (s << 24) / ((uint32_t)x[i] | 1) + s;
  return (uint32_t)s;
}
APART int find(const int8_t *x, int n, int8_t c) {
  for (int i = 0; i < n; i++)
    if (x[i] == c)
      return i;
  return -1;
}
APART void reversed(int32_t *to, const int32_t *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[n - 1 - i];
}
APART uint32_t strided(const int16_t *x, int n, int step) {
  uint32_t s = 0;
  for (int i = 0; i < n; i += step)
    s = s * 5 + (uint32_t)x[i];
  return s;
}
APART int32_t chosen(const int32_t *x, const int32_t *y, int n) {
  int32_t s = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > y[i])
      s += x[i] ^ i;
    else if (y[i] & 1)
      s -= y[i];
  }
  return s;
}
APART void shifted(int16_t *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = (int16_t)((uint16_t)x[i] << 3 ^ (x[i] >> 2));
}
APART uint32_t short_counter(unsigned char n) {
  uint32_t s = 0;
  do {
    s = s * 31 + n;
    __asm__ volatile("" : "+r"(s));
  } while (--n);
  return s;
}

int main(void) {
  for (int n = 0; n <= N; n++) {
    fill();
    add((uint32_t)dot(bytes, more, n));
    saxpy(words, others, n - 7, n);
    relu(more, bytes, n);
    add((uint32_t)largest(words, n));
    add((uint32_t)widened(halves, n));
    add((uint32_t)weighted(words, n));
    add(divided(others, n));
    add((uint32_t)find(bytes, n, more[n]));
    reversed(words, others, n);
    add(strided(halves, n, n % 3 + 1));
    add((uint32_t)chosen(words, others, n));
    shifted(halves, n);
    add(short_counter((unsigned char)n));
    if (n < 20)
      add((uint32_t)matrix(words, others, n));
    for (int i = 0; i < N; i++)
      add((uint32_t)words[i]), add((uint32_t)halves[i]), add((uint32_t)more[i]);
  }
  return (hash ^ hash >> 8 ^ hash >> 16) & 0x7f;
}

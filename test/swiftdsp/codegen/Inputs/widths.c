/* Loops whose lanes change their width, by every number of iterations from none on: bytes and halves that become words, words that become
 * bytes, products of narrow values, sums of all lanes, conditions of other widths. Hashed, so that one wrong value changes the status. One
 * program for SwiftDSP and for the host. */
#include <stdint.h>

enum { N = 70 };
static uint32_t hash = 2166136261u, state = 9;

static void add(uint32_t x) {
  for (int i = 0; i < 4; i++) {
    hash = (hash ^ (x & 255)) * 16777619u;
    x >>= 8;
  }
}

static int32_t words[N + 2], more_words[N + 2];
static int16_t halves[N + 2], more_halves[N + 2];
static uint16_t naturals[N + 2];
static int8_t bytes[N + 2], more_bytes[N + 2];
static uint8_t pixels[N + 2];

/* Extreme values are frequent. */
static uint32_t next(void) {
  state = state * 1103515245u + 12345u;
  return state >> 28 == 0 ? 0x80808080u : state >> 28 == 1 ? 0x7fff7fffu : state >> 28 == 2 ? 0xffffffffu : state >> 3 ^ state << 7;
}

static void fill(void) {
  for (int i = 0; i < N + 2; i++) {
    words[i] = (int32_t)next();
    more_words[i] = (int32_t)next();
    halves[i] = (int16_t)next();
    more_halves[i] = (int16_t)next();
    naturals[i] = (uint16_t)next();
    bytes[i] = (int8_t)next();
    more_bytes[i] = (int8_t)next();
    pixels[i] = (uint8_t)next();
  }
}

#define MAP(NAME, OUT, IN, MORE, EXPRESSION)                                                                                        \
  __attribute__((noinline)) static void NAME(OUT *restrict d, const IN *restrict a, const MORE *restrict b, int n, int32_t k) {     \
    for (int i = 0; i < n; i++)                                                                                                     \
      d[i] = (OUT)(EXPRESSION);                                                                                                     \
  }
#define SUM(NAME, IN, MORE, EXPRESSION)                                                                                             \
  __attribute__((noinline)) static uint32_t NAME(const IN *a, const MORE *b, int n, int32_t k) {                                    \
    uint32_t s = 0;                                                                                                                 \
    for (int i = 0; i < n; i++)                                                                                                     \
      s += (uint32_t)(EXPRESSION);                                                                                                  \
    return s;                                                                                                                       \
  }

MAP(bytes_to_words, int32_t, int8_t, int32_t, a[i] + b[i] * k)
MAP(pixels_to_words, int32_t, uint8_t, int8_t, a[i] * 300 - b[i])
MAP(bytes_to_halves, int16_t, int8_t, int16_t, a[i] * 3 + b[i])
MAP(halves_to_words, int32_t, int16_t, uint16_t, a[i] - b[i])
MAP(words_to_bytes, int8_t, int32_t, int32_t, (a[i] >> 5) ^ b[i])
MAP(words_to_halves, int16_t, int32_t, int16_t, a[i] / 4 + b[i])
MAP(halves_to_bytes, uint8_t, int16_t, uint16_t, (a[i] + b[i] + k) >> 3)
MAP(clamped, int8_t, int32_t, int8_t, a[i] + b[i] > 127 ? 127 : a[i] + b[i] < -128 ? -128 : a[i] + b[i])
MAP(chosen_by_words, int8_t, int8_t, int32_t, b[i] > k ? a[i] : -a[i])
MAP(chosen_by_bytes, int32_t, int32_t, int8_t, b[i] > 3 ? a[i] : a[i] + b[i])
MAP(products, int32_t, int8_t, int16_t, (a[i] + 5) * (b[i] - 7))
MAP(widest_products, int32_t, int16_t, int16_t, a[i] * b[i])
MAP(natural_products, uint32_t, uint16_t, uint16_t, (uint32_t)a[i] * b[i])
MAP(mixed_products, int32_t, int16_t, uint16_t, (int32_t)((uint32_t)a[i] * b[i]))
MAP(too_wide_sums, uint32_t, int16_t, int16_t, (uint32_t)(a[i] + 1) * (uint32_t)(b[i] - 1))
MAP(by_factor, int32_t, int8_t, int8_t, (a[i] - b[i]) * (int16_t)k)
MAP(backwards, int32_t, int8_t, int32_t, a[n - 1 - i] + b[n - 1 - i])
SUM(sum_bytes, int8_t, int8_t, a[i] - b[i])
SUM(sum_halves, int16_t, uint16_t, a[i] + 2 * b[i])
SUM(dot_bytes, int8_t, int8_t, a[i] * b[i])
SUM(dot_zero_points, uint8_t, int8_t, (a[i] - 128) * (b[i] + 3))
SUM(dot_halves, int16_t, int16_t, a[i] * b[i])
SUM(dot_naturals, uint16_t, uint16_t, (uint32_t)a[i] * b[i])
SUM(dot_words, int32_t, int32_t, (uint32_t)a[i] * (uint32_t)b[i])
SUM(dot_mixed, int8_t, int32_t, (uint32_t)a[i] * (uint32_t)b[i])
SUM(count_bytes, int8_t, int8_t, a[i] > b[i])
SUM(count_words, int32_t, int8_t, a[i] > k)

/* Four of a kind behind each other. */
__attribute__((noinline)) static uint32_t four(const int32_t *a, const int32_t *b) {
  return (uint32_t)(a[0] ^ b[0]) + (uint32_t)(a[1] ^ b[1]) + (uint32_t)(a[2] ^ b[2]) + (uint32_t)(a[3] ^ b[3]);
}

#define RUN_MAP(NAME, OUT, A, B)                                                                                                    \
  {                                                                                                                                 \
    static OUT out[N + 4];                                                                                                          \
    for (int i = 0; i < N + 4; i++)                                                                                                 \
      out[i] = (OUT)77;                                                                                                             \
    NAME(out + (n & 3), A, B, n, n * 1001 - 30000);                                                                                 \
    for (int i = 0; i < N + 4; i++)                                                                                                 \
      add((uint32_t)out[i]);                                                                                                        \
  }
#define RUN_SUM(NAME, A, B) add(NAME(A + (n & 1), B + (n >> 1 & 1), n, n * 1001 - 30000));

int main(void) {
  for (int n = 0; n <= N; n++) {
    fill();
    RUN_MAP(bytes_to_words, int32_t, bytes, words)
    RUN_MAP(pixels_to_words, int32_t, pixels, bytes)
    RUN_MAP(bytes_to_halves, int16_t, bytes, halves)
    RUN_MAP(halves_to_words, int32_t, halves, naturals)
    RUN_MAP(words_to_bytes, int8_t, words, more_words)
    RUN_MAP(words_to_halves, int16_t, words, halves)
    RUN_MAP(halves_to_bytes, uint8_t, halves, naturals)
    RUN_MAP(clamped, int8_t, words, bytes)
    RUN_MAP(chosen_by_words, int8_t, bytes, words)
    RUN_MAP(chosen_by_bytes, int32_t, words, bytes)
    RUN_MAP(products, int32_t, bytes, halves)
    RUN_MAP(widest_products, int32_t, halves, more_halves)
    RUN_MAP(natural_products, uint32_t, naturals, naturals)
    RUN_MAP(mixed_products, int32_t, halves, naturals)
    RUN_MAP(too_wide_sums, uint32_t, halves, more_halves)
    RUN_MAP(by_factor, int32_t, bytes, more_bytes)
    RUN_MAP(backwards, int32_t, bytes, words)
    RUN_SUM(sum_bytes, bytes, more_bytes)
    RUN_SUM(sum_halves, halves, naturals)
    RUN_SUM(dot_bytes, bytes, more_bytes)
    RUN_SUM(dot_zero_points, pixels, bytes)
    RUN_SUM(dot_halves, halves, more_halves)
    RUN_SUM(dot_naturals, naturals, naturals)
    RUN_SUM(dot_words, words, more_words)
    RUN_SUM(dot_mixed, bytes, words)
    RUN_SUM(count_bytes, bytes, more_bytes)
    RUN_SUM(count_words, words, bytes)
    add(four(words, more_words));
  }
  return (int)((hash ^ hash >> 16) & 127);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* An open-addressing hash table of 32-bit keys: 1024 insertions with counts, then look-ups. */
#include "bench.h"

enum { KEYS = 1024, SLOTS = 2048, DISTINCT = 700 };

static uint32_t keys[KEYS];
static struct { uint32_t key, count; } slots[SLOTS];

static uint32_t scramble(uint32_t x) { /* finalizer of 32-bit MurmurHash3 */
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ x >> 16;
}

static uint32_t *find(uint32_t key) {
  uint32_t i = scramble(key) & (SLOTS - 1);
  while (slots[i].count && slots[i].key != key)
    i = (i + 1) & (SLOTS - 1);
  slots[i].key = key;
  return &slots[i].count;
}

uint32_t KERNEL(hash)(const uint32_t *input, int n) {
  for (int i = 0; i < n; ++i)
    ++*find(input[i]);
  uint32_t sum = 0;
  for (int i = 0; i < n; ++i)
    sum += *find(input[i]);
  return sum;
}

int main(void) {
  uint32_t seed = 25;
  for (int i = 0; i < KEYS; ++i)
    keys[i] = bench_random(&seed) % DISTINCT * 2654435761u + 1;
  uint32_t expected = 0; /* pairs of equal keys */
  for (int i = 0; i < KEYS; ++i)
    for (int j = 0; j < KEYS; ++j)
      expected += keys[i] == keys[j];
  return kernel_op000_hash(keys, KEYS) != expected;
}

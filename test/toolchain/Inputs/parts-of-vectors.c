// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls the functions of parts_of_vectors.py and compares bytes. The status is the number of those that are wrong, 255 at most.
#include <stdint.h>

typedef struct {
  void (*made)(uint8_t *result, const uint8_t *vector, const uint8_t *part);
  int inserts, bytes, partBytes, offset, bools;
} Row;
extern const Row table[];
extern const int entries;

static volatile uint8_t vector[256] __attribute__((aligned(256))), part[256] __attribute__((aligned(256)));
static volatile uint8_t result[512] __attribute__((aligned(256)));

static uint8_t expected(const Row *row, int i) {
  const int mask = row->bools ? 1 : 255;
  if (!row->inserts)
    return vector[row->offset + i] & mask;
  const int inPart = i - row->offset;
  return (inPart >= 0 && inPart < row->partBytes ? part[inPart] : vector[i]) & mask;
}

int main(void) {
  int wrong = 0;
  uint32_t seed = 1;
  for (const Row *row = table; row != table + entries; ++row) {
    for (int i = 0; i < 256; ++i) {
      vector[i] = (seed = seed * 1664525u + 1013904223u) >> 24;
      part[i] = (seed = seed * 1664525u + 1013904223u) >> 24;
      result[i] = result[256 + i] = 77;
    }
    row->made((uint8_t *)result, (const uint8_t *)vector, (const uint8_t *)part);
    const int size = row->inserts ? row->bytes : row->partBytes;
    int bad = result[size] != 77;
    for (int i = 0; i < size; ++i)
      bad |= result[i] != expected(row, i);
    wrong += bad;
  }
  return wrong < 255 ? wrong : 255;
}

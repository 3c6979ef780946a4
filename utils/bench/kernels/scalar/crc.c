// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* CRC-32 (polynomial 0xedb88320), by a table and bit by bit. */
#include "bench.h"

enum { N = 4096 };

static uint8_t data[N];
static uint32_t table[256];

uint32_t KERNEL(crc)(const uint8_t *bytes, int n) {
  uint32_t crc = ~0u;
  for (int i = 0; i < n; ++i)
    crc = crc >> 8 ^ table[(crc ^ bytes[i]) & 255];
  return ~crc;
}

static uint32_t bitwise(const uint8_t *bytes, int n) {
  uint32_t crc = ~0u;
  for (int i = 0; i < n; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit)
      crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
  }
  return ~crc;
}

int main(void) {
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t entry = i;
    for (int bit = 0; bit < 8; ++bit)
      entry = entry & 1 ? entry >> 1 ^ 0xedb88320u : entry >> 1;
    table[i] = entry;
  }
  bench_fill(data, N, 22);
  /* The check value of CRC-32 catalogues. */
  const uint8_t nine[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
  return bitwise(nine, 9) != 0xcbf43926u || kernel_op000_crc(data, N) != bitwise(data, N);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* memcmp and strlen for ports without a C library. Build with -fno-builtin. */
#include <stddef.h>
#include <stdint.h>

int memcmp(const void *left, const void *right, size_t n) {
  const unsigned char *a = left, *b = right;
  if ((((uintptr_t)a | (uintptr_t)b) & 7) == 0)
    for (; n >= 8 && *(const uint64_t *)a == *(const uint64_t *)b; n -= 8)
      a += 8, b += 8;
  for (; n; --n, ++a, ++b)
    if (*a != *b)
      return *a - *b;
  return 0;
}

size_t strlen(const char *text) {
  const char *end = text;
  while (*end)
    ++end;
  return (size_t)(end - text);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The little text work of the harness, which has no C library on the device's side. */
#ifndef HEXLOOM_HARNESS_TEXT_H
#define HEXLOOM_HARNESS_TEXT_H

#include <stddef.h>
#include <stdint.h>

static inline int text_equal(const char *a, const char *b) {
  while (*a && *a == *b)
    ++a, ++b;
  return *a == *b;
}

/* Decimal digits up to the first other character. */
static inline uint32_t text_to_number(const char *text) {
  uint32_t value = 0;
  for (; *text >= '0' && *text <= '9'; ++text)
    value = value * 10 + (uint32_t)(*text - '0');
  return value;
}

/* Decimal text at the end of `digits`. */
static inline const char *number_to_text(uint64_t value, char digits[24]) {
  char *at = digits + 23;
  *at = 0;
  do {
    *--at = (char)('0' + value % 10);
    value /= 10;
  } while (value);
  return at;
}

/* 0, or -1 when the result does not fit. */
static inline int text_join(char *to, size_t capacity, const char *const *parts, int n) {
  size_t length = 0;
  for (int i = 0; i < n; ++i)
    for (const char *p = parts[i]; *p; ++p) {
      if (length + 1 >= capacity)
        return -1;
      to[length++] = *p;
    }
  to[length] = 0;
  return 0;
}

#endif

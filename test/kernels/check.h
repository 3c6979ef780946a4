// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Small tools of the kernel tests: random numbers, guarded buffers, messages. A test's exit status is the number of
 * failed checks, at most 100. */
#ifndef TEST_CHECK_H
#define TEST_CHECK_H

#include <hexloom/layer.h>
#include <hexloom/port.h>

#include "../../runtime/harness_text.h"

static uint64_t random_state = 1;

static inline uint32_t random_word(void) { /* xorshift64* (Vigna, 2016) */
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return (uint32_t)((random_state * 0x2545f4914f6cdd1du) >> 32);
}
/* Uniform enough for tests, both bounds included. */
static inline int random_in(int min, int max) {
  return min + (int)(((uint64_t)random_word() * (uint32_t)(max - min + 1)) >> 32);
}

static int failures;

static inline void print_number(int64_t value) {
  char digits[24];
  if (value < 0)
    hl_port_print(1, "-");
  hl_port_print(1, number_to_text(value < 0 ? -(uint64_t)value : (uint64_t)value, digits));
}

/* "WHAT: v0 v1 ..." and one more failure; only the first twenty are shown. */
static inline void fail(const char *what, const int64_t *values, int count) {
  if (++failures > 20)
    return;
  hl_port_print(1, what);
  hl_port_print(1, ":");
  for (int i = 0; i < count; ++i) {
    hl_port_print(1, " ");
    print_number(values[i]);
  }
  hl_port_print(1, "\n");
}
#define FAIL(WHAT, ...)                                                                            \
  do {                                                                                             \
    const int64_t fail_values[] = {__VA_ARGS__};                                                   \
    fail(WHAT, fail_values, sizeof fail_values / sizeof fail_values[0]);                           \
  } while (0)

/* A buffer whose storage, `bytes` rounded up to 128, ends at an inaccessible page. */
static inline uint8_t *guarded(size_t bytes) {
  const size_t storage = (bytes + HL_ALIGN - 1) / HL_ALIGN * HL_ALIGN;
  const size_t mapped = (storage + HL_PORT_PAGE - 1) / HL_PORT_PAGE * HL_PORT_PAGE;
  uint8_t *base = hl_port_map(mapped);
  return base ? base + (mapped - storage) : base;
}

static inline int finish(void) {
  hl_port_print(1, failures ? "FAILED: " : "passed: ");
  print_number(failures);
  hl_port_print(1, " failures\n");
  return failures > 100 ? 100 : failures;
}

#endif

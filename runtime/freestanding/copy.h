// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* memcpy and memmove of a machine's string.c, from its two copies of n bytes: copy_forward for a destination below the source or
 * apart from it, copy_backward for one that begins inside of the source. */
#include <stddef.h>
#include <stdint.h>

static void copy_forward(char *to, const char *from, size_t n);
static void copy_backward(char *to, const char *from, size_t n);

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  copy_forward(to, from, n);
  return to;
}

void *memmove(void *to, const void *from, size_t n) {
  if ((uintptr_t)to - (uintptr_t)from >= n)
    copy_forward(to, from, n);
  else
    copy_backward(to, from, n);
  return to;
}

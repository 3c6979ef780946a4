// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* memcpy, memmove and memset with vectors of 16 bytes at any address. Build with -fno-builtin.
 *
 * Blocks of 16 bytes or more end with a vector that overlaps the one before it; a copy reads that vector before it stores any.
 * Nothing outside of the objects is touched.
 */
#include <stddef.h>
#include <stdint.h>

#include "../freestanding/copy.h"

typedef char vector __attribute__((vector_size(16), aligned(1), may_alias));
enum { V = sizeof(vector) };

static inline vector at(const char *address) { return *(const vector *)address; }
static inline void put(char *address, vector value) { *(vector *)address = value; }

/* Loops over a few bytes, of which vectors would be made lane by lane. */
#define FEW _Pragma("clang loop vectorize(disable) unroll(disable)")

/* Copies to a lower address than the source's, or apart from it. */
static void copy_forward(char *to, const char *from, size_t n) {
  if (n < V) {
    FEW
    for (size_t i = 0; i < n; ++i)
      to[i] = from[i];
    return;
  }
  char *const last = to + n - V;
  const vector rest = at(from + n - V);
  for (; to < last; to += V, from += V)
    put(to, at(from));
  put(last, rest);
}

static void copy_backward(char *to, const char *from, size_t n) {
  if (n < V) {
    FEW
    while (n--)
      to[n] = from[n];
    return;
  }
  const vector rest = at(from);
  for (size_t i = n; i > V; i -= V)
    put(to + i - V, at(from + i - V));
  put(to, rest);
}

void *memset(void *to, int byte, size_t n) {
  char *p = to;
  if (n < V) {
    FEW
    while (n--)
      *p++ = (char)byte;
    return to;
  }
  const char c = (char)byte;
  const vector value = {c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c};
  char *const last = p + n - V;
  for (; p < last; p += V)
    put(p, value);
  put(last, value);
  return to;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* memcpy, memmove and memset for Hexagon with HVX, 128-byte vectors. Build with -fno-builtin.
 *
 * Only aligned vector accesses are made, and only of vectors that hold at least one byte of the object, so that nothing
 * behind the end of a page is touched. Bytes outside are never written: stores at the ends are predicated.
 */
#include <stddef.h>
#include <stdint.h>

#include <hexagon_types.h>
#include <hvx_hexagon_protos.h>

#include "../freestanding/copy.h"

enum { V = 128 };

static inline HVX_Vector *vector_at(const void *address) { return (HVX_Vector *)((uintptr_t)address & -(uintptr_t)V); }

/* Stores the first n bytes of `value`, 0 < n <= V, at any address. */
static inline void store_bytes(char *to, HVX_Vector value, size_t n) {
  const size_t offset = (uintptr_t)to % V, end = offset + n;
  const HVX_Vector rotated = Q6_V_vror_VR(value, (int)(V - offset));
  const HVX_VectorPred before = Q6_Q_vsetq2_R((int)offset);
  const int is_before = offset != 0; /* vsetq2 of 0 sets all */
  HVX_VectorPred outside = is_before ? before : Q6_Q_vcmp_gt_VubVub(rotated, rotated);
  if (end < V)
    outside = Q6_Q_or_QQn(outside, Q6_Q_vsetq2_R((int)end));
  Q6_vmem_QnRIV(outside, vector_at(to), rotated);
  if (end > V)
    Q6_vmem_QRIV(Q6_Q_vsetq2_R((int)(end - V)), vector_at(to) + 1, rotated);
}

/* The n bytes at any address, 0 < n <= V, first byte first; what follows them is unspecified. */
static inline HVX_Vector load_bytes(const char *from, size_t n) {
  const size_t offset = (uintptr_t)from % V;
  const HVX_Vector low = *vector_at(from);
  const HVX_Vector high = offset + n > V ? vector_at(from)[1] : low;
  return Q6_V_valign_VVR(high, low, (int)offset);
}

static inline void copy_bytes(char *to, const char *from, size_t n) { store_bytes(to, load_bytes(from, n), n); }

/* Whole vectors to an aligned address. A destination below an overlapping source is safe: every vector of the source is
 * read before anything is stored there. */
static void copy_vectors(HVX_Vector *to, const char *from, size_t vectors) {
  const HVX_Vector *source = vector_at(from);
  const int offset = (int)((uintptr_t)from % V);
  if (offset == 0) {
    for (size_t i = 0; i < vectors; ++i)
      to[i] = source[i];
    return;
  }
  HVX_Vector low = *source++;
  for (size_t i = 0; i < vectors; ++i) {
    const HVX_Vector high = source[i];
    to[i] = Q6_V_valign_VVR(high, low, offset);
    low = high;
  }
}

static void copy_forward(char *to, const char *from, size_t n) {
  if (n == 0)
    return;
  const size_t head = -(uintptr_t)to % V;
  if (n <= V) {
    copy_bytes(to, from, n);
    return;
  }
  if (head) {
    copy_bytes(to, from, head);
    to += head, from += head, n -= head;
  }
  const size_t vectors = n / V;
  copy_vectors((HVX_Vector *)to, from, vectors);
  if (n % V)
    copy_bytes(to + vectors * V, from + vectors * V, n % V);
}

static void copy_backward(char *to, const char *from, size_t n) {
  while (n) {
    const size_t chunk = n < V ? n : V;
    n -= chunk;
    copy_bytes(to + n, from + n, chunk);
  }
}

void *memset(void *to, int byte, size_t n) {
  const HVX_Vector value = Q6_V_vsplat_R((int)((byte & 0xff) * 0x01010101u));
  char *at = to;
  if (n == 0)
    return to;
  if (n <= V) {
    store_bytes(at, value, n);
    return to;
  }
  const size_t head = -(uintptr_t)at % V;
  if (head)
    store_bytes(at, value, head);
  at += head, n -= head;
  for (HVX_Vector *v = (HVX_Vector *)at, *end = v + n / V; v != end; ++v)
    *v = value;
  if (n % V)
    store_bytes(at + n / V * V, value, n % V);
  return to;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Runs of bytes at any address, by whole vectors.
 *
 * Functions that "overrun" touch up to 127 bytes behind the run; the caller sees to it that these
 * are its own. */
#ifndef HEXLOOM_HVX_BYTES_H
#define HEXLOOM_HVX_BYTES_H

#include <hexloom/hvx/target.h> // first: it says what is missing
#include <hexagon_protos.h>
#include <hexloom/hvx/slack.h>
#include <hexloom/layer.h>
#include <hvx_hexagon_protos.h>

/* Code that is as fast when layers share it. */
#define HL_SHARED static __attribute__((noinline, unused))

/* Pragmas in front of a loop: it is unrolled as far as it goes, or never. */
#define HL_UNROLL _Pragma("clang loop unroll(full)")
#define HL_ROLL _Pragma("clang loop unroll(disable)")
/* A loop that keeps values for the next turn by itself: LLVM 19's software pipeliner makes wrong
 * code of some that carry values or addresses so (llvm/README.md has which). A loop that clang
 * unrolls loses it: HL_ROLL beside it keeps it. */
#define HL_NO_PIPELINE _Pragma("clang loop pipeline(disable)")

typedef HVX_Vector hl_vector_u __attribute__((aligned(1)));

HL_KERNEL HVX_Vector hl_load_u(const void *from) { return *(const hl_vector_u *)from; }
HL_KERNEL void hl_store_u(void *to, HVX_Vector v) { *(hl_vector_u *)to = v; }
/* The aligned vector that holds the byte at `at`. */
HL_KERNEL HVX_Vector hl_load_around(const void *at) {
  return *(const HVX_Vector *)((uintptr_t)at & ~(uintptr_t)(HL_ALIGN - 1));
}

/* The `n` bytes (1 to 128) at `from` as the first of a vector; reads no aligned block that none of
 * them lies in. */
HL_KERNEL HVX_Vector hl_load_first(const uint8_t *from, int n) {
  return Q6_V_valign_VVR(hl_load_around(from + n - 1), hl_load_around(from), (int)(uintptr_t)from);
}

/* 128 bytes at `at`, of which those at and behind the limit, a multiple of 128, may be anything: nothing is read there, and no
 * branch guards a load (clang moves parts of neighbouring unaligned loads in front of such). At least a vector lies below the
 * limit. */
HL_KERNEL HVX_Vector hl_load_clamped(const uint8_t *at, const uint8_t *limit) {
  const uint8_t *const last = limit - HL_ALIGN, *const next = at + HL_ALIGN;
  return Q6_V_valign_VVR(hl_load_around(next < last ? next : last), hl_load_around(at < last ? at : last), (int)(uintptr_t)at);
}

/* Stores the first `n` bytes (0 to 128) of v, and nothing else. */
HL_KERNEL void hl_store_first(uint8_t *to, HVX_Vector v, int n) {
  const int offset = (uintptr_t)to & (HL_ALIGN - 1), end = offset + n;
  HVX_Vector *first = (HVX_Vector *)(to - offset);
  const HVX_Vector turned = Q6_V_vror_VR(v, -offset);
  const HVX_VectorPred before =
      Q6_Q_vsetq_R(offset); /* bytes below the offset; an offset of 0 gives none */
  if (n <= 0)
    return;
  if (end <= HL_ALIGN) {
    Q6_vmem_QRIV(Q6_Q_and_QQn(Q6_Q_vsetq2_R(end), before), first, turned);
    return;
  }
  Q6_vmem_QnRIV(before, first, turned);
  Q6_vmem_QRIV(Q6_Q_vsetq_R(end - HL_ALIGN), first + 1, turned);
}

/* Writes `n` copies of a byte; overruns. */
HL_KERNEL void hl_fill_over(uint8_t *to, int byte, int n) {
  const HVX_Vector v = Q6_Vb_vsplat_R(byte);
  for (int i = 0; i < n; i += HL_ALIGN)
    hl_store_u(to + i, v);
}

/* Copies n > 0 bytes; the destination is overrun, the source is not, if turns of a loop over rows stay apart: loads of several are
 * merged (slack.h). */
HL_KERNEL void hl_copy_over(uint8_t *to, const uint8_t *from, int n) {
  int i = 0;
  for (; i + HL_ALIGN <= n; i += HL_ALIGN)
    hl_store_u(to + i, hl_load_u(from + i));
  if (i < n)
    hl_store_u(to + i, hl_load_first(from + i, n - i));
}

/* Copies a row of `n` bytes. clang may write several copies out one after the other: no two of these loads are merged. */
HL_KERNEL void hl_copy_row(uint8_t *to, const uint8_t *from, int n) {
  for (int i = 0; i < n; i += HL_ALIGN)
    hl_store_u(to + i, hl_load_first(from + i, n - i < HL_ALIGN ? n - i : HL_ALIGN));
}

#endif

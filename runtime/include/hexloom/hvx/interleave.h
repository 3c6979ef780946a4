// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Planes to pixels of 2 to 4 bytes and back, 128 pixels at a time: transpositions
 * (transpose_tiles.h) of a matrix with so few rows or columns, dense on the side of the pixels. */
#ifndef HEXLOOM_HVX_INTERLEAVE_H
#define HEXLOOM_HVX_INTERLEAVE_H

#include <hexloom/hvx/transpose_tiles.h>

enum { HL_PIXELS = 32 }; /* of four bytes, in a vector */

/* Moves bytes within a vector: pixels of four bytes to dense ones or back. `route` has the bits of
 * vdelta's stages, or of vrdelta's if `small_first`. */
HL_KERNEL HVX_Vector hl_vroute(HVX_Vector v, HVX_Vector route, int small_first) {
  return small_first ? Q6_V_vrdelta_VV(v, route) : Q6_V_vdelta_VV(v, route);
}

/* 32 dense pixels to `out`; up to 128 bytes below `end`, which later pixels overwrite, may go with
 * them. */
HL_KERNEL void hl_store_pixels(uint8_t *out, HVX_Vector v, const uint8_t *end, int32_t bytes) {
  if (out + HL_ALIGN <= end)
    hl_store_u(out, v);
  else if (out < end)
    hl_store_first(out, v, hl_lesser((int32_t)(end - out), bytes));
}

/* Up to 128 pixels from planes at `in`, `plane` bytes apart, to those at `out`: `count` of `bytes` bytes. */
HL_KERNEL void hl_interleave_piece(const uint8_t *in, int32_t plane, int32_t bytes, int32_t count, HVX_Vector route,
                                   int small_first, uint8_t *out, const uint8_t *end) {
  HVX_Vector r[4];
  for (int k = 0; k < 4; ++k)
    r[k] = k < bytes ? hl_load_first(in + k * plane, count) : r[0];
  const HVX_VectorPair a = Q6_W_vshuff_VVR(r[1], r[0], -1), b = Q6_W_vshuff_VVR(r[3], r[2], -1);
  const HVX_VectorPair low = Q6_W_vshuff_VVR(Q6_V_lo_W(b), Q6_V_lo_W(a), -2);
  const HVX_VectorPair high = Q6_W_vshuff_VVR(Q6_V_hi_W(b), Q6_V_hi_W(a), -2);
  const HVX_Vector pixels[4] = {Q6_V_lo_W(low), Q6_V_hi_W(low), Q6_V_lo_W(high), Q6_V_hi_W(high)};
  for (int i = 0; i < 4; ++i) {
    uint8_t *const to = out + i * HL_PIXELS * bytes;
    const HVX_Vector dense = hl_vroute(pixels[i], route, small_first);
    if (end)
      hl_store_pixels(to, dense, end, HL_PIXELS * bytes);
    else
      hl_store_u(to, dense);
  }
}

/* The rows are planes of `columns` bytes. Pixels whose vectors stay in the output are straight code. */
HL_KERNEL void hl_interleave_planes(const hl_transpose_params *p, HVX_Vector route, int small_first,
                                    const uint8_t *in, uint8_t *out) {
  const int32_t more = (HL_ALIGN / HL_PIXELS - p->rows) * HL_PIXELS; /* bytes that the last store of a piece writes behind it */
  const int32_t all = p->rows * p->columns, straight = all < more ? 0 : (all - more) / (HL_ALIGN * p->rows) * HL_ALIGN;
  int32_t x = 0;
#pragma clang loop unroll(disable)
  for (; x < straight; x += HL_ALIGN)
    hl_interleave_piece(in + x, p->in_stride, p->rows, HL_ALIGN, route, small_first, out + x * p->rows, 0);
#pragma clang loop unroll(disable)
  for (; x < p->columns; x += HL_ALIGN)
    hl_interleave_piece(in + x, p->in_stride, p->rows, hl_lesser(p->columns - x, HL_ALIGN), route, small_first,
                        out + x * p->rows, out + all);
}

/* Up to 128 pixels: `count` of `bytes` bytes at `in` to planes at `out`, `plane` bytes apart. */
HL_KERNEL void hl_separate_piece(const uint8_t *in, int32_t bytes, int32_t count, HVX_Vector route, int small_first,
                                 uint8_t *out, int32_t plane) {
  HVX_Vector v[4];
  for (int i = 0; i < 4; ++i) {
    const int32_t first = i * HL_PIXELS, pixels = hl_lesser(count - first, HL_PIXELS);
    v[i] = pixels > 0 ? hl_load_first(in + first * bytes, pixels * bytes) : v[0];
    v[i] = hl_vroute(v[i], route, small_first);
  }
  const HVX_VectorPair a = Q6_W_vdeal_VVR(v[1], v[0], -1), b = Q6_W_vdeal_VVR(v[3], v[2], -1);
  const HVX_VectorPair even = Q6_W_vdeal_VVR(Q6_V_lo_W(b), Q6_V_lo_W(a), -1);
  const HVX_VectorPair odd = Q6_W_vdeal_VVR(Q6_V_hi_W(b), Q6_V_hi_W(a), -1);
  const HVX_Vector planes[4] = {Q6_V_lo_W(even), Q6_V_lo_W(odd), Q6_V_hi_W(even), Q6_V_hi_W(odd)};
  for (int k = 0; k < 4; ++k)
    if (k < bytes)
      hl_store_column(out + k * plane, planes[k], count);
}

/* The columns become planes of `rows` bytes. Whole vectors of them are straight code. */
HL_KERNEL void hl_separate_planes(const hl_transpose_params *p, HVX_Vector route, int small_first,
                                  const uint8_t *in, uint8_t *out) {
  const int32_t straight = p->rows / HL_ALIGN * HL_ALIGN;
#pragma clang loop unroll(disable)
  for (int32_t x = 0; x < straight; x += HL_ALIGN)
    hl_separate_piece(in + x * p->columns, p->columns, HL_ALIGN, route, small_first, out + x, p->out_stride);
  if (straight < p->rows)
    hl_separate_piece(in + straight * p->columns, p->columns, p->rows - straight, route, small_first, out + straight,
                      p->out_stride);
}

/* `route`: 128 bytes, aligned. */
HL_KERNEL void hl_vinterleave(const hl_transpose_params *p, const uint8_t *route, int small_first,
                              const void *in, void *out) {
  hl_copy_walk walk = hl_copy_start(&p->outer, in, out);
  do
    hl_interleave_planes(p, *(const HVX_Vector *)route, small_first, walk.in, walk.out);
  while (hl_copy_next(&p->outer, p->outer.loops, &walk));
}

HL_KERNEL void hl_vseparate(const hl_transpose_params *p, const uint8_t *route, int small_first,
                            const void *in, void *out) {
  hl_copy_walk walk = hl_copy_start(&p->outer, in, out);
  do
    hl_separate_planes(p, *(const HVX_Vector *)route, small_first, walk.in, walk.out);
  while (hl_copy_next(&p->outer, p->outer.loops, &walk));
}

#endif

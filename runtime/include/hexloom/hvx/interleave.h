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

/* The rows are planes of `columns` bytes. */
HL_KERNEL void hl_interleave_planes(const hl_transpose_params *p, HVX_Vector route, int small_first,
                                    const uint8_t *in, uint8_t *out) {
  const uint8_t *const end = out + p->rows * p->columns;
  for (int32_t x = 0; x < p->columns; x += 4 * HL_PIXELS) {
    const int32_t count = hl_lesser(p->columns - x, 4 * HL_PIXELS);
    HVX_Vector r[4];
    for (int k = 0; k < 4; ++k)
      r[k] = k < p->rows ? hl_load_first(in + k * p->in_stride + x, count) : r[0];
    const HVX_VectorPair a = Q6_W_vshuff_VVR(r[1], r[0], -1), b = Q6_W_vshuff_VVR(r[3], r[2], -1);
    const HVX_VectorPair low = Q6_W_vshuff_VVR(Q6_V_lo_W(b), Q6_V_lo_W(a), -2);
    const HVX_VectorPair high = Q6_W_vshuff_VVR(Q6_V_hi_W(b), Q6_V_hi_W(a), -2);
    const HVX_Vector pixels[4] = {Q6_V_lo_W(low), Q6_V_hi_W(low), Q6_V_lo_W(high), Q6_V_hi_W(high)};
    for (int i = 0; i < 4; ++i)
      hl_store_pixels(out + (x + i * HL_PIXELS) * p->rows, hl_vroute(pixels[i], route, small_first),
                      end, HL_PIXELS * p->rows);
  }
}

/* The columns become planes of `rows` bytes. */
HL_KERNEL void hl_separate_planes(const hl_transpose_params *p, HVX_Vector route, int small_first,
                                  const uint8_t *in, uint8_t *out) {
  const int32_t bytes = p->rows * p->columns, piece = HL_PIXELS * p->columns;
  for (int32_t x = 0; x < p->rows; x += 4 * HL_PIXELS) {
    HVX_Vector v[4];
    for (int i = 0; i < 4; ++i) {
      const int32_t at = (x + i * HL_PIXELS) * p->columns;
      v[i] = at < bytes ? hl_load_first(in + at, hl_lesser(bytes - at, piece)) : v[0];
      v[i] = hl_vroute(v[i], route, small_first);
    }
    const HVX_VectorPair a = Q6_W_vdeal_VVR(v[1], v[0], -1), b = Q6_W_vdeal_VVR(v[3], v[2], -1);
    const HVX_VectorPair even = Q6_W_vdeal_VVR(Q6_V_lo_W(b), Q6_V_lo_W(a), -1);
    const HVX_VectorPair odd = Q6_W_vdeal_VVR(Q6_V_hi_W(b), Q6_V_hi_W(a), -1);
    const HVX_Vector planes[4] = {Q6_V_lo_W(even), Q6_V_lo_W(odd), Q6_V_hi_W(even), Q6_V_hi_W(odd)};
    for (int k = 0; k < 4; ++k)
      if (k < p->columns)
        hl_store_column(out + k * p->out_stride + x, planes[k],
                        hl_lesser(p->rows - x, 4 * HL_PIXELS));
  }
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

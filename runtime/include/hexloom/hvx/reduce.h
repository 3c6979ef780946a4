// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* MEAN, SUM, REDUCE_MAX and REDUCE_MIN over height and width, and averages over whole images, of
 * bytes in the depth-blocked layout.
 *
 * For sums, bytes are added to halfwords, even and odd channels apart, for at most 256 vectors,
 * then to words; the four pixels of a vector are added last. */
#ifndef HEXLOOM_HVX_REDUCE_H
#define HEXLOOM_HVX_REDUCE_H

#include <hexloom/hvx/divide.h>
#include <hexloom/hvx/pixels.h>
#include <hexloom/portable/reduce.h>

typedef struct {
  hl_type type;
  hl_reduction kind;
  int32_t batches, height, width, depth;
  int32_t rows_at_a_time; /* 256 vectors at most */
  int32_t offset; /* added to a channel's sum; for signed bytes, which are added with 128 more, that
                     too */
  int32_t divide; /* 1: rounded division by height * width; 0: multiplier and shift */
  int32_t multiplier, shift, out_zero;
  int32_t min, max;
  int32_t together; /* blocks in a vector of the output: 4 row-major, 1 depth-blocked */
} hl_reduce_image;

/* Sums of the 32 channels of a block, in their order. */
HL_KERNEL HVX_Vector hl_sum_image(const hl_reduce_image *p, const uint8_t *image,
                                  size_t row_stride) {
  const HVX_Vector zero = Q6_V_vzero();
  const HVX_Vector flip = Q6_Vb_vsplat_R(p->type == HL_INT8 ? -128 : 0);
  const HVX_VectorPred tail =
      Q6_Q_vsetq_R(p->width % 4 * 32); /* pixels of the last vector that exist */
  HVX_VectorPair even = Q6_W_vcombine_VV(zero, zero), odd = even;
  for (int y0 = 0; y0 < p->height; y0 += p->rows_at_a_time) {
    HVX_VectorPair sum = Q6_W_vcombine_VV(zero, zero);
    for (int y = y0; y < hl_min(y0 + p->rows_at_a_time, p->height); ++y) {
      const HVX_Vector *row = (const HVX_Vector *)(image + y * row_stride);
      for (int v = 0; v < p->width / 4; ++v)
        sum = Q6_Wh_vaddacc_WhVubVub(sum, Q6_V_vxor_VV(row[v], flip), zero);
      if (p->width % 4)
        sum = Q6_Wh_vaddacc_WhVubVub(
            sum, Q6_V_vmux_QVV(tail, Q6_V_vxor_VV(row[p->width / 4], flip), zero), zero);
    }
    even = Q6_Ww_vaddacc_WwVuhVuh(even, Q6_V_lo_W(sum), zero);
    odd = Q6_Ww_vaddacc_WwVuhVuh(odd, Q6_V_hi_W(sum), zero);
  }
  /* Channels 0, 1, 2, 3 modulo 4; eight words to a pixel. */
  HVX_Vector part[4] = {Q6_V_lo_W(even), Q6_V_lo_W(odd), Q6_V_hi_W(even), Q6_V_hi_W(odd)};
  HL_UNROLL
  for (int i = 0; i < 4; ++i) {
    part[i] = Q6_Vw_vadd_VwVw(part[i], Q6_V_vror_VR(part[i], 64));
    part[i] = Q6_Vw_vadd_VwVw(part[i], Q6_V_vror_VR(part[i], 32));
  }
  const HVX_Vector p02 = Q6_V_lo_W(Q6_W_vshuff_VVR(part[2], part[0], -4));
  const HVX_Vector p13 = Q6_V_lo_W(Q6_W_vshuff_VVR(part[3], part[1], -4));
  return Q6_V_lo_W(Q6_W_vshuff_VVR(p13, p02, -4));
}

HL_KERNEL HVX_Vector hl_reduce_block(const hl_reduce_image *p, const uint8_t *image,
                                     size_t row_stride) {
  const HVX_Vector sum =
      Q6_Vw_vadd_VwVw(hl_sum_image(p, image, row_stride), Q6_V_vsplat_R(p->offset));
  return p->divide ? hl_vdivide_rounded(sum, hl_divisor_of(p->height * p->width))
                   : hl_vrequantize(sum, p->multiplier, p->shift);
}

HL_KERNEL HVX_Vector hl_extreme_of(const hl_reduce_image *p, HVX_Vector a, HVX_Vector b) {
  return p->kind == HL_REDUCE_MAX ? hl_vmax(p->type, a, b) : hl_vmin(p->type, a, b);
}

/* The extremes of a block's channels, for each of the four pixels. */
HL_KERNEL HVX_Vector hl_extreme_block(const hl_reduce_image *p, const uint8_t *image,
                                      size_t row_stride) {
  const HVX_VectorPred tail = Q6_Q_vsetq_R(p->width % 4 * 32);
  const HVX_Vector neutral =
      hl_vsplat(p->type, p->kind == HL_REDUCE_MAX ? hl_type_min(p->type) : hl_type_max(p->type));
  HVX_Vector best = neutral;
  for (int y = 0; y < p->height; ++y) {
    const HVX_Vector *row = (const HVX_Vector *)(image + y * row_stride);
    for (int v = 0; v < p->width / 4; ++v)
      best = hl_extreme_of(p, best, row[v]);
    if (p->width % 4)
      best = hl_extreme_of(p, best, Q6_V_vmux_QVV(tail, row[p->width / 4], neutral));
  }
  best = hl_extreme_of(p, best, Q6_V_vror_VR(best, 64));
  return hl_extreme_of(p, best, Q6_V_vror_VR(best, 32));
}

/* Up to four blocks' results, at 32 bytes each. */
HL_KERNEL HVX_Vector hl_reduce_blocks(const hl_reduce_image *p, const uint8_t *image,
                                      size_t block_bytes, size_t row, int count) {
  const int extreme = p->kind == HL_REDUCE_MAX || p->kind == HL_REDUCE_MIN;
  HVX_Vector w[4];
  for (int i = 0; i < count; ++i)
    w[i] = extreme ? hl_extreme_block(p, image + i * block_bytes, row)
                   : hl_reduce_block(p, image + i * block_bytes, row);
  for (int i = count; i < 4; ++i)
    w[i] = w[0];
  if (extreme)
    return hl_join_pixels(w);
  return hl_vnarrow(w[0], w[1], w[2], w[3], p->out_zero, p->min, p->max, p->type == HL_INT8);
}

HL_KERNEL void hl_reduce_image_d32(const hl_reduce_image *p, const void *in, void *out) {
  const int blocks = (p->depth + 31) / 32;
  const size_t block_bytes = (size_t)(p->width + 3) / 4 * 128, row = blocks * block_bytes;
  HVX_Vector *to = out;
  for (int batch = 0; batch < p->batches; ++batch) {
    const uint8_t *const image = (const uint8_t *)in + batch * p->height * row;
    for (int block = 0; block < blocks; block += p->together)
      *to++ = hl_reduce_blocks(p, image + block * block_bytes, block_bytes, row,
                               hl_min(p->together, blocks - block));
  }
}

#endif

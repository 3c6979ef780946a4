// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ARG_MAX and ARG_MIN over the channels of bytes in the depth-blocked layout, at most 255 of them;
 * the output is row-major.
 *
 * A channel's key is its value (for the minimum, and for signed bytes, with bits flipped so that
 * the largest unsigned value wins) in the upper byte of a halfword and 255 - channel in the lower:
 * the largest key is that of the first best channel. Keys of a pixel are halved in number by
 * bringing its two halves together, two vectors of keys making one, until 64 pixels fill a vector.
 */
#ifndef HEXLOOM_HVX_ARG_H
#define HEXLOOM_HVX_ARG_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/turns.h>
#include <hexloom/portable/element.h>

typedef struct {
  hl_type type, out_type; /* HL_INT32 or HL_INT64 */
  int32_t rows, width, depth;
  int32_t largest;
} hl_arg_d32;

/* Keys of four pixels, 16 of each: the better of channels c and c + 16. */
HL_KERNEL HVX_Vector hl_arg_keys(const hl_arg_d32 *p, const HVX_Vector *pixels, int in_vectors,
                                 const HVX_Vector *channels) {
  const int blocks = (p->depth + 31) / 32;
  const HVX_Vector flip = Q6_Vb_vsplat_R((p->type == HL_INT8 ? 0x80 : 0) ^ (p->largest ? 0 : 0xff));
  HVX_VectorPair best = Q6_W_vcombine_VV(Q6_V_vzero(), Q6_V_vzero());
  HL_UNROLL
  for (int block = 0; block < blocks; ++block) {
    const HVX_Vector low = channels[block]; /* 255 - channel; 0: no such channel */
    HVX_Vector value = Q6_V_vxor_VV(pixels[block * in_vectors], flip);
    if (32 * block + 32 > p->depth)
      value = Q6_V_vand_QR(Q6_Q_vcmp_gt_VubVub(low, Q6_V_vzero()), -1) & value;
    const HVX_VectorPair keys = Q6_W_vshuff_VVR(value, low, -1);
    best = Q6_W_vcombine_VV(Q6_Vuh_vmax_VuhVuh(Q6_V_hi_W(best), Q6_V_hi_W(keys)),
                            Q6_Vuh_vmax_VuhVuh(Q6_V_lo_W(best), Q6_V_lo_W(keys)));
  }
  const HVX_VectorPair halves = Q6_W_vdeal_VVR(Q6_V_hi_W(best), Q6_V_lo_W(best), -32);
  return Q6_Vuh_vmax_VuhVuh(Q6_V_lo_W(halves), Q6_V_hi_W(halves));
}

/* Two vectors with `bytes` of keys for each pixel to one with half as many. */
HL_KERNEL HVX_Vector hl_arg_halve(HVX_Vector first, HVX_Vector second, int bytes) {
  const HVX_VectorPair halves = Q6_W_vdeal_VVR(second, first, -(bytes / 2));
  return Q6_Vuh_vmax_VuhVuh(Q6_V_lo_W(halves), Q6_V_hi_W(halves));
}

/* The best keys of 64 pixels from 16 vectors of four, of which the first `count` are there: the others would be for pixels that the
 * row has not. */
HL_KERNEL HVX_Vector hl_arg_tree(HVX_Vector keys[HL_ARG_FOURS], int count) {
  HL_UNROLL
  for (int level = 0; level < 4; ++level) {
    HL_UNROLL
    for (int i = 0; i < 8 >> level; ++i)
      if (2 * i < count)
        keys[i] = hl_arg_halve(keys[2 * i], keys[hl_min(2 * i + 1, count - 1)], 32 >> level);
    count = (count + 1) / 2;
  }
  return keys[0];
}

/* The indices of the first `count` pixels to `out`. */
HL_KERNEL void hl_arg_store(const hl_arg_d32 *p, HVX_Vector keys, int count, uint8_t *out) {
  const HVX_Vector index =
      Q6_Vh_vsub_VhVh(Q6_Vh_vsplat_R(255), Q6_V_vand_VV(keys, Q6_Vh_vsplat_R(255)));
  const HVX_VectorPair words = Q6_Wuw_vunpack_Vuh(index);
  HVX_Vector parts[4] = {Q6_V_lo_W(words), Q6_V_hi_W(words)};
  const int bytes = p->out_type == HL_INT64 ? 8 : 4;
  if (bytes == 8) {
    const HVX_VectorPair first = Q6_W_vshuff_VVR(Q6_V_vzero(), parts[0], -4);
    const HVX_VectorPair last = Q6_W_vshuff_VVR(Q6_V_vzero(), parts[1], -4);
    parts[0] = Q6_V_lo_W(first);
    parts[1] = Q6_V_hi_W(first);
    parts[2] = Q6_V_lo_W(last);
    parts[3] = Q6_V_hi_W(last);
  }
  HL_UNROLL
  for (int i = 0; i < bytes / 2; ++i) {
    const int left = count * bytes - 128 * i;
    if (left >= 128)
      hl_store_u(out + 128 * i, parts[i]);
    else if (left > 0)
      hl_store_first(out + 128 * i, parts[i], left);
  }
}

/* `channels`: a vector for each block, the same for all four pixels. */
HL_KERNEL void hl_arg_channels_d32(const hl_arg_d32 *p, const void *in, const void *channels,
                                   void *out) {
  const int blocks = (p->depth + 31) / 32, in_vectors = (p->width + 3) / 4;
  const int bytes = p->out_type == HL_INT64 ? 8 : 4;
  uint8_t *to = out;
  HL_ROLL
  for (int row = 0; row < p->rows; ++row) {
    const HVX_Vector *pixels = (const HVX_Vector *)in + (size_t)row * blocks * in_vectors;
    for (int v = 0; v < in_vectors; v += HL_ARG_FOURS) {
      const int count = hl_min(p->width - 4 * v, 4 * HL_ARG_FOURS);
      const int vectors = hl_min(in_vectors, HL_ARG_FOURS); /* what the last group has not is made of the last vector */
      HVX_Vector keys[HL_ARG_FOURS];
      if (vectors * blocks <= HL_ARG_STRAIGHT) {
        HL_UNROLL
        for (int i = 0; i < vectors; ++i)
          keys[i] = hl_arg_keys(p, pixels + hl_min(v + i, in_vectors - 1), in_vectors, channels);
      } else {
        HL_ROLL
        for (int i = 0; i < vectors; ++i)
          keys[i] = hl_arg_keys(p, pixels + hl_min(v + i, in_vectors - 1), in_vectors, channels);
      }
      hl_arg_store(p, hl_arg_tree(keys, vectors), count, to);
      to += count * bytes;
    }
  }
}

#endif

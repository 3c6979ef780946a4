// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* RESIZE_BILINEAR of bytes in the depth-blocked layout whose weights have few bits, as those of the
 * usual factors 2, 4 and 8 have: halfwords hold every sum. Rows are blended by vmpa into a buffer
 * with 64 bytes for a pixel, its even channels and then its odd ones; an output pixel is a sum of
 * two of them. Signed bytes have 128 added on the way. */
#ifndef HEXLOOM_HVX_RESIZE_NARROW_H
#define HEXLOOM_HVX_RESIZE_NARROW_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/turns.h>
#include <hexloom/portable/resize.h>

/* Source rows; weights: of lower, upper, lower, upper. */
typedef struct {
  int32_t lower, upper, weights;
} hl_narrow_row;

/* The place of a column's lower source in the buffer, and of its weights in their table, in bytes. The upper source lies behind the lower
 * one, or has no weight. */
typedef struct {
  int32_t from, weights;
} hl_narrow_column;


HL_KERNEL HVX_VectorPair hl_narrow_rows_four(HVX_Vector lower, HVX_Vector upper, HVX_Vector flip, int32_t weights) {
  const HVX_VectorPair both = Q6_W_vcombine_VV(Q6_V_vxor_VV(upper, flip), Q6_V_vxor_VV(lower, flip));
  const HVX_VectorPair sums = Q6_Wh_vmpa_WubRb(both, weights);
  return Q6_W_vshuff_VVR(Q6_V_hi_W(sums), Q6_V_lo_W(sums), -32);
}

HL_KERNEL void hl_narrow_rows(const hl_resize *p, const HVX_Vector *lower, const HVX_Vector *upper,
                              int32_t weights, HVX_Vector *buffer) {
  const HVX_Vector flip = Q6_Vb_vsplat_R(p->type == HL_INT8 ? -128 : 0);
  const int vectors = (p->in_width + 3) / 4;
  if (vectors <= HL_NARROW_STRAIGHT) {
    HL_UNROLL
    for (int v = 0; v < vectors; ++v) {
      const HVX_VectorPair pixels = hl_narrow_rows_four(lower[v], upper[v], flip, weights);
      buffer[2 * v] = Q6_V_lo_W(pixels);
      buffer[2 * v + 1] = Q6_V_hi_W(pixels);
    }
    return;
  }
  HL_ROLL
  for (int v = 0; v < vectors; ++v) {
    const HVX_VectorPair pixels = hl_narrow_rows_four(lower[v], upper[v], flip, weights);
    *buffer++ = Q6_V_lo_W(pixels);
    *buffer++ = Q6_V_hi_W(pixels);
  }
}

/* Halfwords less 128, for signed ones, so that adding a half and shifting rounds half away from 0.
 */
HL_KERNEL HVX_Vector hl_narrow_signed(hl_type type, HVX_Vector sums, int bits) {
  if (type != HL_INT8)
    return sums;
  const HVX_Vector x = Q6_Vh_vsub_VhVh(sums, Q6_Vh_vsplat_R(128 << bits));
  return bits ? Q6_Vh_vadd_VhVh_sat(x, Q6_Vh_vasr_VhR(x, 15)) : x;
}

/* Sums of even and odd channels to bytes; the narrowing shift takes 7 bits at most. */
HL_KERNEL HVX_Vector hl_narrow_bytes(hl_type type, HVX_Vector even, HVX_Vector odd, int bits) {
  even = hl_narrow_signed(type, even, bits);
  odd = hl_narrow_signed(type, odd, bits);
  if (bits == 8) {
    const HVX_Vector half = Q6_Vh_vsplat_R(128);
    return Q6_Vb_vshuffo_VbVb(Q6_Vh_vadd_VhVh(odd, half), Q6_Vh_vadd_VhVh(even, half));
  }
  return type == HL_INT8 ? Q6_Vb_vasr_VhVhR_rnd_sat(odd, even, bits)
                         : Q6_Vub_vasr_VuhVuhR_rnd_sat(odd, even, bits);
}

/* Four output pixels. `bits`: behind the point, at most 8. */
HL_KERNEL HVX_Vector hl_narrow_across(const hl_resize *p, int bits, const uint8_t *buffer,
                                      const uint8_t *weights, const hl_narrow_column *columns) {
  HVX_Vector product[4], two[2];
  HL_UNROLL
  for (int i = 0; i < 4; ++i)
    product[i] = Q6_Vh_vmpyi_VhVh(hl_load_u(buffer + columns[i].from),
                                  *(const HVX_Vector *)(weights + columns[i].weights));
  HL_UNROLL
  for (int i = 0; i < 2; ++i) {
    const HVX_VectorPair sides = Q6_W_vdeal_VVR(product[2 * i + 1], product[2 * i], -64);
    two[i] = Q6_Vh_vadd_VhVh(Q6_V_lo_W(sides), Q6_V_hi_W(sides));
  }
  const HVX_VectorPair channels = Q6_W_vdeal_VVR(two[1], two[0], -32); /* even ones, odd ones */
  return hl_narrow_bytes(p->type, Q6_V_lo_W(channels), Q6_V_hi_W(channels), bits);
}

/* `columns` are padded to a multiple of four. `weights`: a vector for each weight of an upper
 * source from 0 on, 32 halfwords of the lower one's and 32 of the upper one's. scratch: the buffer,
 * a pixel, and HL_LOAD_SLACK. */
HL_KERNEL void hl_resize_narrow_d32(const hl_resize *p, int bits, const void *in,
                                    const hl_narrow_row *rows, const hl_narrow_column *columns,
                                    const uint8_t *weights, void *out, uint8_t *scratch) {
  const int blocks = (p->depth + 31) / 32;
  const int in_vectors = (p->in_width + 3) / 4, out_vectors = (p->out_width + 3) / 4;
  HVX_Vector *to = out;
  HL_ROLL
  for (int batch = 0; batch < p->batches; ++batch) {
    const HVX_Vector *image =
        (const HVX_Vector *)in + (size_t)batch * p->in_height * blocks * in_vectors;
    for (int y = 0; y < p->out_height; ++y)
      for (int block = 0; block < blocks; ++block) {
        hl_narrow_rows(p, image + ((size_t)rows[y].lower * blocks + block) * in_vectors,
                       image + ((size_t)rows[y].upper * blocks + block) * in_vectors,
                       rows[y].weights, (HVX_Vector *)scratch);
        if (out_vectors <= HL_NARROW_STRAIGHT) {
          HL_UNROLL
          for (int v = 0; v < out_vectors; ++v)
            to[v] = hl_narrow_across(p, bits, scratch, weights, columns + 4 * v);
        } else {
          HL_ROLL
          for (int v = 0; v < out_vectors; ++v)
            to[v] = hl_narrow_across(p, bits, scratch, weights, columns + 4 * v);
        }
        to += out_vectors;
      }
  }
}

#endif

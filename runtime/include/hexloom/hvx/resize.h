// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* RESIZE_NEAREST_NEIGHBOR and RESIZE_BILINEAR of bytes in the depth-blocked layout. A pixel of a
 * block is a chunk of 32 bytes; four output pixels are put together from aligned vectors, turned so
 * that each wanted chunk comes to lie in its place. */
#ifndef HEXLOOM_HVX_RESIZE_H
#define HEXLOOM_HVX_RESIZE_H

#include <hexloom/hvx/pixels.h>
#include <hexloom/hvx/requantize.h>
#include <hexloom/hvx/turns.h>
#include <hexloom/portable/resize.h>


HL_KERNEL HVX_Vector hl_nearest_four(const HVX_Vector *row, const int32_t *columns) {
  HVX_Vector pixel[4];
  HL_UNROLL
  for (int i = 0; i < 4; ++i)
    pixel[i] = Q6_V_vror_VR(row[columns[i] >> 2], 32 * (columns[i] - i));
  return hl_join_pixels(pixel);
}

/* `columns` has an entry for each column of the output, padded to a multiple of four. */
HL_KERNEL void hl_resize_nearest_d32(const hl_resize *p, const void *in, const int32_t *rows,
                                     const int32_t *columns, void *out) {
  const int blocks = (p->depth + 31) / 32, in_vectors = (p->in_width + 3) / 4,
            out_vectors = (p->out_width + 3) / 4;
  HVX_Vector *to = out;
  HL_ROLL
  for (int batch = 0; batch < p->batches; ++batch)
    for (int y = 0; y < p->out_height; ++y) {
      const HVX_Vector *row =
          (const HVX_Vector *)in + ((size_t)batch * p->in_height + rows[y]) * blocks * in_vectors;
      for (int block = 0; block < blocks; ++block, row += in_vectors, to += out_vectors) {
        if (out_vectors <= HL_NEAREST_STRAIGHT) {
          HL_UNROLL
          for (int v = 0; v < out_vectors; ++v)
            to[v] = hl_nearest_four(row, columns + 4 * v);
        } else {
          HL_ROLL
          for (int v = 0; v < out_vectors; ++v)
            to[v] = hl_nearest_four(row, columns + 4 * v);
        }
      }
    }
}

/* One output coordinate of the bilinear interpolation in exact integers: out = lower * (one -
 * distance) + upper * distance, a sum of `bits` bits behind the point in both directions together.
 */
typedef struct {
  int32_t lower, upper; /* source coordinates */
  int32_t weights;      /* the two factors as halfwords, the lower one's first */
} hl_vresize_tap;

/* Two rows blended, in_width pixels as 32 words each. */
HL_KERNEL void hl_blend_rows(const hl_resize *p, const HVX_Vector *lower, const HVX_Vector *upper,
                             int32_t weights, HVX_Vector *words) {
  HL_ROLL
  for (int v = 0; v < (p->in_width + 3) / 4; ++v) {
    const int is_signed = p->type == HL_INT8;
    const HVX_VectorPair a = is_signed ? Q6_Wh_vunpack_Vb(lower[v]) : Q6_Wuh_vunpack_Vub(lower[v]);
    const HVX_VectorPair b = is_signed ? Q6_Wh_vunpack_Vb(upper[v]) : Q6_Wuh_vunpack_Vub(upper[v]);
    const HVX_VectorPair first = Q6_W_vshuff_VVR(Q6_V_lo_W(b), Q6_V_lo_W(a), -2);
    const HVX_VectorPair last = Q6_W_vshuff_VVR(Q6_V_hi_W(b), Q6_V_hi_W(a), -2);
    *words++ = Q6_Vw_vdmpy_VhRh_sat(Q6_V_lo_W(first), weights);
    *words++ = Q6_Vw_vdmpy_VhRh_sat(Q6_V_hi_W(first), weights);
    *words++ = Q6_Vw_vdmpy_VhRh_sat(Q6_V_lo_W(last), weights);
    *words++ = Q6_Vw_vdmpy_VhRh_sat(Q6_V_hi_W(last), weights);
  }
}

/* scratch: in_width words of 32 channels, rounded up to four pixels. Sums round half away from
 * zero. */
HL_KERNEL void hl_resize_bilinear_d32(const hl_resize *p, int bits, const void *in,
                                      const hl_vresize_tap *rows, const hl_vresize_tap *columns,
                                      void *out, void *scratch) {
  const int blocks = (p->depth + 31) / 32, in_vectors = (p->in_width + 3) / 4,
            out_vectors = (p->out_width + 3) / 4;
  HVX_Vector *to = out, *const words = scratch;
  for (int batch = 0; batch < p->batches; ++batch) {
    const HVX_Vector *image =
        (const HVX_Vector *)in + (size_t)batch * p->in_height * blocks * in_vectors;
    for (int y = 0; y < p->out_height; ++y)
      for (int block = 0; block < blocks; ++block) {
        hl_blend_rows(p, image + ((size_t)rows[y].lower * blocks + block) * in_vectors,
                      image + ((size_t)rows[y].upper * blocks + block) * in_vectors,
                      rows[y].weights, words);
        HL_ROLL
        for (int v = 0; v < out_vectors; ++v) {
          HVX_Vector w[4];
          HL_UNROLL
          for (int i = 0; i < 4; ++i) {
            const hl_vresize_tap tap = columns[4 * v + i];
            const HVX_Vector sum =
                Q6_Vw_vmpyi_VwRh(words[tap.lower], Q6_R_combine_RlRl(tap.weights, tap.weights));
            w[i] = hl_vrdivpot(Q6_Vw_vmpyiacc_VwVwRh(sum, words[tap.upper],
                                                     Q6_R_combine_RhRh(tap.weights, tap.weights)),
                               bits);
          }
          *to++ = hl_vnarrow(w[0], w[1], w[2], w[3], 0, hl_type_min(p->type), hl_type_max(p->type),
                             p->type == HL_INT8);
        }
      }
  }
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* L2_NORMALIZATION of bytes over the last dimension, equal to hl_l2norm_portable: sums of squares
 * by vectors, their inverse roots in scalar code, and the products, row-major and in the
 * depth-blocked layout. */
#ifndef HEXLOOM_HVX_L2NORM_H
#define HEXLOOM_HVX_L2NORM_H

#include <hexloom/hvx/pixels.h>
#include <hexloom/hvx/requantize.h>
#include <hexloom/hvx/widen.h>
#include <hexloom/portable/l2norm.h>

/* Adds the squares of bytes less their zero point: words 4 i .. 4 i + 3 of a vector belong to 16
 * neighbouring bytes. */
HL_KERNEL HVX_VectorPair hl_add_squares(const hl_l2norm *p, HVX_VectorPair sums, HVX_Vector bytes) {
  const HVX_VectorPair x = hl_vwiden(bytes, p->type, p->in_zero);
  sums = Q6_Ww_vmpyacc_WwVhVh(sums, Q6_V_lo_W(x), Q6_V_lo_W(x));
  return Q6_Ww_vmpyacc_WwVhVh(sums, Q6_V_hi_W(x), Q6_V_hi_W(x));
}

/* The factors of a sum of squares, as hl_requantize's. */
HL_KERNEL void hl_l2norm_factor(const hl_l2norm *p, int32_t sum, int32_t *multiplier,
                                int32_t *shift) {
  int right_shift;
  hl_inverse_sqrt(sum, multiplier, &right_shift);
  *shift = (p->type == HL_INT8 ? 7 : 0) - right_shift;
}

HL_KERNEL HVX_Vector hl_l2norm_halves(const hl_l2norm *p, HVX_Vector x, const hl_vscale *scale) {
  HVX_VectorPair w = Q6_Ww_vsxt_Vh(x);
  if (p->type == HL_UINT8) /* the reference scales by 128 first */
    w = Q6_W_vcombine_VV(Q6_Vw_vasl_VwR(Q6_V_hi_W(w), 7), Q6_Vw_vasl_VwR(Q6_V_lo_W(w), 7));
  return Q6_Vh_vsat_VwVw(hl_vrequantize_lanes(Q6_V_hi_W(w), scale, 0),
                         hl_vrequantize_lanes(Q6_V_lo_W(w), scale, 0));
}

HL_KERNEL HVX_Vector hl_l2norm_bytes(const hl_l2norm *p, HVX_Vector bytes, const hl_vscale *scale) {
  const HVX_VectorPair x = hl_vwiden(bytes, p->type, p->in_zero);
  return hl_vnarrow_bytes(hl_l2norm_halves(p, Q6_V_lo_W(x), scale),
                          hl_l2norm_halves(p, Q6_V_hi_W(x), scale), p->type,
                          p->type == HL_INT8 ? 0 : 128, hl_type_min(p->type), hl_type_max(p->type));
}

HL_KERNEL void hl_l2norm_rows(const hl_l2norm *p, const void *in, void *out) {
  const HVX_Vector zero = Q6_Vb_vsplat_R(p->in_zero);
  const uint8_t *from = in;
  uint8_t *to = out;
  for (int row = 0; row < p->rows; ++row, from += p->depth, to += p->depth) {
    HVX_VectorPair sums = Q6_W_vcombine_VV(Q6_V_vzero(), Q6_V_vzero());
    for (int i = 0; i < p->depth; i += HL_ALIGN) {
      const int n = hl_min(p->depth - i, HL_ALIGN);
      const HVX_Vector x = hl_load_first(from + i, n);
      sums = hl_add_squares(p, sums, n == HL_ALIGN ? x : Q6_V_vmux_QVV(Q6_Q_vsetq_R(n), x, zero));
    }
    HVX_Vector sum = Q6_Vw_vadd_VwVw(Q6_V_lo_W(sums), Q6_V_hi_W(sums));
    for (int turn = 64; turn >= 4; turn /= 2)
      sum = Q6_Vw_vadd_VwVw(sum, Q6_V_vror_VR(sum, turn));
    int32_t multiplier, shift;
    hl_l2norm_factor(p, Q6_R_vextract_VR(sum, 0), &multiplier, &shift);
    const hl_vscale scale = hl_vscale_of(Q6_V_vsplat_R(multiplier), Q6_V_vsplat_R(shift), 0);
    for (int i = 0; i < p->depth; i += HL_ALIGN) {
      const int n = hl_min(p->depth - i, HL_ALIGN);
      hl_store_first(to + i, hl_l2norm_bytes(p, hl_load_first(from + i, n), &scale), n);
    }
  }
}

/* Four pixels; `vectors` lie between their blocks. */
HL_KERNEL void hl_l2norm_pixels(const hl_l2norm *p, const HVX_Vector *from, HVX_Vector *to,
                                int vectors, int blocks) {
  const HVX_Vector zero = Q6_Vb_vsplat_R(p->in_zero);
  HVX_VectorPair sums = Q6_W_vcombine_VV(Q6_V_vzero(), Q6_V_vzero());
  for (int b = 0; b < blocks; ++b)
    sums =
        hl_add_squares(p, sums, hl_vchoose(hl_channel_mask(b, p->depth), from[b * vectors], zero));
  int32_t total[4];
  HVX_Vector multipliers[4], shifts[4];
  hl_pixel_totals(Q6_Vw_vadd_VwVw(Q6_V_lo_W(sums), Q6_V_hi_W(sums)), total);
  for (int i = 0; i < 4; ++i) {
    int32_t multiplier, shift;
    hl_l2norm_factor(p, total[i], &multiplier, &shift);
    multipliers[i] = Q6_V_vsplat_R(multiplier);
    shifts[i] = Q6_V_vsplat_R(shift);
  }
  const hl_vscale scale = hl_vscale_of(hl_join_pixels(multipliers), hl_join_pixels(shifts), 0);
  for (int b = 0; b < blocks; ++b)
    to[b * vectors] = hl_l2norm_bytes(p, from[b * vectors], &scale);
}

/* `p->rows`: rows of `width` pixels. */
HL_KERNEL void hl_l2norm_d32(const hl_l2norm *p, int width, const void *in, void *out) {
  const int blocks = (p->depth + 31) / 32, vectors = (width + 3) / 4;
  for (int row = 0; row < p->rows; ++row) {
    const size_t first = (size_t)row * blocks * vectors;
    for (int v = 0; v < vectors; ++v)
      hl_l2norm_pixels(p, (const HVX_Vector *)in + first + v, (HVX_Vector *)out + first + v,
                       vectors, blocks);
  }
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* SOFTMAX of int16 over the last dimension, row-major, equal to hl_softmax_int16_portable: a row's
 * exponentials by interpolation (table16.h), their sum's reciprocal in scalar code, and the
 * products. */
#ifndef HEXLOOM_HVX_SOFTMAX16_H
#define HEXLOOM_HVX_SOFTMAX16_H

#include <hexloom/hvx/lanes.h>
#include <hexloom/hvx/requantize.h>
#include <hexloom/hvx/table16.h>
#include <hexloom/hvx/widen.h>
#include <hexloom/portable/softmax.h>

enum { HL_SOFTMAX16_LANES = 64 };

/* Elements i .. i + 63 of the row; those behind its end are `rest`. */
HL_KERNEL HVX_Vector hl_row_halves(const int16_t *row, int i, int depth, HVX_Vector rest) {
  const int bytes = 2 * hl_min(depth - i, HL_SOFTMAX16_LANES);
  if (bytes <= 0)
    return rest;
  const HVX_Vector x = hl_load_first((const uint8_t *)(row + i), bytes);
  return bytes == HL_ALIGN ? x : Q6_V_vmux_QVV(Q6_Q_vsetq_R(bytes), x, rest);
}

HL_KERNEL void hl_store_halves(int16_t *row, int i, int depth, HVX_Vector v) {
  hl_store_first((uint8_t *)(row + i), v, 2 * hl_min(depth - i, HL_SOFTMAX16_LANES));
}

/* The row's largest element in all lanes. */
HL_KERNEL HVX_Vector hl_row_max16(const int16_t *row, int depth) {
  const HVX_Vector least = Q6_Vh_vsplat_R(INT16_MIN);
  HVX_Vector m = least;
  for (int i = 0; i < depth; i += HL_SOFTMAX16_LANES)
    m = Q6_Vh_vmax_VhVh(m, hl_row_halves(row, i, depth, least));
  for (int turn = 64; turn >= 2; turn >>= 1)
    m = Q6_Vh_vmax_VhVh(m, Q6_V_vror_VR(m, turn));
  return m;
}

/* x - max in the steps of the table of exponentials. */
HL_KERNEL HVX_Vector hl_scaled_difference(const hl_softmax_int16 *p, HVX_Vector x, HVX_Vector max) {
  const HVX_VectorPair d = Q6_Ww_vsub_VhVh(x, max);
  const HVX_Vector top = Q6_V_vsplat_R(32767);
  const HVX_Vector even =
      Q6_Vw_vadd_VwVw(hl_vrequantize(Q6_V_lo_W(d), p->multiplier, p->shift), top);
  const HVX_Vector odd =
      Q6_Vw_vadd_VwVw(hl_vrequantize(Q6_V_hi_W(d), p->multiplier, p->shift), top);
  return Q6_Vh_vsat_VwVw(odd, even);
}

/* Writes the row's exponentials and returns their sum. */
HL_KERNEL int32_t hl_row_exponentials(const hl_softmax_int16 *p, const int16_t *in,
                                      const hl_vtable16 *exp, int16_t *out) {
  const HVX_Vector max = hl_row_max16(in, p->depth);
  HVX_Vector sum = Q6_V_vzero();
  for (int i = 0; i < p->depth; i += 2 * HL_SOFTMAX16_LANES) {
    HVX_Vector x[2], e[2];
    for (int k = 0; k < 2; ++k)
      x[k] = hl_scaled_difference(p, hl_row_halves(in, i + HL_SOFTMAX16_LANES * k, p->depth, max),
                                  max);
    hl_vlookup16(exp, x, e);
    for (int k = 0; k < 2; ++k) {
      const int first = i + HL_SOFTMAX16_LANES * k, left = p->depth - first;
      if (left <= 0)
        continue;
      hl_store_halves(out, first, p->depth, e[k]);
      if (left < HL_SOFTMAX16_LANES)
        e[k] = Q6_V_vmux_QVV(Q6_Q_vsetq_R(2 * left), e[k], Q6_V_vzero());
      sum = Q6_Vw_vdmpyacc_VwVhRb(sum, e[k], 0x01010101);
    }
  }
  for (int turn = 64; turn >= 4; turn >>= 1)
    sum = Q6_Vw_vadd_VwVw(sum, Q6_V_vror_VR(sum, turn));
  return Q6_R_vextract_VR(sum, 0);
}

HL_KERNEL void hl_softmax_int16_rows(const hl_softmax_int16 *p, const int16_t *in,
                                     const int16_t *exp, const int16_t *one_over_one_plus,
                                     int16_t *out) {
  hl_vtable16 table;
  hl_vtable16_of(exp, &table);
  for (int row = 0; row < p->rows; ++row, in += p->depth, out += p->depth) {
    const hl_softmax_int16_scale scale =
        hl_softmax_int16_scale_of(hl_row_exponentials(p, in, &table, out), one_over_one_plus);
    const HVX_Vector half = Q6_V_vsplat_R(1 << (scale.shift - 1));
    for (int i = 0; i < p->depth; i += HL_SOFTMAX16_LANES) {
      const HVX_Vector e = hl_row_halves(out, i, p->depth, Q6_V_vzero());
      const HVX_VectorPair product = Q6_Ww_vmpy_VhVh(e, Q6_Vh_vsplat_R(scale.reciprocal));
      const HVX_Vector even =
          Q6_Vw_vasr_VwR(Q6_Vw_vadd_VwVw(Q6_V_lo_W(product), half), scale.shift);
      const HVX_Vector odd = Q6_Vw_vasr_VwR(Q6_Vw_vadd_VwVw(Q6_V_hi_W(product), half), scale.shift);
      hl_store_halves(out, i, p->depth, Q6_Vh_vsat_VwVw(odd, even));
    }
  }
}

#endif

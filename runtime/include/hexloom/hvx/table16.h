// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Functions of int16 by 513 samples and linear interpolation, equal to hl_lookup_int16
 * (portable/softmax.h) with slopes of 16 bits.
 *
 * vlut16 with the number n gives, for bytes whose upper four bits are n, the halfword n*16 + lower
 * four bits of a table, and 0 for others, for even bytes in one vector and odd bytes in another. A
 * vector holds four such sets, the even halfwords of its lower and upper half, then the odd ones:
 * vshuff of halfwords brings 64 samples into that order. 256 steps of negative numbers and 256 of
 * the others are looked up apart. */
#ifndef HEXLOOM_HVX_TABLE16_H
#define HEXLOOM_HVX_TABLE16_H

#include <hexloom/hvx/target.h> // first: it says what is missing
#include <hexagon_protos.h>
#include <hexloom/layer.h>
#include <hvx_hexagon_protos.h>

/* The table in vlut16's order. */
typedef struct {
  HVX_Vector base[8], slope[8];
} hl_vtable16;

/* `samples`: 513, aligned to 128. */
HL_KERNEL void hl_vtable16_of(const int16_t *samples, hl_vtable16 *t) {
  const HVX_Vector *v = (const HVX_Vector *)samples;
  for (int i = 0; i < 8; ++i) {
    const HVX_Vector next = i < 7 ? v[i + 1] : Q6_Vh_vsplat_R(samples[512]);
    t->base[i] = Q6_Vh_vshuff_Vh(v[i]);
    t->slope[i] = Q6_Vh_vshuff_Vh(Q6_Vh_vsub_VhVh(Q6_V_valign_VVI(next, v[i], 2), v[i]));
  }
}

/* Four vectors with 256 entries. */
HL_KERNEL HVX_VectorPair hl_vlookup_256(const HVX_Vector t[4], HVX_Vector indices) {
  HVX_VectorPair r = Q6_Wh_vlut16_VbVhI(indices, t[0], 0);
  r = Q6_Wh_vlut16or_WhVbVhI(r, indices, t[0], 1);
  r = Q6_Wh_vlut16or_WhVbVhI(r, indices, t[0], 2);
  r = Q6_Wh_vlut16or_WhVbVhI(r, indices, t[0], 3);
  r = Q6_Wh_vlut16or_WhVbVhI(r, indices, t[1], 4);
  r = Q6_Wh_vlut16or_WhVbVhI(r, indices, t[1], 5);
  r = Q6_Wh_vlut16or_WhVbVhI(r, indices, t[1], 6);
  r = Q6_Wh_vlut16or_WhVbVhI(r, indices, t[1], 7);
  r = Q6_Wh_vlut16or_WhVbVhR(r, indices, t[2], 8);
  r = Q6_Wh_vlut16or_WhVbVhR(r, indices, t[2], 9);
  r = Q6_Wh_vlut16or_WhVbVhR(r, indices, t[2], 10);
  r = Q6_Wh_vlut16or_WhVbVhR(r, indices, t[2], 11);
  r = Q6_Wh_vlut16or_WhVbVhR(r, indices, t[3], 12);
  r = Q6_Wh_vlut16or_WhVbVhR(r, indices, t[3], 13);
  r = Q6_Wh_vlut16or_WhVbVhR(r, indices, t[3], 14);
  return Q6_Wh_vlut16or_WhVbVhR(r, indices, t[3], 15);
}

HL_KERNEL HVX_Vector hl_vinterpolate(HVX_Vector base, HVX_Vector slope, HVX_Vector x) {
  const HVX_VectorPair step = Q6_Ww_vmpy_VhVh(slope, Q6_V_vand_VV(x, Q6_Vh_vsplat_R(127)));
  const HVX_Vector half = Q6_V_vsplat_R(64);
  const HVX_Vector even = Q6_Vw_vasr_VwR(Q6_Vw_vadd_VwVw(Q6_V_lo_W(step), half), 7);
  const HVX_Vector odd = Q6_Vw_vasr_VwR(Q6_Vw_vadd_VwVw(Q6_V_hi_W(step), half), 7);
  return Q6_Vh_vadd_VhVh(base, Q6_Vh_vshuffe_VhVh(odd, even));
}

/* Entries of the halfwords of x[0] and x[1], whose steps' lower bytes are `indices`. */
HL_KERNEL void hl_vlookup_signed(const HVX_Vector t[8], HVX_Vector indices, const HVX_Vector x[2],
                                 HVX_Vector y[2]) {
  const HVX_VectorPair below = hl_vlookup_256(t, indices), above = hl_vlookup_256(t + 4, indices);
  const HVX_Vector zero = Q6_V_vzero();
  y[0] = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VhVh(zero, x[0]), Q6_V_lo_W(below), Q6_V_lo_W(above));
  y[1] = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VhVh(zero, x[1]), Q6_V_hi_W(below), Q6_V_hi_W(above));
}

/* 128 values in two vectors. */
HL_KERNEL void hl_vlookup16(const hl_vtable16 *t, const HVX_Vector x[2], HVX_Vector y[2]) {
  const HVX_Vector indices = Q6_Vb_vshuffe_VbVb(Q6_Vh_vasr_VhR(x[1], 7), Q6_Vh_vasr_VhR(x[0], 7));
  HVX_Vector base[2], slope[2];
  hl_vlookup_signed(t->base, indices, x, base);
  hl_vlookup_signed(t->slope, indices, x, slope);
  y[0] = hl_vinterpolate(base[0], slope[0], x[0]);
  y[1] = hl_vinterpolate(base[1], slope[1], x[1]);
}

#endif

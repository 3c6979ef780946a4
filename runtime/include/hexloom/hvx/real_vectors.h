// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Sums and products of floats, 32 at a time, in integers: v66 has no floats in vectors. Each is rounded once, half to even. A lane that these leave to
 * plain C is marked in `odd`: operands or results that are denormal, infinite, none, or next to the largest. Its result means nothing. */
#ifndef HEXLOOM_HVX_REAL_VECTORS_H
#define HEXLOOM_HVX_REAL_VECTORS_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/cast.h>
#include <hexloom/portable/element.h>
#include <hexloom/portable/real.h>

enum { HL_REAL_PIECE = 512 }; /* floats that kernels look through for odd lanes at a time */

HL_KERNEL HVX_Vector hl_vmagnitude(HVX_Vector bits) { return Q6_V_vand_VV(bits, Q6_V_vsplat_R(0x7fffffff)); }
HL_KERNEL HVX_Vector hl_vsign(HVX_Vector bits) { return Q6_V_vand_VV(bits, Q6_V_vsplat_R(INT32_MIN)); }
/* 24 digits. */
HL_KERNEL HVX_Vector hl_vdigits(HVX_Vector bits) {
  return Q6_V_vor_VV(Q6_V_vand_VV(bits, Q6_V_vsplat_R(0x7fffff)), Q6_V_vsplat_R(0x800000));
}
HL_KERNEL void hl_vmark(HVX_Vector *odd, HVX_VectorPred lanes) { *odd = Q6_Vw_condacc_QVwVw(lanes, *odd, Q6_V_vsplat_R(1)); }
HL_KERNEL int hl_vany(HVX_Vector odd) {
#pragma unroll
  for (int bytes = 64; bytes >= 4; bytes /= 2)
    odd = Q6_V_vor_VV(odd, Q6_V_vror_VR(odd, bytes));
  return Q6_R_vextract_VR(odd, 0) != 0;
}

/* The product of the digits, 16 times each, has the result's in its upper word, or one less, and what is cut off in the lower one. */
HL_KERNEL HVX_Vector hl_vreal_times(HVX_Vector a, HVX_Vector b, HVX_Vector *odd) {
  const HVX_Vector one = Q6_V_vsplat_R(1), zero = Q6_V_vzero(), left = hl_vmagnitude(a), right = hl_vmagnitude(b);
  const HVX_Vector ea = Q6_Vuw_vlsr_VuwR(left, 23), eb = Q6_Vuw_vlsr_VuwR(right, 23);
  const HVX_Vector da = Q6_Vw_vasl_VwR(hl_vdigits(a), 4), db = Q6_Vw_vasl_VwR(hl_vdigits(b), 4);
  const HVX_VectorPair product = Q6_W_vmpyoacc_WVwVh(Q6_W_vmpye_VwVuh(da, db), da, db);
  const HVX_Vector upper = Q6_V_hi_W(product), lower = Q6_V_lo_W(product);
  const HVX_VectorPred is_full = Q6_Q_vcmp_gt_VwVw(upper, Q6_V_vsplat_R(0x7fffff)), is_zero = Q6_Q_vcmp_eq_VwVw(Q6_Vw_vmin_VwVw(left, right), zero);
  const HVX_Vector twice = Q6_Vw_vadd_VwVw(Q6_Vw_vadd_VwVw(upper, upper), Q6_Vuw_vlsr_VuwR(lower, 31));
  const HVX_Vector digits = Q6_V_vmux_QVV(is_full, upper, twice), rest = Q6_V_vmux_QVV(is_full, lower, Q6_Vw_vadd_VwVw(lower, lower));
  const HVX_Vector exponent = Q6_Vw_condacc_QVwVw(is_full, Q6_Vw_vsub_VwVw(Q6_Vw_vadd_VwVw(ea, eb), Q6_V_vsplat_R(128)), one);
  HVX_Vector bits = Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(exponent, 23), digits);
  bits = Q6_Vw_condacc_QVwVw(Q6_Q_vcmp_gt_VuwVuw(Q6_Vw_vadd_VwVw(rest, Q6_V_vand_VV(digits, one)), Q6_V_vsplat_R(INT32_MIN)), bits, one);
  const HVX_Vector least = Q6_Vw_vmin_VwVw(Q6_Vw_vmin_VwVw(ea, eb), exponent), most = Q6_Vw_vmax_VwVw(Q6_Vw_vmax_VwVw(ea, eb), exponent);
  hl_vmark(odd, Q6_Q_and_QQn(Q6_Q_vcmp_gt_VwVw(one, least), is_zero));
  hl_vmark(odd, Q6_Q_vcmp_gt_VwVw(most, Q6_V_vsplat_R(252)));
  return Q6_V_vor_VV(Q6_V_vmux_QVV(is_zero, zero, bits), hl_vsign(Q6_V_vxor_VV(a, b)));
}

/* 64 times the digits of the larger magnitude, and those of the smaller one moved to their place; a bit stands for what that cuts off. */
HL_KERNEL HVX_Vector hl_vreal_plus(HVX_Vector a, HVX_Vector b, HVX_Vector *odd) {
  const HVX_Vector one = Q6_V_vsplat_R(1), zero = Q6_V_vzero(), left = hl_vmagnitude(a), right = hl_vmagnitude(b), below = Q6_V_vsplat_R(0x7fffff);
  const HVX_Vector large = Q6_Vw_vmax_VwVw(left, right), small = Q6_Vw_vmin_VwVw(left, right);
  const HVX_Vector sign = hl_vsign(Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(right, left), b, a)), differs = Q6_Vw_vasr_VwR(Q6_V_vxor_VV(a, b), 31);
  const HVX_Vector top = Q6_Vuw_vlsr_VuwR(large, 23), shift = Q6_Vw_vmin_VwVw(Q6_Vw_vsub_VwVw(top, Q6_Vuw_vlsr_VuwR(small, 23)), Q6_V_vsplat_R(31));
  const HVX_Vector whole = Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(small, zero), zero, Q6_Vw_vasl_VwR(hl_vdigits(small), 6));
  const HVX_Vector moved = Q6_Vw_vlsr_VwVw(whole, shift);
  const HVX_Vector lost = Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(Q6_Vw_vasl_VwVw(moved, shift), whole), zero, one);
  const HVX_Vector part = Q6_Vw_vsub_VwVw(Q6_V_vxor_VV(Q6_V_vor_VV(moved, lost), differs), differs);
  const HVX_Vector sum = Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(hl_vdigits(large), 6), part), zeros = Q6_Vuw_vcl0_Vuw(sum);
  const HVX_Vector full = Q6_Vw_vasl_VwVw(sum, zeros), digits = Q6_Vuw_vlsr_VuwR(full, 8),
                   exponent = Q6_Vw_vsub_VwVw(Q6_Vw_vadd_VwVw(top, one), zeros);
  const HVX_Vector rest = Q6_Vw_vadd_VwVw(Q6_V_vand_VV(full, Q6_V_vsplat_R(255)), Q6_V_vand_VV(digits, one));
  HVX_Vector bits = Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(exponent, 23), digits);
  bits = Q6_V_vor_VV(Q6_Vw_condacc_QVwVw(Q6_Q_vcmp_gt_VwVw(rest, Q6_V_vsplat_R(128)), bits, one), sign);
  const HVX_VectorPred is_zero = Q6_Q_vcmp_eq_VwVw(large, zero);
  hl_vmark(odd, Q6_Q_vcmp_gt_VwVw(top, Q6_V_vsplat_R(252)));
  hl_vmark(odd, Q6_Q_vcmp_gt_VuwVuw(below, Q6_Vw_vsub_VwVw(small, one))); /* denormal ones */
  hl_vmark(odd, Q6_Q_vcmp_gt_VuwVuw(below, Q6_Vw_vsub_VwVw(large, one)));
  hl_vmark(odd, Q6_Q_and_QQn(Q6_Q_vcmp_gt_VwVw(zero, exponent), is_zero));
  bits = Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(sum, zero), zero, bits);
  return Q6_V_vmux_QVV(is_zero, Q6_V_vand_VV(a, b), bits);
}

/* Digits of which the upper one is set, of denormal numbers, too, and the exponent field that belongs to them, then below 1. */
typedef struct {
  HVX_Vector digits, exponent;
} hl_vnormal;

HL_KERNEL hl_vnormal hl_vnormal_of(HVX_Vector magnitude) {
  const HVX_Vector one = Q6_V_vsplat_R(1), exponent = Q6_Vw_vmax_VwVw(Q6_Vuw_vlsr_VuwR(magnitude, 23), one);
  const HVX_Vector digits = Q6_Vw_vsub_VwVw(magnitude, Q6_Vw_vasl_VwR(Q6_Vw_vsub_VwVw(exponent, one), 23));
  const HVX_Vector up = Q6_Vw_vmax_VwVw(Q6_Vw_vsub_VwVw(Q6_Vuw_vcl0_Vuw(magnitude), Q6_V_vsplat_R(8)), Q6_V_vzero());
  return (hl_vnormal){Q6_Vw_vasl_VwVw(digits, up), Q6_Vw_vsub_VwVw(exponent, up)};
}

/* hl_vreal_times that takes denormal factors and results; only what is infinite, none or next to the largest is odd. */
HL_KERNEL HVX_Vector hl_vreal_times_any(HVX_Vector a, HVX_Vector b, HVX_Vector *odd) {
  const HVX_Vector one = Q6_V_vsplat_R(1), zero = Q6_V_vzero(), left = hl_vmagnitude(a), right = hl_vmagnitude(b);
  const hl_vnormal na = hl_vnormal_of(left), nb = hl_vnormal_of(right);
  const HVX_Vector da = Q6_Vw_vasl_VwR(na.digits, 4), db = Q6_Vw_vasl_VwR(nb.digits, 4);
  const HVX_VectorPair product = Q6_W_vmpyoacc_WVwVh(Q6_W_vmpye_VwVuh(da, db), da, db);
  const HVX_Vector upper = Q6_V_hi_W(product), lower = Q6_V_lo_W(product);
  const HVX_VectorPred is_full = Q6_Q_vcmp_gt_VwVw(upper, Q6_V_vsplat_R(0x7fffff)), is_zero = Q6_Q_vcmp_eq_VwVw(Q6_Vw_vmin_VwVw(left, right), zero);
  const HVX_Vector twice = Q6_Vw_vadd_VwVw(Q6_Vw_vadd_VwVw(upper, upper), Q6_Vuw_vlsr_VuwR(lower, 31));
  const HVX_Vector digits = Q6_V_vmux_QVV(is_full, upper, twice), rest = Q6_V_vmux_QVV(is_full, lower, Q6_Vw_vadd_VwVw(lower, lower));
  const HVX_Vector sum = Q6_Vw_vadd_VwVw(na.exponent, nb.exponent);
  const HVX_Vector exponent = Q6_Vw_condacc_QVwVw(is_full, Q6_Vw_vsub_VwVw(sum, Q6_V_vsplat_R(127)), one);
  /* Digits of a denormal result move on; a bit stands for what that cuts off. */
  const HVX_Vector further = Q6_Vw_vmin_VwVw(Q6_Vw_vmax_VwVw(Q6_Vw_vsub_VwVw(one, exponent), zero), Q6_V_vsplat_R(31));
  const HVX_Vector kept = Q6_Vw_vlsr_VwVw(digits, further), moved = Q6_Vw_vlsr_VwVw(rest, further);
  const HVX_Vector lost = Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(Q6_Vw_vasl_VwVw(moved, further), rest), zero, one);
  const HVX_Vector behind = Q6_V_vor_VV(Q6_Vw_vasl_VwVw(digits, Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(32), further)), Q6_V_vor_VV(moved, lost));
  const HVX_Vector half = Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(INT32_MIN), Q6_V_vand_VV(kept, one));
  HVX_Vector bits = Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(Q6_Vw_vmax_VwVw(Q6_Vw_vsub_VwVw(exponent, one), zero), 23), kept);
  bits = Q6_Vw_condacc_QVwVw(Q6_Q_vcmp_gt_VuwVuw(behind, half), bits, one);
  hl_vmark(odd, Q6_Q_vcmp_gt_VwVw(Q6_Vw_vmax_VwVw(Q6_Vw_vmax_VwVw(na.exponent, nb.exponent), exponent), Q6_V_vsplat_R(252)));
  return Q6_V_vor_VV(Q6_V_vmux_QVV(is_zero, zero, bits), hl_vsign(Q6_V_vxor_VV(a, b)));
}

/* A signed word that is ordered as floats are. */
HL_KERNEL HVX_Vector hl_vreal_order(HVX_Vector bits) {
  return Q6_V_vxor_VV(bits, Q6_Vuw_vlsr_VuwR(Q6_Vw_vasr_VwR(bits, 31), 1));
}
HL_KERNEL int32_t hl_order_of(float x) { return (int32_t)hl_real_bits(x) ^ (int32_t)((uint32_t)((int32_t)hl_real_bits(x) >> 31) >> 1); }

/* hl_real_bounded of what is no odd lane. -0 is not below 0. */
HL_KERNEL HVX_Vector hl_vreal_bounded(HVX_Vector bits, float low, float high) {
  const HVX_Vector place = hl_vreal_order(bits);
  if (low > -HL_REAL_MOST)
    bits = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(Q6_V_vsplat_R(low == 0 ? -1 : hl_order_of(low)), place), Q6_V_vsplat_R((int32_t)hl_real_bits(low)), bits);
  if (high < HL_REAL_MOST)
    bits = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(place, Q6_V_vsplat_R(hl_order_of(high))), Q6_V_vsplat_R((int32_t)hl_real_bits(high)), bits);
  return bits;
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* hl_requantize64 (portable/requantize.h) on vectors: sums of 48 bits and their rescaling by the
 * reduced multiplier.
 *
 * A sum is kept as high * 2^16 + low, low unsigned: words are added to it without a carry, as long
 * as no more than 2^16 of them are. */
#ifndef HEXLOOM_HVX_REQUANTIZE64_H
#define HEXLOOM_HVX_REQUANTIZE64_H

#include <hexloom/hvx/requantize.h>

typedef struct {
  HVX_Vector high, low;
} hl_wide_sum;

/* sum + words * 2^shift, 0 <= shift <= 16; |sum| stays below 2^47. */
HL_KERNEL hl_wide_sum hl_wide_add(hl_wide_sum sum, HVX_Vector words, int shift) {
  const HVX_Vector low = Q6_V_vand_VV(words, Q6_V_vsplat_R(0xffff >> shift));
  return (hl_wide_sum){Q6_Vw_vasracc_VwVwR(sum.high, words, 16 - shift),
                       Q6_Vw_vadd_VwVw(sum.low, shift ? Q6_Vw_vasl_VwR(low, shift) : low)};
}

/* The sum modulo 2^32. */
HL_KERNEL HVX_Vector hl_wide_words(hl_wide_sum sum) {
  return Q6_Vw_vaslacc_VwVwR(sum.low, sum.high, 16);
}

/* A reduced multiplier and a shift to the right for each lane. */
typedef struct {
  HVX_Vector multiplier, round_low, round_high; /* the rounding's addend, 64 bits */
  HVX_Vector left, right;                       /* of the two words, where the shift is below 32 */
  HVX_Vector far;                               /* the shift less 32, otherwise */
  HVX_VectorPred is_far;
} hl_wide_scale;

/* `shift`: 15 - the shift of hl_requantize64, 8 to 46. */
HL_KERNEL hl_wide_scale hl_wide_scale_of(HVX_Vector multiplier, HVX_Vector shift) {
  const HVX_Vector zero = Q6_V_vzero(), one = Q6_V_vsplat_R(1), most = Q6_V_vsplat_R(31),
                   bits = Q6_V_vsplat_R(32);
  const HVX_Vector less = Q6_Vw_vsub_VwVw(shift, one); /* the addend is 2^less */
  const HVX_VectorPred in_high = Q6_Q_vcmp_gt_VwVw(less, most);
  const HVX_Vector low = Q6_Vw_vasl_VwVw(one, Q6_Vw_vmin_VwVw(less, most));
  const HVX_Vector high = Q6_Vw_vasl_VwVw(one, Q6_Vw_vmax_VwVw(Q6_Vw_vsub_VwVw(less, bits), zero));
  hl_wide_scale s;
  s.multiplier = multiplier;
  s.round_low = Q6_V_vmux_QVV(in_high, zero, low);
  s.round_high = Q6_V_vmux_QVV(in_high, high, zero);
  s.right = Q6_Vw_vmin_VwVw(shift, most);
  s.left = Q6_Vw_vsub_VwVw(bits, s.right);
  s.far = Q6_Vw_vmax_VwVw(Q6_Vw_vsub_VwVw(shift, bits), zero);
  s.is_far = Q6_Q_vcmp_gt_VwVw(shift, most);
  return s;
}

/* a + b, unsigned words; adds the carry to *high. */
HL_KERNEL HVX_Vector hl_add_carrying(HVX_Vector a, HVX_Vector b, HVX_Vector *high) {
  const HVX_Vector sum = Q6_Vw_vadd_VwVw(a, b);
  *high = Q6_Vw_condacc_QVwVw(Q6_Q_vcmp_gt_VuwVuw(a, sum), *high, Q6_V_vsplat_R(1));
  return sum;
}

/* (sum * multiplier + 2^(shift - 1)) >> shift, its lower 32 bits; |sum| < 2^47. `near`: every shift
 * is below 32. */
HL_KERNEL HVX_Vector hl_wide_requantize(hl_wide_sum sum, const hl_wide_scale *s, int near) {
  const HVX_Vector upper = Q6_Vw_vadd_VwVw(sum.high, Q6_Vuw_vlsr_VuwR(sum.low, 16));
  const HVX_Vector lower = Q6_V_vand_VV(sum.low, Q6_V_vsplat_R(0xffff));
  /* upper * multiplier * 2^16 in two words; the products of the halves have no sign. */
  const HVX_VectorPair product = Q6_W_vmpye_VwVuh(upper, s->multiplier);
  HVX_Vector high = Q6_V_hi_W(product);
  HVX_Vector low =
      hl_add_carrying(Q6_V_lo_W(product), Q6_Vw_vmpyie_VwVuh(lower, s->multiplier), &high);
  low = hl_add_carrying(low, s->round_low, &high);
  if (!near)
    high = Q6_Vw_vadd_VwVw(high, s->round_high);
  const HVX_Vector below_32 =
      Q6_V_vor_VV(Q6_Vw_vasl_VwVw(high, s->left), Q6_Vw_vlsr_VwVw(low, s->right));
  return near ? below_32 : Q6_V_vmux_QVV(s->is_far, Q6_Vw_vasr_VwVw(high, s->far), below_32);
}

#endif

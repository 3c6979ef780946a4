// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Functions of one float that sums and products make, 32 at a time, equal to portable/real.h. A piece that has an odd lane (real_vectors.h) is left
 * to plain C, and so is what is behind the last two vectors. */
#ifndef HEXLOOM_HVX_REAL_UNARY_H
#define HEXLOOM_HVX_REAL_UNARY_H

#include <hexloom/hvx/real_vectors.h>

/* BOUNDED: between low and high. LEAKY: times low below 0. */
typedef enum { HL_REAL_BOUNDED, HL_REAL_LEAKY, HL_REAL_HARD_SWISH } hl_real_function;

/* A sixth, rounded once. 128 times the digits are divided by 3; what is left over of that is never half, and a bit stands for it. */
HL_KERNEL HVX_Vector hl_vreal_sixth(HVX_Vector bits, HVX_Vector *odd) {
  const HVX_Vector one = Q6_V_vsplat_R(1), magnitude = hl_vmagnitude(bits), exponent = Q6_Vuw_vlsr_VuwR(magnitude, 23);
  const HVX_Vector digits = Q6_Vw_vasl_VwR(hl_vdigits(bits), 7), third = Q6_V_vsplat_R(0x55555556); /* of 2^32, and 2 / 3 */
  const HVX_Vector quotient = Q6_V_vor_VV(Q6_V_hi_W(Q6_W_vmpyoacc_WVwVh(Q6_W_vmpye_VwVuh(digits, third), digits, third)), one);
  const HVX_VectorPred is_long = Q6_Q_vcmp_gt_VwVw(quotient, Q6_V_vsplat_R(0x1fffffff)), is_zero = Q6_Q_vcmp_eq_VwVw(magnitude, Q6_V_vzero());
  const HVX_Vector rounded = Q6_V_vmux_QVV(is_long, Q6_Vuw_vlsr_VuwR(Q6_Vw_vadd_VwVw(quotient, Q6_V_vsplat_R(32)), 6),
                                           Q6_Vuw_vlsr_VuwR(Q6_Vw_vadd_VwVw(quotient, Q6_V_vsplat_R(16)), 5));
  const HVX_Vector below = Q6_Vw_condacc_QVwVw(is_long, Q6_Vw_vsub_VwVw(exponent, Q6_V_vsplat_R(4)), one);
  hl_vmark(odd, Q6_Q_and_QQn(Q6_Q_vcmp_gt_VwVw(Q6_V_vzero(), below), is_zero));
  return Q6_V_vor_VV(Q6_V_vmux_QVV(is_zero, Q6_V_vzero(), Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(below, 23), rounded)), hl_vsign(bits));
}

HL_KERNEL HVX_Vector hl_vreal_of_one(hl_real_function what, HVX_Vector x, float low, float high, HVX_Vector *odd) {
  if (what == HL_REAL_BOUNDED) {
    hl_vmark(odd, Q6_Q_vcmp_gt_VwVw(hl_vmagnitude(x), Q6_V_vsplat_R(0x7f800000)));
    return hl_vreal_bounded(x, low, high);
  }
  if (what == HL_REAL_LEAKY)
    return Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(x, Q6_V_vzero()), x, hl_vreal_times(x, Q6_V_vsplat_R((int32_t)hl_real_bits(low)), odd));
  const HVX_Vector part = hl_vreal_bounded(hl_vreal_plus(x, Q6_V_vsplat_R((int32_t)hl_real_bits(3)), odd), 0, 6);
  return hl_vreal_sixth(hl_vreal_times(x, part, odd), odd);
}

HL_KERNEL float hl_real_of_one(hl_real_function what, float x, float low, float high) {
  return what == HL_REAL_BOUNDED ? hl_real_bounded(x, low, high) : what == HL_REAL_LEAKY ? hl_real(x > 0 ? x : x * low) : hl_real_hard_swish(x);
}

HL_KERNEL void hl_real_unary_hvx(hl_real_function what, float low, float high, const float *in, float *out, size_t count) {
  size_t done = 0;
  HL_ROLL
  for (size_t piece; (piece = hl_min((int32_t)(count - done), HL_REAL_PIECE) & -64) > 0; done += piece) {
    const HVX_Vector *from = (const HVX_Vector *)(in + done);
    HVX_Vector *to = (HVX_Vector *)(out + done), odd = Q6_V_vzero();
    HL_ROLL
    for (size_t i = 0; i < piece / 64; ++i, from += 2, to += 2) {
      const HVX_Vector first = hl_vreal_of_one(what, from[0], low, high, &odd), second = hl_vreal_of_one(what, from[1], low, high, &odd);
      to[0] = first;
      to[1] = second;
    }
    if (hl_vany(odd))
      HL_ROLL
      for (size_t i = done; i < done + piece; ++i)
        out[i] = hl_real_of_one(what, in[i], low, high);
  }
  HL_ROLL
  for (; done < count; ++done)
    out[done] = hl_real_of_one(what, in[done], low, high);
}

#endif

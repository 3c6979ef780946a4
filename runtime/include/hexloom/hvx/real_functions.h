// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* LOGISTIC and TANH of floats, 32 at a time, equal to portable/real_functions.h on every float. That computes in integers of 32 bits, and so does
 * HVX: vmpye drops 16 bits of the product with the lower halves, vmpyo:<<1:sat:shift adds the one with the upper halves and drops 15 more, which is
 * floor(a * b / 2^31). Words have a sign here: what plain C has above 2^31 is a distance from it. */
#ifndef HEXLOOM_HVX_REAL_FUNCTIONS_H
#define HEXLOOM_HVX_REAL_FUNCTIONS_H

#include <hexloom/hvx/real_vectors.h>
#include <hexloom/hvx/requantize.h>

/* hl_mul_q31; not for a = b = -2^31. */
HL_KERNEL HVX_Vector hl_vmul_q31(HVX_Vector a, HVX_Vector b) {
  return Q6_Vw_vmpyoacc_VwVwVh_s1_sat_shift(Q6_Vw_vmpye_VwVuh(a, b), a, b);
}

/* e^-|x| as (2^31 + above) * 2^(-31 - down), from the bits of |x|, which is below 128. */
typedef struct {
  HVX_Vector above, down;
} hl_vfixed;

HL_KERNEL hl_vfixed hl_vscaled_exp(HVX_Vector magnitude) {
  /* |x| in units of 2^-40: mantissa * 2^up, cut off as plain C does. */
  const HVX_Vector exponent = Q6_Vuw_vlsr_VuwR(magnitude, 23), zero = Q6_V_vzero(), one = Q6_V_vsplat_R(1);
  const HVX_Vector whole = hl_vdigits(magnitude);
  const HVX_Vector up = Q6_Vw_vsub_VwVw(exponent, Q6_V_vsplat_R(127 - 40 + 23)),
                   cut = Q6_Vw_vmin_VwVw(Q6_Vw_vsub_VwVw(zero, up), Q6_V_vsplat_R(31));
  const HVX_Vector mantissa = Q6_Vw_vlsr_VwVw(whole, Q6_Vw_vmax_VwVw(cut, zero)), left = Q6_Vw_vmax_VwVw(up, zero);
  /* Its floor in units of 2^-16 below zero, by 1 / log(2) in units of 2^-15: how often log(2) is in it. */
  const HVX_Vector right = Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(24), left);
  const HVX_Vector ceiling = Q6_Vw_vlsr_VwVw(Q6_Vw_vadd_VwVw(mantissa, Q6_Vw_vsub_VwVw(Q6_Vw_vasl_VwVw(one, right), one)), right);
  const HVX_Vector down = Q6_Vw_vsub_VwVw(zero, hl_vsrdhm(Q6_Vw_vsub_VwVw(zero, ceiling), Q6_V_vsplat_R(47274)));
  /* down * log(2) - |x|, log(2) being 1488522235 * 2^-31 + 466 * 2^-40. */
  const HVX_Vector upper = Q6_Vw_vasl_VwVw(mantissa, Q6_Vw_vsub_VwVw(left, Q6_V_vsplat_R(9)));
  const HVX_Vector lower = Q6_V_vand_VV(Q6_Vw_vasl_VwVw(mantissa, left), Q6_V_vsplat_R(511));
  const HVX_Vector rest = Q6_Vw_vasr_VwR(Q6_Vw_vsub_VwVw(Q6_Vw_vmpyie_VwVuh(Q6_V_vsplat_R(466), down), lower), 9);
  const HVX_Vector r = Q6_Vw_vadd_VwVw(Q6_Vw_vsub_VwVw(Q6_Vw_vmpyie_VwVuh(Q6_V_vsplat_R(1488522235), down), upper), rest);
  HVX_Vector sum = Q6_V_vsplat_R(53261);
  sum = Q6_Vw_vadd_VwVw(Q6_V_vsplat_R(426088), hl_vmul_q31(sum, r));
  sum = Q6_Vw_vadd_VwVw(Q6_V_vsplat_R(2982616), hl_vmul_q31(sum, r));
  sum = Q6_Vw_vadd_VwVw(Q6_V_vsplat_R(17895697), hl_vmul_q31(sum, r));
  sum = Q6_Vw_vadd_VwVw(Q6_V_vsplat_R(89478485), hl_vmul_q31(sum, r));
  sum = Q6_Vw_vadd_VwVw(Q6_V_vsplat_R(357913941), hl_vmul_q31(sum, r));
  sum = Q6_Vw_vadd_VwVw(Q6_V_vsplat_R(1073741824), hl_vmul_q31(sum, r));
  return (hl_vfixed){Q6_Vw_vadd_VwVw(r, hl_vmul_q31(hl_vmul_q31(sum, r), r)), down};
}

/* The half of hl_q31_of_scaled. */
HL_KERNEL HVX_Vector hl_vhalf_q31(hl_vfixed e) {
  const HVX_Vector half = Q6_Vuw_vlsr_VuwR(Q6_Vw_vadd_VwVw(e.above, Q6_V_vsplat_R(INT32_MIN)), 1);
  return Q6_Vw_vlsr_VwVw(half, Q6_Vw_vmin_VwVw(e.down, Q6_V_vsplat_R(31)));
}

/* hl_q31_over_one_plus of twice `half`, which is below 2^30. Only of 0 is the result 2^31, the sign's bit. A step of Newton's is
 * y + y * (1 - y * one), so that no bit of the product is lost. */
HL_KERNEL HVX_Vector hl_vover_one_plus(HVX_Vector half) {
  const HVX_Vector divisor = Q6_Vw_vadd_VwVw(half, Q6_V_vsplat_R(0x40000000)), sign = Q6_V_vsplat_R(INT32_MIN);
  HVX_Vector y = Q6_Vw_vsub_VwVw(Q6_V_vsplat_R((int32_t)3031741621u), hl_vmul_q31(divisor, Q6_V_vsplat_R(2021161081)));
#pragma unroll
  for (int i = 0; i < 3; ++i) {
    const HVX_Vector product = hl_vmul_q31(divisor, y);
    y = Q6_Vw_vadd_VwVw(y, hl_vmul_q31(y, Q6_Vw_vsub_VwVw(sign, Q6_Vw_vadd_VwVw(product, product))));
  }
  return y;
}

/* hl_real_of_scaled of mantissa * 2^(-31 - down), without a sign; exponents above those of 2 are none. */
HL_KERNEL HVX_Vector hl_vreal_of_scaled(HVX_Vector mantissa, HVX_Vector down) {
  const HVX_Vector zeros = Q6_Vuw_vcl0_Vuw(mantissa), zero = Q6_V_vzero(), one = Q6_V_vsplat_R(1), eight = Q6_V_vsplat_R(8);
  const HVX_Vector biased = Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(127), Q6_Vw_vadd_VwVw(down, zeros));
  const HVX_Vector lost = Q6_Vw_vmax_VwVw(Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(9), biased), eight), further = Q6_Vw_vsub_VwVw(lost, eight);
  const HVX_Vector full = Q6_Vw_vasl_VwVw(mantissa, zeros);
  const HVX_Vector kept = Q6_Vw_vlsr_VwVw(Q6_Vuw_vlsr_VuwR(full, 8), further);
  const HVX_Vector others = Q6_Vw_vlsr_VwVw(Q6_V_vsplat_R(-1), Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(24), further)),
                   half = Q6_Vw_vadd_VwVw(Q6_Vuw_vlsr_VuwR(others, 1), one);
  const HVX_Vector rest = Q6_Vw_vadd_VwVw(Q6_V_vand_VV(full, others), Q6_V_vand_VV(kept, one));
  HVX_Vector bits = Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(Q6_Vw_vmax_VwVw(Q6_Vw_vsub_VwVw(biased, one), zero), 23), kept);
  bits = Q6_Vw_condacc_QVwVw(Q6_Q_vcmp_gt_VuwVuw(rest, half), bits, one);
  return Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(lost, Q6_V_vsplat_R(32)), zero, bits);
}

HL_KERNEL HVX_Vector hl_vnumber_or(HVX_Vector bits, HVX_Vector magnitude) {
  return Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(magnitude, Q6_V_vsplat_R(0x7f800000)), Q6_V_vsplat_R(0x7fc00000), bits);
}

HL_KERNEL HVX_Vector hl_vlogistic(HVX_Vector bits) {
  const HVX_Vector magnitude = hl_vmagnitude(bits), zero = Q6_V_vzero(), end = Q6_V_vsplat_R((int32_t)hl_real_bits(104.0f));
  const HVX_VectorPred is_negative = Q6_Q_vcmp_gt_VwVw(zero, bits);
  const hl_vfixed e = hl_vscaled_exp(Q6_Vw_vmin_VwVw(magnitude, end));
  const HVX_Vector over = hl_vover_one_plus(hl_vhalf_q31(e));
  /* e^x / (1 + e^x) for x below 0 */
  const HVX_Vector factor = Q6_Vw_vadd_VwVw(e.above, Q6_V_vsplat_R(INT32_MIN));
  const HVX_Vector product = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(zero, over), factor, Q6_Vw_vadd_VwVw(over, hl_vmul_q31(e.above, over)));
  HVX_Vector result = hl_vreal_of_scaled(Q6_V_vmux_QVV(is_negative, product, over), Q6_V_vmux_QVV(is_negative, e.down, zero));
  /* Next to 0, 1 + e^x has no room for a sign; beyond -104 is 0. */
  result = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(Q6_V_vsplat_R((127 - 40) << 23), magnitude), Q6_V_vsplat_R(0x3f000000), result);
  result = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VuwVuw(bits, Q6_V_vor_VV(end, Q6_V_vsplat_R(INT32_MIN))), zero, result);
  return hl_vnumber_or(result, magnitude);
}

/* hl_scaled_tanh: the mantissa; the exponent is -down. */
HL_KERNEL HVX_Vector hl_vscaled_tanh(HVX_Vector magnitude, HVX_Vector down) {
  const HVX_Vector whole = Q6_Vw_vasl_VwR(hl_vdigits(magnitude), 7);
  const HVX_Vector q = Q6_Vw_vlsr_VwVw(whole, Q6_Vw_vmax_VwVw(down, Q6_V_vzero())), z = hl_vmul_q31(q, q);
  HVX_Vector sum = Q6_V_vsplat_R(19033653);
  sum = Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(46964369), hl_vmul_q31(sum, z));
  sum = Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(115895943), hl_vmul_q31(sum, z));
  sum = Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(286331153), hl_vmul_q31(sum, z));
  sum = Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(715827883), hl_vmul_q31(sum, z));
  return Q6_Vw_vsub_VwVw(whole, hl_vmul_q31(whole, hl_vmul_q31(sum, z)));
}

HL_KERNEL HVX_Vector hl_vtanh(HVX_Vector bits) {
  const HVX_Vector magnitude = hl_vmagnitude(bits), zero = Q6_V_vzero(), sign = Q6_V_vsplat_R(INT32_MIN);
  const HVX_Vector twice = Q6_Vw_vmin_VwVw(magnitude, Q6_V_vsplat_R((int32_t)hl_real_bits(10.0f)));
  const hl_vfixed scaled = hl_vscaled_exp(Q6_Vw_vadd_VwVw(twice, Q6_V_vsplat_R(1 << 23)));
  const HVX_Vector e = Q6_Vw_vlsr_VwVw(Q6_Vw_vadd_VwVw(scaled.above, sign), scaled.down);
  const HVX_Vector far = hl_vmul_q31(Q6_Vw_vsub_VwVw(sign, e), hl_vover_one_plus(Q6_Vuw_vlsr_VuwR(e, 1)));
  const HVX_VectorPred is_near = Q6_Q_vcmp_gt_VwVw(Q6_V_vsplat_R((int32_t)hl_real_bits(0.25f)), magnitude);
  const HVX_Vector down = Q6_Vw_vmin_VwVw(Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(126), Q6_Vuw_vlsr_VuwR(magnitude, 23)), Q6_V_vsplat_R(31));
  const HVX_Vector near = hl_vscaled_tanh(magnitude, down);
  HVX_Vector result = hl_vreal_of_scaled(Q6_V_vmux_QVV(is_near, near, far), Q6_V_vmux_QVV(is_near, down, zero));
  result = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(Q6_V_vsplat_R((int32_t)hl_real_bits(0x1p-13f)), magnitude), magnitude, result);
  return hl_vnumber_or(Q6_V_vor_VV(result, hl_vsign(bits)), magnitude);
}

typedef HVX_Vector (*hl_vreal_function)(HVX_Vector);

/* `count` floats, aligned, two vectors at a time so that one's products wait for the other's. */
HL_KERNEL void hl_vreal_unary(hl_vreal_function f, const float *in, float *out, size_t count) {
  const HVX_Vector *from = (const HVX_Vector *)in;
  HVX_Vector *to = (HVX_Vector *)out;
  HL_ROLL
  for (size_t i = 0; i < count / 64; ++i, from += 2, to += 2) {
    const HVX_Vector a = f(from[0]), b = f(from[1]);
    to[0] = a;
    to[1] = b;
  }
  const size_t rest = count % 64;
  if (rest >= 32)
    *to++ = f(*from++);
  if (rest % 32)
    hl_store_first((uint8_t *)to, f(hl_load_first((const uint8_t *)from, (int)(rest % 32) * 4)), (int)(rest % 32) * 4);
}

#endif

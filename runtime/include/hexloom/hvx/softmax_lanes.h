// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Rows of a softmax as the words of a vector: folding their lanes together, spreading them out
 * again, reciprocals and logarithms of 32 sums at a time, equal to portable/fixedpoint.h. */
#ifndef HEXLOOM_HVX_SOFTMAX_LANES_H
#define HEXLOOM_HVX_SOFTMAX_LANES_H

#include <hexloom/hvx/lanes.h>
#include <hexloom/hvx/requantize.h>
#include <hexloom/portable/softmax.h>

enum { HL_ROWS = 32 }; /* words of a vector */

/* v[0 .. vectors - 1] hold rows of 2^levels words one after the other. The result's word r is row
 * r's: all of its bytes are the row's largest byte. */
HL_KERNEL HVX_Vector hl_vfold_max(hl_type type, HVX_Vector *v, int vectors, int levels) {
  HL_UNROLL
  for (; levels > 0; --levels, vectors = (vectors + 1) / 2)
    HL_UNROLL
    for (int i = 0; i < vectors; i += 2) {
      const HVX_VectorPair both = Q6_W_vdeal_VVR(v[hl_min(i + 1, vectors - 1)], v[i], -1);
      v[i / 2] = hl_vmax(type, Q6_V_lo_W(both), Q6_V_hi_W(both));
    }
  HVX_Vector max = v[0];
  for (int distance = 1; distance < 4; distance *= 2) {
    const HVX_VectorPair both = Q6_W_vshuff_VVR(max, max, distance);
    max = hl_vmax(type, Q6_V_lo_W(both), Q6_V_hi_W(both));
  }
  return max;
}

/* Folds `vectors` vectors of words `levels` times: each level adds neighbouring words. */
HL_KERNEL HVX_Vector hl_vfold_sums(HVX_Vector *v, int vectors, int levels) {
  HL_UNROLL
  for (; levels > 0; --levels, vectors = (vectors + 1) / 2)
    HL_UNROLL
    for (int i = 0; i < vectors; i += 2) {
      const HVX_VectorPair both = Q6_W_vdeal_VVR(v[hl_min(i + 1, vectors - 1)], v[i], -4);
      v[i / 2] = Q6_Vw_vadd_VwVw(Q6_V_lo_W(both), Q6_V_hi_W(both));
    }
  return v[0];
}

/* The way back: v[0 .. vectors - 1] get 2^levels words of each row one after the other. */
HL_KERNEL void hl_vspread(HVX_Vector rows, HVX_Vector *v, int vectors, int levels) {
  v[0] = rows;
  HL_UNROLL
  for (int level = 1; level <= levels; ++level) {
    const int unit = 1 << (levels - level), wanted = (vectors + unit - 1) / unit;
    HL_UNROLL
    for (int i = (wanted - 1) / 2; i >= 0; --i) {
      const HVX_VectorPair both = Q6_W_vshuff_VVR(v[i], v[i], -4);
      if (2 * i + 1 < wanted)
        v[2 * i + 1] = Q6_V_hi_W(both);
      v[2 * i] = Q6_V_lo_W(both);
    }
  }
}

/* hl_one_over_one_plus_q0 by (1 + a) / 2. */
HL_KERNEL HVX_Vector hl_vone_over(HVX_Vector half_denominator) {
  HVX_Vector x = Q6_Vw_vadd_VwVw(Q6_V_vsplat_R(1515870810),
                                 hl_vsrdhm(half_denominator, Q6_V_vsplat_R(-1010580540)));
  for (int i = 0; i < 3; ++i) {
    const HVX_Vector error =
        Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(1 << 29), hl_vsrdhm(half_denominator, x));
    x = Q6_Vw_vaslacc_VwVwR(x, hl_vsrdhm(x, error), 2);
  }
  return Q6_Vw_vadd_VwVw_sat(x, x);
}

/* hl_softmax_scale_of by rows. An output is hl_vscaled(exp, reciprocal, less). */
typedef struct {
  HVX_Vector reciprocal, less; /* one less than the shift; vavg does the last */
} hl_vsoftmax_scale;

HL_KERNEL hl_vsoftmax_scale hl_vsoftmax_scale_of(HVX_Vector sum, hl_type out_type) {
  const HVX_Vector zero = Q6_V_vzero(), most = Q6_V_vsplat_R(31);
  sum = Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(sum, zero), Q6_V_vsplat_R(-1), sum);
  const HVX_Vector headroom_plus_one = Q6_Vuw_vcl0_Vuw(sum);
  const HVX_Vector reciprocal =
      hl_vone_over(Q6_Vuw_vlsr_VuwR(Q6_Vw_vasl_VwVw(sum, headroom_plus_one), 1));
  const HVX_Vector shift = Q6_Vw_vsub_VwVw(
      Q6_V_vsplat_R(12 + 31 - (out_type == HL_INT16 ? 16 : 8)), headroom_plus_one);
  return (hl_vsoftmax_scale){
      Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(shift, most), zero, reciprocal),
      Q6_Vw_vsub_VwVw(Q6_Vw_vmin_VwVw(shift, most), Q6_V_vsplat_R(1))};
}

/* x * 2^exponent, saturated, of x above 0. */
HL_KERNEL HVX_Vector hl_vshift_left_saturated(HVX_Vector x, HVX_Vector exponent) {
  const HVX_VectorPred fits = Q6_Q_vcmp_gt_VwVw(Q6_Vuw_vcl0_Vuw(x), exponent);
  return Q6_V_vmux_QVV(fits, Q6_Vw_vasl_VwVw(x, exponent), Q6_V_vsplat_R(INT32_MAX));
}

/* The last step of hl_log_q12: log(r), r near 2^(-1/4). */
HL_KERNEL HVX_Vector hl_vlog_near_one(HVX_Vector r) {
  const HVX_Vector sqrt_sqrt_half = Q6_V_vsplat_R(1805811301), q = Q6_Vw_vsub_VwVw(r, sqrt_sqrt_half);
  const HVX_Vector q_twice = Q6_Vw_vadd_VwVw(q, q), q2 = hl_vsrdhm(q_twice, q_twice);
  const HVX_Vector p = Q6_Vw_vavg_VwVw_rnd(r, sqrt_sqrt_half);
  const HVX_Vector numerator =
      Q6_Vw_vadd_VwVw(hl_vsrdhm(q_twice, r),
                      hl_vsrdhm(hl_vsrdhm(q_twice, q2), Q6_V_vsplat_R(117049297)));
  const HVX_Vector slope = Q6_Vw_vadd_VwVw(Q6_Vw_vadd_VwVw(Q6_V_vsplat_R(1057819769), q_twice),
                                           hl_vsrdhm(Q6_V_vsplat_R(127690142), q2));
  const HVX_Vector denominator_minus_one = Q6_Vw_vadd_VwVw(
      hl_vsrdhm(p, slope), hl_vsrdhm(Q6_V_vsplat_R(638450708), q_twice));
  /* (denominator_minus_one + 2^31) / 2 */
  const HVX_Vector half_denominator =
      Q6_Vw_vadd_VwVw(Q6_Vw_vasr_VwR(denominator_minus_one, 1), Q6_V_vsplat_R(1 << 30));
  return hl_vsrdhm(hl_vrdivpot(numerator, 6), hl_vone_over(half_denominator));
}

/* hl_log_q12 by rows. */
HL_KERNEL HVX_Vector hl_vlog_q12(HVX_Vector x) {
  const HVX_Vector most = Q6_V_vsplat_R(INT32_MAX), one = Q6_V_vsplat_R(1),
                   twelve = Q6_V_vsplat_R(12), quarter = Q6_V_vsplat_R(1 << 23),
                   sqrt_half = Q6_V_vsplat_R(1518500250);
  x = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(x, Q6_V_vzero()), x, most);
  const HVX_Vector a_zeros = Q6_Vuw_vcl0_Vuw(x);
  const HVX_Vector half_a =
      hl_vsrdhm(Q6_Vw_vasl_VwVw(x, Q6_Vw_vsub_VwVw(a_zeros, one)), sqrt_half);
  const HVX_Vector r_a = Q6_Vw_vadd_VwVw_sat(half_a, half_a);
  const HVX_Vector z_a =
      Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(Q6_Vw_vsub_VwVw(twelve, a_zeros), 25), quarter);
  const HVX_Vector b_headroom =
      Q6_Vw_vsub_VwVw(Q6_Vuw_vcl0_Vuw(hl_vsrdhm(x, sqrt_half)), one);
  const HVX_Vector r_b = hl_vshift_left_saturated(x, b_headroom);
  const HVX_Vector z_b =
      Q6_Vw_vsub_VwVw(Q6_Vw_vasl_VwR(Q6_Vw_vsub_VwVw(twelve, b_headroom), 25), quarter);
  const HVX_Vector log = Q6_Vw_vadd_VwVw(
      hl_vsrdhm(Q6_Vw_vmax_VwVw(z_a, z_b), Q6_V_vsplat_R(1488522236)),
      hl_vlog_near_one(Q6_Vw_vmin_VwVw(r_a, r_b)));
  return Q6_Vw_vadd_VwVw_sat(log, log);
}

/* Rounded by vavg: floor((floor(x / 2^less) + 1) / 2). What is shifted is never negative. */
HL_KERNEL HVX_Vector hl_vscaled(HVX_Vector exp, HVX_Vector reciprocal, HVX_Vector less) {
  return Q6_Vw_vavg_VwVw_rnd(Q6_Vw_vasr_VwVw(hl_vsrdhm(exp, reciprocal), less), Q6_V_vzero());
}

#endif

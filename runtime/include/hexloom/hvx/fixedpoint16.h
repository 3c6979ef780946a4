// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* portable/fixedpoint16.h on vectors of 64 halfwords, equal to the bit: vmpy:<<1:rnd:sat is hl_srdhm16. */
#ifndef HEXLOOM_HVX_FIXEDPOINT16_H
#define HEXLOOM_HVX_FIXEDPOINT16_H

#include <hexloom/hvx/target.h> // first: it says what is missing
#include <hexagon_protos.h>
#include <hexloom/portable/fixedpoint16.h>
#include <hvx_hexagon_protos.h>

HL_KERNEL HVX_Vector hl_vsrdhm16(HVX_Vector a, HVX_Vector b) { return Q6_Vh_vmpy_VhVh_s1_rnd_sat(a, b); }

HL_KERNEL HVX_Vector hl_vsrdhm16_by(HVX_Vector a, int32_t b) { return hl_vsrdhm16(a, Q6_Vh_vsplat_R(b)); }

/* x + half - (x < 0), which must stay within 16 bits, and down. */
HL_KERNEL HVX_Vector hl_vrdivpot16(HVX_Vector x, int exponent) {
  const HVX_Vector half = Q6_Vh_vsplat_R(1 << (exponent - 1));
  return Q6_Vh_vasr_VhR(Q6_Vh_vadd_VhVh(Q6_Vh_vadd_VhVh(x, half), Q6_Vh_vasr_VhR(x, 15)), exponent);
}

/* x * 2^doublings, saturated. */
HL_KERNEL HVX_Vector hl_vdouble16(HVX_Vector x, int doublings) {
  for (int i = 0; i < doublings; ++i)
    x = Q6_Vh_vadd_VhVh_sat(x, x);
  return x;
}

HL_KERNEL HVX_Vector hl_vexp_quarter16(HVX_Vector a) {
  const HVX_Vector x = Q6_Vh_vadd_VhVh(a, Q6_Vh_vsplat_R(1 << 12));
  const HVX_Vector x2 = hl_vsrdhm16(x, x), x3 = hl_vsrdhm16(x2, x), x4 = hl_vsrdhm16(x2, x2);
  const HVX_Vector third = hl_vsrdhm16_by(Q6_Vh_vadd_VhVh(hl_vrdivpot16(x4, 2), x3), 10923);
  const HVX_Vector tail = hl_vrdivpot16(Q6_Vh_vadd_VhVh(third, x2), 1);
  return Q6_Vh_vadd_VhVh_sat(Q6_Vh_vsplat_R(28918), hl_vsrdhm16_by(Q6_Vh_vadd_VhVh(x, tail), 28918));
}

HL_KERNEL HVX_Vector hl_vexp16(HVX_Vector a, int bits) {
  static const int16_t exp_minus_power[7] = {25520, 19875, 12055, 4435, 600, 11, 0};
  const HVX_Vector zero = Q6_V_vzero();
  const int32_t quarter = 1 << (13 - bits);
  const HVX_Vector reduced = Q6_Vh_vsub_VhVh(Q6_V_vand_VV(a, Q6_Vh_vsplat_R(quarter - 1)), Q6_Vh_vsplat_R(quarter));
  const HVX_Vector steps = Q6_Vh_vsub_VhVh(reduced, a);
  HVX_Vector result = hl_vexp_quarter16(Q6_Vh_vasl_VhR(reduced, bits));
#pragma unroll
  for (int i = 0; i < 7; ++i) {
    if (i >= bits + 2)
      break;
    const HVX_VectorPred unset = Q6_Q_vcmp_eq_VhVh(Q6_V_vand_VV(steps, Q6_Vh_vsplat_R(quarter << i)), zero);
    result = Q6_V_vmux_QVV(unset, result, hl_vsrdhm16_by(result, exp_minus_power[i]));
  }
  if (bits > 5)
    result = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VhVh(Q6_Vh_vsplat_R(-(1 << (20 - bits))), a), zero, result);
  return Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VhVh(a, zero), Q6_Vh_vsplat_R(INT16_MAX), result);
}

HL_KERNEL HVX_Vector hl_vreciprocal16(HVX_Vector a) {
  const HVX_Vector half = Q6_Vh_vadd_VhVh(Q6_Vh_vasr_VhR(a, 1), Q6_Vh_vsplat_R(1 << 14)), one = Q6_Vh_vsplat_R(1 << 13);
  HVX_Vector x = Q6_Vh_vadd_VhVh(Q6_Vh_vsplat_R(23130), hl_vsrdhm16_by(half, -15420));
#pragma unroll
  for (int i = 0; i < 3; ++i) {
    const HVX_Vector error = Q6_Vh_vsub_VhVh(one, hl_vsrdhm16(half, x));
    x = Q6_Vh_vadd_VhVh(x, hl_vdouble16(hl_vsrdhm16(x, error), 2));
  }
  return x;
}

/* -|a|; the least value stays. */
HL_KERNEL HVX_Vector hl_vnegative16(HVX_Vector a) { return Q6_Vh_vmin_VhVh(a, Q6_Vh_vsub_VhVh(Q6_V_vzero(), a)); }

HL_KERNEL HVX_Vector hl_vsigmoid_fixed16(HVX_Vector a, int bits) {
  const HVX_Vector zero = Q6_V_vzero();
  const HVX_Vector positive = hl_vdouble16(hl_vreciprocal16(hl_vexp16(hl_vnegative16(a), bits)), 1);
  const HVX_Vector negative = Q6_Vh_vsub_VhVh(Q6_Vh_vsplat_R(INT16_MAX), positive);
  const HVX_Vector y = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VhVh(a, zero), positive, negative);
  return Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VhVh(a, zero), Q6_Vh_vsplat_R(1 << 14), y);
}

HL_KERNEL HVX_Vector hl_vtanh_fixed16(HVX_Vector a, int bits) {
  const HVX_Vector zero = Q6_V_vzero();
  const HVX_Vector x = hl_vreciprocal16(hl_vexp16(hl_vnegative16(a), bits + 1));
  const HVX_Vector y = hl_vdouble16(Q6_Vh_vsub_VhVh(x, Q6_Vh_vsplat_R(1 << 13)), 2);
  const HVX_Vector mirrored = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VhVh(zero, a), Q6_Vh_vsub_VhVh(zero, y), y);
  return Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VhVh(a, zero), zero, mirrored);
}

#endif

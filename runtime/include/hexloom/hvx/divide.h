// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Rounded division of words by one number, half away from zero: a quotient by the reciprocal of 31
 * bits is at most one off. */
#ifndef HEXLOOM_HVX_DIVIDE_H
#define HEXLOOM_HVX_DIVIDE_H

#include <hexloom/hvx/requantize.h>

/* reciprocal = floor((2^(31 + shift) - 1) / count), shift = floor(log2(count)). */
typedef struct {
  int32_t count, reciprocal, shift;
} hl_divisor;

HL_KERNEL hl_divisor hl_divisor_of(int32_t count) {
  hl_divisor d = {count, 0, 0};
  while (count >> (d.shift + 1))
    ++d.shift;
  d.reciprocal = (int32_t)((((int64_t)1 << (31 + d.shift)) - 1) / count);
  return d;
}

/* The quotients must be below 2^16, |n| + count / 2 below 2^31. */
HL_KERNEL HVX_Vector hl_vdivide_rounded(HVX_Vector n, hl_divisor d) {
  const HVX_Vector divisor = Q6_V_vsplat_R(d.count), zero = Q6_V_vzero(),
                   sign = Q6_Vw_vasr_VwR(n, 31);
  const HVX_Vector dividend =
      Q6_Vw_vadd_VwVw(Q6_Vw_vsub_VwVw(Q6_V_vxor_VV(n, sign), sign), Q6_V_vsplat_R(d.count / 2));
  HVX_Vector q = Q6_Vw_vasr_VwR(hl_vsrdhm(dividend, Q6_V_vsplat_R(d.reciprocal)), d.shift);
  const HVX_Vector rest = Q6_Vw_vsub_VwVw(dividend, Q6_Vw_vmpyie_VwVuh(divisor, q));
  q = Q6_Vw_vadd_VwVw(q, Q6_V_vand_QR(Q6_Q_vcmp_gt_VwVw(zero, rest), -1));
  q = Q6_Vw_vsub_VwVw(q, Q6_V_vand_QR(Q6_Q_not_Q(Q6_Q_vcmp_gt_VwVw(divisor, rest)), -1));
  return Q6_Vw_vsub_VwVw(Q6_V_vxor_VV(q, sign), sign);
}

#endif

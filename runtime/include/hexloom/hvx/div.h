// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* DIV of 128 bytes, equal to hl_div (portable/binary.h). */
#ifndef HEXLOOM_HVX_DIV_H
#define HEXLOOM_HVX_DIV_H

#include <hexloom/hvx/binary.h>
#include <hexloom/hvx/table.h>
#include <hexloom/hvx/words.h>

typedef struct {
  hl_arithmetic scales;
  const uint8_t *inverse; /* of each divisor's byte: the mantissa's bytes in four tables, the lowest
                             first; the exponent */
} hl_vdivision;

/* 32 quotients; `value` and `exponent` are the divisor's reciprocal. The second scaling differs
 * from lane to lane; to the right by more than 31 bits nothing is left. */
HL_KERNEL HVX_Vector hl_vquotients(const hl_arithmetic *p, HVX_Vector dividend, HVX_Vector divisor,
                                   HVX_Vector value, HVX_Vector exponent) {
  const HVX_Vector zero = Q6_V_vzero(), least = Q6_V_vsplat_R(-31);
  const HVX_Vector x = Q6_Vw_vsub_VwVw(dividend, Q6_V_vsplat_R(p->zero[0]));
  const HVX_Vector d = Q6_Vw_vsub_VwVw(divisor, Q6_V_vsplat_R(p->zero[1]));
  const HVX_Vector up = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(zero, d), Q6_Vw_vsub_VwVw(zero, x), x);
  const HVX_Vector headroom = Q6_Vw_vnormamt_Vw(up);
  const HVX_Vector quotient = hl_vsrdhm(Q6_Vw_vasl_VwVw(up, headroom), value);
  const HVX_Vector shift =
      Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(p->output.shift), Q6_Vw_vadd_VwVw(exponent, headroom));
  const hl_vscale s =
      hl_vscale_of(Q6_V_vsplat_R(p->output.value), Q6_Vw_vmax_VwVw(shift, least), 0);
  return hl_vrequantize_lanes(Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(least, shift), zero, quotient), &s,
                              0);
}

HL_KERNEL HVX_Vector hl_vdiv(const void *params, HVX_Vector a, HVX_Vector b) {
  const hl_arithmetic *p = &((const hl_vdivision *)params)->scales;
  const uint8_t *inverse = ((const hl_vdivision *)params)->inverse;
  hl_vtable t[4];
  for (int k = 0; k < 4; ++k)
    t[k] = hl_vtable_of(inverse + 256 * k);
  const hl_vtable exponents = hl_vtable_of(inverse + 4 * 256);
  HVX_Vector x[4], d[4], value[4], exponent[4];
  hl_vbytes_to_words(a, p->type, x);
  hl_vbytes_to_words(b, p->type, d);
  hl_vlookup_words(t, b, value);
  hl_vbytes_to_words(hl_vlookup(&exponents, b), HL_UINT8, exponent);
  for (int k = 0; k < 4; ++k)
    x[k] = hl_vquotients(p, x[k], d[k], value[k], exponent[k]);
  return hl_vnarrow(x[0], x[1], x[2], x[3], p->zero[2], p->min, p->max, p->type == HL_INT8);
}

#endif

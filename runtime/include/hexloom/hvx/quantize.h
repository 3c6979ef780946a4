// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* QUANTIZE of float to bytes without floating-point instructions, equal to hl_quantize (portable/unary.h) on every input.
 *
 * The result counts the thresholds that are not above the input: threshold j is the least float that gives the j-th smallest
 * byte or more. Floats compare like integers once the lower 31 bits of negative ones are inverted (their key). A fixed-point
 * quotient finds the count, or one less; one look-up of a threshold decides. */
#ifndef HEXLOOM_HVX_QUANTIZE_H
#define HEXLOOM_HVX_QUANTIZE_H

#include <hexloom/hvx/requantize.h>
#include <hexloom/hvx/table.h>
#include <hexloom/hvx/widen.h>

typedef struct {
  hl_type type;
  int32_t words;              /* vectors of 32 floats */
  int32_t least, greatest;    /* keys: below the first threshold; the last threshold */
  int32_t inverse;            /* 1 / scale, as a fraction of 2^31 in [1/2, 1) */
  int32_t shift;              /* 141 - the exponent of 1 / scale */
  int32_t zero;               /* the byte of real 0, counted from the smallest one */
} hl_vquantize_params;

/* Keys to floats and back. */
HL_KERNEL HVX_Vector hl_vfloat_key(HVX_Vector x) {
  return Q6_V_vxor_VV(x, Q6_V_vand_VV(Q6_Vw_vasr_VwR(x, 31), Q6_V_vsplat_R(INT32_MAX)));
}

/* The key of each float; NaN has the least one. */
HL_KERNEL HVX_Vector hl_vordered_key(HVX_Vector x) {
  const HVX_Vector key = hl_vfloat_key(x);
  return Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(key, Q6_V_vsplat_R(0x7f800000)), Q6_V_vsplat_R(INT32_MIN), key);
}

/* How many thresholds are not above the key, or one less; 0 to 255 in words. The quotient has 16 bits behind the point; its
 * error, and that of the reference's division, are below 8 units. */
HL_KERNEL HVX_Vector hl_vthreshold_count(const hl_vquantize_params *p, HVX_Vector key) {
  const HVX_Vector limited = Q6_Vw_vmin_VwVw(Q6_Vw_vmax_VwVw(key, Q6_V_vsplat_R(p->least)), Q6_V_vsplat_R(p->greatest));
  const HVX_Vector x = hl_vfloat_key(limited), sign = Q6_Vw_vasr_VwR(x, 31);
  const HVX_Vector exponent = Q6_Vuw_vlsr_VuwR(Q6_Vw_vasl_VwR(x, 1), 24);
  const HVX_Vector hidden = Q6_V_vsplat_R(1 << 23);
  const HVX_Vector mantissa = Q6_V_vor_VV(Q6_V_vand_VV(x, Q6_V_vsplat_R((1 << 23) - 1)), hidden);
  const HVX_Vector product = hl_vsrdhm(Q6_Vw_vasl_VwR(mantissa, 7), Q6_V_vsplat_R(p->inverse));
  const HVX_Vector shift = Q6_Vw_vmin_VwVw(Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(p->shift), exponent), Q6_V_vsplat_R(31));
  const HVX_Vector steps = Q6_Vw_vasr_VwVw(product, shift);
  const HVX_Vector signed_steps = Q6_Vw_vsub_VwVw(Q6_V_vxor_VV(steps, sign), sign);
  const HVX_Vector count = Q6_Vw_vasr_VwR(Q6_Vw_vadd_VwVw(signed_steps, Q6_V_vsplat_R((p->zero << 16) + 0x8000 - 8)), 16);
  return Q6_Vw_vmin_VwVw(Q6_Vw_vmax_VwVw(count, Q6_V_vzero()), Q6_V_vsplat_R(255));
}

/* Four vectors of words (0 to 255) to bytes in their order. */
HL_KERNEL HVX_Vector hl_vpack_bytes(const HVX_Vector w[4]) {
  return Q6_Vb_vpacke_VhVh(Q6_Vh_vpacke_VwVw(w[3], w[2]), Q6_Vh_vpacke_VwVw(w[1], w[0]));
}

/* Up to four vectors of floats to bytes; `t` as below. */
HL_KERNEL HVX_Vector hl_vquantize_four(const hl_vquantize_params *p, const hl_vtable t[4],
                                       const HVX_Vector *from, int vectors) {
  const HVX_Vector one = Q6_V_vsplat_R(1);
  HVX_Vector key[4], count[4], thresholds[4];
  for (int k = 0; k < 4; ++k) {
    key[k] = k < vectors ? hl_vordered_key(from[k]) : Q6_V_vzero();
    count[k] = hl_vthreshold_count(p, key[k]);
  }
  hl_vlookup_words(t, hl_vpack_bytes(count), thresholds);
  for (int k = 0; k < 4; ++k)
    count[k] = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(thresholds[k], key[k]), count[k], Q6_Vw_vadd_VwVw(count[k], one));
  const HVX_Vector bytes = hl_vpack_bytes(count);
  return p->type == HL_INT8 ? hl_vflip_sign(bytes) : bytes;
}

/* `planes`: for the count c, threshold c + 1 (greatest int for c = 255) in four tables of bytes, the lowest first. */
HL_KERNEL void hl_vquantize(const hl_vquantize_params *p, const uint8_t *planes, const float *in, void *out) {
  hl_vtable t[4];
  for (int k = 0; k < 4; ++k)
    t[k] = hl_vtable_of(planes + 256 * k);
  const HVX_Vector *from = (const HVX_Vector *)in;
  HVX_Vector *to = (HVX_Vector *)out;
  HL_ROLL
  for (int i = 0; i < p->words / 4; ++i)
    to[i] = hl_vquantize_four(p, t, from + 4 * i, 4);
  if (p->words % 4)
    to[p->words / 4] = hl_vquantize_four(p, t, from + p->words / 4 * 4, p->words % 4);
}

#endif

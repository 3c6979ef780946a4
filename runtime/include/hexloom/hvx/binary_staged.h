// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* MUL and SQUARED_DIFFERENCE of bytes: products that become bytes by an output stage (stage.h) that the front end has proven for all
 * of them, or by the reference's arithmetic. */
#ifndef HEXLOOM_HVX_BINARY_STAGED_H
#define HEXLOOM_HVX_BINARY_STAGED_H

#include <hexloom/hvx/binary.h>
#include <hexloom/hvx/stage.h>

typedef struct {
  hl_arithmetic scales;
  hl_stage stage;
  int32_t multiplier, constant, negative, offset; /* hl_stage_lanes, the same for all */
  int32_t sums;                                   /* hl_half_sums, where halfwords have room for them */
} hl_staged;

/* How products of halfwords get their offset: not at all in halfwords; saturated; or as they are, because all sums have room, while
 * products may leave halfwords. */
typedef enum { HL_NO_HALF_SUMS, HL_HALF_SUMS_SATURATED, HL_HALF_SUMS } hl_half_sums;

HL_KERNEL HVX_Vector hl_vhalf_sums(const hl_staged *p, HVX_Vector x, HVX_Vector y) {
  const HVX_Vector offset = Q6_Vh_vsplat_R(p->offset);
  if (p->offset && p->sums == HL_HALF_SUMS)
    return Q6_Vh_vmpyiacc_VhVhVh(offset, x, y);
  const HVX_Vector products = Q6_Vh_vmpyi_VhVh(x, y);
  return p->offset ? Q6_Vh_vadd_VhVh_sat(products, offset) : products;
}

/* Words of even and odd products to bytes as the reference rounds them. */
HL_KERNEL HVX_Vector hl_vreference_products(const hl_arithmetic *p, HVX_VectorPair even, HVX_VectorPair odd) {
  const HVX_Vector e = Q6_Vh_vsat_VwVw(hl_vrescale_output(p, Q6_V_hi_W(even)), hl_vrescale_output(p, Q6_V_lo_W(even)));
  const HVX_Vector o = Q6_Vh_vsat_VwVw(hl_vrescale_output(p, Q6_V_hi_W(odd)), hl_vrescale_output(p, Q6_V_lo_W(odd)));
  return hl_vnarrow_bytes(e, o, p->type, p->zero[2], p->min, p->max);
}

/* Two times 64 products of halfwords, even and odd elements, to bytes. */
HL_KERNEL HVX_Vector hl_vstaged_products(const hl_staged *p, HVX_VectorPair x, HVX_VectorPair y) {
  const hl_stage_lanes c = hl_stage_same(&p->stage, p->multiplier, p->constant, p->negative, p->offset);
  if (p->sums != HL_NO_HALF_SUMS)
    return hl_stage_half(&p->stage, hl_vhalf_sums(p, Q6_V_lo_W(x), Q6_V_lo_W(y)), hl_vhalf_sums(p, Q6_V_hi_W(x), Q6_V_hi_W(y)), &c,
                         p->scales.min, p->scales.max, p->scales.type);
  HVX_VectorPair even = Q6_Ww_vmpy_VhVh(Q6_V_lo_W(x), Q6_V_lo_W(y)), odd = Q6_Ww_vmpy_VhVh(Q6_V_hi_W(x), Q6_V_hi_W(y));
  if (p->stage.form == HL_STAGE_REFERENCE)
    return hl_vreference_products(&p->scales, even, odd);
  if (p->offset) {
    const HVX_Vector offset = Q6_V_vsplat_R(p->offset);
    even = Q6_Ww_vadd_WwWw(even, Q6_W_vcombine_VV(offset, offset));
    odd = Q6_Ww_vadd_WwWw(odd, Q6_W_vcombine_VV(offset, offset));
  }
  return hl_stage_to_bytes(&p->stage, hl_stage_pair(&p->stage, Q6_V_lo_W(even), Q6_V_hi_W(even), &c, &c),
                           hl_stage_pair(&p->stage, Q6_V_lo_W(odd), Q6_V_hi_W(odd), &c, &c), p->scales.min, p->scales.max,
                           p->scales.type);
}

/* Operand K as halfwords less its zero point. hl_vwiden subtracts in the pipes that multiplications need, which is worth it where sums
 * of words keep the others busy. */
HL_KERNEL HVX_VectorPair hl_vmul_operand(const void *params, int k, HVX_Vector bytes) {
  const hl_staged *s = (const hl_staged *)params;
  const hl_arithmetic *p = &s->scales;
  if (s->sums == HL_NO_HALF_SUMS)
    return hl_vwiden(bytes, p->type, p->zero[k]);
  const HVX_VectorPair x = p->type == HL_INT8 ? Q6_Wh_vsxt_Vb(bytes) : Q6_Wuh_vzxt_Vub(bytes);
  const HVX_Vector zero = Q6_Vh_vsplat_R(p->zero[k]);
  return p->zero[k] ? Q6_W_vcombine_VV(Q6_Vh_vsub_VhVh(Q6_V_hi_W(x), zero), Q6_Vh_vsub_VhVh(Q6_V_lo_W(x), zero)) : x;
}

HL_KERNEL HVX_Vector hl_vmul_operands(const void *params, HVX_VectorPair x, HVX_VectorPair y) {
  return hl_vstaged_products((const hl_staged *)params, x, y);
}

/* Operand K of SQUARED_DIFFERENCE on the common scale, whose values and differences fit into halfwords. */
HL_KERNEL HVX_Vector hl_vsquared_operand_halves(const hl_arithmetic *p, int k, HVX_Vector x) {
  if (p->input[k].value == 1 << 30 && p->input[k].shift == 0)
    return Q6_Vh_vasl_VhR(x, p->left_shift - 1);
  const HVX_VectorPair words = Q6_Ww_vsxt_Vh(x);
  return hl_vnarrow_words(Q6_W_vcombine_VV(hl_vcommon_scale(p, k, Q6_V_hi_W(words)), hl_vcommon_scale(p, k, Q6_V_lo_W(words))));
}

HL_KERNEL HVX_VectorPair hl_vsquared_operand(const void *params, int k, HVX_Vector bytes) {
  const hl_arithmetic *p = &((const hl_staged *)params)->scales;
  const HVX_VectorPair x = hl_vmul_operand(params, k, bytes);
  return Q6_W_vcombine_VV(hl_vsquared_operand_halves(p, k, Q6_V_hi_W(x)), hl_vsquared_operand_halves(p, k, Q6_V_lo_W(x)));
}

HL_KERNEL HVX_Vector hl_vsquared_operands(const void *params, HVX_VectorPair x, HVX_VectorPair y) {
  const HVX_VectorPair d = Q6_Wh_vsub_WhWh(x, y);
  return hl_vstaged_products((const hl_staged *)params, d, d);
}

HL_KERNEL HVX_Vector hl_vmul_staged(const void *params, HVX_Vector a, HVX_Vector b) {
  return hl_vmul_operands(params, hl_vmul_operand(params, 0, a), hl_vmul_operand(params, 1, b));
}

HL_KERNEL HVX_Vector hl_vsquared_staged(const void *params, HVX_Vector a, HVX_Vector b) {
  return hl_vsquared_operands(params, hl_vsquared_operand(params, 0, a), hl_vsquared_operand(params, 1, b));
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ADD and SUB of bytes as one linear function: out = (a * A + b * B + C) >> 15 >> fraction, saturated and clamped.
 *
 * The front end looks for coefficients with which this equals the reference's three roundings (portable/binary.h) for all 65536
 * pairs of bytes, and offers the kernel only where it has found them. A = 2^15 * high + low, so that two halfword products
 * suffice. */
#ifndef HEXLOOM_HVX_ADD_LINEAR_H
#define HEXLOOM_HVX_ADD_LINEAR_H

#include <hexloom/hvx/binary.h>

typedef struct {
  hl_type type;
  int16_t low[2], high[2]; /* of the coefficients of a and b */
  int32_t constant;        /* zero points and the rounding's half included; the output's zero point, too */
  int fraction;            /* bits behind the point after the first shift, 0 to 7 */
  int min, max;
} hl_add_linear;

/* Words of (a, b) halfwords to the sum of products. */
HL_KERNEL HVX_Vector hl_vlinear_words(const hl_add_linear *p, HVX_Vector ab) {
  const int32_t low = (int32_t)((uint32_t)(uint16_t)p->low[0] | (uint32_t)(uint16_t)p->low[1] << 16);
  const int32_t high = (int32_t)((uint32_t)(uint16_t)p->high[0] | (uint32_t)(uint16_t)p->high[1] << 16);
  const HVX_Vector fine = Q6_Vw_vdmpyacc_VwVhRh_sat(Q6_V_vsplat_R(p->constant), ab, low);
  return Q6_Vw_vaslacc_VwVwR(fine, Q6_Vw_vdmpy_VhRh_sat(ab, high), 15);
}

/* 64 elements of a and b as halfwords to halfwords with `fraction` bits behind the point. */
HL_KERNEL HVX_Vector hl_vlinear_halves(const hl_add_linear *p, HVX_Vector a, HVX_Vector b) {
  const HVX_VectorPair ab = Q6_Wh_vshuffoe_VhVh(b, a);
  return Q6_Vh_vasr_VwVwR_sat(hl_vlinear_words(p, Q6_V_hi_W(ab)), hl_vlinear_words(p, Q6_V_lo_W(ab)), 15);
}

/* Input K as halfwords, even and odd elements. */
HL_KERNEL HVX_VectorPair hl_vlinear_operand(const void *params, int k, HVX_Vector bytes) {
  (void)k;
  return ((const hl_add_linear *)params)->type == HL_INT8 ? Q6_Wh_vsxt_Vb(bytes) : Q6_Wuh_vzxt_Vub(bytes);
}

/* Even and odd halfwords with `fraction` bits behind the point to bytes. */
HL_KERNEL HVX_Vector hl_vlinear_bytes(const hl_add_linear *p, HVX_Vector even, HVX_Vector odd) {
  if (p->type == HL_INT8) {
    const HVX_Vector r = Q6_Vb_vasr_VhVhR_sat(odd, even, p->fraction);
    const HVX_Vector low = p->min > -128 ? Q6_Vb_vmax_VbVb(r, Q6_Vb_vsplat_R(p->min)) : r;
    return p->max < 127 ? Q6_Vb_vmin_VbVb(low, Q6_Vb_vsplat_R(p->max)) : low;
  }
  const HVX_Vector r = Q6_Vub_vasr_VhVhR_sat(odd, even, p->fraction);
  const HVX_Vector low = p->min > 0 ? Q6_Vub_vmax_VubVub(r, Q6_Vb_vsplat_R(p->min)) : r;
  return p->max < 255 ? Q6_Vub_vmin_VubVub(low, Q6_Vb_vsplat_R(p->max)) : low;
}

HL_KERNEL HVX_Vector hl_vlinear_operands(const void *params, HVX_VectorPair x, HVX_VectorPair y) {
  const hl_add_linear *p = (const hl_add_linear *)params;
  return hl_vlinear_bytes(p, hl_vlinear_halves(p, Q6_V_lo_W(x), Q6_V_lo_W(y)), hl_vlinear_halves(p, Q6_V_hi_W(x), Q6_V_hi_W(y)));
}

HL_KERNEL int32_t hl_both_halves(int16_t value) { return (int32_t)((uint32_t)(uint16_t)value | (uint32_t)(uint16_t)value << 16); }

/* A factor as 2^16 * upper + lower. */
HL_KERNEL int32_t hl_vlinear_factor(const hl_add_linear *p, int k) { return p->high[k] * 32768 + p->low[k]; }
HL_KERNEL int16_t hl_vlinear_lower(const hl_add_linear *p, int k) { return (int16_t)hl_vlinear_factor(p, k); }
HL_KERNEL uint8_t hl_vlinear_upper(const hl_add_linear *p, int k) { return (uint8_t)((hl_vlinear_factor(p, k) + 32768) >> 16); }

/* Halfwords to the sums of the factors' lower parts, without their 16 bits. */
HL_KERNEL HVX_Vector hl_vlinear_fine(const hl_add_linear *p, HVX_Vector constant, HVX_Vector a, HVX_Vector b) {
  HVX_VectorPair words = Q6_Ww_vmpyacc_WwVhRh_sat(Q6_W_vcombine_VV(constant, constant), a, hl_both_halves(hl_vlinear_lower(p, 0)));
  words = Q6_Ww_vmpyacc_WwVhRh_sat(words, b, hl_both_halves(hl_vlinear_lower(p, 1)));
  return Q6_Vh_vshuffo_VhVh(Q6_V_hi_W(words), Q6_V_lo_W(words));
}

/* A linear sum where sums of the factors' upper parts are halfwords: (upper + (lower >> 16)) >> fraction - 1. Signed bytes are taken for
 * unsigned ones, 128 above, as the products of bytes want them; the constant takes that back. */
HL_KERNEL HVX_Vector hl_vadd_coarse(const void *params, HVX_Vector a, HVX_Vector b) {
  hl_add_linear p = *(const hl_add_linear *)params;
  p.fraction -= 1;
  int32_t constant = p.constant;
  if (p.type == HL_INT8) {
    a = Q6_V_vxor_VV(a, Q6_Vb_vsplat_R(128));
    b = Q6_V_vxor_VV(b, Q6_Vb_vsplat_R(128));
    constant -= 128 * (hl_vlinear_factor(&p, 0) + hl_vlinear_factor(&p, 1));
  }
  const uint32_t upper = hl_vlinear_upper(&p, 0) | (uint32_t)hl_vlinear_upper(&p, 1) << 8;
  const HVX_VectorPair coarse = Q6_Wh_vmpa_WubRb(Q6_W_vcombine_VV(b, a), (int32_t)(upper | upper << 16));
  const HVX_VectorPair x = Q6_Wuh_vzxt_Vub(a), y = Q6_Wuh_vzxt_Vub(b);
  const HVX_Vector c = Q6_V_vsplat_R(constant);
  const HVX_Vector even = hl_vlinear_fine(&p, c, Q6_V_lo_W(x), Q6_V_lo_W(y)), odd = hl_vlinear_fine(&p, c, Q6_V_hi_W(x), Q6_V_hi_W(y));
  return hl_vlinear_bytes(&p, Q6_Vh_vadd_VhVh_sat(even, Q6_V_lo_W(coarse)), Q6_Vh_vadd_VhVh_sat(odd, Q6_V_hi_W(coarse)));
}

HL_KERNEL HVX_Vector hl_vadd_linear(const void *params, HVX_Vector a, HVX_Vector b) {
  return hl_vlinear_operands(params, hl_vlinear_operand(params, 0, a), hl_vlinear_operand(params, 1, b));
}

#endif

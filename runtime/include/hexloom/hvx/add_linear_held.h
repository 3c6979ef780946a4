// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* add_linear.h where one input is the same in all turns of a loop: its part of the sums is words that stay in registers, and to them
 * come two products of the other one, steep * 2^7 + gentle being its factor, or steep * 2^8 + gentle of signed bytes. */
#ifndef HEXLOOM_HVX_ADD_LINEAR_HELD_H
#define HEXLOOM_HVX_ADD_LINEAR_HELD_H

#include <hexloom/hvx/add_linear.h>

/* Bits that elements are shifted by, which makes halfwords of 16 bits. */
HL_KERNEL int hl_steep(hl_type type) { return type == HL_INT8 ? 8 : 7; }

typedef struct {
  hl_add_linear linear;
  int held;              /* the input */
  int16_t steep, gentle; /* of the other one's factor */
} hl_add_held;

/* The part of 64 halfwords of the held input, and all that is constant: words of even and odd ones. */
HL_KERNEL HVX_VectorPair hl_vheld_words(const hl_add_held *p, HVX_Vector y) {
  const hl_add_linear *l = &p->linear;
  const HVX_Vector constant = Q6_V_vsplat_R(l->constant);
  const HVX_VectorPair fine = Q6_Ww_vmpyacc_WwVhRh_sat(Q6_W_vcombine_VV(constant, constant), y, hl_both_halves(l->low[p->held])),
                       coarse = Q6_Ww_vmpy_VhRh(y, hl_both_halves(l->high[p->held]));
  return Q6_W_vcombine_VV(Q6_Vw_vaslacc_VwVwR(Q6_V_hi_W(fine), Q6_V_hi_W(coarse), 15),
                          Q6_Vw_vaslacc_VwVwR(Q6_V_lo_W(fine), Q6_V_lo_W(coarse), 15));
}

/* Even and odd elements by as many bits as hl_steep says. */
HL_KERNEL HVX_VectorPair hl_vsteep(hl_type type, HVX_Vector bytes, HVX_VectorPair x) {
  if (type == HL_INT8)
    return Q6_Wb_vshuffoe_VbVb(bytes, Q6_V_vzero());
  return Q6_W_vcombine_VV(Q6_Vh_vasl_VhR(Q6_V_hi_W(x), hl_steep(type)), Q6_Vh_vasl_VhR(Q6_V_lo_W(x), hl_steep(type)));
}

HL_KERNEL HVX_Vector hl_vheld_halves(const hl_add_held *p, HVX_Vector x, HVX_Vector steep, HVX_VectorPair words) {
  words = Q6_Ww_vmpyacc_WwVhRh_sat(words, x, hl_both_halves(p->gentle));
  words = Q6_Ww_vmpyacc_WwVhRh_sat(words, steep, hl_both_halves(p->steep));
  return Q6_Vh_vasr_VwVwR_sat(Q6_V_hi_W(words), Q6_V_lo_W(words), 15);
}

/* The other input's bytes to those of the sum; `even` and `odd` are the held one's words. */
HL_KERNEL HVX_Vector hl_vadd_words(const hl_add_held *p, HVX_Vector bytes, HVX_VectorPair even, HVX_VectorPair odd) {
  const HVX_VectorPair x = hl_vlinear_operand(&p->linear, 1 - p->held, bytes), steep = hl_vsteep(p->linear.type, bytes, x);
  return hl_vlinear_bytes(&p->linear, hl_vheld_halves(p, Q6_V_lo_W(x), Q6_V_lo_W(steep), even),
                          hl_vheld_halves(p, Q6_V_hi_W(x), Q6_V_hi_W(steep), odd));
}

HL_KERNEL HVX_Vector hl_vadd_held(const void *params, HVX_Vector a, HVX_Vector b) {
  const hl_add_held *p = (const hl_add_held *)params;
  const HVX_VectorPair y = hl_vlinear_operand(&p->linear, p->held, p->held ? b : a);
  return hl_vadd_words(p, p->held ? a : b, hl_vheld_words(p, Q6_V_lo_W(y)), hl_vheld_words(p, Q6_V_hi_W(y)));
}

#endif

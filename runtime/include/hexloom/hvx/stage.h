// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Output stages: sums to bytes by arithmetic that the front end has proven equal to hl_requantize,
 * + zero point and clamp, for every sum that can occur (dnn-frontend/stages: forms.def says what
 * each form computes, Arithmetic.cpp how). Four vectors of 32 words become their 128 bytes, in
 * order; constants are those of the lanes.
 *
 * A form's shifts round and saturate; `words` shifts words to halfwords, `halves` those to bytes. */
#ifndef HEXLOOM_HVX_STAGE_H
#define HEXLOOM_HVX_STAGE_H

#include <hexloom/hvx/bytes.h>

typedef enum {
  HL_STAGE_REFERENCE, /* not by this header */
  HL_STAGE_NARROW15,
  HL_STAGE_NARROW16,
  HL_STAGE_NARROW31,
  HL_STAGE_FULL31
} hl_stage_form;

typedef struct {
  int32_t form;      /* hl_stage_form */
  int32_t two_sided; /* sums that were below zero have another constant */
  int32_t flipped;   /* uint8 by way of int8 */
  int32_t words, halves;
} hl_stage;

/* Words; the sums have got `offset` added already. What a form takes as halfwords, all of HL_STAGE_NARROW15's and the multiplier of
 * HL_STAGE_NARROW16, is there twice: in both halves. */
typedef struct {
  HVX_Vector multiplier, constant;
  HVX_Vector negative, offset; /* if two_sided */
} hl_stage_lanes;

HL_KERNEL int32_t hl_stage_twice(int32_t value) { return (int32_t)((uint32_t)(uint16_t)value | (uint32_t)value << 16); }

/* The stage's constants, the same for all lanes. */
HL_KERNEL hl_stage_lanes hl_stage_same(const hl_stage *s, int32_t multiplier, int32_t constant, int32_t negative, int32_t offset) {
  if (s->form == HL_STAGE_NARROW15 || s->form == HL_STAGE_NARROW16)
    multiplier = hl_stage_twice(multiplier);
  if (s->form == HL_STAGE_NARROW15)
    constant = hl_stage_twice(constant), negative = hl_stage_twice(negative), offset = hl_stage_twice(offset);
  return (hl_stage_lanes){Q6_V_vsplat_R(multiplier), Q6_V_vsplat_R(constant), Q6_V_vsplat_R(negative), Q6_V_vsplat_R(offset)};
}

/* Vectors of constants as they lie in memory, in the order of hl_stage_lanes. */
HL_KERNEL int hl_stage_vectors(const hl_stage *s) { return s->two_sided ? 4 : 2; }

HL_KERNEL hl_stage_lanes hl_stage_load(const hl_stage *s, const HVX_Vector *from) {
  hl_stage_lanes lanes = {from[0], from[1], from[1], from[1]};
  if (s->two_sided) {
    lanes.negative = from[2];
    lanes.offset = from[3];
  }
  return lanes;
}

/* The constants of words, by their sign before the offset. */
HL_KERNEL HVX_Vector hl_stage_constant(const hl_stage *s, HVX_Vector sum, const hl_stage_lanes *c) {
  if (!s->two_sided)
    return c->constant;
  return Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(c->offset, sum), c->negative, c->constant);
}

/* The lower halves of two vectors of words, side by side. */
HL_KERNEL HVX_Vector hl_stage_halves(HVX_Vector odd, HVX_Vector even) {
  return Q6_Vh_vshuffe_VhVh(odd, even);
}

/* Constants of even and odd words as halfwords; `same`: they are the same. */
HL_KERNEL HVX_Vector hl_stage_both(int same, HVX_Vector odd, HVX_Vector even) { return same ? even : hl_stage_halves(odd, even); }

/* Halfwords that are saturated sums, even and odd ones with their constants. */
HL_KERNEL HVX_Vector hl_stage_narrowed15(const hl_stage *s, HVX_Vector sums, const hl_stage_lanes *e,
                                         const hl_stage_lanes *o) {
  const HVX_Vector products =
      Q6_Vh_vmpy_VhVh_s1_rnd_sat(sums, hl_stage_both(e == o, o->multiplier, e->multiplier));
  HVX_Vector constant = hl_stage_both(e == o, o->constant, e->constant);
  if (s->two_sided)
    constant = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VhVh(hl_stage_both(e == o, o->offset, e->offset), sums),
                             hl_stage_both(e == o, o->negative, e->negative), constant);
  return Q6_Vh_vadd_VhVh_sat(products, constant);
}

/* Words of `even` and `odd` to halfwords in turn. */
HL_KERNEL HVX_Vector hl_stage_narrow15(const hl_stage *s, HVX_Vector even, HVX_Vector odd,
                                       const hl_stage_lanes *e, const hl_stage_lanes *o) {
  return hl_stage_narrowed15(s, Q6_Vh_vsat_VwVw(odd, even), e, o);
}

HL_KERNEL HVX_Vector hl_stage_narrow16(const hl_stage *s, HVX_Vector even, HVX_Vector odd,
                                       const hl_stage_lanes *e, const hl_stage_lanes *o) {
  const HVX_VectorPair constants =
      Q6_W_vcombine_VV(hl_stage_constant(s, odd, o), hl_stage_constant(s, even, e));
  const HVX_VectorPair words =
      Q6_Ww_vmpyacc_WwVhVuh(constants, Q6_Vh_vsat_VwVw(odd, even),
                            hl_stage_both(e == o, o->multiplier, e->multiplier));
  return Q6_Vh_vasr_VwVwR_rnd_sat(Q6_V_hi_W(words), Q6_V_lo_W(words), s->words);
}

/* vmpyo takes the odd halfwords, so that each of the two has its turn there. */
HL_KERNEL HVX_Vector hl_stage_narrow31(const hl_stage *s, HVX_Vector even, HVX_Vector odd,
                                       const hl_stage_lanes *e, const hl_stage_lanes *o) {
  const HVX_Vector low = Q6_Vw_vmpyoacc_VwVwVh_s1_sat_shift(
      hl_stage_constant(s, even, e), e->multiplier, Q6_Vh_vsat_VwVw(even, odd));
  const HVX_Vector high = Q6_Vw_vmpyoacc_VwVwVh_s1_sat_shift(
      hl_stage_constant(s, odd, o), o->multiplier, Q6_Vh_vsat_VwVw(odd, even));
  return Q6_Vh_vasr_VwVwR_rnd_sat(high, low, s->words);
}

HL_KERNEL HVX_Vector hl_stage_full31_words(const hl_stage *s, HVX_Vector sum,
                                           const hl_stage_lanes *c) {
  const HVX_Vector low =
      Q6_Vw_vadd_VwVw(Q6_Vw_vmpye_VwVuh(sum, c->multiplier), hl_stage_constant(s, sum, c));
  return Q6_Vw_vmpyoacc_VwVwVh_s1_rnd_sat_shift(low, sum, c->multiplier);
}

HL_KERNEL HVX_Vector hl_stage_full31(const hl_stage *s, HVX_Vector even, HVX_Vector odd,
                                     const hl_stage_lanes *e, const hl_stage_lanes *o) {
  return Q6_Vh_vasr_VwVwR_rnd_sat(hl_stage_full31_words(s, odd, o),
                                  hl_stage_full31_words(s, even, e), s->words);
}

HL_KERNEL HVX_Vector hl_stage_pair(const hl_stage *s, HVX_Vector even, HVX_Vector odd,
                                   const hl_stage_lanes *e, const hl_stage_lanes *o) {
  switch (s->form) {
  case HL_STAGE_NARROW15:
    return hl_stage_narrow15(s, even, odd, e, o);
  case HL_STAGE_NARROW16:
    return hl_stage_narrow16(s, even, odd, e, o);
  case HL_STAGE_NARROW31:
    return hl_stage_narrow31(s, even, odd, e, o);
  default:
    return hl_stage_full31(s, even, odd, e, o);
  }
}

/* Halfwords of `even` and `odd` to bytes in turn. */
HL_KERNEL HVX_Vector hl_stage_to_bytes(const hl_stage *s, HVX_Vector even, HVX_Vector odd, int min, int max,
                                       hl_type type) {
  HVX_Vector bytes;
  if (type == HL_INT8) {
    bytes = Q6_Vb_vasr_VhVhR_rnd_sat(odd, even, s->halves);
    if (min > -128)
      bytes = Q6_Vb_vmax_VbVb(bytes, Q6_Vb_vsplat_R(min));
    if (max < 127)
      bytes = Q6_Vb_vmin_VbVb(bytes, Q6_Vb_vsplat_R(max));
  } else {
    bytes = s->flipped ? Q6_V_vxor_VV(Q6_Vb_vasr_VhVhR_rnd_sat(odd, even, s->halves),
                                      Q6_Vb_vsplat_R(0x80))
                       : Q6_Vub_vasr_VhVhR_rnd_sat(odd, even, s->halves);
    if (min > 0)
      bytes = Q6_Vub_vmax_VubVub(bytes, Q6_Vb_vsplat_R(min));
    if (max < 255)
      bytes = Q6_Vub_vmin_VubVub(bytes, Q6_Vb_vsplat_R(max));
  }
  return bytes;
}

/* c[i]: the constants of sums[i]. The four bytes of a lane side by side. */
HL_KERNEL HVX_Vector hl_stage_mixed(const hl_stage *s, const HVX_Vector sums[4],
                                    const hl_stage_lanes *const c[4], int min, int max,
                                    hl_type type) {
  const HVX_Vector even = hl_stage_pair(s, sums[0], sums[2], c[0], c[2]),
                   odd = hl_stage_pair(s, sums[1], sums[3], c[1], c[3]);
  return hl_stage_to_bytes(s, even, odd, min, max, type);
}

/* The constants of sums in halfwords as words of even and odd ones. */
HL_KERNEL HVX_VectorPair hl_stage_half_constants(const hl_stage *s, HVX_Vector sums, const hl_stage_lanes *c) {
  if (!s->two_sided)
    return Q6_W_vcombine_VV(c->constant, c->constant);
  const HVX_VectorPred below = Q6_Q_vcmp_gt_VhVh(hl_stage_halves(c->offset, c->offset), sums);
  const HVX_Vector low = Q6_V_vmux_QVV(below, Q6_Vh_vshuffe_VhVh(c->negative, c->negative), Q6_Vh_vshuffe_VhVh(c->constant, c->constant)),
                   high = Q6_V_vmux_QVV(below, Q6_Vh_vshuffo_VhVh(c->negative, c->negative), Q6_Vh_vshuffo_VhVh(c->constant, c->constant));
  return Q6_Wh_vshuffoe_VhVh(high, low);
}

/* Halfwords that are saturated sums, by a form that saturates to them first; the same constants for all, and an offset above
 * -2^15. */
HL_KERNEL HVX_Vector hl_stage_narrowed(const hl_stage *s, HVX_Vector sums, const hl_stage_lanes *c) {
  if (s->form == HL_STAGE_NARROW15)
    return hl_stage_narrowed15(s, sums, c, c);
  const HVX_VectorPair constants = hl_stage_half_constants(s, sums, c);
  HVX_Vector low, high;
  if (s->form == HL_STAGE_NARROW16) {
    const HVX_VectorPair words = Q6_Ww_vmpyacc_WwVhVuh(constants, sums, c->multiplier);
    low = Q6_V_lo_W(words), high = Q6_V_hi_W(words);
  } else { /* vmpyo takes the odd halfwords */
    low = Q6_Vw_vmpyoacc_VwVwVh_s1_sat_shift(Q6_V_lo_W(constants), c->multiplier, Q6_Vw_vasl_VwR(sums, 16));
    high = Q6_Vw_vmpyoacc_VwVwVh_s1_sat_shift(Q6_V_hi_W(constants), c->multiplier, sums);
  }
  return Q6_Vh_vasr_VwVwR_rnd_sat(high, low, s->words);
}

/* Narrows the halfwords of `even` and `odd`, and stores bytes of both in turn. */
HL_KERNEL HVX_Vector hl_stage_half(const hl_stage *s, HVX_Vector even, HVX_Vector odd, const hl_stage_lanes *c,
                                   int min, int max, hl_type type) {
  return hl_stage_to_bytes(s, hl_stage_narrowed(s, even, c), hl_stage_narrowed(s, odd, c), min, max, type);
}

/* The lanes of each sum side by side. */
HL_KERNEL HVX_Vector hl_stage_bytes(const hl_stage *s, const HVX_Vector sums[4],
                                    const hl_stage_lanes *const c[4], int min, int max,
                                    hl_type type) {
  return Q6_Vb_vdeal_Vb(Q6_Vb_vdeal_Vb(hl_stage_mixed(s, sums, c, min, max, type)));
}

/* As hl_stage_bytes, with the same constants for all four sums. */
HL_KERNEL HVX_Vector hl_stage_alike(const hl_stage *s, const HVX_Vector sums[4],
                                    const hl_stage_lanes *c, int min, int max, hl_type type) {
  const hl_stage_lanes *const all[4] = {c, c, c, c};
  return hl_stage_bytes(s, sums, all, min, max, type);
}

#endif

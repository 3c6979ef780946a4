// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Fixed-point rescaling on vectors of 32-bit lanes, equal to portable/requantize.h on every input.
 *
 * vmpye multiplies by the lower halves of the multiplier and drops 16 bits, vmpyo:<<1:rnd:sat:shift
 * adds the product of the upper halves and rounds: floor((floor(a * b / 2^16) + 2^14) / 2^15) =
 * floor((a * b + 2^30) / 2^31). */
#ifndef HEXLOOM_HVX_REQUANTIZE_H
#define HEXLOOM_HVX_REQUANTIZE_H

#include <hexloom/hvx/target.h> // first: it says what is missing
#include <hexagon_protos.h>
#include <hexloom/portable/requantize.h>
#include <hvx_hexagon_protos.h>

/* hl_srdhm of each pair of lanes. */
HL_KERNEL HVX_Vector hl_vsrdhm(HVX_Vector a, HVX_Vector b) {
  return Q6_Vw_vmpyoacc_VwVwVh_s1_rnd_sat_shift(Q6_Vw_vmpye_VwVuh(a, b), a, b);
}

/* hl_rdivpot by one exponent: floor((x + 2^(e-1) - (x < 0)) / 2^e); vavg keeps the 33rd bit of the
 * sum. */
HL_KERNEL HVX_Vector hl_vrdivpot(HVX_Vector x, int exponent) {
  if (exponent == 0)
    return x;
  const HVX_Vector half = Q6_V_vsplat_R(1 << (exponent - 1));
  return Q6_Vw_vasr_VwR(Q6_Vw_vavg_VwVw(x, Q6_Vw_vasracc_VwVwR(half, x, 31)), exponent - 1);
}

/* hl_requantize with one multiplier for all lanes; constant arguments leave nothing but the
 * arithmetic. */
HL_KERNEL HVX_Vector hl_vrequantize(HVX_Vector x, int32_t multiplier, int shift) {
  if (shift > 0)
    x = Q6_Vw_vasl_VwR(x, shift);
  x = hl_vsrdhm(x, Q6_V_vsplat_R(multiplier));
  return hl_vrdivpot(x, shift < 0 ? -shift : 0);
}

/* A multiplier and shift for each lane. */
typedef struct {
  HVX_Vector multiplier, left, half;
  HVX_Vector less; /* one less than the shift to the right; vavg does the first */
} hl_vscale;

/* `shift` as in hl_requantize. With `right_only` every shift is below 0, which saves three
 * instructions. */
HL_KERNEL hl_vscale hl_vscale_of(HVX_Vector multiplier, HVX_Vector shift, int right_only) {
  const HVX_Vector zero = Q6_V_vzero(), one = Q6_V_vsplat_R(1);
  const HVX_Vector right = Q6_Vw_vmax_VwVw(Q6_Vw_vsub_VwVw(zero, shift), zero);
  const HVX_Vector less = Q6_Vw_vmax_VwVw(Q6_Vw_vsub_VwVw(right, one), zero);
  HVX_Vector half = Q6_Vw_vasl_VwVw(one, less);
  if (!right_only) /* a half of 0 marks the lanes that are not shifted to the right */
    half = Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(right, zero), zero, half);
  return (hl_vscale){multiplier, Q6_Vw_vmax_VwVw(shift, zero), half, less};
}

HL_KERNEL HVX_Vector hl_vrequantize_lanes(HVX_Vector x, const hl_vscale *s, int right_only) {
  if (!right_only)
    x = Q6_Vw_vasl_VwVw(x, s->left);
  x = hl_vsrdhm(x, s->multiplier);
  HVX_Vector addend = Q6_Vw_vasracc_VwVwR(s->half, x, 31);
  if (!right_only)
    addend = Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(s->half, Q6_V_vzero()), x, addend);
  return Q6_Vw_vasr_VwVw(Q6_Vw_vavg_VwVw(x, addend), s->less);
}

/* Output stage: 4 x 32 words to 128 bytes in the same order, + zero_point, saturated, clamped to
 * [min, max]. The word to halfword step saturates first, which no clamped byte can tell.
 * `is_signed`: int8 results, otherwise uint8. */
HL_KERNEL HVX_Vector hl_vnarrow(HVX_Vector w0, HVX_Vector w1, HVX_Vector w2, HVX_Vector w3,
                                int zero_point, int min, int max, int is_signed) {
  const HVX_Vector zero = Q6_Vh_vsplat_R(zero_point);
  const HVX_Vector h0 = Q6_Vh_vadd_VhVh_sat(Q6_Vh_vpack_VwVw_sat(w1, w0), zero);
  const HVX_Vector h1 = Q6_Vh_vadd_VhVh_sat(Q6_Vh_vpack_VwVw_sat(w3, w2), zero);
  HVX_Vector b;
  if (is_signed) {
    b = Q6_Vb_vpack_VhVh_sat(h1, h0);
    if (min > -128)
      b = Q6_Vb_vmax_VbVb(b, Q6_Vb_vsplat_R(min));
    if (max < 127)
      b = Q6_Vb_vmin_VbVb(b, Q6_Vb_vsplat_R(max));
  } else {
    b = Q6_Vub_vpack_VhVh_sat(h1, h0);
    if (min > 0)
      b = Q6_Vub_vmax_VubVub(b, Q6_Vb_vsplat_R(min));
    if (max < 255)
      b = Q6_Vub_vmin_VubVub(b, Q6_Vb_vsplat_R(max));
  }
  return b;
}

/* 16-bit output stage: 2 x 32 words to 64 halfwords in order, saturated, clamped. */
HL_KERNEL HVX_Vector hl_vnarrow_h(HVX_Vector w0, HVX_Vector w1, int min, int max) {
  const HVX_Vector h = Q6_Vh_vpack_VwVw_sat(w1, w0);
  return Q6_Vh_vmax_VhVh(Q6_Vh_vmin_VhVh(h, Q6_Vh_vsplat_R(max)), Q6_Vh_vsplat_R(min));
}

#endif

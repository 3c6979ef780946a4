// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* From sums to bytes: four vectors of 32 words, one for each of four pixels of the depth-blocked
 * layout, become the vector of those pixels. Equal to clamp(hl_requantize(sum, multiplier, shift) +
 * zero, min, max). */
#ifndef HEXLOOM_HVX_OUTPUT_H
#define HEXLOOM_HVX_OUTPUT_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/requantize.h>

/* A multiplier and shift for each lane. */
HL_KERNEL HVX_Vector hl_voutput_lanes(const HVX_Vector sums[4], const hl_vscale *scale,
                                      int right_only, int zero, int min, int max, hl_type type) {
  return hl_vnarrow(hl_vrequantize_lanes(sums[0], scale, right_only),
                    hl_vrequantize_lanes(sums[1], scale, right_only),
                    hl_vrequantize_lanes(sums[2], scale, right_only),
                    hl_vrequantize_lanes(sums[3], scale, right_only), zero, min, max,
                    type == HL_INT8);
}

/* One scale, shifted to the right by 1 to 15: the rounding shift narrows as it goes. It rounds ties
 * upwards; for negative values, which round away from zero, one is subtracted first, unless min
 * clamps them anyway. */
HL_KERNEL HVX_Vector hl_voutput_shifted(const HVX_Vector sums[4], int multiplier, int right,
                                        int zero, int min, int max, hl_type type) {
  HVX_Vector w[4];
  const HVX_Vector factor = Q6_V_vsplat_R(multiplier);
  HL_UNROLL
  for (int i = 0; i < 4; ++i) {
    w[i] = hl_vsrdhm(sums[i], factor);
    if (min < zero)
      w[i] = Q6_Vw_vasracc_VwVwR(w[i], w[i], 31);
  }
  /* int8 goes through uint8 by an offset of 128. Pixels 0 2 1 3 interleaved are dealt out by two
   * steps. */
  const int offset = type == HL_INT8 ? 128 : 0;
  HVX_Vector even = Q6_Vh_vasr_VwVwR_rnd_sat(w[2], w[0], right),
             odd = Q6_Vh_vasr_VwVwR_rnd_sat(w[3], w[1], right);
  if (zero + offset) {
    even = Q6_Vh_vadd_VhVh_sat(even, Q6_Vh_vsplat_R(zero + offset));
    odd = Q6_Vh_vadd_VhVh_sat(odd, Q6_Vh_vsplat_R(zero + offset));
  }
  HVX_Vector bytes = Q6_Vub_vsat_VhVh(odd, even);
  if (min + offset > 0)
    bytes = Q6_Vub_vmax_VubVub(bytes, Q6_Vb_vsplat_R(min + offset));
  if (max + offset < 255)
    bytes = Q6_Vub_vmin_VubVub(bytes, Q6_Vb_vsplat_R(max + offset));
  if (offset)
    bytes = Q6_V_vxor_VV(bytes, Q6_Vb_vsplat_R(128));
  return Q6_Vb_vdeal_Vb(Q6_Vb_vdeal_Vb(bytes));
}

/* Results of four vectors of sums by one scale for all lanes. */
HL_KERNEL HVX_Vector hl_voutput_uniform(const HVX_Vector sums[4], int multiplier, int shift,
                                        int zero, int min, int max, hl_type type) {
  if (shift < 0 && shift > -16)
    return hl_voutput_shifted(sums, multiplier, -shift, zero, min, max, type);
  return hl_vnarrow(hl_vrequantize(sums[0], multiplier, shift),
                    hl_vrequantize(sums[1], multiplier, shift),
                    hl_vrequantize(sums[2], multiplier, shift),
                    hl_vrequantize(sums[3], multiplier, shift), zero, min, max, type == HL_INT8);
}

#endif

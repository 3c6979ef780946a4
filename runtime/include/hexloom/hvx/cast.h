// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* CAST of 128 elements at a time, equal to C's conversions, and from float to those of
 * hexloom/portable/plain.h for every float. */
#ifndef HEXLOOM_HVX_CAST_H
#define HEXLOOM_HVX_CAST_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/words.h>

/* The bits of a float: `mantissa` (24 bits, the upper one set) times 2^(exponent - 150), rounded up
 * if `rest`, in units of 2^-16 of the mantissa, is above a half or is one and the mantissa odd. */
HL_KERNEL HVX_Vector hl_vfloat_bits(HVX_Vector mantissa, HVX_Vector exponent, HVX_Vector rest,
                                    HVX_Vector sign) {
  const HVX_Vector one = Q6_V_vsplat_R(1);
  const HVX_Vector above = Q6_Vw_vadd_VwVw(rest, Q6_V_vand_VV(mantissa, one));
  const HVX_Vector hidden = Q6_V_vsplat_R(1 << 23);
  HVX_Vector bits =
      Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(exponent, 23), Q6_Vw_vsub_VwVw(mantissa, hidden));
  bits = Q6_Vw_condacc_QVwVw(Q6_Q_vcmp_gt_VwVw(above, Q6_V_vsplat_R(0x8000)), bits, one);
  return Q6_V_vor_VV(bits, Q6_V_vand_VV(sign, Q6_V_vsplat_R(INT32_MIN)));
}

/* int32 to the nearest float, ties to even. */
HL_KERNEL HVX_Vector hl_vfloat_of_int(HVX_Vector x) {
  const HVX_Vector magnitude = Q6_Vw_vabs_Vw(x); /* of INT32_MIN: itself, unsigned */
  const HVX_Vector zeros = Q6_Vuw_vcl0_Vuw(magnitude);
  const HVX_Vector up = Q6_Vw_vasl_VwVw(magnitude, zeros);
  const HVX_Vector rest = Q6_Vw_vasl_VwR(Q6_V_vand_VV(up, Q6_V_vsplat_R(0xff)), 8);
  const HVX_Vector bits =
      hl_vfloat_bits(Q6_Vuw_vlsr_VuwR(up, 8), Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(158), zeros), rest, x);
  return Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(x, Q6_V_vzero()), x, bits);
}

/* Float to int32, towards zero. */
HL_KERNEL HVX_Vector hl_vint_of_float(HVX_Vector x) {
  const HVX_Vector zero = Q6_V_vzero(), sign = Q6_Vw_vasr_VwR(x, 31);
  const HVX_Vector exponent = Q6_Vuw_vlsr_VuwR(Q6_Vw_vasl_VwR(x, 1), 24);
  const HVX_Vector mantissa =
      Q6_V_vor_VV(Q6_V_vand_VV(x, Q6_V_vsplat_R((1 << 23) - 1)), Q6_V_vsplat_R(1 << 23));
  const HVX_Vector up = Q6_Vw_vsub_VwVw(exponent, Q6_V_vsplat_R(150));
  const HVX_Vector left = Q6_Vw_vmin_VwVw(Q6_Vw_vmax_VwVw(up, zero), Q6_V_vsplat_R(7));
  const HVX_Vector right =
      Q6_Vw_vmin_VwVw(Q6_Vw_vmax_VwVw(Q6_Vw_vsub_VwVw(zero, up), zero), Q6_V_vsplat_R(31));
  const HVX_Vector magnitude = Q6_Vw_vlsr_VwVw(Q6_Vw_vasl_VwVw(mantissa, left), right);
  const HVX_Vector whole = Q6_Vw_vsub_VwVw(Q6_V_vxor_VV(magnitude, sign), sign);
  const HVX_Vector limit = Q6_V_vxor_VV(Q6_V_vsplat_R(INT32_MAX), sign);
  return Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(exponent, Q6_V_vsplat_R(157)), limit, whole);
}

/* 1 where the words are not 0; of floats both zeros are. */
HL_KERNEL HVX_Vector hl_vtruth(HVX_Vector x, int is_float) {
  const HVX_Vector magnitude = is_float ? Q6_Vw_vasl_VwR(x, 1) : x, zero = Q6_V_vzero();
  return Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(magnitude, zero), zero, Q6_V_vsplat_R(1));
}

HL_KERNEL HVX_Vector hl_vcast_words(HVX_Vector x, hl_type from, hl_type to) {
  if (from == to)
    return x;
  if (from == HL_BOOL || to == HL_BOOL)
    x = hl_vtruth(x, from == HL_FLOAT32);
  else if (from == HL_FLOAT32)
    return hl_vint_of_float(x);
  return to == HL_FLOAT32 ? hl_vfloat_of_int(x) : x;
}

/* 128 elements; of the last group as many vectors as there are. */
HL_KERNEL void hl_vcast_group(hl_type from, hl_type to, const void *in, void *out, int count, int group) {
  HVX_Vector w[4];
  hl_vload_words(in, from, group, hl_vectors_of(from, count), w);
  for (int k = 0; k < 4; ++k)
    w[k] = hl_vcast_words(w[k], from, to);
  hl_vstore_words(out, to, group, hl_vectors_of(to, count), w);
}

/* Converts `count` elements. It serves neither int64 to or from float, nor int64 to bool. */
HL_KERNEL void hl_vcast(hl_type from, hl_type to, const void *in, void *out, int count) {
  if (from == HL_INT64 && to == HL_INT64) { /* whose words are the lower halves */
    HL_ROLL
    for (int i = 0; i < hl_vectors_of(from, count); ++i)
      ((HVX_Vector *)out)[i] = ((const HVX_Vector *)in)[i];
    return;
  }
  HL_ROLL
  for (int group = 0; group < count / 128; ++group)
    hl_vcast_group(from, to, in, out, count, group);
  if (count % 128)
    hl_vcast_group(from, to, in, out, count, count / 128);
}

/* DEQUANTIZE of int16 without a zero point: `mantissa` (24 bits, the upper one set) times
 * 2^(exponent - 150) is the scale. Equal to hl_dequantize16 for exponents of 1 to 237. */
HL_KERNEL HVX_Vector hl_vscaled_float(HVX_Vector x, int32_t mantissa, int32_t exponent) {
  const HVX_Vector magnitude = Q6_Vw_vabs_Vw(x);
  const HVX_Vector up = Q6_Vw_vsub_VwVw(Q6_Vuw_vcl0_Vuw(magnitude), Q6_V_vsplat_R(16));
  const HVX_Vector sixteen = Q6_Vw_vasl_VwVw(magnitude, up); /* bits, the upper one set */
  const HVX_Vector lower = Q6_Vw_vmpyie_VwVuh(Q6_V_vsplat_R(mantissa & 0xffff), sixteen);
  const HVX_Vector upper = Q6_Vw_vmpyie_VwVuh(Q6_V_vsplat_R(mantissa >> 16), sixteen);
  const HVX_Vector product =
      Q6_Vw_vadd_VwVw(upper, Q6_Vuw_vlsr_VuwR(lower, 16)); /* 23 or 24 bits, and 16 behind */
  const HVX_Vector behind = Q6_V_vand_VV(lower, Q6_V_vsplat_R(0xffff)),
                   last = Q6_Vuw_vlsr_VuwR(behind, 15);
  const HVX_VectorPred full = Q6_Q_vcmp_gt_VwVw(product, Q6_V_vsplat_R((1 << 23) - 1));
  const HVX_Vector doubled = Q6_Vw_vadd_VwVw(Q6_Vw_vadd_VwVw(product, product), last);
  const HVX_Vector rest =
      Q6_V_vmux_QVV(full, behind, Q6_V_vand_VV(Q6_Vw_vasl_VwR(behind, 1), Q6_V_vsplat_R(0xffff)));
  const HVX_Vector base =
      Q6_V_vmux_QVV(full, Q6_V_vsplat_R(exponent + 16), Q6_V_vsplat_R(exponent + 15));
  const HVX_Vector bits =
      hl_vfloat_bits(Q6_V_vmux_QVV(full, product, doubled), Q6_Vw_vsub_VwVw(base, up), rest, x);
  return Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(x, Q6_V_vzero()), x, bits);
}

HL_KERNEL void hl_vdequantize16_group(int32_t mantissa, int32_t exponent, const void *in, void *out,
                                      int count, int group) {
  HVX_Vector w[4];
  hl_vload_words(in, HL_INT16, group, hl_vectors_of(HL_INT16, count), w);
  for (int k = 0; k < 4; ++k)
    w[k] = hl_vscaled_float(w[k], mantissa, exponent);
  hl_vstore_words(out, HL_FLOAT32, group, hl_vectors_of(HL_FLOAT32, count), w);
}

HL_KERNEL void hl_vdequantize16(int32_t mantissa, int32_t exponent, const void *in, void *out,
                                int count) {
  HL_ROLL
  for (int group = 0; group < count / 128; ++group)
    hl_vdequantize16_group(mantissa, exponent, in, out, count, group);
  if (count % 128)
    hl_vdequantize16_group(mantissa, exponent, in, out, count, count / 128);
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Piecewise linear functions with int16 (zero points of 0) on one side or both, equal to hl_rescale (portable/unary.h). */
#ifndef HEXLOOM_HVX_RESCALE16_H
#define HEXLOOM_HVX_RESCALE16_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/requantize.h>
#include <hexloom/hvx/widen.h>
#include <hexloom/hvx/words.h>
#include <hexloom/portable/unary.h>

HL_KERNEL HVX_Vector hl_vrescale_words(const hl_rescale_params *p, HVX_Vector x) {
  const HVX_Vector positive = hl_vrequantize(x, p->positive.value, p->positive.shift);
  const int one_line = p->positive.value == p->negative.value && p->positive.shift == p->negative.shift;
  if (one_line && p->negative_sign == 1)
    return positive;
  const HVX_Vector below = p->negative_sign < 0 ? Q6_Vw_vsub_VwVw(Q6_V_vzero(), x) : x;
  const HVX_Vector negative = hl_vrequantize(below, p->negative.value, p->negative.shift);
  return Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(Q6_V_vzero(), x), negative, positive);
}

/* Rescales 64 halfwords less their zero point, with saturation. */
HL_KERNEL HVX_Vector hl_vrescale_halves(const hl_rescale_params *p, HVX_Vector x) {
  const HVX_VectorPair words = Q6_Ww_vsxt_Vh(x);
  return Q6_Vh_vsat_VwVw(hl_vrescale_words(p, Q6_V_hi_W(words)), hl_vrescale_words(p, Q6_V_lo_W(words)));
}

HL_KERNEL HVX_Vector hl_vfinish_halves(const hl_rescale_params *p, HVX_Vector y) {
  y = Q6_Vh_vadd_VhVh_sat(y, Q6_Vh_vsplat_R(p->out_zero));
  return Q6_Vh_vmin_VhVh(Q6_Vh_vmax_VhVh(y, Q6_Vh_vsplat_R(p->min)), Q6_Vh_vsplat_R(p->max));
}

/* int16 to int16. */
HL_KERNEL void hl_vrescale16(const hl_rescale_params *p, const void *in, void *out, int vectors) {
  enum { TOGETHER = 8 }; /* they fill each other's waits */
  const HVX_Vector *from = (const HVX_Vector *)in;
  HVX_Vector *to = (HVX_Vector *)out;
  HL_ROLL
  for (int i = 0; i < vectors / TOGETHER; ++i, from += TOGETHER, to += TOGETHER) {
#pragma unroll
    for (int v = 0; v < TOGETHER; ++v)
      to[v] = hl_vfinish_halves(p, hl_vrescale_halves(p, from[v]));
  }
#pragma unroll
  for (int v = 0; v < vectors % TOGETHER; ++v)
    to[v] = hl_vfinish_halves(p, hl_vrescale_halves(p, from[v]));
}

HL_KERNEL HVX_VectorPair hl_vrescale_widened(const hl_rescale_params *p, HVX_Vector bytes) {
  const HVX_VectorPair x = hl_vwiden(bytes, p->in_type, p->in_zero);
  const HVX_Vector even = hl_vfinish_halves(p, hl_vrescale_halves(p, Q6_V_lo_W(x)));
  const HVX_Vector odd = hl_vfinish_halves(p, hl_vrescale_halves(p, Q6_V_hi_W(x)));
  return Q6_W_vshuff_VVR(odd, even, -2);
}

/* Bytes to int16; `vectors` of the output. */
HL_KERNEL void hl_vrescale_8to16(const hl_rescale_params *p, const void *in, void *out, int vectors) {
  const HVX_Vector *from = (const HVX_Vector *)in;
  HVX_Vector *to = (HVX_Vector *)out;
  HL_ROLL
  for (int i = 0; i < vectors / 2; ++i) {
    const HVX_VectorPair y = hl_vrescale_widened(p, from[i]);
    to[2 * i] = Q6_V_lo_W(y);
    to[2 * i + 1] = Q6_V_hi_W(y);
  }
  if (vectors % 2)
    to[vectors - 1] = Q6_V_lo_W(hl_vrescale_widened(p, from[vectors / 2]));
}

HL_KERNEL HVX_Vector hl_vrescale_narrowed(const hl_rescale_params *p, HVX_Vector low, HVX_Vector high) {
  /* even elements, odd ones */
  const HVX_VectorPair y = Q6_W_vdeal_VVR(hl_vrescale_halves(p, high), hl_vrescale_halves(p, low), -2);
  return hl_vnarrow_bytes(Q6_V_lo_W(y), Q6_V_hi_W(y), p->out_type, p->out_zero, p->min, p->max);
}

/* int16 to bytes; `vectors` of the input. */
HL_KERNEL void hl_vrescale_16to8(const hl_rescale_params *p, const void *in, void *out, int vectors) {
  const HVX_Vector *from = (const HVX_Vector *)in;
  HVX_Vector *to = (HVX_Vector *)out;
  HL_ROLL
  for (int i = 0; i < vectors / 2; ++i)
    to[i] = hl_vrescale_narrowed(p, from[2 * i], from[2 * i + 1]);
  if (vectors % 2)
    to[vectors / 2] = hl_vrescale_narrowed(p, from[vectors - 1], from[vectors - 1]);
}

/* 128 elements of any integer types, int32 on one side; of the last group as many vectors as there are. */
HL_KERNEL void hl_vrescale_group(const hl_rescale_params *p, const void *in, void *out, int count, int group) {
  HVX_Vector w[4];
  hl_vload_words(in, p->in_type, group, hl_vectors_of(p->in_type, count), w);
  for (int k = 0; k < 4; ++k) {
    const HVX_Vector y = hl_vrescale_words(p, Q6_Vw_vsub_VwVw(w[k], Q6_V_vsplat_R(p->in_zero)));
    const HVX_Vector placed = Q6_Vw_vadd_VwVw(y, Q6_V_vsplat_R(p->out_zero));
    w[k] = Q6_Vw_vmin_VwVw(Q6_Vw_vmax_VwVw(placed, Q6_V_vsplat_R(p->min)), Q6_V_vsplat_R(p->max));
  }
  hl_vstore_words(out, p->out_type, group, hl_vectors_of(p->out_type, count), w);
}

HL_KERNEL void hl_vrescale_any(const hl_rescale_params *p, const void *in, void *out, int count) {
  HL_ROLL
  for (int group = 0; group < count / 128; ++group)
    hl_vrescale_group(p, in, out, count, group);
  if (count % 128)
    hl_vrescale_group(p, in, out, count, count / 128);
}

#endif

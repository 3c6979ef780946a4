// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* LOGISTIC and TANH of int16, equal to portable/unary.h. */
#ifndef HEXLOOM_HVX_SIGMOID16_H
#define HEXLOOM_HVX_SIGMOID16_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/table16.h>
#include <hexloom/hvx/words.h>
#include <hexloom/portable/unary.h>

/* The table in vlut16's order: 256 samples, and the step from each to the next (0 from the last
 * one). */
typedef struct {
  HVX_Vector sample[4], step[4];
} hl_vsigmoid;

HL_KERNEL void hl_vsigmoid_of(const uint16_t *samples, hl_vsigmoid *t) {
  const HVX_Vector *v = (const HVX_Vector *)samples;
  for (int i = 0; i < 4; ++i) {
    const HVX_Vector next = i < 3 ? v[i + 1] : Q6_Vh_vsplat_R(samples[255]);
    t->sample[i] = Q6_Vh_vshuff_Vh(v[i]);
    t->step[i] = Q6_Vh_vshuff_Vh(Q6_Vh_vsub_VhVh(Q6_V_valign_VVI(next, v[i], 2), v[i]));
  }
}

/* Halfwords of even and odd bytes' entries, in the order of the bytes, as words without sign. */
HL_KERNEL void hl_vordered_words(HVX_VectorPair halves, HVX_Vector w[4]) {
  const HVX_VectorPair ordered = Q6_W_vshuff_VVR(Q6_V_hi_W(halves), Q6_V_lo_W(halves), -2);
  const HVX_VectorPair low = Q6_Wuw_vunpack_Vuh(Q6_V_lo_W(ordered)),
                       high = Q6_Wuw_vunpack_Vuh(Q6_V_hi_W(ordered));
  w[0] = Q6_V_lo_W(low), w[1] = Q6_V_hi_W(low), w[2] = Q6_V_lo_W(high), w[3] = Q6_V_hi_W(high);
}

/* hl_sigmoid16_sample of 128 magnitudes. */
HL_KERNEL void hl_vsigmoid16_samples(const hl_vsigmoid *t, const HVX_Vector magnitude[4], int bits,
                                     int32_t saturated, HVX_Vector y[4]) {
  const HVX_Vector most = Q6_V_vsplat_R(255);
  HVX_Vector index[4], sample[4], step[4];
  for (int k = 0; k < 4; ++k)
    index[k] = Q6_Vw_vmin_VwVw(Q6_Vuw_vlsr_VuwR(magnitude[k], bits), most);
  const HVX_Vector bytes = Q6_Vb_vpacke_VhVh(Q6_Vh_vpacke_VwVw(index[3], index[2]),
                                             Q6_Vh_vpacke_VwVw(index[1], index[0]));
  hl_vordered_words(hl_vlookup_256(t->sample, bytes), sample);
  hl_vordered_words(hl_vlookup_256(t->step, bytes), step);
  for (int k = 0; k < 4; ++k) {
    const HVX_Vector fraction = Q6_V_vand_VV(magnitude[k], Q6_V_vsplat_R((1 << bits) - 1));
    const HVX_Vector between =
        Q6_Vw_vmpyieacc_VwVwVuh(Q6_Vw_vasl_VwR(sample[k], bits), step[k], fraction);
    y[k] = Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(index[k], most), Q6_V_vsplat_R(saturated), between);
  }
}

/* 128 elements of hl_logistic16 (bits = 9) or hl_tanh16 (bits = 8): `middle` is the result at 0 before the
 * last shift by bits of `down`. Of the last group as many vectors as there are. */
HL_KERNEL void hl_vsigmoid16_group(const hl_sigmoid16 *p, const hl_vsigmoid *t, int bits,
                                   int32_t saturated, int down, int is_tanh, const void *in,
                                   void *out, int count, int group) {
  const int vectors = hl_vectors_of(HL_INT16, count);
  const int32_t half = 1 << (down - 1), middle = is_tanh ? -(1 << 23) : 0,
                mirror = is_tanh ? 1 << 23 : 1 << 25;
  HVX_Vector x[4], magnitude[4], y[4];
  hl_vload_words(in, HL_INT16, group, vectors, x);
  for (int k = 0; k < 4; ++k) {
    const HVX_Vector rounding = Q6_V_vsplat_R(p->shift > 0 ? 1 << (p->shift - 1) : 0);
    x[k] = Q6_Vw_vasr_VwR(
        Q6_Vw_vadd_VwVw(Q6_Vw_vmpyi_VwRh(x[k], p->multiplier * 0x10001), rounding), p->shift);
    magnitude[k] = Q6_Vw_vabs_Vw(x[k]);
  }
  hl_vsigmoid16_samples(t, magnitude, bits, saturated, y);
  for (int k = 0; k < 4; ++k) {
    const HVX_Vector above = Q6_Vw_vadd_VwVw(y[k], Q6_V_vsplat_R(middle + half));
    const HVX_Vector below = Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(mirror + half - 1), y[k]);
    y[k] =
        Q6_Vw_vasr_VwR(Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(Q6_V_vzero(), x[k]), below, above), down);
  }
  hl_vstore_words(out, HL_INT16, group, vectors, y);
}

HL_KERNEL void hl_vsigmoid16(const hl_sigmoid16 *p, const uint16_t *samples, int bits,
                             int32_t saturated, int down, int is_tanh, const void *in, void *out,
                             int count) {
  hl_vsigmoid t;
  hl_vsigmoid_of(samples, &t);
  HL_ROLL
  for (int group = 0; group < count / 128; ++group)
    hl_vsigmoid16_group(p, &t, bits, saturated, down, is_tanh, in, out, count, group);
  if (count % 128)
    hl_vsigmoid16_group(p, &t, bits, saturated, down, is_tanh, in, out, count, count / 128);
}

HL_KERNEL void hl_vlogistic16(const hl_sigmoid16 *p, const uint16_t *sigmoid, const void *in,
                              void *out, int count) {
  hl_vsigmoid16(p, sigmoid, 9, 0x7fff << 10, 10, 0, in, out, count);
}

HL_KERNEL void hl_vtanh16(const hl_sigmoid16 *p, const uint16_t *sigmoid, const void *in, void *out,
                          int count) {
  hl_vsigmoid16(p, sigmoid, 8, 0xffff << 8, 8, 1, in, out, count);
}

/* hl_interpolate16: functions by 513 samples. */
HL_KERNEL void hl_vinterpolate16(const int16_t *samples, const void *in, void *out, int count) {
  enum { TOGETHER = 4 }; /* pairs of vectors, which fill each other's waits */
  hl_vtable16 t;
  hl_vtable16_of(samples, &t);
  const HVX_Vector *x = (const HVX_Vector *)in;
  HVX_Vector *y = (HVX_Vector *)out;
  const int vectors = hl_vectors_of(HL_INT16, count);
  HL_ROLL
  for (int i = 0; i < vectors / 2 / TOGETHER; ++i, x += 2 * TOGETHER, y += 2 * TOGETHER) {
#pragma unroll
    for (int pair = 0; pair < TOGETHER; ++pair)
      hl_vlookup16(&t, x + 2 * pair, y + 2 * pair);
  }
  HL_ROLL
  for (int i = 0; i < vectors / 2 % TOGETHER; ++i, x += 2, y += 2)
    hl_vlookup16(&t, x, y);
  if (vectors % 2) {
    const HVX_Vector last[2] = {*x, *x};
    HVX_Vector found[2];
    hl_vlookup16(&t, last, found);
    *y = found[0];
  }
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* SCALE_SUMS in vectors, equal to portable/hybrid.h, by floats in integers (hvx/real_vectors.h). */
#ifndef HEXLOOM_HVX_SCALE_SUMS_H
#define HEXLOOM_HVX_SCALE_SUMS_H

#include <hexloom/hvx/real_vectors.h>
#include <hexloom/portable/hybrid.h>

/* A row is `runs` runs of sums, one behind the other. Constants of a run's vector are those of as many vectors before: all pixels together where that
 * is soon, else each by itself. */
typedef struct {
  int32_t rows, runs, run; /* sums of a run */
  int32_t vectors;         /* of constants */
  int32_t has_bias;
} hl_scale_runs;

typedef struct {
  HVX_Vector weights, channel, both, bias; /* both: the row's scale times the channel's */
  HVX_Vector row;
  int32_t zero;
} hl_scale_lanes;

/* hl_scaled_product, the bias and the bounds. */
HL_KERNEL HVX_Vector hl_vscale_sums(const hl_scale_sums *p, int has_bias, const hl_scale_lanes *c, HVX_Vector sums, HVX_Vector *odd) {
  HVX_Vector value;
  if (p->order == HL_ORDER_FLOAT) {
    const HVX_Vector part = hl_vreal_times(hl_vfloat_of_int(c->weights), hl_vfloat_of_int(Q6_V_vsplat_R(c->zero)), odd);
    value = hl_vreal_times(c->both, hl_vreal_plus(hl_vfloat_of_int(sums), Q6_V_vxor_VV(part, Q6_V_vsplat_R(INT32_MIN)), odd), odd);
  } else {
    const HVX_Vector centred = hl_vfloat_of_int(Q6_Vw_vsub_VwVw(sums, Q6_Vw_vmpyi_VwRb(c->weights, (c->zero & 255) * 0x01010101)));
    value = hl_vreal_times(centred, p->order == HL_ORDER_CHANNEL ? c->channel : c->both, odd);
    if (p->order == HL_ORDER_CHANNEL)
      value = hl_vreal_times(value, c->row, odd);
  }
  if (p->order == HL_ORDER_FLOAT || p->order == HL_ORDER_ZERO || (p->order == HL_ORDER_DENSE && !has_bias)) /* -0 becomes +0 */
    value = Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(value, Q6_V_vsplat_R(INT32_MIN)), Q6_V_vzero(), value);
  if (has_bias)
    value = hl_vreal_plus(value, c->bias, odd);
  return hl_vreal_bounded(value, p->low, p->high);
}

/* A run's vectors that have the same constants, and the rest of one if that is the last. */
HL_KERNEL void hl_scale_column(const hl_scale_sums *p, const hl_scale_runs *r, const hl_scale_lanes *c, int first, const int32_t *sums, float *out,
                               HVX_Vector *odd) {
  const int whole = r->run / 32, rest = r->run % 32;
  int i = first;
  HL_ROLL
  for (; i + r->vectors < whole; i += 2 * r->vectors) {
    const int other = i + r->vectors;
    const HVX_Vector a = hl_vscale_sums(p, r->has_bias, c, hl_load_u(sums + 32 * i), odd),
                     b = hl_vscale_sums(p, r->has_bias, c, hl_load_u(sums + 32 * other), odd);
    hl_store_u(out + 32 * i, a);
    hl_store_u(out + 32 * other, b);
  }
  if (i < whole) {
    hl_store_u(out + 32 * i, hl_vscale_sums(p, r->has_bias, c, hl_load_u(sums + 32 * i), odd));
    i += r->vectors;
  }
  if (i == whole && rest) {
    const HVX_Vector last = hl_load_first((const uint8_t *)(sums + 32 * i), 4 * rest);
    hl_store_first((uint8_t *)(out + 32 * i), hl_vscale_sums(p, r->has_bias, c, last, odd), 4 * rest);
  }
}

/* Constants are repeated over the vectors; those of channels come first. */
HL_KERNEL void hl_scale_sums_hvx(const hl_scale_sums *p, const hl_scale_runs *r, const int32_t *sums, const float *row_scales, const int32_t *zeros,
                                 const HVX_Vector *weights, const HVX_Vector *scales, const HVX_Vector *bias, float *out) {
  HL_ROLL
  for (int row = 0; row < r->rows; ++row) {
    HL_ROLL
    for (int run = 0; run < r->runs; ++run, sums += r->run, out += r->run) {
      HVX_Vector odd = Q6_V_vzero();
      HL_ROLL
      for (int v = 0; v < r->vectors; ++v) {
        const HVX_Vector scale = Q6_V_vsplat_R((int32_t)hl_real_bits(row_scales[row]));
        const hl_scale_lanes c = {weights[v], scales[v], hl_vreal_times(scale, scales[v], &odd), bias[v], scale, zeros[row]};
        hl_scale_column(p, r, &c, v, sums, out, &odd);
      }
      if (hl_vany(odd)) {
        hl_scale_sums one = *p;
        one.rows = 1;
        one.pixels = r->run / p->channels;
        hl_scale_sums_portable(&one, sums, row_scales + row, zeros + row, (const int32_t *)weights, (const float *)scales,
                               r->has_bias ? (const float *)bias : 0, out);
      }
    }
  }
}

#endif

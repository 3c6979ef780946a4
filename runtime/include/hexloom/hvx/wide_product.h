// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Products of int16 operands whose sums need more than 32 bits: the core of product.h in tiles of
 * four pixels, whose sums are taken in 32 bits for as many runs as cannot overflow and then added
 * to sums of 48 bits.
 *
 * Weights of 16 bits are two parts, their lower bytes and their upper ones, one behind the other;
 * sums of the latter count 2^8. */
#ifndef HEXLOOM_HVX_WIDE_PRODUCT_H
#define HEXLOOM_HVX_WIDE_PRODUCT_H

#include <hexloom/hvx/product_row.h>
#include <hexloom/hvx/requantize64.h>

/* Constants of a block's output stage. `wide`: the reduced multiplier, and 15 less its shift;
 * otherwise (hl_requantize) the multiplier and its shift. */
typedef struct {
  HVX_Vector bias_high, bias_low, multiplier, shift;
} hl_wide_stage;

typedef struct {
  hl_wide_scale wide;
  hl_vscale words;
} hl_wide_output;

HL_KERNEL hl_wide_output hl_wide_output_of(const hl_product *p, const hl_wide_stage *stage) {
  hl_wide_output o;
  if (p->wide)
    o.wide = hl_wide_scale_of(stage->multiplier, stage->shift);
  else
    o.words = hl_vscale_of(stage->multiplier, stage->shift, p->right_only);
  return o;
}

HL_KERNEL HVX_Vector hl_wide_scaled(const hl_product *p, hl_wide_sum sum, const hl_wide_output *o) {
  if (p->wide)
    return hl_wide_requantize(sum, &o->wide, p->near);
  return hl_vrequantize_lanes(hl_wide_words(sum), &o->words, p->right_only);
}

/* Adds the products of `runs` runs times 2^shift; returns the weights behind them. */
HL_KERNEL const HVX_Vector *hl_wide_runs(const hl_product *p, hl_wide_sum *sum, int pixels,
                                         const uint8_t *from, const int32_t *offsets, int runs,
                                         int words, const HVX_Vector *weights, int shift) {
  for (int first = 0; first < runs; first += p->sum_runs) {
    const int end = first + p->sum_runs < runs ? first + p->sum_runs : runs;
    HVX_Vector part[4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
      part[i] = Q6_V_vzero();
    for (int run = first; run < end; ++run)
      weights = hl_product_run(p, part, pixels,
                               from + (p->run_stride ? run * p->run_stride : offsets[run]), words,
                               weights, 0);
#pragma unroll
    for (int i = 0; i < pixels; ++i)
      sum[i] = hl_wide_add(sum[i], part[i], shift);
  }
  return weights;
}

/* Computes one tile: up to four output pixels of one block. */
HL_KERNEL void hl_wide_tile(const hl_product *p, int pixels, const uint8_t *from,
                            const int32_t *offsets, const HVX_Vector *weights,
                            const hl_wide_stage *stage, const hl_wide_output *output,
                            HVX_Vector *out) {
  hl_wide_sum sum[4];
  HVX_Vector scaled[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    sum[i] = (hl_wide_sum){stage->bias_high, stage->bias_low};
#pragma unroll
  for (int part = 0; part < p->parts; ++part) {
    weights =
        hl_wide_runs(p, sum, pixels, from, offsets, p->full_runs, p->full_words, weights, 8 * part);
    if (p->tail_runs)
      weights = hl_wide_runs(p, sum, pixels, from, offsets + p->full_runs, p->tail_runs,
                             p->tail_words, weights, 8 * part);
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
    scaled[i] = i < pixels ? hl_wide_scaled(p, sum[i], output) : Q6_V_vzero();
  hl_product_store(p, scaled, out);
}

#endif

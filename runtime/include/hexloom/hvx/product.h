/* Integer matrix products on HVX: the core of convolutions, fully connected layers and batched products.
 *
 * One output pixel is a row of 32 accumulators, an output channel in each; a weight vector holds, for these 32 channels, the
 * weights of four consecutive input bytes, unsigned (int8 weights are stored + 128); an activation word holds four input
 * bytes: vrmpy(Vu.ub, Rt.b | Rt.ub) does the 128 multiply-accumulates, two of them in each packet (HVX Programmer's Reference
 * Manual, multiplies). With a the activation, z its zero point, w the stored weight, y its stored zero point:
 *
 *   sum (a - z)(w - y) = sum a w  -  y sum a  +  constants,
 *
 * so that each pixel gets -y sum a (hexloom/hvx/pixel_sums.h) added and the constants are part of the bias. Bytes that are read
 * but belong to no tap have the stored weight 0.
 *
 * The input bytes of a pixel lie in runs: `full_runs` of `full_words` words, then `tail_runs` of `tail_words`, at offsets from the
 * pixel's first byte. Weights follow the same order. */
#ifndef HEXLOOM_HVX_PRODUCT_H
#define HEXLOOM_HVX_PRODUCT_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/requantize.h>

typedef struct {
  int32_t is_signed;                /* activations and results are int8, else uint8 */
  int32_t pixel_bytes;              /* between the first bytes of neighbouring output pixels */
  int32_t pixel_step;               /* between their entries in the sums */
  int32_t aligned8;                 /* every run starts at a multiple of 8 */
  int32_t full_runs, full_words, tail_runs, tail_words;
  int32_t run_stride;               /* between neighbouring runs where that is one number, else 0: then a table has the offsets */
  int32_t blocks;                   /* of 32 output channels */
  int32_t group_blocks;             /* blocks that read the same channels; the next ones read group_bytes further on ... */
  int32_t group_bytes, group_sums;  /* ... and have their sums this many entries further on */
  int32_t row_bytes;                /* between the output's blocks: bytes of a row of pixels, a multiple of 128 */
  int32_t has_sums;                 /* the weights' zero point is not 0 */
  int32_t right_only;               /* all shifts are below 0 */
  int32_t out_zero, min, max;
} hl_product;

/* Constants of a block's output stage: bias, multiplier and shift of each channel. */
typedef struct {
  HVX_Vector bias, multiplier, shift;
} hl_product_stage;

HL_KERNEL HVX_Vector hl_mac(HVX_Vector sum, HVX_Vector weights, uint32_t word, int is_signed) {
  return is_signed ? Q6_Vw_vrmpyacc_VwVubRb(sum, weights, (int32_t)word)
                   : Q6_Vuw_vrmpyacc_VuwVubRub(sum, weights, (int32_t)word);
}

HL_KERNEL void hl_product_pair(const hl_product *p, HVX_Vector *sum, int pixels, const uint8_t *at,
                               const HVX_Vector *weights) {
#pragma unroll
  for (int i = 0; i < pixels; ++i) {
    const uint64_t two = *(const uint64_t *)(at + i * p->pixel_bytes);
    sum[i] = hl_mac(sum[i], weights[0], (uint32_t)two, p->is_signed);
    sum[i] = hl_mac(sum[i], weights[1], (uint32_t)(two >> 32), p->is_signed);
  }
}

HL_KERNEL void hl_product_word(const hl_product *p, HVX_Vector *sum, int pixels, const uint8_t *at,
                               const HVX_Vector *weights) {
#pragma unroll
  for (int i = 0; i < pixels; ++i)
    sum[i] = hl_mac(sum[i], *weights, *(const uint32_t *)(at + i * p->pixel_bytes), p->is_signed);
}

/* Adds the products of one run; returns the weights behind them. */
HL_KERNEL const HVX_Vector *hl_product_run(const hl_product *p, HVX_Vector *sum, int pixels, const uint8_t *at, int words,
                                           const HVX_Vector *weights, int unrolled) {
  const int pairs = p->aligned8 ? words / 2 : 0;
  if (unrolled) {
#pragma unroll
    for (int pair = 0; pair < pairs; ++pair)
      hl_product_pair(p, sum, pixels, at + 8 * pair, weights + 2 * pair);
#pragma unroll
    for (int word = 2 * pairs; word < words; ++word)
      hl_product_word(p, sum, pixels, at + 4 * word, weights + word);
    return weights + words;
  }
  for (int pair = 0; pair < pairs; ++pair, at += 8, weights += 2)
    hl_product_pair(p, sum, pixels, at, weights);
  for (int word = 2 * pairs; word < words; ++word, at += 4, ++weights)
    hl_product_word(p, sum, pixels, at, weights);
  return weights;
}

/* Adds the products of `runs` runs for `pixels` (1 to 8) pixels; returns the weights behind them. */
HL_KERNEL const HVX_Vector *hl_product_runs(const hl_product *p, HVX_Vector *sum, int pixels, const uint8_t *from,
                                            const int32_t *offsets, int runs, int words, const HVX_Vector *weights) {
  if (p->run_stride && runs * words >= 8 && runs * words <= 12) { /* small kernels of few channels: one straight piece of code */
#pragma unroll
    for (int run = 0; run < runs; ++run)
      weights = hl_product_run(p, sum, pixels, from + run * p->run_stride, words, weights, 1);
    return weights;
  }
  for (int run = 0; run < runs; ++run)
    weights = hl_product_run(p, sum, pixels, from + (p->run_stride ? run * p->run_stride : offsets[run]), words, weights, 0);
  return weights;
}

/* One tile: `pixels` output pixels of one block. Stores whole groups of four pixels. */
HL_KERNEL void hl_product_tile(const hl_product *p, int pixels, const uint8_t *from, const int32_t *sums,
                               const int32_t *offsets, const HVX_Vector *weights, HVX_Vector bias, const hl_vscale *scale,
                               HVX_Vector *out) {
  HVX_Vector sum[8];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    sum[i] = bias;
  if (p->has_sums) {
#pragma unroll
    for (int i = 0; i < pixels; ++i)
      sum[i] = Q6_Vw_vadd_VwVw(bias, Q6_V_vsplat_R(sums[i * p->pixel_step]));
  }
  weights = hl_product_runs(p, sum, pixels, from, offsets, p->full_runs, p->full_words, weights);
  if (p->tail_runs)
    hl_product_runs(p, sum, pixels, from, offsets + p->full_runs, p->tail_runs, p->tail_words, weights);
#pragma unroll
  for (int i = 0; i < pixels; ++i)
    sum[i] = hl_vrequantize_lanes(sum[i], scale, p->right_only);
  out[0] = hl_vnarrow(sum[0], sum[1], sum[2], sum[3], p->out_zero, p->min, p->max, p->is_signed);
  if (pixels > 4)
    out[1] = hl_vnarrow(sum[4], sum[5], sum[6], sum[7], p->out_zero, p->min, p->max, p->is_signed);
}

/* A row of `pixels` output pixels, rounded up to 4 (but for fewer than 4: `pixels` must then be a constant), in depth-blocked
 * form; the activations are read for the rounded number. */
HL_KERNEL void hl_product_row(const hl_product *p, int pixels, const uint8_t *from, const int32_t *sums,
                              const int32_t *offsets, const HVX_Vector *weights, const hl_product_stage *stages,
                              uint8_t *out) {
  const int block_vectors = p->full_runs * p->full_words + p->tail_runs * p->tail_words;
  for (int block = 0; block < p->blocks; ++block) {
    const int group = p->group_blocks == p->blocks ? 0 : block / p->group_blocks;
    const uint8_t *at = from + group * p->group_bytes;
    const int32_t *sum = sums + group * p->group_sums;
    HVX_Vector *to = (HVX_Vector *)(out + block * p->row_bytes);
    const HVX_Vector bias = stages[block].bias;
    const hl_vscale scale = hl_vscale_of(stages[block].multiplier, stages[block].shift, p->right_only);
    if (pixels < 4) {
      hl_product_tile(p, pixels, at, sum, offsets, weights, bias, &scale, to);
    } else {
      for (int x = 0; x + 8 <= pixels + 3; x += 8, at += 8 * p->pixel_bytes, sum += 8 * p->pixel_step, to += 2)
        hl_product_tile(p, 8, at, sum, offsets, weights, bias, &scale, to);
      if ((pixels + 3) & 4)
        hl_product_tile(p, 4, at, sum, offsets, weights, bias, &scale, to);
    }
    weights += block_vectors;
  }
}

#endif

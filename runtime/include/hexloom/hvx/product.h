// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Integer matrix products on HVX: the core of convolutions, fully connected layers and batched
 * products.
 *
 * One output pixel is a row of 32 accumulators, an output channel in each; a weight vector holds,
 * for these 32 channels, the weights of four consecutive input bytes, unsigned (int8 weights are
 * stored + 128); an activation word holds four input bytes: vrmpy(Vu.ub, Rt.b | Rt.ub) does the 128
 * multiply-accumulates, two of them in each packet (HVX Programmer's Reference Manual, multiplies).
 * With a the activation, z its zero point, w the stored weight, y its stored zero point:
 *
 *   sum (a - z)(w - y) = sum a w  -  y sum a  +  constants,
 *
 * so that each pixel gets -y sum a (hexloom/hvx/pixel_sums.h) added and the constants are part of
 * the bias. Bytes that are read but belong to no tap have the stored weight 0.
 *
 * int16 activations have int16 weights, no zero points, two channels in a word, and vdmpy(Vu.h,
 * Rt.h):sat; the weights must be such that no sum leaves 32 bits, or wide_product.h takes the place
 * of this core. A block's results are 64 bytes for each pixel, in two rows of pieces of 32.
 *
 * The input bytes of a pixel lie in runs: `full_runs` of `full_words` words, then `tail_runs` of
 * `tail_words`, at offsets from the pixel's first byte. Weights follow the same order. */
#ifndef HEXLOOM_HVX_PRODUCT_H
#define HEXLOOM_HVX_PRODUCT_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/requantize.h>
#include <hexloom/hvx/stage.h>
#include <hexloom/hvx/turns.h>

typedef struct {
  hl_type type;        /* of activations and results: HL_UINT8, HL_INT8, HL_INT16 */
  int32_t wide;        /* int16: the output stage for 64-bit sums */
  int32_t pixel_bytes; /* between the first bytes of neighbouring output pixels */
  int32_t pixel_step;  /* between their entries in the sums */
  int32_t aligned8;    /* every run starts at a multiple of 8 */
  int32_t full_runs, full_words, tail_runs, tail_words;
  int32_t run_stride;   /* between neighbouring runs where that is one number, else 0: then a table
                           has the offsets */
  int32_t row_bytes;    /* of a row of pieces of 32 bytes, a multiple of 128 */
  int32_t has_sums;     /* the weights' zero point is not 0 */
  int32_t right_only;   /* all shifts are below 0 */
  int32_t out_zero, min, max;
  hl_stage stage; /* sums to bytes; HL_STAGE_REFERENCE: by the reference's own arithmetic */
  int32_t sum_runs, parts, near; /* wide_product.h: runs of a 32-bit sum, 0 if all are; parts of the
                                    weights; hl_wide_requantize */
  int32_t tile; /* pixels of the largest tile: 8 or 4; wide_product.h: 4 */
  int32_t unroll; /* more than 2: a pixel's words are in one run or in runs of one distance, and that
                     many are written out; otherwise pairs of words are the turns of a loop */
} hl_product;

/* Constants of a block for the reference's own arithmetic: bias, multiplier and shift of each
 * channel. `wide`: the reduced multiplier, and how far the upper half of the product is shifted to
 * the right, 1 to 30 (hl_requantize64). */
typedef struct {
  HVX_Vector bias, multiplier, shift;
} hl_product_stage;

/* A block's constants on their way to the results. */
typedef struct {
  HVX_Vector bias;
  hl_vscale scale;      /* of the reference's arithmetic */
  hl_stage_lanes lanes; /* of any other */
} hl_product_output;

HL_KERNEL HVX_Vector hl_mac(HVX_Vector sum, HVX_Vector weights, uint32_t word, hl_type type) {
  switch (type) {
  case HL_INT8:
    return Q6_Vw_vrmpyacc_VwVubRb(sum, weights, (int32_t)word);
  case HL_INT16:
    return Q6_Vw_vdmpyacc_VwVhRh_sat(sum, weights, (int32_t)word);
  default:
    return Q6_Vuw_vrmpyacc_VuwVubRub(sum, weights, (int32_t)word);
  }
}

HL_KERNEL hl_vscale hl_product_scale(const hl_product *p, const hl_product_stage *stage) {
  if (!p->wide)
    return hl_vscale_of(stage->multiplier, stage->shift, p->right_only);
  const HVX_Vector one = Q6_V_vsplat_R(1),
                   half = Q6_Vw_vasl_VwVw(one, Q6_Vw_vsub_VwVw(stage->shift, one));
  return (hl_vscale){stage->multiplier, one, half, stage->shift};
}

/* Vectors of a block's constants: hl_product_stage, or the bias and hl_stage_lanes. */
HL_KERNEL int hl_product_stage_vectors(const hl_product *p) {
  return p->stage.form == HL_STAGE_REFERENCE ? 3 : 1 + hl_stage_vectors(&p->stage);
}

HL_KERNEL hl_product_output hl_product_output_of(const hl_product *p, const HVX_Vector *constants) {
  hl_product_output output;
  output.bias = constants[0];
  if (p->stage.form == HL_STAGE_REFERENCE)
    output.scale = hl_product_scale(p, (const hl_product_stage *)constants);
  else
    output.lanes = hl_stage_load(&p->stage, constants + 1);
  return output;
}

HL_KERNEL HVX_Vector hl_product_scaled(const hl_product *p, HVX_Vector sum,
                                       const hl_vscale *scale) {
  if (!p->wide)
    return hl_vrequantize_lanes(sum, scale, p->right_only);
  return Q6_Vw_vasr_VwVw(Q6_Vw_vadd_VwVw(Q6_Vw_vmpye_VwVuh(sum, scale->multiplier), scale->half),
                         scale->less);
}

/* The results of four pixels. */
HL_KERNEL void hl_product_store(const hl_product *p, const HVX_Vector *sum, HVX_Vector *out) {
  if (p->type != HL_INT16) {
    *out =
        hl_vnarrow(sum[0], sum[1], sum[2], sum[3], p->out_zero, p->min, p->max, p->type == HL_INT8);
    return;
  }
  const HVX_Vector first = hl_vnarrow_h(sum[0], sum[1], p->min, p->max),
                   second = hl_vnarrow_h(sum[2], sum[3], p->min, p->max);
  const HVX_VectorPair pieces = Q6_W_vdeal_VVR(second, first, -32);
  *out = Q6_V_lo_W(pieces);
  *(HVX_Vector *)((uint8_t *)out + p->row_bytes) = Q6_V_hi_W(pieces);
}

/* Finishes the sums of four pixels: scales, clamps and stores them. */
HL_KERNEL void hl_product_finish(const hl_product *p, const HVX_Vector sum[4],
                                 const hl_product_output *output, HVX_Vector *out) {
  if (p->stage.form != HL_STAGE_REFERENCE) {
    *out = hl_stage_alike(&p->stage, sum, &output->lanes, p->min, p->max, p->type);
    return;
  }
  HVX_Vector scaled[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    scaled[i] = hl_product_scaled(p, sum[i], &output->scale);
  hl_product_store(p, scaled, out);
}

HL_KERNEL void hl_product_pair(const hl_product *p, HVX_Vector *sum, int pixels, const uint8_t *at,
                               const HVX_Vector *weights) {
#pragma unroll
  for (int i = 0; i < pixels; ++i) {
    const uint64_t two = *(const uint64_t *)(at + i * p->pixel_bytes);
    sum[i] = hl_mac(sum[i], weights[0], (uint32_t)two, p->type);
    sum[i] = hl_mac(sum[i], weights[1], (uint32_t)(two >> 32), p->type);
  }
}

HL_KERNEL void hl_product_word(const hl_product *p, HVX_Vector *sum, int pixels, const uint8_t *at,
                               const HVX_Vector *weights) {
#pragma unroll
  for (int i = 0; i < pixels; ++i)
    sum[i] = hl_mac(sum[i], *weights, *(const uint32_t *)(at + i * p->pixel_bytes), p->type);
}

/* `pairs` > 0 pairs of words of at least four pixels. The words of the first two are loaded a pair
 * ahead, so that a loop's first packet has products; those behind the run are words of the third
 * pixel. Returns the place behind the pairs. */
HL_KERNEL const uint8_t *hl_product_pairs_ahead(const hl_product *p, HVX_Vector *sum, int pixels,
                                                const uint8_t *at, int pairs,
                                                const HVX_Vector *weights) {
  enum { AHEAD = 2 };
  uint64_t ahead[AHEAD];
#pragma unroll
  for (int i = 0; i < AHEAD; ++i) {
    ahead[i] = *(const uint64_t *)(at + i * p->pixel_bytes);
    __asm__("" : "+r"(ahead[i])); /* otherwise all loads become one at the loop's begin */
  }
  for (int pair = 0; pair < pairs; ++pair, at += 8, weights += 2) {
#pragma unroll
    for (int i = 0; i < pixels; ++i) {
      const uint64_t two = i < AHEAD ? ahead[i] : *(const uint64_t *)(at + i * p->pixel_bytes);
      sum[i] = hl_mac(sum[i], weights[0], (uint32_t)two, p->type);
      sum[i] = hl_mac(sum[i], weights[1], (uint32_t)(two >> 32), p->type);
    }
#pragma unroll
    for (int i = 0; i < AHEAD; ++i)
      ahead[i] = *(const uint64_t *)(at + 8 + i * p->pixel_bytes);
  }
  return at;
}

/* Adds the products of one run; returns the weights behind them. */
HL_KERNEL const HVX_Vector *hl_product_run(const hl_product *p, HVX_Vector *sum, int pixels,
                                           const uint8_t *at, int words, const HVX_Vector *weights,
                                           int unrolled) {
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
  if (pixels >= 4 && pairs >= 8) { /* shorter loops do not repay it */
    at = hl_product_pairs_ahead(p, sum, pixels, at, pairs, weights);
    weights += 2 * pairs;
  } else {
    for (int pair = 0; pair < pairs; ++pair, at += 8, weights += 2)
      hl_product_pair(p, sum, pixels, at, weights);
  }
  for (int word = 2 * pairs; word < words; ++word, at += 4, ++weights)
    hl_product_word(p, sum, pixels, at, weights);
  return weights;
}

HL_KERNEL const uint8_t *hl_product_run_at(const hl_product *p, const uint8_t *from,
                                           const int32_t *offsets, int run) {
  return from + (p->run_stride ? run * p->run_stride : offsets[run]);
}

/* Whether a run is short enough to be a straight piece of code, the turn of a loop over runs. */
HL_KERNEL int hl_product_is_piece(const hl_product *p, int words) {
  return p->aligned8 && words % 2 == 0 && words <= HL_PIECE_WORDS;
}

/* The first words of a run's first pixels, loaded a turn of a loop over runs ahead. */
enum { HL_WORDS_AHEAD = 4 };
typedef struct {
  uint64_t two[HL_WORDS_AHEAD];
} hl_product_words;

HL_KERNEL hl_product_words hl_product_words_at(const hl_product *p, const uint8_t *at) {
  hl_product_words words;
#pragma unroll
  for (int i = 0; i < HL_WORDS_AHEAD; ++i)
    words.two[i] = *(const uint64_t *)(at + i * p->pixel_bytes);
  return words;
}

/* Runs `first` to the last of a kind that are pieces, at least one, of at least four pixels; `ahead`: of the
 * first. In the last turn those of some run are loaded. */
HL_KERNEL const HVX_Vector *hl_product_pieces(const hl_product *p, HVX_Vector *sum, int pixels,
                                              const uint8_t *from, const int32_t *offsets,
                                              int first, int runs, int words,
                                              const HVX_Vector *weights, hl_product_words ahead) {
  const uint8_t *at = hl_product_run_at(p, from, offsets, first);
#pragma unroll
  for (int i = 0; i < HL_WORDS_AHEAD; ++i)
    __asm__("" : "+r"(ahead.two[i])); /* otherwise all loads become one at the loop's begin */
  HL_ROLL
  HL_NO_PIPELINE
  for (int run = first; run < runs; ++run, weights += words) {
    const uint8_t *const next =
        hl_product_run_at(p, from, offsets, run + 1 < runs ? run + 1 : first);
#pragma unroll
    for (int i = 0; i < pixels; ++i) {
      const uint64_t two =
          i < HL_WORDS_AHEAD ? ahead.two[i] : *(const uint64_t *)(at + i * p->pixel_bytes);
      sum[i] = hl_mac(sum[i], weights[0], (uint32_t)two, p->type);
      sum[i] = hl_mac(sum[i], weights[1], (uint32_t)(two >> 32), p->type);
    }
#pragma unroll
    for (int word = 2; word < words; word += 2)
      hl_product_pair(p, sum, pixels, at + 4 * word, weights + word);
    at = next;
    ahead = hl_product_words_at(p, at);
  }
  return weights;
}

/* Adds the products of `runs` runs for `pixels` (1 to 8) pixels; returns the weights behind them.
 */
HL_KERNEL const HVX_Vector *hl_product_runs(const hl_product *p, HVX_Vector *sum, int pixels,
                                            const uint8_t *from, const int32_t *offsets, int runs,
                                            int words, const HVX_Vector *weights) {
  if (p->unroll > 2) {
#pragma unroll
    for (int run = 0; run < runs; ++run)
      weights = hl_product_run(p, sum, pixels, from + run * p->run_stride, words, weights, 1);
    return weights;
  }
  if (pixels >= 4 && runs > 1 && hl_product_is_piece(p, words))
    return hl_product_pieces(p, sum, pixels, from, offsets, 0, runs, words, weights,
                             hl_product_words_at(p, hl_product_run_at(p, from, offsets, 0)));
  for (int run = 0; run < runs; ++run)
    weights = hl_product_run(p, sum, pixels, hl_product_run_at(p, from, offsets, run), words,
                             weights, 0);
  return weights;
}

/* The activations and sums of a tile's first pixel. */
typedef struct {
  const uint8_t *at;
  const int32_t *sums;
} hl_product_place;

/* What a tile's sums begin with; goes on to the next tile. */
HL_KERNEL void hl_product_begin(const hl_product *p, HVX_Vector sum[8], int pixels, HVX_Vector bias,
                                hl_product_place *place) {
#pragma unroll
  for (int i = 0; i < 8; ++i)
    sum[i] = p->has_sums && i < pixels
                 ? Q6_Vw_vadd_VwVw(bias, Q6_V_vsplat_R(place->sums[i * p->pixel_step]))
                 : bias;
  place->at += pixels * p->pixel_bytes;
  place->sums += pixels * p->pixel_step;
}

/* Computes one tile: `pixels` output pixels of one block. Stores whole groups of four pixels. */
HL_KERNEL void hl_product_tile(const hl_product *p, int pixels, hl_product_place *place,
                               const int32_t *offsets, const HVX_Vector *weights,
                               const hl_product_output *output, HVX_Vector *out) {
  const uint8_t *const from = place->at;
  HVX_Vector sum[8];
  hl_product_begin(p, sum, pixels, output->bias, place);
  weights = hl_product_runs(p, sum, pixels, from, offsets, p->full_runs, p->full_words, weights);
  if (p->tail_runs)
    hl_product_runs(p, sum, pixels, from, offsets + p->full_runs, p->tail_runs, p->tail_words,
                    weights);
  hl_product_finish(p, sum, output, out);
  if (pixels > 4)
    hl_product_finish(p, sum + 4, output, out + 1);
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Rows of output pixels by the core of product.h. A tile's output stage has many steps that wait for
 * each other, and so has the begin of its products: the stage of one tile stands in one straight
 * piece of code with the first products of the next. */
#ifndef HEXLOOM_HVX_PRODUCT_ROW_H
#define HEXLOOM_HVX_PRODUCT_ROW_H

#include <hexloom/hvx/product.h>

/* A tile whose sums wait for their output stage. */
typedef struct {
  HVX_Vector sum[8];
  const HVX_Vector *stage;  /* constants of its block */
  HVX_Vector *first, *last; /* where its pixels go, by fours */
  HVX_Vector *none;         /* takes what is nobody's result */
} hl_product_kept;

HL_KERNEL void hl_product_finish_kept(const hl_product *p, const hl_product_kept *kept) {
  const hl_product_output output = hl_product_output_of(p, kept->stage);
  hl_product_finish(p, kept->sum, &output, kept->first);
  if (p->tile > 4)
    hl_product_finish(p, kept->sum + 4, &output, kept->last);
}

/* Runs `first` to the last of a kind. */
HL_KERNEL const HVX_Vector *hl_product_further_runs(const hl_product *p, HVX_Vector *sum,
                                                    int pixels, const uint8_t *from,
                                                    const int32_t *offsets, int first, int runs,
                                                    int words, const HVX_Vector *weights) {
  if (runs - first > 1 && hl_product_is_piece(p, words))
    return hl_product_pieces(p, sum, pixels, from, offsets, first, runs, words, weights,
                             hl_product_words_at(p, hl_product_run_at(p, from, offsets, first)));
  HL_ROLL
  for (int run = first; run < runs; ++run)
    weights = hl_product_run(p, sum, pixels, hl_product_run_at(p, from, offsets, run), words,
                             weights, words <= HL_STRAIGHT_WORDS);
  return weights;
}

/* Computes one tile but for its output stage, and the output stage of the kept tile, whose place it
 * takes. */
HL_KERNEL void hl_product_tile_ahead(const hl_product *p, int pixels, hl_product_place *place,
                                     const int32_t *offsets, const HVX_Vector *weights,
                                     const HVX_Vector *stage, HVX_Vector *out, HVX_Vector *last,
                                     hl_product_kept *kept) {
  const int runs = p->full_runs ? p->full_runs : p->tail_runs,
            words = p->full_runs ? p->full_words : p->tail_words;
  const int begun = words < HL_STRAIGHT_WORDS ? words : HL_STRAIGHT_WORDS;
  const uint8_t *const from = place->at;
  HVX_Vector sum[8];
  hl_product_begin(p, sum, pixels, *stage, place);
  const uint8_t *const at = hl_product_run_at(p, from, offsets, 0);
  weights = hl_product_run(p, sum, pixels, at, begun, weights, 1);
  if (runs > 1 && hl_product_is_piece(p, words)) {
    const hl_product_words ahead =
        hl_product_words_at(p, hl_product_run_at(p, from, offsets, 1));
    hl_product_finish_kept(p, kept);
    weights = hl_product_pieces(p, sum, pixels, from, offsets, 1, runs, words, weights, ahead);
  } else {
    hl_product_finish_kept(p, kept);
    if (words > begun)
      weights = hl_product_run(p, sum, pixels, at + 4 * begun, words - begun, weights, 0);
    weights = hl_product_further_runs(p, sum, pixels, from, offsets, 1, runs, words, weights);
  }
  if (p->full_runs && p->tail_runs)
    hl_product_further_runs(p, sum, pixels, from, offsets + p->full_runs, 0, p->tail_runs,
                            p->tail_words, weights);
#pragma unroll
  for (int i = 0; i < 8; ++i)
    kept->sum[i] = sum[i];
  kept->stage = stage;
  kept->first = out;
  kept->last = last;
}

/* A tile that is nobody's. */
HL_KERNEL hl_product_kept hl_product_none(const HVX_Vector *stage, HVX_Vector *none) {
  hl_product_kept kept = {.stage = stage, .first = none, .last = none, .none = none};
#pragma unroll
  for (int i = 0; i < 8; ++i)
    kept.sum[i] = Q6_V_vzero();
  return kept;
}

#endif

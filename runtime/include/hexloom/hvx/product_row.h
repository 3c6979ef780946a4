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

/* One tile but for its output stage, and the output stage of the kept one, whose place it takes. */
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

HL_KERNEL hl_product_place hl_product_place_of(const hl_product *p, int block, const uint8_t *from,
                                               const int32_t *sums) {
  const int group = p->group_blocks == p->blocks ? 0 : block / p->group_blocks;
  return (hl_product_place){from + group * p->group_bytes, sums + group * p->group_sums};
}

HL_KERNEL int hl_product_block_vectors(const hl_product *p) {
  return p->full_runs * p->full_words + p->tail_runs * p->tail_words;
}

/* Pixels of a row's last tile: where they are no multiple of four, it does as many products as there are pixels, and its stage
 * those of up to three that do not exist. 0: all tiles have 8 or 4. */
HL_KERNEL int hl_product_last(const hl_product *p, int pixels) {
  return p->tile > 4 && pixels > 4 && pixels % 4 ? 4 + pixels % 4 : 0;
}

/* A tile that is nobody's. */
HL_KERNEL hl_product_kept hl_product_none(const HVX_Vector *stage, HVX_Vector *none) {
  hl_product_kept kept = {.stage = stage, .first = none, .last = none, .none = none};
#pragma unroll
  for (int i = 0; i < 8; ++i)
    kept.sum[i] = Q6_V_vzero();
  return kept;
}

/* A row of `pixels` output pixels, rounded up to 4 (but for fewer than 4: `pixels` must then be a
 * constant), in depth-blocked form; the activations are read for the rounded number. */
HL_KERNEL void hl_product_row(const hl_product *p, int pixels, const uint8_t *from, const int32_t *sums, const int32_t *offsets,
                              const HVX_Vector *weights, const HVX_Vector *stages, uint8_t *out) {
  const int last = hl_product_last(p, pixels), whole = (pixels + 3) / 4 * 4 - (last ? 8 : 0);
  for (int block = 0; block < p->blocks; ++block) {
    hl_product_place place = hl_product_place_of(p, block, from, sums);
    HVX_Vector *to = (HVX_Vector *)(out + block * hl_product_block_bytes(p));
    const hl_product_output output =
        hl_product_output_of(p, stages + block * hl_product_stage_vectors(p));
    if (pixels < 4) {
      hl_product_tile(p, pixels, &place, offsets, weights, &output, to);
    } else {
      for (int x = 0; x + p->tile <= whole; x += p->tile, to += p->tile / 4)
        hl_product_tile(p, p->tile, &place, offsets, weights, &output, to);
      if (p->tile > 4 && (whole & 4))
        hl_product_tile(p, 4, &place, offsets, weights, &output, to++);
      if (last)
        hl_product_tile(p, last, &place, offsets, weights, &output, to);
    }
    weights += hl_product_block_vectors(p);
  }
}

/* The same of at least four pixels, each tile's output stage beside the next one's products. */
HL_KERNEL void hl_product_row_ahead(const hl_product *p, int pixels, const uint8_t *from, const int32_t *sums, const int32_t *offsets,
                                    const HVX_Vector *weights, const HVX_Vector *stages, uint8_t *out) {
  const int last = hl_product_last(p, pixels), whole = (pixels + 3) / 4 * 4 - (last ? 8 : 0);
  HVX_Vector none;
  hl_product_kept kept = hl_product_none(stages, &none);
  HL_NO_PIPELINE
  for (int block = 0; block < p->blocks; ++block) {
    hl_product_place place = hl_product_place_of(p, block, from, sums);
    const HVX_Vector *const stage = stages + block * hl_product_stage_vectors(p);
    HVX_Vector *to = (HVX_Vector *)(out + block * hl_product_block_bytes(p));
    __asm__("" : "+r"(place.at)); /* otherwise what a row's only tile loads is kept on the stack */
    HL_NO_PIPELINE
    for (int x = 0; x + p->tile <= whole; x += p->tile, to += p->tile / 4)
      hl_product_tile_ahead(p, p->tile, &place, offsets, weights, stage, to, to + 1, &kept);
    if (p->tile > 4 && (whole & 4)) {
      hl_product_tile_ahead(p, 4, &place, offsets, weights, stage, to, kept.none, &kept);
      ++to;
    }
    if (last)
      hl_product_tile_ahead(p, last, &place, offsets, weights, stage, to, to + 1, &kept);
    weights += hl_product_block_vectors(p);
  }
  hl_product_finish_kept(p, &kept);
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Rows of fewer than four pixels by the core of product.h: such a tile waits for the loads of its weights, and its output stage
 * is made for four pixels. Here its vectors are those of up to four blocks of 32 channels, so that one stage makes 128
 * neighbouring channels of a pixel, in the order of a row-major result. */
#ifndef HEXLOOM_HVX_PRODUCT_ACROSS_H
#define HEXLOOM_HVX_PRODUCT_ACROSS_H

#include <hexloom/hvx/product.h>

/* Adds the products of one run, by weights that go on, and the words of a run. */
HL_KERNEL void hl_across_run(const hl_product *p, HVX_Vector sum[][HL_ACROSS], int pixels, int blocks, const uint8_t *at,
                             int words, const HVX_Vector *weights[HL_ACROSS]) {
  const int pairs = p->aligned8 ? words / 2 : 0;
  HL_NO_PIPELINE
  for (int pair = 0; pair < pairs; ++pair, at += 8) {
#pragma unroll
    for (int b = 0; b < blocks; ++b, weights[b - 1] += 2)
#pragma unroll
      for (int i = 0; i < pixels; ++i) {
        const uint64_t two = *(const uint64_t *)(at + i * p->pixel_bytes);
        sum[i][b] = hl_mac(sum[i][b], weights[b][0], (uint32_t)two, p->type);
        sum[i][b] = hl_mac(sum[i][b], weights[b][1], (uint32_t)(two >> 32), p->type);
      }
  }
  HL_NO_PIPELINE
  for (int word = 2 * pairs; word < words; ++word, at += 4) {
#pragma unroll
    for (int b = 0; b < blocks; ++b, ++weights[b - 1])
#pragma unroll
      for (int i = 0; i < pixels; ++i)
        sum[i][b] = hl_mac(sum[i][b], *weights[b], *(const uint32_t *)(at + i * p->pixel_bytes), p->type);
  }
}

/* The 128 channels of a pixel; constants of the blocks are `stage_vectors` apart. */
HL_KERNEL HVX_Vector hl_across_finish(const hl_product *p, const HVX_Vector sum[HL_ACROSS], int blocks, const HVX_Vector *stage,
                                      int stage_vectors) {
  HVX_Vector sums[HL_ACROSS], bytes;
  hl_stage_lanes lanes[HL_ACROSS];
#pragma unroll
  for (int b = 0; b < HL_ACROSS; ++b) {
    const int block = b < blocks ? b : 0;
    const hl_product_output output = hl_product_output_of(p, stage + block * stage_vectors);
    lanes[b] = output.lanes;
    sums[b] = p->stage.form == HL_STAGE_REFERENCE ? hl_product_scaled(p, sum[block], &output.scale) : sum[block];
  }
  if (p->stage.form == HL_STAGE_REFERENCE) {
    hl_product_store(p, sums, &bytes);
    return bytes;
  }
  const hl_stage_lanes *const all[HL_ACROSS] = {&lanes[0], &lanes[1], &lanes[2], &lanes[3]};
  return hl_stage_bytes(&p->stage, sums, all, p->min, p->max, p->type);
}

/* `pixels` (1 to 3) pixels of `blocks` (1 to 4) blocks, of which `channels` (up to 128) are results, `depth` bytes from a pixel
 * to the next. `runs` full ones of `words`, which may be several of the parameters' that lie side by side. */
HL_KERNEL void hl_product_across(const hl_product *p, int pixels, int blocks, int runs, int words, const uint8_t *from,
                                 const int32_t *sums, const int32_t *offsets, const HVX_Vector *weights, const HVX_Vector *stage,
                                 int channels, int depth, uint8_t *to) {
  const int next = p->full_runs * p->full_words + p->tail_runs * p->tail_words, stage_vectors = hl_product_stage_vectors(p);
  HVX_Vector sum[HL_ACROSS_PIXELS][HL_ACROSS];
#pragma unroll
  for (int i = 0; i < pixels; ++i)
#pragma unroll
    for (int b = 0; b < blocks; ++b) {
      const HVX_Vector bias = stage[b * stage_vectors];
      sum[i][b] = p->has_sums ? Q6_Vw_vadd_VwVw(bias, Q6_V_vsplat_R(sums[i * p->pixel_step])) : bias;
    }
  const HVX_Vector *each[HL_ACROSS];
#pragma unroll
  for (int b = 0; b < blocks; ++b) {
    each[b] = weights + b * next;
    __asm__("" : "+r"(each[b])); /* a pointer for each; of one, the others' distances would be added at every load */
  }
  HL_ROLL
  for (int run = 0; run < runs; ++run)
    hl_across_run(p, sum, pixels, blocks, hl_product_run_at(p, from, offsets, run), words, each);
  HL_ROLL
  for (int run = 0; run < p->tail_runs; ++run)
    hl_across_run(p, sum, pixels, blocks, hl_product_run_at(p, from, offsets + p->full_runs, run), p->tail_words, each);
#pragma unroll
  for (int i = 0; i < pixels; ++i) {
    const HVX_Vector bytes = hl_across_finish(p, sum[i], blocks, stage, stage_vectors);
    if (channels == HL_ALIGN)
      hl_store_u(to + i * depth, bytes);
    else
      hl_store_first(to + i * depth, bytes, channels);
  }
}

#endif

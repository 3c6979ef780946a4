// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Copies whose blocks of up to 128 bytes lie within as many bytes of the input, in another order: one vector, permuted. Blocks
 * fill the output one behind the other, and what a store writes behind its block is written again by the next ones (copy_ahead.h). */
#ifndef HEXLOOM_HVX_PERMUTE_H
#define HEXLOOM_HVX_PERMUTE_H

#include <hexloom/hvx/copy_ahead.h>

typedef struct {
  hl_copy_params blocks; /* a run is a block of the output; where its bytes begin in the input */
  int32_t window;        /* bytes of the input in which they lie */
  int32_t delta, rdelta; /* whether bytes go by vdelta, and then by vrdelta */
} hl_permute_params;

/* Controls of vdelta and vrdelta. */
typedef struct {
  HVX_Vector delta, rdelta;
} hl_permute_routes;

HL_KERNEL HVX_Vector hl_permute_block(const hl_permute_params *p, HVX_Vector v, const hl_permute_routes *r) {
  const HVX_Vector moved = p->delta ? Q6_V_vdelta_VV(v, r->delta) : v;
  return p->rdelta ? Q6_V_vrdelta_VV(moved, r->rdelta) : moved;
}

/* Blocks that are whole vectors on both sides. */
HL_KERNEL void hl_permute_whole(const hl_permute_params *p, const uint8_t *in, uint8_t *out, int32_t count, int32_t in_stride,
                                const hl_permute_routes *r) {
  HL_ROLL
  for (; count > 1; count -= 2, in += 2 * in_stride, out += 2 * HL_VECTOR) { /* two fill each other's waits */
    const HVX_Vector first = *(const HVX_Vector *)in, second = *(const HVX_Vector *)(in + in_stride);
    ((HVX_Vector *)out)[0] = hl_permute_block(p, first, r);
    ((HVX_Vector *)out)[1] = hl_permute_block(p, second, r);
  }
  if (count)
    *(HVX_Vector *)out = hl_permute_block(p, *(const HVX_Vector *)in, r);
}

/* Permutes each block together with what its vector has behind it. A value is permuted a turn behind its load and stored two turns behind
 * it. */
HL_KERNEL void hl_permute_over(const hl_permute_params *p, const uint8_t *in, uint8_t *out, int32_t count, int32_t in_stride,
                               const hl_permute_routes *r) {
  const int32_t run = p->blocks.run;
  if (count < 2) {
    if (count == 1)
      hl_store_u(out, hl_permute_block(p, hl_load_u(in), r));
    return;
  }
  HVX_Vector moved = hl_permute_block(p, hl_load_u(in), r), loaded = hl_load_u(in + in_stride);
  in += 2 * in_stride;
  HL_ROLL HL_NO_PIPELINE
  for (int32_t i = 2; i < count; ++i, in += in_stride, out += run) {
    const HVX_Vector next = hl_load_u(in);
    hl_store_u(out, moved);
    moved = hl_permute_block(p, loaded, r);
    loaded = next;
  }
  hl_store_u(out, moved);
  hl_store_u(out + run, hl_permute_block(p, loaded, r));
}

/* The innermost loop; `in_limit` and `out_limit`: behind the input's storage and the output's last block. */
HL_KERNEL void hl_permute_blocks(const hl_permute_params *p, const uint8_t *in, uint8_t *out, int32_t count, int32_t in_stride,
                                 const hl_permute_routes *r, const uint8_t *in_limit, const uint8_t *out_limit) {
  const int32_t run = p->blocks.run, over_in = HL_VECTOR - p->window + HL_LOAD_SLACK, over_out = HL_VECTOR - run;
  const int32_t careful = hl_min(count, hl_max((over_in + in_stride - 1) / in_stride, (over_out + run - 1) / run));
  const int is_last = in + (count - 1) * in_stride + HL_VECTOR + HL_LOAD_SLACK > in_limit ||
                      out + (count - 1) * run + HL_VECTOR > out_limit;
  const int32_t free = count - (is_last ? careful : 0);
  hl_permute_over(p, in, out, free, in_stride, r);
  HL_ROLL
  for (int32_t i = free; i < count; ++i)
    hl_store_first(out + i * run, hl_permute_block(p, hl_load_first(in + i * in_stride, p->window), r), run);
}

/* `routes`: 128 bytes for each that there is, aligned. `whole`: all blocks are whole vectors. */
HL_KERNEL void hl_vpermute(const hl_permute_params *p, const uint8_t *routes, int whole, const void *in, void *out) {
  const hl_copy_params *const b = &p->blocks;
  const HVX_Vector *const controls = (const HVX_Vector *)routes;
  const hl_permute_routes r = {controls[0], controls[p->delta && p->rdelta]};
  const int32_t last = b->loops - 1;
  hl_copy_walk walk = hl_copy_start(b, in, out);
  int32_t bytes = b->run, end = b->in_offset + p->window; /* of the output; of the input what is read for sure */
  for (int32_t l = 0; l < b->loops; ++l) {
    bytes *= b->loop[l].size;
    end += hl_max(b->loop[l].in, 0) * (b->loop[l].size - 1);
  }
  const uint8_t *const in_limit = hl_storage_end(in, end), *const out_limit = walk.out + bytes;
  do
    if (whole)
      hl_permute_whole(p, walk.in, walk.out, b->loop[last].size, b->loop[last].in, &r);
    else
      hl_permute_blocks(p, walk.in, walk.out, b->loop[last].size, b->loop[last].in, &r, in_limit, out_limit);
  while (hl_copy_next(b, last, &walk));
  hl_keep_stores_apart();
}

#endif

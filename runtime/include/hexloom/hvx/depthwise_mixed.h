// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Bodies of depthwise.h where one side or both are row-major. Rows of inputs whose depth is a
 * multiple of 32 become words of all blocks at once; rows of outputs go through a depth-blocked
 * buffer. */
#ifndef HEXLOOM_HVX_DEPTHWISE_MIXED_H
#define HEXLOOM_HVX_DEPTHWISE_MIXED_H

#include <hexloom/hvx/depthwise.h>
#include <hexloom/hvx/layout.h>
#include <hexloom/hvx/turns.h>

/* The words of 128 elements of the rows; loads are `clipped` to what lies below the limits. */
HL_KERNEL void hl_mixed_vector(const uint8_t *const row[4], const uint8_t *const limit[4], int vector, int clipped,
                               HVX_Vector *to) {
  HVX_Vector v[4];
  HL_UNROLL for (int i = 0; i < 4; ++i)
    v[i] = clipped ? hl_load_clipped(row[i] + vector * HL_ALIGN, limit[i]) : hl_load_u(row[i] + vector * HL_ALIGN);
  hl_interleave_four(v, to + 4 * vector);
}

/* The words of a group of input rows; overruns. `in_y`: the first row. */
HL_KERNEL void hl_mixed_interleave(const hl_depthwise *p, const uint8_t *padding, const uint8_t *image,
                                   const uint8_t *image_limit, int in_y, HVX_Vector *to) {
  const int row_bytes = p->in_width * p->in_depth;
  const uint8_t *row[4], *limit[4];
  int clipped = 0;
  HL_UNROLL for (int i = 0; i < 4; ++i) {
    const int y = in_y + i * p->dilation_height, inside = y >= 0 && y < p->in_height;
    row[i] = inside ? image + (size_t)y * row_bytes : padding;
    limit[i] = inside ? image_limit : padding + hl_round_up(row_bytes, HL_ALIGN) + HL_ALIGN + HL_LOAD_SLACK;
    clipped |= row[i] + row_bytes + HL_ALIGN + HL_LOAD_SLACK > limit[i];
  }
  const int vectors = (row_bytes + HL_ALIGN - 1) / HL_ALIGN;
  if (clipped) {
    HL_ROLL
    for (int i = 0; i < vectors; ++i)
      hl_mixed_vector(row, limit, i, 1, to);
  } else if (vectors <= HL_DEPTHWISE_FEW) {
    HL_UNROLL
    for (int i = 0; i < vectors; ++i)
      hl_mixed_vector(row, limit, i, 0, to);
  } else {
    HL_ROLL
    for (int i = 0; i < vectors; ++i)
      hl_mixed_vector(row, limit, i, 0, to);
  }
}

/* Words of all blocks of the row-major input rows that output rows y .. y + rows - 1 read. */
HL_KERNEL void hl_mixed_words(const hl_depthwise *p, const hl_depthwise_tiling *t,
                              const uint8_t *padding, const uint8_t *image, const uint8_t *limit,
                              int y, HVX_Vector *to) {
  const int pixel = t->pixel_vectors, over = 4 - p->in_width * pixel % 4;
  for (int g = 0; g < t->groups; ++g) {
    HVX_Vector *const words = to + (g * t->columns + p->pad_left) * pixel;
    hl_mixed_interleave(p, padding, image, limit, y * p->stride_height - p->pad_top + 4 * g * p->dilation_height, words);
    if (over < 4) /* the last step writes whole fours */
      for (int i = 0; i < over; ++i)
        words[p->in_width * pixel + i] = Q6_Vb_vsplat_R(p->in_zero);
  }
}

#endif

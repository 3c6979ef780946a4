/* Bodies of depthwise.h where one side or both are row-major. Rows of inputs whose depth is a
 * multiple of 32 become words of all blocks at once; rows of outputs go through a depth-blocked
 * buffer. */
#ifndef HEXLOOM_HVX_DEPTHWISE_MIXED_H
#define HEXLOOM_HVX_DEPTHWISE_MIXED_H

#include <hexloom/hvx/depthwise_rows.h>

/* Words of all blocks of the row-major input rows that output rows y .. y + rows - 1 read. */
HL_KERNEL void hl_mixed_words(const hl_depthwise *p, const hl_depthwise_tiling *t,
                              const uint8_t *padding, const uint8_t *image, const uint8_t *limit,
                              int y, HVX_Vector *to) {
  const int pixel = t->pixel_vectors, over = 4 - p->in_width * pixel % 4;
  for (int g = 0; g < t->groups; ++g) {
    HVX_Vector *const words = to + (g * t->columns + p->pad_left) * pixel;
    hl_rows_interleave(p, padding, image, limit,
                       y * p->stride_height - p->pad_top + 4 * g * p->dilation_height,
                       (int32_t *)words);
    if (over < 4) /* the last step writes whole fours */
      for (int i = 0; i < over; ++i)
        words[p->in_width * pixel + i] = Q6_Vb_vsplat_R(p->in_zero);
  }
}

#endif

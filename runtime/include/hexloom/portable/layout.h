// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Conversions between row-major NHWC and the depth-blocked layout
 * [rows][ceil(C/32)][roundup(W,4)][32], by bytes. */
#ifndef HEXLOOM_PORTABLE_LAYOUT_H
#define HEXLOOM_PORTABLE_LAYOUT_H

#include <hexloom/layer.h>

/* Offset of an element in the depth-blocked layout; `row` counts over batches and heights. */
static inline size_t hl_d32_offset(int row, int x, int c, int width, int depth) {
  const size_t padded = (size_t)(width + 3) / 4 * 4, blocks = (size_t)(depth + 31) / 32;
  return (((size_t)row * blocks + (size_t)c / 32) * padded + (size_t)x) * 32 + (size_t)c % 32;
}

static inline void hl_rm_to_d32(const uint8_t *in, uint8_t *out, int rows, int width, int depth) {
  for (int row = 0; row < rows; ++row)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < depth; ++c)
        out[hl_d32_offset(row, x, c, width, depth)] = *in++;
}

static inline void hl_d32_to_rm(const uint8_t *in, uint8_t *out, int rows, int width, int depth) {
  for (int row = 0; row < rows; ++row)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < depth; ++c)
        *out++ = in[hl_d32_offset(row, x, c, width, depth)];
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* MEAN, SUM, REDUCE_MAX and REDUCE_MIN of bytes over the channels in the depth-blocked layout; the
 * output is row-major. */
#ifndef HEXLOOM_HVX_REDUCE_CHANNELS_H
#define HEXLOOM_HVX_REDUCE_CHANNELS_H

#include <hexloom/hvx/pixels.h>
#include <hexloom/hvx/reduce_lanes.h>

/* Four pixels: 32 bytes of lanes for each. */
HL_KERNEL HVX_Vector hl_channels_of_4(const hl_reduce *p, const HVX_Vector *pixels,
                                      int block_vectors, int depth) {
  const int blocks = (depth + 31) / 32;
  HVX_Vector acc = hl_reduce_neutral(p);
  for (int block = 0; block < blocks; ++block)
    acc = hl_reduce_add(p, acc,
                        hl_vchoose(hl_channel_mask(block, depth), pixels[block * block_vectors],
                                   hl_reduce_neutral(p)));
  return acc;
}

/* `depth`: p->count, what is reduced. */
HL_KERNEL void hl_reduce_channels_d32(const hl_reduce *p, int rows, int width, const void *in,
                                      void *out) {
  const int depth = p->count, blocks = (depth + 31) / 32, vectors = (width + 3) / 4;
  uint8_t *to = out;
  for (int row = 0; row < rows; ++row) {
    const HVX_Vector *pixels = (const HVX_Vector *)in + (size_t)row * blocks * vectors;
    for (int x = 0; x < width; x += HL_ALIGN) {
      HVX_Vector group[16];
      HL_ROLL
      for (int g = 0; g < 16; ++g) {
        const int v = x / 4 + 2 * g;
        group[g] = Q6_V_vzero();
        if (v < vectors)
          group[g] = hl_reduce_fold(
              p, hl_channels_of_4(p, pixels + v, vectors, depth),
              hl_channels_of_4(p, pixels + hl_min(v + 1, vectors - 1), vectors, depth), 16);
      }
      const int some = hl_min(width - x, HL_ALIGN);
      hl_store_first(to, hl_reduce_join(p, group), some);
      to += some;
    }
  }
}

#endif

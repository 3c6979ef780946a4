// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Rows of the padded copy of an image that products with weights in vectors read (product.h). */
#ifndef HEXLOOM_HVX_IMAGE_H
#define HEXLOOM_HVX_IMAGE_H

#include <hexloom/hvx/pixel_sums.h>

/* `width` pixels of `bytes` bytes each to places of 128 / `pixels` bytes: a vector of the result has `pixels` of them, from where
 * `spread`, control of vdelta, says; whole vectors are written. `near`: vectors behind the pixels may lie behind the limit, a
 * multiple of 128, where nothing is read. */
HL_KERNEL void hl_spread_pixels(uint8_t *to, const uint8_t *from, const uint8_t *limit, int near, int width, int pixels,
                                int bytes, HVX_Vector spread) {
  const int step = pixels * bytes;
  if (near) {
    HL_ROLL
    for (int x = 0; x < width; x += pixels, from += step, to += HL_ALIGN)
      hl_store_u(to, Q6_V_vdelta_VV(hl_load_clamped(from, limit), spread));
    return;
  }
  HL_NO_PIPELINE
  for (int x = 0; x < width; x += pixels, from += step, to += HL_ALIGN)
    hl_store_u(to, Q6_V_vdelta_VV(hl_load_u(from), spread));
}

#endif

/* Rows of the padded copy of an image that products with weights in vectors read (product.h). */
#ifndef HEXLOOM_HVX_IMAGE_H
#define HEXLOOM_HVX_IMAGE_H

#include <hexloom/hvx/pixel_sums.h>

/* `width` pixels of `bytes` bytes each to places of 128 / `pixels` bytes: a vector of the result has `pixels` of them, from where
 * `spread`, control of vdelta, says. Nothing is read at or behind the limit; whole vectors are written. */
HL_KERNEL void hl_spread_pixels(uint8_t *to, const uint8_t *from, const uint8_t *limit, int width, int pixels, int bytes,
                                HVX_Vector spread) {
  const int step = pixels * bytes;
  if (from + width * bytes + step + HL_ALIGN + HL_LOAD_SLACK <= limit) {
    HVX_Vector next = hl_load_u(from); /* a turn ahead */
    HL_ROLL
    HL_NO_PIPELINE
    for (int x = 0; x < width; x += pixels, to += HL_ALIGN) {
      const HVX_Vector loaded = next;
      from += step;
      next = hl_load_u(from);
      hl_store_u(to, Q6_V_vdelta_VV(loaded, spread));
    }
    return;
  }
  for (int x = 0; x < width; x += pixels, from += step, to += HL_ALIGN)
    hl_store_u(to, Q6_V_vdelta_VV(hl_load_below(from, limit), spread));
}

#endif

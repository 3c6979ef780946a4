/* Rows of the padded copy of an image that products with weights in vectors read (product.h). */
#ifndef HEXLOOM_HVX_IMAGE_H
#define HEXLOOM_HVX_IMAGE_H

#include <hexloom/hvx/pixel_sums.h>

/* One row of the input as one block of a row of the image, between pads of the zero point. */
typedef struct {
  uint8_t *to;
  int32_t before, width, after; /* pixels */
  int32_t from_bytes, to_bytes; /* of a pixel */
  int32_t zero, spread;
} hl_image_row;

/* The pixels of a row whose bytes are spread. */
HL_KERNEL void hl_spread_pixels(const hl_image_row *r, uint8_t *to, const uint8_t *from,
                                const uint8_t *limit, HVX_Vector spread) {
  const int width = r->width, pixels = r->spread, step = pixels * r->from_bytes;
  if (from + width * r->from_bytes + step + HL_ALIGN + HL_LOAD_SLACK <= limit) {
    HVX_Vector next = hl_load_u(from); /* a turn ahead */
    for (int x = 0; x < width; x += pixels, to += HL_ALIGN) {
      const HVX_Vector bytes = next;
      from += step;
      next = hl_load_u(from);
      hl_store_u(to, Q6_V_vdelta_VV(bytes, spread));
    }
    return;
  }
  for (int x = 0; x < width; x += pixels, from += step, to += HL_ALIGN)
    hl_store_u(to, Q6_V_vdelta_VV(hl_load_below(from, limit), spread));
}

/* `from` null: the whole row is padding. */
HL_SHARED void hl_copy_image_row(const hl_image_row *r, const uint8_t *from, const uint8_t *limit,
                                 const HVX_Vector *spread) {
  uint8_t *to = r->to;
  if (!from)
    return hl_fill_over(to, r->zero, (r->before + r->width + r->after) * r->to_bytes);
  hl_fill_over(to, r->zero, r->before * r->to_bytes);
  to += r->before * r->to_bytes;
  if (r->from_bytes == r->to_bytes) {
    hl_copy_over(to, from, r->width * r->to_bytes);
  } else if (r->spread) {
    hl_spread_pixels(r, to, from, limit, *spread);
  } else {
    for (int x = 0; x < r->width; ++x)
      hl_copy_over(to + x * r->to_bytes, from + x * r->from_bytes, r->from_bytes);
  }
  hl_fill_over(to + r->width * r->to_bytes, r->zero, r->after * r->to_bytes);
}

#endif

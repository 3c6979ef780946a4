/* TRANSPOSE_CONV on HVX. Output pixels whose coordinates (plus padding) leave the same remainders by the strides use the same taps
 * of the filter: each such phase is a convolution with stride 1 over the padded input, and its pixels go to every stride-th
 * place of the output. */
#ifndef HEXLOOM_HVX_TRANSPOSE_CONV_H
#define HEXLOOM_HVX_TRANSPOSE_CONV_H

#include <hexloom/hvx/conv2d.h>

typedef struct {
  hl_product product;
  int32_t rows, pixels;               /* of the phase */
  int32_t first_row, first_column;    /* of the image, where the first window begins */
  int32_t kernel_height, kernel_width; /* taps */
  int32_t out_y, out_x;               /* of the first pixel */
  int32_t stride_height, stride_width;
} hl_transpose_phase;

/* The padded image and its sums. */
HL_KERNEL void hl_transpose_conv_image(const hl_conv2d_hvx *p, const hl_conv2d_memory *m, const uint8_t *in, int batch) {
  const uint8_t *const limit = in + hl_round_up(p->batches * p->in_bytes, HL_ALIGN);
  hl_copy_image(p, m, in + batch * p->in_bytes, limit);
  if (p->product.has_sums)
    hl_image_sums(p, m, m->image, m->image + hl_round_up(p->image_height * p->image_row_bytes, HL_ALIGN));
}

/* A depth-blocked row to pixels that lie `step` bytes apart; only their own bytes are written. */
HL_SHARED void hl_unblock_apart(const uint8_t *from, int block_bytes, int width, int depth, uint8_t *to, int step) {
  const int blocks = (depth + 31) / 32;
#pragma clang loop unroll(disable)
  for (int block = 0; block < blocks; block += 4) {
    const int channels = depth - block * 32 < HL_ALIGN ? depth - block * 32 : HL_ALIGN;
    uint8_t *at = to + block * 32;
#pragma clang loop unroll(disable)
    for (int x = 0; x < width; x += 4) {
      HVX_Vector v[4];
      hl_unblock_pixels(from + x * 32, block_bytes, block, blocks, v);
#pragma clang loop unroll(disable)
      for (int i = 0; i < 4 && x + i < width; ++i, at += step)
        hl_store_first(at, v[i], channels);
    }
  }
}

HL_KERNEL void hl_transpose_conv_phase(const hl_conv2d_hvx *p, const hl_transpose_phase *f, const hl_conv2d_memory *m,
                                       uint8_t *out, int batch) {
  for (int row = 0; row < f->rows; ++row) {
    const int image_row = f->first_row + row;
    if (p->product.has_sums)
      hl_window_sums(m->sums + image_row * p->sums_width + f->first_column, f->kernel_height, p->sums_width, f->kernel_width,
                     1, f->pixels, m->window_sums);
    hl_product_row(&f->product, f->pixels, m->image + image_row * p->image_row_bytes + f->first_column * p->image_pixel_bytes,
                   m->window_sums, m->offsets, m->weights, m->stages, m->row);
    const int y = f->out_y + row * f->stride_height;
    hl_unblock_apart(m->row, f->product.row_bytes, f->pixels, p->out_pixel_bytes,
                     out + batch * p->out_bytes + (y * p->out_width + f->out_x) * p->out_pixel_bytes,
                     f->stride_width * p->out_pixel_bytes);
  }
}

#endif

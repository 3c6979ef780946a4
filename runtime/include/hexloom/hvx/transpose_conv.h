/* TRANSPOSE_CONV on HVX. Output pixels whose coordinates (plus padding) leave the same remainders
 * by the strides use the same taps of the filter: each such phase is a convolution with stride 1
 * over the padded input, and its pixels go to every stride-th place of the output. */
#ifndef HEXLOOM_HVX_TRANSPOSE_CONV_H
#define HEXLOOM_HVX_TRANSPOSE_CONV_H

#include <hexloom/hvx/layout.h>
#include <hexloom/hvx/pixel_sums.h>
#include <hexloom/hvx/wide_product.h>

typedef struct {
  int32_t out_width;
  hl_strides out;
  /* Of the image and its sums (dnn-frontend/plans/products/View.h). */
  int32_t image_row_bytes, image_pixel_bytes, sums_width;
} hl_transpose_conv_hvx;

/* Constants and scratch memory of a phase. */
typedef struct {
  const int32_t *offsets;
  const HVX_Vector *weights;
  const void *stages; /* hl_any_row */
  const uint8_t *image;
  const int32_t *sums;
  int32_t *window_sums;
  uint8_t *row;
} hl_transpose_memory;

typedef struct {
  hl_product product;
  int32_t rows, pixels;                /* of the phase */
  int32_t first_row, first_column;     /* of the image, where the first window begins */
  int32_t kernel_height, kernel_width; /* taps */
  int32_t out_y, out_x;                /* of the first pixel */
  int32_t stride_height, stride_width;
} hl_transpose_phase;

/* A depth-blocked row to pixels that lie `step` bytes apart; only their own bytes are written. */
HL_SHARED void hl_unblock_apart(const uint8_t *from, int block_bytes, int width, int depth,
                                uint8_t *to, int step) {
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

/* Where the k-th of four neighbouring pixels goes: by which turn, and which bytes of its vector it
 * then holds. */
typedef struct {
  int32_t turn;
  HVX_VectorPred kept;
} hl_piece_place;

HL_KERNEL void hl_place_piece(const hl_piece_place *place, HVX_Vector v, uint8_t *to, int pixel) {
  Q6_vmem_QRIV(place->kept, (HVX_Vector *)(to + pixel / 4 * 128), Q6_V_vror_VR(v, place->turn));
}

/* Pixels of one block to pixels `first`, `first` + `step`, ... of a depth-blocked row. Four pixels
 * further on the same turns serve again. */
HL_SHARED void hl_place_pixels(const uint8_t *from, int width, uint8_t *to, int first, int step) {
  hl_piece_place place[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int target = 32 * ((first + k * step) % 4);
    place[k] = (hl_piece_place){32 * k - target,
                                Q6_Q_and_QQn(Q6_Q_vsetq2_R(target + 32), Q6_Q_vsetq_R(target))};
  }
  const HVX_Vector *four = (const HVX_Vector *)from;
  int pixel = first;
#pragma clang loop unroll(disable)
  for (int x = 0; x + 4 <= width; x += 4, ++four, pixel += 4 * step) {
#pragma unroll
    for (int k = 0; k < 4; ++k)
      hl_place_piece(&place[k], *four, to, pixel + k * step);
  }
#pragma unroll
  for (int k = 0; k < 3; ++k)
    if (k < width % 4)
      hl_place_piece(&place[k], *four, to, pixel + k * step);
}

HL_KERNEL void hl_transpose_store_row(const hl_transpose_conv_hvx *p, const hl_transpose_phase *f,
                                      const uint8_t *row, uint8_t *out, int y) {
  const int block_bytes = f->product.row_bytes;
  out += y * p->out.row;
  if (!hl_in_blocks(&p->out, p->out_width)) {
    hl_unblock_apart(row, block_bytes, f->pixels, p->out.pixel, out + f->out_x * p->out.pixel,
                     f->stride_width * p->out.pixel);
    return;
  }
  for (int block = 0; block < f->product.blocks; ++block)
    hl_place_pixels(row + block * block_bytes, f->pixels,
                    out + block * p->out.block, f->out_x, f->stride_width);
}

HL_KERNEL void hl_transpose_conv_phase(const hl_transpose_conv_hvx *p, const hl_transpose_phase *f,
                                       const hl_transpose_memory *m, uint8_t *out) {
  for (int row = 0; row < f->rows; ++row) {
    const int image_row = f->first_row + row;
    if (f->product.has_sums)
      hl_window_sums(m->sums + image_row * p->sums_width + f->first_column, f->kernel_height,
                     p->sums_width, f->kernel_width, 1, f->pixels, m->window_sums);
    hl_any_row(&f->product, f->pixels,
               m->image + image_row * p->image_row_bytes + f->first_column * p->image_pixel_bytes,
               m->window_sums, m->offsets, m->weights, m->stages, m->row);
    hl_transpose_store_row(p, f, m->row, out, f->out_y + row * f->stride_height);
  }
}

#endif

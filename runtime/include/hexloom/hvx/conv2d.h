/* CONV_2D and FULLY_CONNECTED on HVX, over the core of product.h.
 *
 * 1. The image: the input itself, where its pixels can be read as they lie, or a copy in scratch
 * memory, whose pads hold the input's zero point and whose pixels are padded to a multiple of
 * words.
 * 2. Sums of each pixel's channels, then of each window, where the weights have a zero point.
 * 3. Rows of output pixels, depth-blocked: into the output, or into one row of scratch memory and
 * from there, row-major, into the output. Each row is done for all blocks of output channels, or, where blocks_outside is set,
 * each block for all rows: then its weights are read from memory once. */
#ifndef HEXLOOM_HVX_CONV2D_H
#define HEXLOOM_HVX_CONV2D_H

#include <hexloom/hvx/layout.h>
#include <hexloom/hvx/pixel_sums.h>
#include <hexloom/hvx/wide_product.h>

typedef struct {
  hl_product product;
  int32_t batches, in_height, in_width, in_zero;
  int32_t out_height, out_width;
  hl_strides in, out;
  /* The image: [image_height][blocks][image_width][pixel_bytes], with image_row_bytes between rows.
   */
  int32_t copied, image_height, image_width, image_blocks, image_row_bytes, image_pixel_bytes;
  int32_t pad_top, pad_left;
  int32_t spread; /* pixels of one vector whose bytes are spread to image_pixel_bytes by `spread`;
                     0: not so */
  int32_t kernel_height, kernel_width, stride_height, dilation_height, dilation_width;
  /* Planes of sums, one for each group: sums_rows rows of sums_pixels, at a distance of sums_width;
   * output row y finds its own from y * stride_height * sums_width on. Images that are dense may be
   * taken as one row. */
  int32_t groups, sums_rows, sums_pixels, sums_width, sums_plane;
  int32_t sums_blocks; /* of the image that belong to a group */
  int32_t weight_zero;
  int32_t blocks_outside; /* of depth-blocked outputs in one group */
} hl_conv2d_hvx;

/* Constants and scratch memory. */
typedef struct {
  const int32_t *offsets;
  const HVX_Vector *weights;
  const void *stages;       /* hl_any_row */
  const HVX_Vector *ones;   /* hl_sums_row */
  const HVX_Vector *spread; /* control of vdelta */
  uint8_t *image;
  int32_t *sums, *window_sums;
  uint8_t *row;
} hl_conv2d_memory;

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

HL_KERNEL void hl_copy_image(const hl_conv2d_hvx *p, const hl_conv2d_memory *m, const uint8_t *in,
                             const uint8_t *limit) {
  const int block_bytes = p->image_width * p->image_pixel_bytes;
  for (int y = 0; y < p->image_height; ++y) {
    const int in_y = y - p->pad_top;
    const uint8_t *from = in_y >= 0 && in_y < p->in_height ? in + in_y * p->in.row : 0;
    for (int block = 0; block < p->image_blocks; ++block) {
      const hl_image_row row = {m->image + y * p->image_row_bytes + block * block_bytes,
                                p->pad_left,
                                p->in_width,
                                p->image_width - p->pad_left - p->in_width,
                                p->in.pixel,
                                p->image_pixel_bytes,
                                p->in_zero,
                                p->spread};
      hl_copy_image_row(&row, from ? from + block * p->in.block : 0, limit,
                        m->spread);
    }
  }
}

HL_KERNEL void hl_image_sums(const hl_conv2d_hvx *p, const hl_conv2d_memory *m,
                             const uint8_t *image, const uint8_t *limit) {
  for (int group = 0; group < p->groups; ++group)
    for (int y = 0; y < p->sums_rows; ++y) {
      const hl_sums_row row = {image + y * p->image_row_bytes + group * p->product.group_bytes,
                               limit,
                               p->sums_pixels,
                               p->sums_blocks,
                               p->image_width * p->image_pixel_bytes,
                               p->image_pixel_bytes,
                               m->ones,
                               -p->weight_zero};
      int32_t *to = m->sums + group * p->sums_plane + y * p->sums_width;
      hl_pixel_sums(&row, p->product.type == HL_INT8, to);
    }
}

/* The sums for output row y. Where blocks are outside, those of each row are kept for all blocks. */
HL_KERNEL const int32_t *hl_row_sums(const hl_conv2d_hvx *p, const hl_conv2d_memory *m, int y, int are_kept) {
  const int32_t *from = m->sums + y * p->stride_height * p->sums_width;
  if (!p->product.has_sums || p->kernel_height * p->kernel_width == 1)
    return from;
  int32_t *const to = m->window_sums + (p->blocks_outside ? y * p->product.group_sums : 0);
  if (are_kept)
    return to;
  for (int group = 0; group < p->groups; ++group)
    hl_window_sums(from + group * p->sums_plane, p->kernel_height,
                   p->dilation_height * p->sums_width, p->kernel_width, p->dilation_width,
                   p->image_width, to + group * p->product.group_sums);
  return to;
}

/* What a turn of the outermost loop does of each row: all blocks, or one. */
HL_KERNEL hl_product hl_product_of_turn(const hl_conv2d_hvx *p) {
  hl_product turn = p->product;
  if (p->blocks_outside)
    turn.blocks = turn.group_blocks = 1;
  return turn;
}

HL_KERNEL void hl_conv2d_vrmpy(const hl_conv2d_hvx *p, const hl_conv2d_memory *m, const uint8_t *in,
                               uint8_t *out) {
  const uint8_t *const in_limit = in + hl_round_up(p->batches * p->in.image, HL_ALIGN);
  const uint8_t *const out_limit = out + hl_round_up(p->batches * p->out.image, HL_ALIGN);
  const int in_place = hl_in_blocks(&p->out, p->out_width);
  const int is_ahead = in_place && hl_product_is_ahead(&p->product, p->out_width);
  const hl_product turn = hl_product_of_turn(p);
  const int turns = p->blocks_outside ? p->product.blocks : 1;
  HVX_Vector none;
  hl_product_kept kept = hl_product_none(m->stages, &none);
  for (int batch = 0; batch < p->batches; ++batch) {
    const uint8_t *image = in + batch * p->in.image, *limit = in_limit;
    if (p->copied) {
      hl_copy_image(p, m, image, in_limit);
      image = m->image;
      limit = image + hl_round_up(p->image_height * p->image_row_bytes, HL_ALIGN);
    }
    if (p->product.has_sums)
      hl_image_sums(p, m, image, limit);
    for (int block = 0; block < turns; ++block) {
      uint8_t *const first = out + batch * p->out.image + block * hl_product_block_bytes(&turn);
      const HVX_Vector *const weights = m->weights + block * hl_product_block_vectors(&turn);
      const void *const stages = (const HVX_Vector *)m->stages + block * hl_product_stage_vectors(&turn);
      for (int y = 0; y < p->out_height; ++y) {
        uint8_t *const at = first + y * p->out.row, *const to = in_place ? at : m->row;
        const uint8_t *const from = image + y * p->stride_height * p->image_row_bytes;
        const int32_t *const sums = hl_row_sums(p, m, y, block > 0);
        if (is_ahead)
          hl_product_row_ahead(&turn, p->out_width, from, sums, m->offsets, weights, stages, to, &kept);
        else
          hl_any_row(&turn, p->out_width, from, sums, m->offsets, weights, stages, to);
        if (!in_place)
          hl_unblock_row(to, turn.row_bytes, p->out_width, p->out.pixel, at, out_limit);
      }
    }
  }
  if (is_ahead)
    hl_product_finish_kept(&p->product, &kept);
}

#endif

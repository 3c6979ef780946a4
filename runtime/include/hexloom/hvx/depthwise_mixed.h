/* The kernel of depthwise.h where one side or both are row-major. Rows of inputs whose depth is a
 * multiple of 32 become words of all blocks at once; rows of outputs go through a depth-blocked
 * buffer. */
#ifndef HEXLOOM_HVX_DEPTHWISE_MIXED_H
#define HEXLOOM_HVX_DEPTHWISE_MIXED_H

#include <hexloom/hvx/depthwise_rows.h>

typedef struct {
  HVX_Vector *words; /* [groups][columns][pixel_vectors], and four more */
  uint8_t *padding;  /* a row of zero points */
  uint8_t *row;      /* depth-blocked output rows, if the output is row-major */
} hl_depthwise_mixed_memory;

/* Words of all blocks of the row-major input rows that output rows y .. y + rows - 1 read. */
HL_KERNEL void hl_mixed_words(const hl_depthwise *p, const hl_depthwise_tiling *t,
                              const hl_depthwise_mixed_memory *m, const uint8_t *image,
                              const uint8_t *limit, int y) {
  const int pixel = t->pixel_vectors, over = 4 - p->in_width * pixel % 4;
  for (int g = 0; g < t->groups; ++g) {
    HVX_Vector *const words = m->words + (g * t->columns + p->pad_left) * pixel;
    hl_rows_interleave(p, m->padding, image, limit,
                       y * p->stride_height - p->pad_top + 4 * g * p->dilation_height,
                       (int32_t *)words);
    if (over < 4) /* the last step writes whole fours */
      for (int i = 0; i < over; ++i)
        words[p->in_width * pixel + i] = Q6_Vb_vsplat_R(p->in_zero);
  }
}

HL_KERNEL void hl_depthwise_vrmpy_mixed(const hl_depthwise *p, const hl_depthwise_tiling *t,
                                        const hl_strides *from, const hl_strides *to, const void *in,
                                        const void *constants, const uint8_t *rests, void *out,
                                        const hl_depthwise_mixed_memory *m) {
  const int in_blocked = hl_in_blocks(from, p->in_width), out_blocked = hl_in_blocks(to, p->out_width);
  const int blocks = (p->in_depth + 31) / 32, in_row = from->row, out_row = to->row;
  const int out_block = hl_padded_width(p->out_width) * 32, buffer_row = blocks * out_block;
  const uint8_t *const in_limit =
      (const uint8_t *)in + hl_round_up(p->batches * p->in_height * in_row, HL_ALIGN);
  const uint8_t *const out_limit =
      (const uint8_t *)out + hl_round_up(p->batches * p->out_height * out_row, HL_ALIGN);
  hl_fill_over((uint8_t *)m->words, p->in_zero,
               (t->groups * t->columns * t->pixel_vectors + 4) * HL_ALIGN);
  hl_fill_over(m->padding, p->in_zero, in_row);
  for (int batch = 0; batch < p->batches; ++batch) {
    const uint8_t *const image = (const uint8_t *)in + (size_t)batch * p->in_height * in_row;
    for (int y = 0; y < p->out_height; y += t->rows) {
      uint8_t *const result = (uint8_t *)out + ((size_t)batch * p->out_height + y) * out_row;
      const int count = hl_min(t->rows, p->out_height - y);
      if (!in_blocked)
        hl_mixed_words(p, t, m, image, in_limit, y);
      for (int block = 0; block < blocks; ++block) {
        const HVX_Vector *const c =
            (const HVX_Vector *)constants + block * hl_depthwise_block_vectors(p, t);
        const HVX_Vector *const words = m->words + (in_blocked ? 0 : block);
        uint8_t *const at = (out_blocked ? result : m->row) + block * out_block;
        if (in_blocked)
          hl_depthwise_make_words(p, t, image + block * from->block, in_row, m->padding, y, m->words);
        if (t->has_rests && rests[block])
          hl_depthwise_row_group(p, t, words, c, 1, at, buffer_row, y);
        else
          hl_depthwise_row_group(p, t, words, c, 0, at, buffer_row, y);
      }
      if (!out_blocked)
        for (int r = 0; r < count; ++r)
          hl_unblock_row(m->row + r * buffer_row, out_block, p->out_width, p->in_depth,
                         result + r * out_row, out_limit);
    }
  }
}

#endif

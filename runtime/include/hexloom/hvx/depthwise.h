// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Bodies of DEPTHWISE_CONV_2D (depth multiplier 1) in the depth-blocked layout by vrmpy, which multiplies
 * four bytes of each lane with four weights of that lane and adds: lanes are the 32 channels of a
 * block, the four bytes are four rows. The loops around them are generated
 * (dnn-frontend/plans/windows/DepthwiseNest.cpp).
 *
 * For `rows` output rows at a time, the input rows that they read are interleaved by bytes: word
 * (g, x) of channel c holds pixel x of input rows 4g .. 4g+3. Output row r is then the sum over g
 * and kernel columns kx of vrmpy(word(g, x * stride + kx * dilation), weights(r, g, kx)), the
 * weights being shifted down by r * stride rows and zero where the kernel has no row: rows 0 and 1
 * of a 3x3 kernel with stride 1 use (w0 w1 w2 0) and (0 w0 w1 w2) on the same words. Words are
 * computed once for all columns and rows that use them, so strides, dilations and padding cost
 * nothing in the inner loop: padding is made of words whose bytes are the zero point.
 *
 * uint8 weights less their zero point need nine bits. They are split into sets of int8: the nearest
 * ones and what is left, which is zero in most blocks of 32 channels; the others multiply twice, or
 * three times where there is a weight of 255. */
#ifndef HEXLOOM_HVX_DEPTHWISE_H
#define HEXLOOM_HVX_DEPTHWISE_H

#include <hexloom/hvx/output.h>
#include <hexloom/hvx/stage.h>
#include <hexloom/hvx/turns.h>
#include <hexloom/portable/depthwise.h>

/* How the work is cut; made by the front end (plans/windows/DepthwiseTiling.cpp). */
typedef struct {
  int32_t rows;          /* output rows at a time, 1 to 4; 1 with vertical dilation */
  int32_t groups;        /* groups of four input rows */
  int32_t columns;       /* words in a row of words: padding, image, padding */
  int32_t pixel_vectors; /* from column to column: 1, or, where the words of all blocks are made at
                            once, the blocks */
  int32_t further_sets;  /* of weights, as some blocks need them ... */
  int32_t further_columns; /* ... in these columns of the kernel: hl_depthwise_splits */
  hl_stage stage;        /* HL_STAGE_REFERENCE: by the reference's own arithmetic, with ... */
  int32_t uniform;       /* one multiplier and shift for all channels: */
  int32_t multiplier, shift;
  int32_t right_only; /* otherwise: every shift is to the right */
} hl_depthwise_tiling;

/* A block's constants, each a vector: bias less in_zero * weights, multipliers and shifts or
 * hl_stage_lanes, then weights [rows][groups][kernel_width], then as many of each further set. */
HL_KERNEL int hl_depthwise_header(const hl_depthwise_tiling *t) {
  return t->stage.form == HL_STAGE_REFERENCE ? 3 : 1 + hl_stage_vectors(&t->stage);
}
HL_KERNEL int hl_depthwise_weight_vectors(const hl_depthwise *p, const hl_depthwise_tiling *t) {
  return t->rows * t->groups * p->kernel_width;
}

HL_KERNEL int hl_padded_width(int width) { return (width + 3) / 4 * 4; }

/* Four rows of four pixels to the words of those pixels. */
HL_KERNEL void hl_interleave_four(const HVX_Vector row[4], HVX_Vector *words) {
  const HVX_VectorPair low = Q6_W_vshuff_VVR(row[1], row[0], -1),
                       high = Q6_W_vshuff_VVR(row[3], row[2], -1);
  const HVX_VectorPair first = Q6_W_vshuff_VVR(Q6_V_lo_W(high), Q6_V_lo_W(low), -2);
  const HVX_VectorPair last = Q6_W_vshuff_VVR(Q6_V_hi_W(high), Q6_V_hi_W(low), -2);
  words[0] = Q6_V_lo_W(first);
  words[1] = Q6_V_hi_W(first);
  words[2] = Q6_V_lo_W(last);
  words[3] = Q6_V_hi_W(last);
}

/* The next four pixels of each row to their words. */
HL_KERNEL void hl_depthwise_words(const HVX_Vector *row[4], HVX_Vector *words) {
  HVX_Vector four[4];
  HL_UNROLL for (int i = 0; i < 4; ++i) four[i] = *row[i]++;
  hl_interleave_four(four, words);
}

/* Words of columns that the image has not. */
HL_KERNEL void hl_depthwise_outside(const hl_depthwise *p, HVX_Vector *words, int count) {
  HL_UNROLL for (int i = 0; i < count; ++i) words[i] = Q6_Vb_vsplat_R(p->in_zero);
}

/* What of the words at hand is in reach of the next outputs, `by` columns further on. */
HL_KERNEL void hl_depthwise_next(HVX_Vector *words, int by, int count) {
  HL_UNROLL for (int i = 0; i < count; ++i) words[i] = words[i + by];
}

/* Makes all words of a row; `words` begins with column 0. Loads come before the stores in front of
 * them: clang cannot tell that those go elsewhere. */
HL_KERNEL void hl_depthwise_row_words(const hl_depthwise *p, const HVX_Vector *row[4], HVX_Vector *words) {
  const int vectors = hl_padded_width(p->in_width) / 4;
  if (vectors <= 4) {
    HL_UNROLL for (int v = 0; v < vectors; ++v) hl_depthwise_words(row, words + 4 * v);
  } else {
    HVX_Vector four[4], *to = words;
    HL_UNROLL for (int i = 0; i < 4; ++i) four[i] = *row[i]++;
    HL_ROLL
    for (int v = 1; v < vectors; ++v, to += 4) {
      HVX_Vector next[4];
      HL_UNROLL for (int i = 0; i < 4; ++i) next[i] = *row[i]++;
      hl_interleave_four(four, to);
      HL_UNROLL for (int i = 0; i < 4; ++i) four[i] = next[i];
    }
    hl_interleave_four(four, to);
  }
  hl_depthwise_outside(p, words + p->in_width, hl_padded_width(p->in_width) - p->in_width);
}

/* Multiplying and adding apart is faster than accumulating: an accumulating vrmpy takes both
 * multipliers, of the others two go into a packet with two additions. */
HL_KERNEL HVX_Vector hl_depthwise_multiply(hl_type type, HVX_Vector word, HVX_Vector weights) {
  return type == HL_UINT8 ? Q6_Vw_vrmpy_VubVb(word, weights) : Q6_Vw_vrmpy_VbVb(word, weights);
}

/* Whether output row r reads any of the rows of group g. */
HL_KERNEL int hl_depthwise_reads(const hl_depthwise *p, const hl_depthwise_tiling *t, int r,
                                 int g) {
  const int first = t->rows > 1 ? r * p->stride_height : 0;
  return 4 * g < first + p->kernel_height && 4 * g + 4 > first;
}

/* Whether weights of the kernel's column kx have further sets: there is a bit for each of the first columns. */
HL_KERNEL int hl_depthwise_splits(int32_t columns, int kx) {
  return kx >= HL_DEPTHWISE_COLUMNS || (columns >> kx & 1);
}

/* Four pixels of each of the output rows. */
HL_KERNEL void hl_depthwise_sums(const hl_depthwise *p, const hl_depthwise_tiling *t,
                                 const HVX_Vector *words, const HVX_Vector *weights,
                                 HVX_Vector bias, int sets, HVX_Vector sums[4][4]) {
  HL_UNROLL for (int r = 0; r < t->rows; ++r)
    HL_UNROLL for (int x = 0; x < 4; ++x)
      sums[r][x] = bias;
  HL_UNROLL for (int g = 0; g < t->groups; ++g)
    HL_UNROLL for (int kx = 0; kx < p->kernel_width; ++kx)
      HL_UNROLL for (int r = 0; r < t->rows; ++r) {
        if (!hl_depthwise_reads(p, t, r, g))
          continue;
        const HVX_Vector *const w = weights + (r * t->groups + g) * p->kernel_width + kx;
        HL_UNROLL for (int x = 0; x < 4; ++x) {
          const size_t column =
              (size_t)g * t->columns + x * p->stride_width + kx * p->dilation_width;
          const HVX_Vector word = words[column * t->pixel_vectors];
          sums[r][x] = Q6_Vw_vadd_VwVw(sums[r][x], hl_depthwise_multiply(p->type, word, w[0]));
          HL_UNROLL for (int set = 1; set <= sets; ++set)
            if (hl_depthwise_splits(t->further_columns, kx))
              sums[r][x] = Q6_Vw_vadd_VwVw(
                  sums[r][x],
                  hl_depthwise_multiply(p->type, word, w[set * hl_depthwise_weight_vectors(p, t)]));
        }
      }
}

/* Four pixels. */
HL_KERNEL HVX_Vector hl_depthwise_bytes_of(const hl_depthwise *p, const hl_depthwise_tiling *t,
                                           const HVX_Vector sums[4], const HVX_Vector *constants) {
  if (t->stage.form != HL_STAGE_REFERENCE) {
    const hl_stage_lanes lanes = hl_stage_load(&t->stage, constants + 1);
    return hl_stage_alike(&t->stage, sums, &lanes, p->min, p->max, p->type);
  }
  if (t->uniform)
    return hl_voutput_uniform(sums, t->multiplier, t->shift, p->out_zero, p->min, p->max, p->type);
  const hl_vscale scale = hl_vscale_of(constants[1], constants[2], t->right_only);
  return hl_voutput_lanes(sums, &scale, t->right_only, p->out_zero, p->min, p->max, p->type);
}

/* Four columns of output rows; `count` of the tiling's rows exist. */
HL_KERNEL void hl_depthwise_columns(const hl_depthwise *p, const hl_depthwise_tiling *t,
                                    const HVX_Vector *words, const HVX_Vector *constants,
                                    int sets, uint8_t *out, size_t row_stride, int count) {
  HVX_Vector sums[4][4];
  hl_depthwise_sums(p, t, words, constants + hl_depthwise_header(t), constants[0], sets,
                    sums);
  HL_UNROLL for (int r = 0; r < t->rows; ++r) {
    const HVX_Vector bytes = hl_depthwise_bytes_of(p, t, sums[r], constants);
    if (r < count)
      *(HVX_Vector *)(out + r * row_stride) = bytes;
  }
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Bodies of DEPTHWISE_CONV_2D on row-major tensors: any depth and multiplier, bytes by vrmpy and int16 by
 * vdmpy. The loops around them are generated (dnn-frontend/plans/windows/DepthwiseRowsNest.h).
 *
 * As in depthwise.h, the bytes of a word are four input rows (the halfwords of one are two), and
 * several output rows are made from the same words. Here lanes are neighbouring elements of a row,
 * pixel after pixel: 32 of them are moved by a whole number of pixels for each kernel column.
 * Channels begin anew after a number of vectors, the phases, each of which has constants of its own:
 * one for depths that divide 32.
 *
 * Strides: the columns of each remainder by the stride lie in a plane of words of their own, which begins with
 * the first of them that is in the image. Multipliers: words are there as often as there are outputs of a channel. */
#ifndef HEXLOOM_HVX_DEPTHWISE_ROWS_H
#define HEXLOOM_HVX_DEPTHWISE_ROWS_H

#include <hexloom/hvx/depthwise.h>
#include <hexloom/hvx/layout.h>
#include <hexloom/hvx/requantize64.h>

/* How the work is cut; made by the front end (plans/windows/DepthwiseRowsTiling.h). */
typedef struct {
  int32_t rows;   /* output rows at a time, 1 to 4 */
  int32_t groups; /* groups of input rows, four of bytes or two of halfwords */
  int32_t planes, plane_vectors; /* of words: [groups][planes][plane_vectors] ... */
  int32_t margin;                /* ... each with so many words in front of word 0, a multiple of 32 */
  int32_t further_sets, further_columns; /* of weights: uint8, see depthwise.h */
  hl_stage stage;                /* HL_STAGE_REFERENCE: by the reference's own arithmetic, with ... */
  int32_t uniform;               /* one multiplier and shift for all channels: */
  int32_t multiplier, shift;
  int32_t right_only; /* otherwise: every shift is to the right */
  int32_t wide, near; /* int16: the output stage needs 64 bits; hl_wide_requantize */
} hl_depthwise_rows_tiling;

/* A phase's constants, each a vector: bias, multiplier, left, half, less (hl_vscale; for int16,
 * `left` is not there), or bias and hl_stage_lanes, or, if wide, those of hl_wide_stage; then
 * weights [rows][groups][kernel_width], then as many of each further set. */
enum { HL_DEPTHWISE_HEADER = 5 };
HL_KERNEL int hl_depthwise_rows_weights(const hl_depthwise *p, const hl_depthwise_rows_tiling *t) {
  return t->rows * t->groups * p->kernel_width;
}
HL_KERNEL int hl_depthwise_bytes(const hl_depthwise *p) { return p->type == HL_INT16 ? 2 : 1; }
HL_KERNEL int hl_depthwise_word_rows(const hl_depthwise *p) { return 4 / hl_depthwise_bytes(p); }
HL_KERNEL int hl_depthwise_out_depth(const hl_depthwise *p) { return p->in_depth * p->multiplier; }

/* Rows of 128 bytes to the words of their elements. */
HL_KERNEL void hl_rows_interleave(const hl_depthwise *p, const HVX_Vector *row, HVX_Vector *words) {
  if (p->type != HL_INT16) {
    hl_interleave_four(row, words);
  } else {
    const HVX_VectorPair both = Q6_W_vshuff_VVR(row[1], row[0], -2);
    words[0] = Q6_V_lo_W(both);
    words[1] = Q6_V_hi_W(both);
  }
}

/* A pixel's words, each `multiplier` times; overruns. */
HL_KERNEL void hl_rows_spread_pixel(const hl_depthwise *p, const int32_t *from, int32_t *to) {
  if (p->multiplier == 1) {
    for (int c = 0; c < p->in_depth; c += 32)
      hl_store_u(to + c, hl_load_u(from + c));
    return;
  }
  for (int c = 0; c < p->in_depth; ++c, to += p->multiplier) {
    const HVX_Vector word = Q6_V_vsplat_R(from[c]);
    for (int i = 0; i < p->multiplier; i += 32)
      hl_store_u(to + i, word);
  }
}

/* Zero points to `words` words behind a row's pixels. */
HL_KERNEL void hl_rows_behind(const hl_depthwise *p, int32_t *to, int words) {
  HL_ROLL
  for (int i = 0; i < words; i += 32)
    hl_store_u(to + i, Q6_Vb_vsplat_R(p->in_zero));
}

HL_KERNEL HVX_Vector hl_rows_add(const hl_depthwise *p, HVX_Vector sum, HVX_Vector word,
                                 HVX_Vector weights) {
  if (p->type == HL_INT16)
    return Q6_Vw_vdmpyacc_VwVhVh_sat(sum, word, weights);
  return Q6_Vw_vadd_VwVw(sum, hl_depthwise_multiply(p->type, word, weights));
}

/* Whether output row r reads any row of group g. */
HL_KERNEL int hl_rows_reads(const hl_depthwise *p, const hl_depthwise_rows_tiling *t, int r,
                            int g) {
  const int first = t->rows > 1 ? r * p->stride_height : 0, rows = hl_depthwise_word_rows(p);
  return rows * g < first + p->kernel_height && rows * (g + 1) > first;
}

/* The word with which the windows' column `kx` begins in a turn's words: DepthwiseRowsUnits::tap. */
HL_KERNEL int hl_rows_tap(const hl_depthwise *p, const hl_depthwise_rows_tiling *t, int g, int kx) {
  const int column = kx * p->dilation_width, stride = p->stride_width, plane = column % stride;
  const int ahead = p->pad_left > plane ? (p->pad_left - plane + stride - 1) / stride : 0;
  return (g * t->planes + plane) * t->plane_vectors * 32 + t->margin + (column / stride - ahead) * hl_depthwise_out_depth(p);
}

/* 32 words from the word `at` on, which is known where this is called. */
HL_KERNEL HVX_Vector hl_rows_words(const HVX_Vector *words, int at) {
  if (at % 32 == 0)
    return words[at / 32];
  return Q6_V_valign_VVR(words[at / 32 + 1], words[at / 32], at % 32 * 4);
}

/* Sums of `vectors` times 32 neighbouring elements of each of the rows; c[i]: the constants of the i-th 32 elements. */
HL_KERNEL void hl_rows_sums(const hl_depthwise *p, const hl_depthwise_rows_tiling *t, const HVX_Vector *words,
                            const HVX_Vector *const c[4], int vectors, HVX_Vector sums[4][4]) {
  HL_UNROLL for (int r = 0; r < t->rows; ++r)
    HL_UNROLL for (int i = 0; i < vectors; ++i)
      sums[r][i] = t->wide ? Q6_V_vzero() : c[i][0];
  HL_UNROLL for (int g = 0; g < t->groups; ++g)
    HL_UNROLL for (int kx = 0; kx < p->kernel_width; ++kx)
      HL_UNROLL for (int i = 0; i < vectors; ++i) {
        const HVX_Vector word = hl_rows_words(words, hl_rows_tap(p, t, g, kx) + 32 * i);
        HL_UNROLL for (int r = 0; r < t->rows; ++r) {
          if (!hl_rows_reads(p, t, r, g))
            continue;
          const HVX_Vector *const w = c[i] + HL_DEPTHWISE_HEADER + (r * t->groups + g) * p->kernel_width + kx;
          sums[r][i] = hl_rows_add(p, sums[r][i], word, w[0]);
          HL_UNROLL for (int set = 1; set <= t->further_sets; ++set)
            if (hl_depthwise_splits(t->further_columns, kx))
              sums[r][i] = hl_rows_add(p, sums[r][i], word, w[set * hl_depthwise_rows_weights(p, t)]);
        }
      }
}

/* Sums to results in words, of int16. */
HL_KERNEL HVX_Vector hl_rows_scaled16(const hl_depthwise_rows_tiling *t, HVX_Vector sum,
                                      const HVX_Vector *c) {
  if (t->wide) {
    const hl_wide_scale scale = hl_wide_scale_of(c[2], c[3]);
    return hl_wide_requantize(hl_wide_add((hl_wide_sum){c[0], c[1]}, sum, 0), &scale, t->near);
  }
  return Q6_Vw_vasr_VwVw(Q6_Vw_vadd_VwVw(Q6_Vw_vmpye_VwVuh(sum, c[1]), c[3]), c[4]);
}

/* Stores the first `n` bytes (1 to 127) of v, and nothing else, without branches: both vectors that they may lie in are written,
 * which may be one, twice. */
HL_KERNEL void hl_rows_store_part(uint8_t *to, HVX_Vector v, int n) {
  const uintptr_t from = (uintptr_t)to, last = from + n - 1;
  const int offset = from & (HL_ALIGN - 1), end = (int)(last & (HL_ALIGN - 1)) + 1;
  const int both = (from ^ last) & HL_ALIGN;
  const HVX_Vector turned = Q6_V_vror_VR(v, -offset);
  const HVX_VectorPred before = Q6_Q_vsetq_R(offset), until = Q6_Q_vsetq2_R(end);
  Q6_vmem_QRIV(Q6_Q_and_QQn(Q6_Q_vsetq2_R(both ? HL_ALIGN : end), before), (HVX_Vector *)(from - offset), turned);
  Q6_vmem_QRIV(Q6_Q_and_QQn(until, Q6_Q_vsetq_R(both ? 0 : offset)), (HVX_Vector *)(last & ~(uintptr_t)(HL_ALIGN - 1)), turned);
}

/* Bytes of a row of outputs. */
HL_KERNEL int hl_rows_out_bytes(const hl_depthwise *p) {
  return p->out_width * hl_depthwise_out_depth(p) * hl_depthwise_bytes(p);
}

/* Results of 128 elements, of which `count` exist. */
HL_KERNEL void hl_rows_store(const hl_depthwise *p, const hl_depthwise_rows_tiling *t,
                             const HVX_Vector sums[4], const HVX_Vector *const c[4], uint8_t *out,
                             int count) {
  HVX_Vector v[4];
  const int bytes = count * hl_depthwise_bytes(p);
  if (p->type == HL_INT16) {
    HL_UNROLL for (int i = 0; i < 4; ++i)
      v[i] = hl_rows_scaled16(t, sums[i], c[i]);
    v[0] = hl_vnarrow_h(v[0], v[1], p->min, p->max);
    v[1] = hl_vnarrow_h(v[2], v[3], p->min, p->max);
  } else if (t->stage.form != HL_STAGE_REFERENCE) {
    hl_stage_lanes lanes[4];
    HL_UNROLL for (int i = 0; i < 4; ++i)
      lanes[i] = (hl_stage_lanes){c[i][1], c[i][2], c[i][3], c[i][4]};
    const hl_stage_lanes *const all[4] = {lanes, lanes + 1, lanes + 2, lanes + 3};
    v[0] = hl_stage_bytes(&t->stage, sums, all, p->min, p->max, p->type);
  } else if (t->uniform) {
    v[0] = hl_voutput_uniform(sums, t->multiplier, t->shift, p->out_zero, p->min, p->max, p->type);
  } else {
    HL_UNROLL for (int i = 0; i < 4; ++i) {
      const hl_vscale scale = {c[i][1], c[i][2], c[i][3], c[i][4]};
      v[i] = hl_vrequantize_lanes(sums[i], &scale, t->right_only);
    }
    v[0] = hl_vnarrow(v[0], v[1], v[2], v[3], p->out_zero, p->min, p->max, p->type == HL_INT8);
  }
  const int aligned = hl_rows_out_bytes(p) % HL_ALIGN == 0;
  HL_UNROLL for (int i = 0; i < hl_depthwise_bytes(p); ++i) {
    if (aligned && bytes > i * HL_ALIGN)
      *(HVX_Vector *)(out + i * HL_ALIGN) = v[i];
    else if (bytes >= (i + 1) * HL_ALIGN)
      hl_store_u(out + i * HL_ALIGN, v[i]);
    else if (bytes > i * HL_ALIGN)
      hl_rows_store_part(out + i * HL_ALIGN, v[i], bytes - i * HL_ALIGN);
  }
}

/* 128 neighbouring elements of `count` output rows, or fewer: `left` exist. */
HL_KERNEL void hl_rows_turn(const hl_depthwise *p, const hl_depthwise_rows_tiling *t, const HVX_Vector *words,
                            const HVX_Vector *const c[4], uint8_t *out, int count, int left) {
  HVX_Vector sums[4][4];
  const HVX_Vector *last[4];
  const int vectors = (left + 31) / 32;
  hl_rows_sums(p, t, words, c, vectors, sums);
  HL_UNROLL for (int i = 0; i < 4; ++i)
    last[i] = i < vectors ? c[i] : c[vectors - 1];
  HL_UNROLL for (int r = 0; r < t->rows; ++r) {
    HL_UNROLL for (int i = vectors; i < 4; ++i) /* what does not exist may be anything */
      sums[r][i] = sums[r][vectors - 1];
    if (r < count)
      hl_rows_store(p, t, sums[r], last, out + r * hl_rows_out_bytes(p), left);
  }
}

/* The constants of the next 128 elements, from a phase's on; the phase behind them. `step`: vectors of each. */
HL_KERNEL const HVX_Vector *hl_rows_phases(const HVX_Vector *c[4], const HVX_Vector *phase, const HVX_Vector *first,
                                           int step, int phases) {
  const HVX_Vector *const end = first + phases * step;
  HL_UNROLL for (int i = 0; i < 4; ++i) {
    c[i] = phase;
    phase = phase + step == end ? first : phase + step;
  }
  return phase;
}

#endif

/* DEPTHWISE_CONV_2D on row-major tensors: any depth and multiplier, bytes by vrmpy and int16 by
 * vdmpy.
 *
 * As in depthwise.h, the bytes of a word are four input rows (the halfwords of one are two), and
 * several output rows are made from the same words. Here lanes are neighbouring elements of a row,
 * pixel after pixel: 32 of them are moved by a whole number of pixels for each kernel column, by
 * unaligned loads. Channels begin anew after a number of vectors, the phases, each of which has
 * constants of its own: one for depths that divide 32.
 *
 * Strides: the columns of each remainder by the stride lie in a plane of words of their own.
 * Multipliers: words are repeated as often as there are outputs of a channel. */
#ifndef HEXLOOM_HVX_DEPTHWISE_ROWS_H
#define HEXLOOM_HVX_DEPTHWISE_ROWS_H

#include <hexloom/hvx/depthwise.h>
#include <hexloom/hvx/layout.h>
#include <hexloom/hvx/requantize64.h>
#include <hexloom/hvx/turns.h>

/* How the work is cut; made by the front end (plans/windows/DepthwiseRows.cpp). */
typedef struct {
  int32_t rows;   /* output rows at a time, 1 to 4 */
  int32_t groups; /* groups of input rows, four of bytes or two of halfwords */
  int32_t phases;
  int32_t plane_pixels; /* of each plane of words */
  int32_t plane_words;  /* from plane to plane; more than the pixels have, for what loads and stores
                           overrun */
  int32_t further_sets; /* of weights: uint8, see depthwise.h */
  hl_stage stage;       /* HL_STAGE_REFERENCE: by the reference's own arithmetic, with ... */
  int32_t uniform;      /* one multiplier and shift for all channels: */
  int32_t multiplier, shift;
  int32_t right_only; /* otherwise: every shift is to the right */
  int32_t wide, near; /* int16: the output stage needs 64 bits; hl_wide_requantize */
} hl_depthwise_rows_tiling;

/* Scratch memory. */
typedef struct {
  int32_t *words;   /* [groups][stride][plane_words] */
  int32_t *dense;   /* words of a row as it lies, where strides or multipliers spread them */
  uint8_t *padding; /* a row of zero points */
} hl_depthwise_rows_memory;

/* A phase's constants, each a vector: bias, multiplier, left, half, less (hl_vscale; for int16,
 * `left` is not there), or bias and hl_stage_lanes, or, if wide, those of hl_wide_stage; then
 * weights [rows][groups][kernel_width], then as many of each further set. */
enum { HL_DEPTHWISE_HEADER = 5 };
HL_KERNEL int hl_depthwise_rows_weights(const hl_depthwise *p, const hl_depthwise_rows_tiling *t) {
  return t->rows * t->groups * p->kernel_width;
}
HL_KERNEL int hl_depthwise_phase_vectors(const hl_depthwise *p, const hl_depthwise_rows_tiling *t) {
  return HL_DEPTHWISE_HEADER + hl_depthwise_rows_weights(p, t) * (1 + t->further_sets);
}

HL_KERNEL int hl_depthwise_bytes(const hl_depthwise *p) { return p->type == HL_INT16 ? 2 : 1; }
HL_KERNEL int hl_depthwise_word_rows(const hl_depthwise *p) { return 4 / hl_depthwise_bytes(p); }
HL_KERNEL int hl_depthwise_out_depth(const hl_depthwise *p) { return p->in_depth * p->multiplier; }

/* The words of 128 elements (int16: 64) of the rows; loads are `clipped` to what lies below the
 * limits. */
HL_KERNEL void hl_rows_to_words(const hl_depthwise *p, const uint8_t *const row[4],
                                const uint8_t *const limit[4], int vector, int clipped, int32_t *to) {
  const int at = vector * HL_ALIGN;
  to += at / hl_depthwise_bytes(p);
  HVX_Vector v[4];
  HL_UNROLL for (int i = 0; i < hl_depthwise_word_rows(p); ++i)
    v[i] = clipped ? hl_load_clipped(row[i] + at, limit[i]) : hl_load_u(row[i] + at);
  if (p->type == HL_INT16) {
    const HVX_VectorPair words = Q6_W_vshuff_VVR(v[1], v[0], -2);
    hl_store_u(to, Q6_V_lo_W(words));
    hl_store_u(to + 32, Q6_V_hi_W(words));
    return;
  }
  HVX_Vector words[4];
  hl_interleave_four(v, words);
  HL_UNROLL for (int i = 0; i < 4; ++i)
    hl_store_u(to + 32 * i, words[i]);
}

/* The words of a group of input rows, as they lie; overruns. `in_y`: the first row. */
HL_KERNEL void hl_rows_interleave(const hl_depthwise *p, const uint8_t *padding,
                                  const uint8_t *image, const uint8_t *image_limit, int in_y,
                                  int32_t *to) {
  const int row_bytes = p->in_width * p->in_depth * hl_depthwise_bytes(p);
  const uint8_t *row[4], *limit[4];
  int clipped = 0;
  HL_UNROLL for (int i = 0; i < hl_depthwise_word_rows(p); ++i) {
    const int y = in_y + i * p->dilation_height, inside = y >= 0 && y < p->in_height;
    row[i] = inside ? image + (size_t)y * row_bytes : padding;
    limit[i] = inside ? image_limit
                      : padding + hl_round_up(row_bytes, HL_ALIGN) + HL_ALIGN + HL_LOAD_SLACK;
    clipped |= row[i] + row_bytes + HL_ALIGN + HL_LOAD_SLACK > limit[i];
  }
  const int vectors = (row_bytes + HL_ALIGN - 1) / HL_ALIGN;
  if (clipped) {
    HL_ROLL
    for (int i = 0; i < vectors; ++i)
      hl_rows_to_words(p, row, limit, i, 1, to);
  } else if (vectors <= HL_DEPTHWISE_FEW) {
    HL_UNROLL
    for (int i = 0; i < vectors; ++i)
      hl_rows_to_words(p, row, limit, i, 0, to);
  } else {
    HL_ROLL
    for (int i = 0; i < vectors; ++i)
      hl_rows_to_words(p, row, limit, i, 0, to);
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

/* The words that output rows y .. y + rows - 1 read. Pads to the left were filled beforehand, those
 * to the right may be overrun. */
HL_KERNEL void hl_rows_make_words(const hl_depthwise *p, const hl_depthwise_rows_tiling *t,
                                  const hl_depthwise_rows_memory *m, const uint8_t *image,
                                  const uint8_t *limit, int y) {
  const int depth = hl_depthwise_out_depth(p), planes = p->stride_width,
            behind = p->pad_left + p->in_width;
  HL_UNROLL
  for (int g = 0; g < t->groups; ++g) {
    int32_t *const words = m->words + (size_t)g * planes * t->plane_words;
    const int in_y =
        y * p->stride_height - p->pad_top + g * hl_depthwise_word_rows(p) * p->dilation_height;
    if (planes == 1 && p->multiplier == 1) {
      hl_rows_interleave(p, m->padding, image, limit, in_y, words + p->pad_left * depth);
    } else {
      hl_rows_interleave(p, m->padding, image, limit, in_y, m->dense);
      HL_ROLL
      for (int x = 0; x < p->in_width; ++x) {
        const int column = p->pad_left + x;
        hl_rows_spread_pixel(p, m->dense + x * p->in_depth,
                             words + column % planes * t->plane_words + column / planes * depth);
      }
    }
    for (int plane = 0; plane < planes; ++plane) {
      const int first = behind > plane ? (behind - plane + planes - 1) / planes : 0;
      hl_fill_over((uint8_t *)(words + plane * t->plane_words + first * depth), p->in_zero,
                   (t->plane_pixels - first) * depth * 4);
    }
  }
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

/* Sums of 128 neighbouring elements of each of the rows; c[i]: the constants of the i-th 32
 * elements. */
HL_KERNEL void hl_rows_sums(const hl_depthwise *p, const hl_depthwise_rows_tiling *t,
                            const int32_t *words, const HVX_Vector *const c[4],
                            HVX_Vector sums[4][4]) {
  const int stride = p->stride_width, depth = hl_depthwise_out_depth(p);
  HL_UNROLL for (int r = 0; r < t->rows; ++r)
    HL_UNROLL for (int i = 0; i < 4; ++i)
      sums[r][i] = t->wide ? Q6_V_vzero() : c[i][0];
  HL_UNROLL for (int g = 0; g < t->groups; ++g)
    HL_UNROLL for (int kx = 0; kx < p->kernel_width; ++kx) {
      const int column = kx * p->dilation_width;
      const int32_t *const from =
          words + (g * stride + column % stride) * t->plane_words + column / stride * depth;
      HL_UNROLL for (int i = 0; i < 4; ++i) {
        const HVX_Vector word = hl_load_u(from + 32 * i);
        HL_UNROLL for (int r = 0; r < t->rows; ++r) {
          if (!hl_rows_reads(p, t, r, g))
            continue;
          const HVX_Vector *const w =
              c[i] + HL_DEPTHWISE_HEADER + (r * t->groups + g) * p->kernel_width + kx;
          sums[r][i] = hl_rows_add(p, sums[r][i], word, w[0]);
          HL_UNROLL for (int set = 1; set <= t->further_sets; ++set)
            sums[r][i] = hl_rows_add(p, sums[r][i], word, w[set * hl_depthwise_rows_weights(p, t)]);
        }
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
  HL_UNROLL for (int i = 0; i < hl_depthwise_bytes(p); ++i) {
    if (bytes >= (i + 1) * HL_ALIGN)
      hl_store_u(out + i * HL_ALIGN, v[i]);
    else
      hl_store_first(out + i * HL_ALIGN, v[i], bytes - i * HL_ALIGN);
  }
}

/* 128 neighbouring elements of output rows, or fewer: `left` exist. */
HL_KERNEL void hl_rows_chunk(const hl_depthwise *p, const hl_depthwise_rows_tiling *t,
                             const int32_t *words, const HVX_Vector *const c[4], uint8_t *out,
                             int count, int left) {
  const int row_bytes = p->out_width * hl_depthwise_out_depth(p) * hl_depthwise_bytes(p);
  HVX_Vector sums[4][4];
  hl_rows_sums(p, t, words, c, sums);
  HL_UNROLL for (int r = 0; r < t->rows; ++r)
    if (r < count)
      hl_rows_store(p, t, sums[r], c, out + r * row_bytes, left);
}

/* The same from a vector of results on, which is known where this is called. */
HL_KERNEL void hl_rows_chunk_at(const hl_depthwise *p, const hl_depthwise_rows_tiling *t,
                                const int32_t *words, const HVX_Vector *constants, uint8_t *out,
                                int count, int chunk) {
  const int elements = p->out_width * hl_depthwise_out_depth(p), at = chunk * HL_ALIGN;
  const HVX_Vector *c[4];
  HL_UNROLL for (int i = 0; i < 4; ++i)
    c[i] = constants + (at / 32 + i) % t->phases * hl_depthwise_phase_vectors(p, t);
  hl_rows_chunk(p, t, words + at, c, out + at * hl_depthwise_bytes(p), count, elements - at);
}

/* All columns of output rows; `count` of the tiling's rows exist. A loop over whole vectors, what is left by itself. */
HL_KERNEL void hl_rows_of_outputs(const hl_depthwise *p, const hl_depthwise_rows_tiling *t,
                                  const int32_t *words, const HVX_Vector *constants, uint8_t *out,
                                  int count) {
  const int elements = p->out_width * hl_depthwise_out_depth(p), whole = elements / HL_ALIGN;
  const int step = hl_depthwise_phase_vectors(p, t);
  if (whole <= HL_DEPTHWISE_FEW) {
    HL_UNROLL
    for (int chunk = 0; chunk < whole; ++chunk)
      hl_rows_chunk_at(p, t, words, constants, out, count, chunk);
  } else {
    const HVX_Vector *const end = constants + t->phases * step, *next = constants;
    HL_ROLL
    for (int chunk = 0; chunk < whole; ++chunk) {
      const HVX_Vector *c[4];
      HL_UNROLL for (int i = 0; i < 4; ++i) {
        c[i] = 4 % t->phases == 0 ? constants + i % t->phases * step : next;
        next = next + step == end ? constants : next + step;
      }
      hl_rows_chunk(p, t, words + chunk * HL_ALIGN, c, out + chunk * HL_ALIGN * hl_depthwise_bytes(p),
                    count, HL_ALIGN);
    }
  }
  if (whole * HL_ALIGN < elements)
    hl_rows_chunk_at(p, t, words, constants, out, count, whole);
}

HL_KERNEL void hl_depthwise_on_rows(const hl_depthwise *p, const hl_depthwise_rows_tiling *t,
                                    const void *in, const void *constants, void *out,
                                    const hl_depthwise_rows_memory *m) {
  const int in_row = p->in_width * p->in_depth * hl_depthwise_bytes(p);
  const int out_row = p->out_width * hl_depthwise_out_depth(p) * hl_depthwise_bytes(p);
  const uint8_t *const limit =
      (const uint8_t *)in + hl_round_up(p->batches * p->in_height * in_row, HL_ALIGN);
  hl_fill_over((uint8_t *)m->words, p->in_zero, t->groups * p->stride_width * t->plane_words * 4);
  hl_fill_over(m->padding, p->in_zero, in_row);
  for (int batch = 0; batch < p->batches; ++batch) {
    const uint8_t *const image = (const uint8_t *)in + (size_t)batch * p->in_height * in_row;
    uint8_t *const result = (uint8_t *)out + (size_t)batch * p->out_height * out_row;
    for (int y = 0; y < p->out_height; y += t->rows) {
      hl_rows_make_words(p, t, m, image, limit, y);
      const int rest = p->out_height % t->rows; /* which of the rows are stored must not be asked in every turn */
      if (rest == 0 || y + t->rows <= p->out_height)
        hl_rows_of_outputs(p, t, m->words, constants, result + (size_t)y * out_row, t->rows);
      else
        hl_rows_of_outputs(p, t, m->words, constants, result + (size_t)y * out_row, rest);
    }
  }
}

#endif

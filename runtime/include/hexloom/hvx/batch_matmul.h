/* BATCH_MATMUL on HVX: the core of product.h (int16: of wide_product.h) with rows of X as pixels
 * and Y, packed on the spot, as weights. See portable/batch_matmul.h for the operator. */
#ifndef HEXLOOM_HVX_BATCH_MATMUL_H
#define HEXLOOM_HVX_BATCH_MATMUL_H

#include <hexloom/hvx/layout.h>
#include <hexloom/hvx/pixel_sums.h>
#include <hexloom/hvx/transpose.h>
#include <hexloom/hvx/wide_product.h>
#include <hexloom/portable/batch_matmul.h>

typedef struct {
  hl_product product;
  hl_batch_matmul matmul;
  hl_strides x, y, out;                /* a matrix is a row, its rows are pixels */
  int32_t ahead;                       /* output stages stand beside the next tiles' products */
  int32_t in_place;                    /* rows of X are read where they lie */
  int32_t bias;                        /* of bytes: what the zero points add to each sum */
  int32_t x_bytes, y_bytes, out_bytes; /* of the whole tensors */
} hl_batch_matmul_hvx;

/* Scratch memory. */
typedef struct {
  const int32_t *offsets; /* of the runs of a row */
  const HVX_Vector *ones;
  uint8_t *x;          /* rows, product.pixel_bytes apart, some more than there are */
  uint8_t *x_words;    /* with adj_x: as hl_interleave_rows writes them */
  HVX_Vector *words;   /* of Y, [block][word] */
  HVX_Vector *weights; /* the same made unsigned, in their place; int16: in two parts,
                          [block][part][word] */
  const HVX_Vector *lanes; /* of bytes: of any block's stage what stands behind the bias */
  HVX_Vector *stages;  /* hl_any_row */
  int32_t *sums;
  uint8_t *row;
} hl_batch_matmul_memory;

HL_KERNEL int hl_matmul_bytes(const hl_batch_matmul_hvx *p) {
  return p->product.type == HL_INT16 ? 2 : 1;
}
HL_KERNEL int hl_matmul_depth_words(const hl_batch_matmul_hvx *p) {
  return (p->matmul.depth * hl_matmul_bytes(p) + 3) / 4;
}

/* A matrix [depth][columns] to the words of its columns. */
HL_KERNEL void hl_matmul_interleave(const hl_batch_matmul_hvx *p, int blocked, const uint8_t *from,
                                    const uint8_t *limit, int columns, uint8_t *to) {
  if (p->product.type == HL_INT16)
    hl_interleave_halves(from, limit, p->matmul.depth, columns, to);
  else if (blocked)
    hl_interleave_blocked(from, p->matmul.depth, columns, to);
  else
    hl_interleave_rows(from, limit, p->matmul.depth, columns, to);
}

/* Rows of `bytes` bytes to places `pitch` bytes apart; bytes between them, and up to 127 behind the last, are overwritten. */
HL_SHARED void hl_matmul_copy_rows(uint8_t *to, int pitch, const uint8_t *from, int bytes, int rows) {
  if (bytes == pitch)
    return hl_copy_over(to, from, rows * bytes);
  for (int row = 0; row < rows; ++row)
    hl_copy_over(to + row * pitch, from + row * bytes, bytes);
}

/* The rows of X, where they lie or copied. */
HL_KERNEL const uint8_t *hl_matmul_rows(const hl_batch_matmul_hvx *p,
                                        const hl_batch_matmul_memory *m, const uint8_t *x,
                                        const uint8_t *limit) {
  const int rows = p->matmul.rows, pitch = p->product.pixel_bytes, words = hl_matmul_depth_words(p);
  if (p->in_place)
    return x;
  if (!p->matmul.adj_x) {
    hl_matmul_copy_rows(m->x, pitch, x, p->matmul.depth * hl_matmul_bytes(p), rows);
    return m->x;
  }
  hl_matmul_interleave(p, hl_in_blocks(&p->x, p->matmul.depth), x, limit, rows, m->x_words);
  const uint8_t *const end = m->x_words + (rows + 31) / 32 * words * 128;
  for (int row = 0; row < rows; row += 32)
    for (int word = 0; word < words; word += 32)
      hl_transpose_words(m->x_words + (row / 32 * words + word) * 128, 128,
                         words - word < 32 ? words - word : 32, end, m->x + row * pitch + word * 4,
                         pitch, rows - row < 32 ? rows - row : 32);
  return m->x;
}

HL_KERNEL void hl_matmul_words(const hl_batch_matmul_hvx *p, const hl_batch_matmul_memory *m,
                               const uint8_t *y, const uint8_t *limit) {
  const int columns = p->matmul.columns, words = hl_matmul_depth_words(p),
            column_bytes = p->matmul.depth * hl_matmul_bytes(p);
  if (!p->matmul.adj_y)
    return hl_matmul_interleave(p, hl_in_blocks(&p->y, p->matmul.depth), y, limit, columns, (uint8_t *)m->words);
  for (int column = 0; column < columns; column += 32) {
    const int rows = columns - column < 32 ? columns - column : 32;
    uint8_t *const to = (uint8_t *)(m->words + column / 32 * words);
    if (hl_in_blocks(&p->y, columns))
      for (int word = 0; word < words; word += 8)
        hl_transpose_blocked(y + word / 8 * p->y.block + column * p->y.pixel, rows,
                             to + word * 128, 128, words - word);
    else
      for (int word = 0; word < words; word += 32)
        hl_transpose_words(y + column * column_bytes + word * 4, column_bytes, rows, limit,
                           to + word * 128, 128, words - word < 32 ? words - word : 32);
  }
}

/* The bytes of the last word that are the matrix's. */
HL_KERNEL HVX_Vector hl_matmul_last_word(const hl_batch_matmul_hvx *p) {
  const int rest = p->matmul.depth * hl_matmul_bytes(p) % 4;
  return Q6_V_vsplat_R(rest ? (int32_t)(0xffffffffu >> (32 - rest * 8)) : -1);
}

/* Makes words unsigned, and adds their bytes to the sums. */
HL_KERNEL HVX_Vector hl_matmul_flip(HVX_Vector *words, HVX_Vector flip, HVX_Vector sum) {
  *words = Q6_V_vxor_VV(*words, flip);
  return Q6_Vuw_vrmpyacc_VuwVubRub(sum, *words, 0x01010101);
}

/* Makes the words unsigned, with 0 behind the last one's bytes, and the constants of each column. */
HL_KERNEL void hl_matmul_stages(const hl_batch_matmul_hvx *p, const hl_batch_matmul_memory *m) {
  const int words = hl_matmul_depth_words(p), x_zero = p->matmul.x_zero,
            vectors = hl_product_stage_vectors(&p->product);
  const HVX_Vector flip = Q6_Vb_vsplat_R(0x80), last = hl_matmul_last_word(p);
  HVX_Vector *weights = m->weights, *stage = m->stages;
  for (int block = 0; block < p->product.blocks; ++block, weights += words, stage += vectors) {
    HVX_Vector sum = Q6_V_vzero();
    for (int word = 0; word < words - 1; ++word)
      sum = hl_matmul_flip(weights + word, flip, sum);
    weights[words - 1] = Q6_V_vand_VV(weights[words - 1], last);
    sum = hl_matmul_flip(weights + words - 1, Q6_V_vand_VV(flip, last), sum);
    const int factor = (int)((uint32_t)-x_zero << 16 | (-x_zero & 0xffff));
    stage[0] = Q6_Vw_vadd_VwVw(Q6_V_vsplat_R(p->bias), Q6_Vw_vmpyi_VwRh(sum, factor));
#pragma unroll
    for (int i = 1; i < vectors; ++i)
      stage[i] = m->lanes[i - 1];
  }
}

/* int16: the words' lower bytes and their upper ones, with 0 behind the last one's bytes, and the
 * constants of each column. */
HL_KERNEL void hl_matmul_parts(const hl_batch_matmul_hvx *p, const hl_batch_matmul_memory *m) {
  const int words = hl_matmul_depth_words(p);
  const HVX_Vector lower = Q6_Vh_vsplat_R(0xff), last = hl_matmul_last_word(p);
  hl_wide_stage *const stages = (hl_wide_stage *)m->stages;
  for (int block = 0; block < p->product.blocks; ++block) {
    const HVX_Vector *const from = m->words + block * words;
    HVX_Vector *const to = m->weights + 2 * block * words;
    for (int word = 0; word < words; ++word) {
      const HVX_Vector w = word == words - 1 ? Q6_V_vand_VV(from[word], last) : from[word];
      to[word] = Q6_V_vand_VV(w, lower);
      to[words + word] = Q6_Vh_vasr_VhR(w, 8);
    }
    stages[block] = (hl_wide_stage){Q6_V_vzero(), Q6_V_vzero(), Q6_V_vsplat_R(p->matmul.multiplier),
                                    Q6_V_vsplat_R(p->matmul.shift)};
  }
}

/* -(stored zero point of Y) times the sum of each row. */
HL_KERNEL void hl_matmul_sums(const hl_batch_matmul_hvx *p, const hl_batch_matmul_memory *m,
                              const uint8_t *rows, const uint8_t *x_limit) {
  const int pitch = p->product.pixel_bytes, rows4 = hl_round_up(p->matmul.rows, 4);
  const int blocked = p->in_place && hl_in_blocks(&p->x, p->matmul.rows);
  const hl_sums_row sums = {
      rows,       p->in_place ? x_limit : rows + hl_round_up(rows4 * pitch, HL_ALIGN),
      rows4,      blocked ? (p->matmul.depth + 31) / 32 : 1,
      rows4 * 32, pitch,
      m->ones,    -(p->matmul.y_zero + 128)};
  hl_pixel_sums_i8(&sums, m->sums);
}

HL_KERNEL void hl_batch_matmul_on_hvx(const hl_batch_matmul_hvx *p, const hl_batch_matmul_memory *m,
                                      const uint8_t *x, const uint8_t *y, uint8_t *out) {
  const hl_batch_matmul *const s = &p->matmul;
  const uint8_t *const x_limit = x + hl_round_up(p->x_bytes, HL_ALIGN), *const y_limit =
                                                                            y +
                                                                            hl_round_up(p->y_bytes,
                                                                                        HL_ALIGN);
  const uint8_t *const out_limit = out + hl_round_up(p->out_bytes, HL_ALIGN);
  for (int batch = 0; batch < s->batches[0] * s->batches[1] * s->batches[2];
       ++batch, out += p->out.row) {
    const uint8_t *const rows = hl_matmul_rows(
        p, m, x + hl_matrix_of(s->batches, s->x_strides, batch) * p->x.row, x_limit);
    hl_matmul_words(p, m, y + hl_matrix_of(s->batches, s->y_strides, batch) * p->y.row, y_limit);
    if (p->product.type == HL_INT16)
      hl_matmul_parts(p, m);
    else
      hl_matmul_stages(p, m);
    if (p->product.has_sums)
      hl_matmul_sums(p, m, rows, x_limit);
    const int out_in_place = hl_in_blocks(&p->out, s->rows);
    uint8_t *const to = out_in_place ? out : m->row;
    const int pixels = s->rows > 4 ? s->rows : 4;
    if (p->ahead)
      hl_product_row_ahead(&p->product, pixels, rows, m->sums, m->offsets, m->weights, m->stages, to);
    else
      hl_any_row(&p->product, pixels, rows, m->sums, m->offsets, m->weights, m->stages, to);
    if (!out_in_place)
      hl_unblock_row(to, p->product.row_bytes, s->rows, s->columns * hl_matmul_bytes(p), out,
                     out_limit);
  }
}

#endif

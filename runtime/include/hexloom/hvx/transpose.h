// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Transposing matrices of bytes into the words that vrmpy takes, four bytes of one column after the
 * other. */
#ifndef HEXLOOM_HVX_TRANSPOSE_H
#define HEXLOOM_HVX_TRANSPOSE_H

#include <hexloom/hvx/layout.h>
#include <hexloom/hvx/word_matrix.h>

/* Whether a group of loads, the last one of the 128 bytes at `last`, is to mind the limit. */
HL_KERNEL int hl_is_near(const uint8_t *last, const uint8_t *limit) { return last + HL_ALIGN + HL_LOAD_SLACK > limit; }

/* `rows` (1 to 4) rows of 128 bytes, `pitch` bytes apart, to words of their columns, 32 in a vector; the words' further bytes are 0. */
HL_KERNEL void hl_words_of_rows(const uint8_t *from, int pitch, int rows, const uint8_t *limit, int near, HVX_Vector out[4]) {
  HVX_Vector r[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    r[i] = i >= rows ? Q6_V_vzero() : near ? hl_load_clamped(from + i * pitch, limit) : hl_load_u(from + i * pitch);
  const HVX_VectorPair even = Q6_W_vshuff_VVR(r[1], r[0], -1), odd = Q6_W_vshuff_VVR(r[3], r[2], -1);
  const HVX_VectorPair low = Q6_W_vshuff_VVR(Q6_V_lo_W(odd), Q6_V_lo_W(even), -2);
  const HVX_VectorPair high = Q6_W_vshuff_VVR(Q6_V_hi_W(odd), Q6_V_hi_W(even), -2);
  out[0] = Q6_V_lo_W(low);
  out[1] = Q6_V_hi_W(low);
  out[2] = Q6_V_lo_W(high);
  out[3] = Q6_V_hi_W(high);
}

/* The first `count` of four vectors, `step` bytes apart. */
HL_KERNEL void hl_store_words(const HVX_Vector v[4], int count, uint8_t *to, int step) {
#pragma unroll
  for (int i = 0; i < 4; ++i)
    if (i < count)
      *(HVX_Vector *)(to + i * step) = v[i];
}

/* Blocks of 32 columns of `rows` (1 to 4) rows: hl_interleave_rows. */
HL_KERNEL void hl_interleave_four_rows(const uint8_t *from, int pitch, int rows, const uint8_t *limit, int near, int blocks,
                                       uint8_t *to, int block_bytes) {
  HVX_Vector words[4];
  int block = 0;
  HL_ROLL
  for (; block + 4 <= blocks; block += 4) {
    hl_words_of_rows(from + block * 32, pitch, rows, limit, near, words);
    hl_store_words(words, 4, to + block * block_bytes, block_bytes);
  }
  if (block == blocks)
    return;
  hl_words_of_rows(from + block * 32, pitch, rows, limit, near, words);
  hl_store_words(words, blocks - block, to + block * block_bytes, block_bytes);
}

/* [rows][columns] bytes to [ceil(columns / 32)][ceil(rows / 4)][32 columns][4 rows]; rows that are
 * missing are 0, columns are anything. Nothing is read at or behind `limit`, a multiple of 128. */
HL_SHARED void hl_interleave_rows(const uint8_t *from, const uint8_t *limit, int rows, int columns,
                                  uint8_t *to) {
  const int blocks = (columns + 31) / 32, block_bytes = (rows + 3) / 4 * 128;
  int row = 0;
  HL_ROLL
  for (; row + 4 <= rows && !hl_is_near(from + 3 * columns + blocks * 32, limit); row += 4, from += 4 * columns, to += 128)
    hl_interleave_four_rows(from, columns, 4, limit, 0, blocks, to, block_bytes);
  HL_ROLL
  for (; row + 4 <= rows; row += 4, from += 4 * columns, to += 128)
    hl_interleave_four_rows(from, columns, 4, limit, 1, blocks, to, block_bytes);
  if (row < rows)
    hl_interleave_four_rows(from, columns, rows - row, limit, 1, blocks, to, block_bytes);
}

/* Interleaves rows of halfwords to [ceil(columns / 32)][ceil(rows / 2)][32 columns][2 rows]. */
HL_SHARED void hl_interleave_halves(const uint8_t *from, const uint8_t *limit, int rows,
                                    int columns, uint8_t *to) {
  const int blocks = (columns + 31) / 32, block_bytes = (rows + 1) / 2 * 128,
            row_bytes = 2 * columns;
#pragma clang loop unroll(disable)
  for (int row = 0; row < rows; row += 2, from += 2 * row_bytes, to += 128) {
#pragma clang loop unroll(disable)
    for (int block = 0; block < blocks; block += 2) {
      const HVX_Vector first = hl_load_clipped(from + block * 64, limit);
      const HVX_Vector second =
          row + 1 < rows ? hl_load_clipped(from + row_bytes + block * 64, limit) : Q6_V_vzero();
      const HVX_VectorPair words = Q6_W_vshuff_VVR(second, first, -2);
      *(HVX_Vector *)(to + block * block_bytes) = Q6_V_lo_W(words);
      if (block + 1 < blocks)
        *(HVX_Vector *)(to + (block + 1) * block_bytes) = Q6_V_hi_W(words);
    }
  }
}

/* hl_interleave_rows from a depth-blocked matrix, [ceil(columns / 32)][rows4][32], whose vectors
 * hold four rows each; rows that are missing are anything. */
HL_SHARED void hl_interleave_blocked(const uint8_t *from, int rows, int columns, uint8_t *to) {
  const HVX_Vector *in = (const HVX_Vector *)from;
  HVX_Vector *out = (HVX_Vector *)to;
  for (int i = (rows + 3) / 4 * ((columns + 31) / 32); i > 0; --i)
    *out++ = Q6_Vb_vshuff_Vb(Q6_Vb_vshuff_Vb(*in++));
}

/* Up to 32 rows of one block of a depth-blocked matrix, four to a vector, to `columns` (up to 8)
 * vectors `step` bytes apart, with one word of each row in each. */
HL_SHARED void hl_transpose_blocked(const uint8_t *from, int rows, uint8_t *to, int step,
                                    int columns) {
  HVX_Vector v[8];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    v[i] = 4 * i < rows ? ((const HVX_Vector *)from)[i] : Q6_V_vzero();
  hl_columns_of_words(v);
#pragma unroll
  for (int i = 0; i < 8; ++i)
    if (i < columns)
      *(HVX_Vector *)(to + i * step) = v[i];
}

/* Words, in groups of `bytes`, of odd places in `first` for those of even ones in `second`. */
HL_KERNEL void hl_swap_words(HVX_Vector *first, HVX_Vector *second, int bytes) {
  const HVX_VectorPair swapped = Q6_W_vshuff_VVR(*second, *first, bytes);
  *first = Q6_V_lo_W(swapped);
  *second = Q6_V_hi_W(swapped);
}

/* Eight neighbouring rows, or the last of them in place of those behind it, with as many words of each in every vector. */
HL_KERNEL void hl_transpose_eight(const uint8_t *from, int pitch, int last, const uint8_t *limit, int near, HVX_Vector *out) {
  HVX_Vector v[8];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    v[i] = near ? hl_load_clamped(from + (i < last ? i : last) * pitch, limit) : hl_load_u(from + i * pitch);
#pragma unroll
  for (int distance = 1; distance < 8; distance *= 2) {
#pragma unroll
    for (int i = 0; i < 8; ++i)
      if (!(i & distance))
        hl_swap_words(v + i, v + i + distance, 4 * distance);
  }
#pragma unroll
  for (int i = 0; i < 8; ++i)
    out[i] = v[i];
}

/* 32 rows of 32 words, `pitch` bytes apart, to 32 vectors, a column in each, `step` bytes apart; only `rows` rows are read, some of
 * them in place of those that are missing, nothing at or behind `limit`, and `columns` columns are stored. */
HL_SHARED void hl_transpose_words(const uint8_t *from, int pitch, int rows, const uint8_t *limit,
                                  uint8_t *to, int step, int columns) {
  HVX_Vector kept[32];
  HL_ROLL
  for (int first = 0; first < 32; first += 8) {
    const int here = first < rows ? first : 0; /* in place of eight that are missing the first ones */
    const int last = rows - here < 8 ? rows - here - 1 : 7;
    const uint8_t *const at = from + here * pitch;
    if (last == 7 && !hl_is_near(at + 7 * pitch, limit))
      hl_transpose_eight(at, pitch, 7, limit, 0, kept + first);
    else
      hl_transpose_eight(at, pitch, last, limit, 1, kept + first);
  }
  HL_ROLL
  for (int i = 0; i < 8; ++i, to += step) {
    HVX_Vector v[4] = {kept[i], kept[i + 8], kept[i + 16], kept[i + 24]};
    hl_swap_words(v, v + 1, 32);
    hl_swap_words(v + 2, v + 3, 32);
    hl_swap_words(v, v + 2, 64);
    hl_swap_words(v + 1, v + 3, 64);
    hl_store_words(v, (columns - i + 7) / 8, to, 8 * step);
  }
}

#endif

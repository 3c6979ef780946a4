/* Transposing matrices of bytes into the words that vrmpy takes, four bytes of one column after the
 * other. */
#ifndef HEXLOOM_HVX_TRANSPOSE_H
#define HEXLOOM_HVX_TRANSPOSE_H

#include <hexloom/hvx/layout.h>
#include <hexloom/hvx/word_matrix.h>

/* [rows][columns] bytes to [ceil(columns / 32)][ceil(rows / 4)][32 columns][4 rows]; rows that are
 * missing are 0, columns are anything. Nothing is read at or behind `limit`, a multiple of 128. */
HL_SHARED void hl_interleave_rows(const uint8_t *from, const uint8_t *limit, int rows, int columns,
                                  uint8_t *to) {
  const int blocks = (columns + 31) / 32, block_bytes = (rows + 3) / 4 * 128;
#pragma clang loop unroll(disable)
  for (int row = 0; row < rows; row += 4, from += 4 * columns, to += 128) {
#pragma clang loop unroll(disable)
    for (int block = 0; block < blocks; block += 4) {
      HVX_Vector r[4];
      for (int i = 0; i < 4; ++i)
        r[i] =
            row + i < rows ? hl_load_clipped(from + i * columns + block * 32, limit) : Q6_V_vzero();
      const HVX_VectorPair even = Q6_W_vshuff_VVR(r[1], r[0], -1),
                           odd = Q6_W_vshuff_VVR(r[3], r[2], -1);
      const HVX_VectorPair low = Q6_W_vshuff_VVR(Q6_V_lo_W(odd), Q6_V_lo_W(even), -2);
      const HVX_VectorPair high = Q6_W_vshuff_VVR(Q6_V_hi_W(odd), Q6_V_hi_W(even), -2);
      const HVX_Vector out[4] = {Q6_V_lo_W(low), Q6_V_hi_W(low), Q6_V_lo_W(high), Q6_V_hi_W(high)};
      for (int i = 0; i < 4; ++i)
        if (block + i < blocks)
          *(HVX_Vector *)(to + (block + i) * block_bytes) = out[i];
    }
  }
}

/* The same of halfwords: to [ceil(columns / 32)][ceil(rows / 2)][32 columns][2 rows]. */
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

/* 32 rows of 32 words, `pitch` bytes apart, to 32 vectors, a column in each, `step` bytes apart;
 * only `rows` rows are read, none of them at or behind `limit`, and `columns` columns are stored.
 */
HL_SHARED void hl_transpose_words(const uint8_t *from, int pitch, int rows, const uint8_t *limit,
                                  uint8_t *to, int step, int columns) {
  HVX_Vector v[32];
#pragma clang loop unroll(disable)
  for (int i = 0; i < 32; ++i)
    v[i] = i < rows ? hl_load_clipped(from + i * pitch, limit) : Q6_V_vzero();
#pragma clang loop unroll(disable)
  for (int distance = 1; distance < 32; distance *= 2) {
#pragma clang loop unroll(disable)
    for (int i = 0; i < 32; i = (i + distance + 1) & ~distance) {
      const HVX_VectorPair swapped = Q6_W_vshuff_VVR(v[i + distance], v[i], 4 * distance);
      v[i] = Q6_V_lo_W(swapped);
      v[i + distance] = Q6_V_hi_W(swapped);
    }
  }
#pragma clang loop unroll(disable)
  for (int i = 0; i < columns; ++i)
    *(HVX_Vector *)(to + i * step) = v[i];
}

#endif

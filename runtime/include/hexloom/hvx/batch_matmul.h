// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* BATCH_MATMUL on HVX: how the second operand, Y, is packed as weights of product.h's core (int16: of wide_product.h's) and rows of the first
 * one, X, as its pixels. A word has four bytes of a column or row, or two halfwords. See portable/batch_matmul.h for the operator. */
#ifndef HEXLOOM_HVX_BATCH_MATMUL_H
#define HEXLOOM_HVX_BATCH_MATMUL_H

#include <hexloom/hvx/layout.h>
#include <hexloom/hvx/pixel_sums.h>
#include <hexloom/hvx/transpose.h>
#include <hexloom/hvx/wide_product.h>

/* Makes rows, `pitch` bytes apart, of words as hl_interleave_rows writes them, [row / 32][word][32 rows]. */
HL_KERNEL void hl_matmul_turn_rows(const uint8_t *from, int words, int rows, uint8_t *to, int pitch) {
  const uint8_t *const end = from + (rows + 31) / 32 * words * 128;
  for (int row = 0; row < rows; row += 32)
    for (int word = 0; word < words; word += 32)
      hl_transpose_words(from + (row / 32 * words + word) * 128, 128, words - word < 32 ? words - word : 32, end,
                         to + row * pitch + word * 4, pitch, rows - row < 32 ? rows - row : 32);
}

/* Columns of Y that lie one behind the other, `bytes` bytes each, to words, [column / 32][word][32 columns]. */
HL_KERNEL void hl_matmul_turn_columns(const uint8_t *from, const uint8_t *limit, int columns, int bytes, int words, HVX_Vector *to) {
  for (int column = 0; column < columns; column += 32)
    for (int word = 0; word < words; word += 32)
      hl_transpose_words(from + column * bytes + word * 4, bytes, columns - column < 32 ? columns - column : 32, limit,
                         (uint8_t *)(to + column / 32 * words + word), 128, words - word < 32 ? words - word : 32);
}

/* Makes words, [column / 32][word][32 columns], of bytes in blocks of 32 channels. Columns are pixels. */
HL_KERNEL void hl_matmul_turn_blocked(const uint8_t *from, size_t block, size_t pixel, int columns, int words, HVX_Vector *to) {
  for (int column = 0; column < columns; column += 32)
    for (int word = 0; word < words; word += 8)
      hl_transpose_blocked(from + word / 8 * block + column * pixel, columns - column < 32 ? columns - column : 32,
                           (uint8_t *)(to + column / 32 * words + word), 128, words - word);
}

/* The bytes of a column's last word that are the matrix's: `rest`, or all. */
HL_KERNEL HVX_Vector hl_matmul_last_word(int rest) { return Q6_V_vsplat_R(rest ? (int32_t)(0xffffffffu >> (32 - rest * 8)) : -1); }

/* Makes words unsigned, and adds their bytes to the sums. */
HL_KERNEL HVX_Vector hl_matmul_flip(HVX_Vector *words, HVX_Vector flip, HVX_Vector sum) {
  *words = Q6_V_vxor_VV(*words, flip);
  return Q6_Vuw_vrmpyacc_VuwVubRub(sum, *words, 0x01010101);
}

/* Finishes words of bytes: makes them unsigned, with 0 behind the last one's bytes. Makes the constants of each column, too: `bias` less
 * X's zero point times the column's sum, and the `count` vectors that all columns share. */
HL_KERNEL void hl_matmul_stages(HVX_Vector *weights, int blocks, int words, int rest, int x_zero, int32_t bias, const HVX_Vector *lanes,
                                int count, HVX_Vector *stage) {
  const HVX_Vector flip = Q6_Vb_vsplat_R(0x80), last = hl_matmul_last_word(rest);
  const int factor = (int)((uint32_t)-x_zero << 16 | (-x_zero & 0xffff));
  for (int block = 0; block < blocks; ++block, weights += words, stage += 1 + count) {
    HVX_Vector sum = Q6_V_vzero();
    for (int word = 0; word < words - 1; ++word)
      sum = hl_matmul_flip(weights + word, flip, sum);
    weights[words - 1] = Q6_V_vand_VV(weights[words - 1], last);
    sum = hl_matmul_flip(weights + words - 1, Q6_V_vand_VV(flip, last), sum);
    stage[0] = Q6_Vw_vadd_VwVw(Q6_V_vsplat_R(bias), Q6_Vw_vmpyi_VwRh(sum, factor));
#pragma unroll
    for (int i = 0; i < count; ++i)
      stage[1 + i] = lanes[i];
  }
}

/* Splits words of halfwords into their lower bytes and their upper ones, [block][part][word], with 0 behind the last one's bytes. Makes the
 * constants of each column, too. */
HL_KERNEL void hl_matmul_parts(const HVX_Vector *from, int blocks, int words, int rest, int32_t multiplier, int32_t shift, HVX_Vector *to,
                               hl_wide_stage *stages) {
  const HVX_Vector lower = Q6_Vh_vsplat_R(0xff), last = hl_matmul_last_word(rest);
  for (int block = 0; block < blocks; ++block, from += words, to += 2 * words) {
    for (int word = 0; word < words; ++word) {
      const HVX_Vector w = word == words - 1 ? Q6_V_vand_VV(from[word], last) : from[word];
      to[word] = Q6_V_vand_VV(w, lower);
      to[words + word] = Q6_Vh_vasr_VhR(w, 8);
    }
    stages[block] = (hl_wide_stage){Q6_V_vzero(), Q6_V_vzero(), Q6_V_vsplat_R(multiplier), Q6_V_vsplat_R(shift)};
  }
}

#endif

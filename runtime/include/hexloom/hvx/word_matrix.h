// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Matrices of words in registers: eight vectors of four rows of eight words, and the same by columns. */
#ifndef HEXLOOM_HVX_WORD_MATRIX_H
#define HEXLOOM_HVX_WORD_MATRIX_H

#include <hexloom/hvx/bytes.h>

/* 32 rows of 8 words, four rows in a vector, to 8 columns of 32 words. A deal makes the lowest bit of a word's place in a pair of
 * vectors the highest one. */
HL_KERNEL void hl_columns_of_words(HVX_Vector v[8]) {
#pragma unroll
  for (int distance = 1; distance < 8; distance *= 2) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      if (i & distance)
        continue;
      const HVX_VectorPair dealt = Q6_W_vdeal_VVR(v[i + distance], v[i], -4);
      v[i] = Q6_V_lo_W(dealt);
      v[i + distance] = Q6_V_hi_W(dealt);
    }
  }
}

/* Back. */
HL_KERNEL void hl_rows_of_words(HVX_Vector v[8]) {
#pragma unroll
  for (int distance = 4; distance > 0; distance /= 2) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      if (i & distance)
        continue;
      const HVX_VectorPair shuffled = Q6_W_vshuff_VVR(v[i + distance], v[i], -4);
      v[i] = Q6_V_lo_W(shuffled);
      v[i + distance] = Q6_V_hi_W(shuffled);
    }
  }
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ADD and SUB of bytes, row-major, where one input's part of the sums is made before the loop (add_linear_held.h): as constants of an
 * input that repeats, or for each row of one that has a value for each. */
#ifndef HEXLOOM_HVX_ADD_WORDS_H
#define HEXLOOM_HVX_ADD_WORDS_H

#include <hexloom/hvx/add_linear_held.h>

/* `sums` has, for each of the held input's `period` vectors, four of words: those of its elements 4i, 4i + 2, 4i + 1 and 4i + 3. */
HL_KERNEL void hl_vadd_periods(const hl_add_held *p, const void *a, const void *sums, void *out, int vectors, int period) {
  const HVX_Vector *from = (const HVX_Vector *)a, *next = (const HVX_Vector *)sums;
  const HVX_Vector *const end = next + 4 * period;
  HVX_Vector *to = (HVX_Vector *)out;
  HL_ROLL
  for (int i = 0; i < vectors; ++i) {
    *to++ = hl_vadd_words(p, *from++, Q6_W_vcombine_VV(next[1], next[0]), Q6_W_vcombine_VV(next[3], next[2]));
    next += 4;
    next = next == end ? (const HVX_Vector *)sums : next;
  }
}

/* The sums' part of each row's value, in the rows' order; whole groups of 128 are written. */
HL_KERNEL void hl_vrow_sums(const hl_add_held *p, const HVX_Vector *values, HVX_Vector *sums, int rows) {
  HL_ROLL
  for (int i = 0; i < rows; i += HL_ALIGN, sums += 4) {
    const HVX_VectorPair y = hl_vlinear_operand(&p->linear, p->held, *values++);
    const HVX_VectorPair even = hl_vheld_words(p, Q6_V_lo_W(y)), odd = hl_vheld_words(p, Q6_V_hi_W(y));
    const HVX_VectorPair first = Q6_W_vshuff_VVR(Q6_V_lo_W(odd), Q6_V_lo_W(even), -4), /* 0, 1, 4, 5, ... */
        second = Q6_W_vshuff_VVR(Q6_V_hi_W(odd), Q6_V_hi_W(even), -4);                 /* 2, 3, 6, 7, ... */
    const HVX_VectorPair low = Q6_W_vshuff_VVR(Q6_V_lo_W(second), Q6_V_lo_W(first), -8),
                         high = Q6_W_vshuff_VVR(Q6_V_hi_W(second), Q6_V_hi_W(first), -8);
    sums[0] = Q6_V_lo_W(low), sums[1] = Q6_V_hi_W(low), sums[2] = Q6_V_lo_W(high), sums[3] = Q6_V_hi_W(high);
  }
}

/* Where a vector begins in rows of which no vector meets more than two: the first row's word, and its bytes that are left. */
typedef struct {
  const int32_t *row;
  int left;
} hl_row_place;

HL_KERNEL hl_row_place hl_first_row(const void *words, int depth) {
  const hl_row_place place = {(const int32_t *)words, depth};
  return place;
}

HL_KERNEL void hl_next_vector(hl_row_place *place, int depth) {
  place->left -= HL_ALIGN % depth;
  place->row += HL_ALIGN / depth;
  const int next = place->left <= 0;
  place->left += next ? depth : 0;
  place->row += next;
}

/* Lanes of the first row from one vector, of the next from another. */
HL_KERNEL HVX_Vector hl_vof_two_rows(const hl_row_place *place, HVX_Vector first, HVX_Vector next) {
  return Q6_V_vmux_QVV(Q6_Q_vsetq2_R(hl_min(place->left, HL_ALIGN)), first, next);
}

/* `a` has `rows` rows of `depth` bytes, a multiple of 4 of which no vector meets more than two, `b` a value for each. `words`: as of
 * hl_vbinary_rows. */
HL_KERNEL void hl_vadd_rows(const hl_add_held *p, const void *a, const void *b, void *words, void *out, int rows, int depth) {
  const HVX_Vector *from = (const HVX_Vector *)a;
  HVX_Vector *to = (HVX_Vector *)out;
  const int vectors = (int)(((int64_t)rows * depth + HL_ALIGN - 1) / HL_ALIGN);
  hl_row_place place = hl_first_row(words, depth);
  hl_vrow_sums(p, (const HVX_Vector *)b, (HVX_Vector *)words, rows);
  HL_ROLL
  for (int i = 0; i < vectors; ++i) {
    const HVX_Vector sum = hl_vof_two_rows(&place, Q6_V_vsplat_R(place.row[0]), Q6_V_vsplat_R(place.row[1]));
    *to++ = hl_vadd_words(p, *from++, Q6_W_vcombine_VV(sum, sum), Q6_W_vcombine_VV(sum, sum));
    hl_next_vector(&place, depth);
  }
}

#endif

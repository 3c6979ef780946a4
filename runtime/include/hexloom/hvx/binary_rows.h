// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Operators of two inputs of bytes, one of which has a value for each row of the other: loops over whole vectors, whatever the rows'
 * length. The values are brought to halfwords once and kept as words, so that a vector's own are 16 neighbours, of which one
 * look-up gives each element its row's. */
#ifndef HEXLOOM_HVX_BINARY_ROWS_H
#define HEXLOOM_HVX_BINARY_ROWS_H

#include <hexloom/hvx/add_linear.h>
#include <hexloom/hvx/binary_staged.h>

/* Input K as halfwords, even and odd elements; the operator on such. */
typedef HVX_VectorPair hl_voperand(const void *p, int k, HVX_Vector bytes);
typedef HVX_Vector hl_voperands(const void *p, HVX_VectorPair a, HVX_VectorPair b);

/* Words of the rows' values, in their order; whole groups of 128 are written. */
HL_KERNEL void hl_vrow_words(hl_voperand *operand, const void *p, int k, const HVX_Vector *values, HVX_Vector *words, int rows) {
  HL_ROLL
  for (int i = 0; i < rows; i += HL_ALIGN, words += 4) {
    const HVX_VectorPair halves = operand(p, k, *values++);
    const HVX_VectorPair ordered = Q6_W_vshuff_VVR(Q6_V_hi_W(halves), Q6_V_lo_W(halves), -2);
    const HVX_VectorPair low = Q6_Ww_vunpack_Vh(Q6_V_lo_W(ordered)), high = Q6_Ww_vunpack_Vh(Q6_V_hi_W(ordered));
    words[0] = Q6_V_lo_W(low), words[1] = Q6_V_hi_W(low), words[2] = Q6_V_lo_W(high), words[3] = Q6_V_hi_W(high);
  }
}

/* Row numbers of a vector's bytes, counted from the row of its first byte, which is that row's byte `column`. `numbers` are those from
 * column 0 on. In rows that are longer than a vector, they are those from the last column whose vector has bytes of that row only. */
HL_KERNEL HVX_Vector hl_vrow_numbers(const uint8_t *numbers, int column, int depth) {
  return hl_load_u(numbers + (depth <= HL_ALIGN ? column : hl_max(column - (depth - HL_ALIGN), 0)));
}

/* `rows` rows of `depth` bytes (9 and more): `a` has them, or `period` vectors that are repeated, `b` a value for each. `words`:
 * 4 bytes for each row, rounded up to 128 rows, and 128 more. `swap`: b is the first input. */
HL_KERNEL void hl_vbinary_rows(hl_voperand *operand, hl_voperands *f, const void *p, const void *a, const void *b,
                               const uint8_t *numbers, void *words, void *out, int rows, int depth, int period, int swap) {
  const HVX_Vector *from = (const HVX_Vector *)a;
  const HVX_Vector *const end = from + period;
  HVX_Vector *to = (HVX_Vector *)out;
  const uint32_t *row = (const uint32_t *)words;
  const int vectors = (int)(((int64_t)rows * depth + HL_ALIGN - 1) / HL_ALIGN);
  int column = 0;
  hl_vrow_words(operand, p, !swap, (const HVX_Vector *)b, (HVX_Vector *)words, rows);
  HL_ROLL
  for (int i = 0; i < vectors; ++i) {
    const HVX_VectorPair y = Q6_Wh_vlut16_VbVhR(hl_vrow_numbers(numbers, column, depth), hl_load_u(row), 0);
    const HVX_VectorPair x = operand(p, swap, *from++);
    *to++ = swap ? f(p, y, x) : f(p, x, y);
    from = period < vectors && from == end ? (const HVX_Vector *)a : from;
    column += HL_ALIGN % depth;
    row += HL_ALIGN / depth;
    const int next = column >= depth;
    column -= next ? depth : 0;
    row += next;
  }
}

#endif

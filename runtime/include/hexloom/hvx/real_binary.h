// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* MUL, ADD and SUB of floats of one shape, in vectors. A piece that has an odd lane is left to plain C, and so is what is behind the last two
 * vectors. Denormal factors and products, as x * logistic(x) has far below 0, are computed in vectors once more. */
#ifndef HEXLOOM_HVX_REAL_BINARY_H
#define HEXLOOM_HVX_REAL_BINARY_H

#include <hexloom/hvx/real_vectors.h>

typedef enum { HL_REAL_MUL, HL_REAL_MUL_ANY, HL_REAL_ADD, HL_REAL_SUB } hl_real_operation; /* MUL_ANY: with denormal numbers in vectors, too */

HL_KERNEL HVX_Vector hl_vreal_of_two(hl_real_operation what, HVX_Vector a, HVX_Vector b, float low, float high, HVX_Vector *odd) {
  if (what == HL_REAL_SUB)
    b = Q6_V_vxor_VV(b, Q6_V_vsplat_R(INT32_MIN));
  return hl_vreal_bounded(what == HL_REAL_MUL       ? hl_vreal_times(a, b, odd)
                          : what == HL_REAL_MUL_ANY ? hl_vreal_times_any(a, b, odd)
                                                    : hl_vreal_plus(a, b, odd),
                          low, high);
}

HL_KERNEL void hl_real_binary_plain(hl_real_operation what, const float *a, const float *b, float low, float high, float *out, size_t count) {
  for (size_t i = 0; i < count; ++i)
    out[i] = hl_real_bounded(what <= HL_REAL_MUL_ANY ? a[i] * b[i] : what == HL_REAL_ADD ? a[i] + b[i] : a[i] - b[i], low, high);
}

/* Whether a lane is odd. */
HL_KERNEL int hl_real_piece(hl_real_operation what, const float *a, const float *b, float low, float high, float *out, size_t count) {
  const HVX_Vector *x = (const HVX_Vector *)a, *y = (const HVX_Vector *)b;
  HVX_Vector *to = (HVX_Vector *)out, odd = Q6_V_vzero();
  HL_ROLL
  for (size_t i = 0; i < count / 64; ++i, x += 2, y += 2, to += 2) {
    const HVX_Vector first = hl_vreal_of_two(what, x[0], y[0], low, high, &odd), second = hl_vreal_of_two(what, x[1], y[1], low, high, &odd);
    to[0] = first;
    to[1] = second;
  }
  return hl_vany(odd);
}

HL_KERNEL void hl_real_binary_hvx(hl_real_operation what, const float *a, const float *b, float low, float high, float *out, size_t count) {
  size_t done = 0;
  HL_ROLL
  for (size_t piece; (piece = hl_min((int32_t)(count - done), HL_REAL_PIECE) & -64) > 0; done += piece) {
    if (!hl_real_piece(what, a + done, b + done, low, high, out + done, piece))
      continue;
    if (what != HL_REAL_MUL || hl_real_piece(HL_REAL_MUL_ANY, a + done, b + done, low, high, out + done, piece))
      hl_real_binary_plain(what, a + done, b + done, low, high, out + done, piece);
  }
  hl_real_binary_plain(what, a + done, b + done, low, high, out + done, count - done);
}

/* Computes `rows` rows of `count` floats. One operand is a single row, taken for each; `is_first` says which. `held` has room for it `copies` times,
 * so that a turn has whole vectors, and many. */
HL_KERNEL void hl_real_rows_hvx(hl_real_operation what, const float *a, const float *b, float low, float high, float *out, size_t rows, size_t count,
                                int is_first, size_t copies, float *held) {
  HL_ROLL
  for (size_t i = 0; i < copies; ++i)
    __builtin_memcpy(held + i * count, is_first ? a : b, count * sizeof(float));
  const size_t all = rows * count, step = copies * count;
  HL_ROLL
  for (size_t done = 0; done < all; done += step)
    hl_real_binary_hvx(what, is_first ? held : a + done, is_first ? b + done : held, low, high, out + done, done + step <= all ? step : all - done);
}

#endif

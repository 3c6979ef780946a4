// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* SUM and MEAN of floats over the middle axis of [outer][count][inner], equal to portable/real_rows.h: columns in vectors, each summed from the first
 * row to the last. `inner` is a multiple of 32. Columns with an odd lane (real_vectors.h) are summed in plain C. */
#ifndef HEXLOOM_HVX_REAL_REDUCE_H
#define HEXLOOM_HVX_REAL_REDUCE_H

#include <hexloom/hvx/real_vectors.h>

/* `vectors` of columns at once, so that one's operations wait for the other's. */
HL_KERNEL void hl_real_sum_columns(int vectors, size_t count, size_t inner, const float *in, float *out) {
  const int is_aligned = inner % 32 == 0;
  HVX_Vector sums[2] = {Q6_V_vzero(), Q6_V_vzero()}, odd = Q6_V_vzero();
  HL_ROLL
  for (size_t i = 0; i < count; ++i)
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
      const float *const from = in + i * inner + 32 * v;
      sums[v] = hl_vreal_plus(sums[v], is_aligned ? *(const HVX_Vector *)from : *(const HVX_UVector *)from, &odd);
    }
#pragma unroll
  for (int v = 0; v < vectors; ++v)
    if (is_aligned)
      ((HVX_Vector *)out)[v] = sums[v];
    else
      ((HVX_UVector *)out)[v] = sums[v];
  if (!hl_vany(odd))
    return;
  HL_ROLL
  for (int c = 0; c < 32 * vectors; ++c) {
    float sum = 0;
    HL_ROLL
    for (size_t i = 0; i < count; ++i)
      sum += in[i * inner + c];
    out[c] = sum;
  }
}

/* The result is divided by `divisor`, unless that is 1. */
HL_KERNEL void hl_real_sum_hvx(size_t outer, size_t count, size_t inner, float divisor, const float *in, float *out) {
  HL_ROLL
  for (size_t o = 0; o < outer; ++o, in += count * inner, out += inner) {
    size_t c = 0;
    HL_ROLL
    for (; c + 64 <= inner; c += 64)
      hl_real_sum_columns(2, count, inner, in + c, out + c);
    if (c + 32 <= inner)
      hl_real_sum_columns(1, count, inner, in + c, out + c);
    if (inner % 32)
      hl_real_sum_columns(1, count, inner, in + inner - 32, out + inner - 32);
    HL_ROLL
    for (c = 0; c < inner; ++c)
      out[c] = hl_real(divisor == 1 ? out[c] : out[c] / divisor);
  }
}

/* AVERAGE_POOL_2D with a window as large as the image: its pixels are `count` rows. */
HL_KERNEL void hl_real_average_hvx(size_t batches, size_t count, size_t channels, float low, float high, const float *in, float *out) {
  hl_real_sum_hvx(batches, count, channels, (float)count, in, out);
  HL_ROLL
  for (size_t i = 0; i < batches * channels; ++i)
    out[i] = hl_real_bounded(out[i], low, high);
}

#endif

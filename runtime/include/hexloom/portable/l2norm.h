// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* L2_NORMALIZATION over the last dimension, int8 and uint8: out = (in - in_zero) / |in - in_zero|
 * in steps of 1/128. Source: TensorFlow Lite's reference kernels, which scale int8 by one shift to
 * the left or right and uint8 by 128 first. */
#ifndef HEXLOOM_PORTABLE_L2NORM_H
#define HEXLOOM_PORTABLE_L2NORM_H

#include <hexloom/portable/element.h>
#include <hexloom/portable/fixedpoint.h>

typedef struct {
  hl_type type;
  int32_t rows, depth, in_zero;
} hl_l2norm;

HL_KERNEL int32_t hl_l2norm_output(hl_type type, int32_t value, int32_t multiplier,
                                   int right_shift) {
  const int32_t scaled = type == HL_INT8
                             ? hl_requantize(value, multiplier, 7 - right_shift)
                             : hl_rdivpot(hl_srdhm(128 * value, multiplier), right_shift) + 128;
  return hl_clamp(scaled, hl_type_min(type), hl_type_max(type));
}

HL_KERNEL void hl_l2norm_portable(const hl_l2norm *p, const void *in, void *out) {
  for (int row = 0; row < p->rows; ++row) {
    const size_t first = (size_t)row * p->depth;
    int32_t sum = 0;
    for (int c = 0; c < p->depth; ++c) {
      const int32_t value = hl_load(in, p->type, first + c) - p->in_zero;
      sum += value * value;
    }
    int32_t multiplier;
    int right_shift;
    hl_inverse_sqrt(sum, &multiplier, &right_shift);
    for (int c = 0; c < p->depth; ++c) {
      const int32_t value = hl_load(in, p->type, first + c) - p->in_zero;
      hl_store(out, p->type, first + c, hl_l2norm_output(p->type, value, multiplier, right_shift));
    }
  }
}

#endif

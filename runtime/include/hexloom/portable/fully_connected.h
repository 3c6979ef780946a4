// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* FULLY_CONNECTED: out[r][o] = the output stage of conv2d.h on sum over c of (in[r][c] - in_zero) *
 * (filter[o][c] - filter_zero), for every type. Row-major; filter [out_depth][in_depth]. Source:
 * TensorFlow Lite's reference kernels; int16 as in TensorFlow Lite Micro. */
#ifndef HEXLOOM_PORTABLE_FULLY_CONNECTED_H
#define HEXLOOM_PORTABLE_FULLY_CONNECTED_H

#include <hexloom/portable/conv2d.h>

typedef struct {
  hl_type type;
  int32_t wide;
  int32_t rows, in_depth, out_depth;
  int32_t in_zero, filter_zero, out_zero;
  int32_t min, max;
} hl_fully_connected;

HL_KERNEL void hl_fully_connected_portable(const hl_fully_connected *p, const void *in,
                                           const void *filter, const void *bias,
                                           const int32_t *multipliers, const int32_t *shifts,
                                           void *out) {
  for (int row = 0; row < p->rows; ++row)
    for (int o = 0; o < p->out_depth; ++o) {
      const int64_t sum = hl_add_products(0, in, p->type, (size_t)row * p->in_depth, p->in_zero, filter,
                                          (size_t)o * p->in_depth, p->filter_zero, p->in_depth);
      const int32_t scaled = hl_scaled_sum(sum, p->wide, bias, multipliers, shifts, o);
      hl_store(out, p->type, (size_t)row * p->out_depth + o,
               hl_clamp_from(scaled, p->out_zero, p->min, p->max));
    }
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* SVDF of int8 with a state of int8 or int16: the definition of its numerics. A filter has a row of features and one of times;
 * the state keeps its last `memory` products with the features, the newest one last; `rank` filters make a unit. */
#ifndef HEXLOOM_PORTABLE_SVDF_H
#define HEXLOOM_PORTABLE_SVDF_H

#include <hexloom/portable/binary.h>

typedef struct {
  hl_type state_type; /* of the time filter, too */
  int32_t batches, inputs, units, rank, memory;
  int32_t in_zero, state_zero, out_zero;
  hl_factor feature, output;
} hl_svdf;

/* The newest value of a filter. An int8 state is saturated before its zero point is added, modulo 256. */
HL_KERNEL int32_t hl_svdf_feature(const hl_svdf *p, const int8_t *x, const int8_t *weights) {
  int32_t sum = 0;
  for (int32_t i = 0; i < p->inputs; ++i)
    sum = hl_wrap_add(sum, (x[i] - p->in_zero) * weights[i]);
  const int32_t y = hl_requantize(sum, p->feature.value, p->feature.shift);
  return hl_clamp(y, hl_type_min(p->state_type), hl_type_max(p->state_type)) + p->state_zero;
}

/* Moves all old products of a filter on by one place, and adds the newest one. Returns their sum over time. */
HL_KERNEL int32_t hl_svdf_time(const hl_svdf *p, int32_t newest, const void *times, const void *old, void *state) {
  int32_t sum = 0;
  for (int32_t m = 0; m < p->memory; ++m) {
    hl_store(state, p->state_type, (size_t)m,
             m + 1 < p->memory ? hl_load(old, p->state_type, (size_t)m + 1) : newest);
    const int32_t value = hl_load(state, p->state_type, (size_t)m) - p->state_zero;
    sum = hl_wrap_add(sum, hl_load(times, p->state_type, (size_t)m) * value);
  }
  return sum;
}

/* The state may lie where it is left; bias may be null. */
HL_KERNEL void hl_svdf_portable(const hl_svdf *p, const int8_t *in, const int8_t *features, const void *times,
                                const int32_t *bias, const void *old, int8_t *out, void *state) {
  const size_t row = (size_t)p->memory * (p->state_type == HL_INT8 ? 1 : 2);
  for (int32_t b = 0; b < p->batches; ++b)
    for (int32_t u = 0; u < p->units; ++u) {
      int32_t sum = bias ? bias[u] : 0;
      for (int32_t f = u * p->rank; f < (u + 1) * p->rank; ++f) {
        const size_t at = (size_t)b * p->units * p->rank + f;
        const int32_t newest = hl_svdf_feature(p, in + (size_t)b * p->inputs, features + (size_t)f * p->inputs);
        sum = hl_wrap_add(sum, hl_svdf_time(p, newest, (const uint8_t *)times + f * row, (const uint8_t *)old + at * row,
                                            (uint8_t *)state + at * row));
      }
      const int32_t y = hl_requantize(sum, p->output.value, p->output.shift);
      out[(size_t)b * p->units + u] = (int8_t)hl_clamp_from(y, p->out_zero, INT8_MIN, INT8_MAX);
    }
}

#endif

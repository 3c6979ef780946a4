// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* SOFTMAX and LOG_SOFTMAX over the last dimension. Source: TensorFlow Lite's reference kernels.
 *
 * For 8-bit input everything that depends on d = max - x alone comes as a table of 256 entries made
 * at compile time: exp[d] is exp(-d * scale * beta) with no integer bits, or 0 where d is out of
 * the range that counts. The sum adds exp[d] rounded to 12 integer bits; out = exp[d] / sum,
 * rounded to steps of 2^-8 (2^-16 for int16 output).
 *
 * int16 input interpolates in tables of 513 entries (exp over [-10, 0] and 1 / (1 + x) over [0,
 * 1]).
 */
#ifndef HEXLOOM_PORTABLE_SOFTMAX_H
#define HEXLOOM_PORTABLE_SOFTMAX_H

#include <hexloom/portable/element.h>
#include <hexloom/portable/fixedpoint.h>

typedef struct {
  hl_type type, out_type;
  int32_t rows, depth;
} hl_softmax;

HL_KERNEL int32_t hl_row_max(hl_type type, const void *in, size_t first, int32_t depth) {
  int32_t largest = hl_type_min(type);
  for (int c = 0; c < depth; ++c)
    largest = hl_max(largest, hl_load(in, type, first + c));
  return largest;
}

/* How a row's exponentials become outputs: hl_rdivpot(hl_srdhm(exp, reciprocal), shift) + the
 * type's minimum. */
typedef struct {
  int32_t reciprocal;
  int shift;
} hl_softmax_scale;

static inline hl_softmax_scale hl_softmax_scale_of(int32_t sum_q12, hl_type out_type) {
  hl_softmax_scale scale;
  int bits_over_unit;
  scale.reciprocal = hl_reciprocal_q12(sum_q12, &bits_over_unit);
  scale.shift = bits_over_unit + 31 - (out_type == HL_INT16 ? 16 : 8);
  if (scale.shift > 31) { /* everything rounds to zero */
    scale.reciprocal = 0;
    scale.shift = 31;
  }
  return scale;
}

HL_KERNEL int32_t hl_softmax_output(int32_t exp, hl_softmax_scale scale, hl_type out_type) {
  const int32_t ratio = hl_rdivpot(hl_srdhm(scale.reciprocal, exp), scale.shift);
  return hl_clamp(ratio + hl_type_min(out_type), hl_type_min(out_type), hl_type_max(out_type));
}

HL_KERNEL void hl_softmax_portable(const hl_softmax *p, const void *in, const int32_t *exp,
                                   void *out) {
  for (int row = 0; row < p->rows; ++row) {
    const size_t first = (size_t)row * p->depth;
    const int32_t largest = hl_row_max(p->type, in, first, p->depth);
    int32_t sum = 0;
    for (int c = 0; c < p->depth; ++c)
      sum = hl_wrap_add(sum, hl_rdivpot(exp[largest - hl_load(in, p->type, first + c)], 12));
    const hl_softmax_scale scale = hl_softmax_scale_of(sum, p->out_type);
    for (int c = 0; c < p->depth; ++c) {
      const int32_t e = exp[largest - hl_load(in, p->type, first + c)];
      hl_store(out, p->out_type, first + c, hl_softmax_output(e, scale, p->out_type));
    }
  }
}

/* A function sampled at 512 equal steps of the int16 range, and at its end, interpolated linearly.
 */
HL_KERNEL int32_t hl_lookup_int16(int32_t value, const int16_t *table) {
  const int32_t index = 256 + (value >> 7);
  const int32_t slope = table[index + 1] - table[index];
  return (int16_t)(table[index] + ((slope * (value & 127) + 64) >> 7));
}

typedef struct {
  int32_t rows, depth;
  int32_t multiplier, shift; /* x - max to steps in which 65535 are 10 */
} hl_softmax_int16;

/* How a row's exponentials become outputs: (exp * reciprocal + 2^(shift - 1)) >> shift. */
typedef struct {
  int32_t reciprocal;
  int shift;
} hl_softmax_int16_scale;

/* 1 / sum = 1 / (1 + x) / 2^(16 - headroom), x in [0, 1) in 16 bits, recentred for the table. */
HL_KERNEL hl_softmax_int16_scale hl_softmax_int16_scale_of(int32_t sum,
                                                           const int16_t *one_over_one_plus) {
  const int headroom_plus_one = hl_leading_zeros((uint32_t)sum);
  const int32_t shifted = (int32_t)((((int64_t)sum << (headroom_plus_one - 1)) + (1 << 13)) >> 14);
  const int32_t x = hl_clamp(shifted - ((1 << 15) + (1 << 16)), INT16_MIN, INT16_MAX);
  const hl_softmax_int16_scale scale = {hl_lookup_int16(x, one_over_one_plus),
                                        31 - headroom_plus_one};
  return scale;
}

HL_KERNEL void hl_softmax_int16_portable(const hl_softmax_int16 *p, const int16_t *in,
                                         const int16_t *exp, const int16_t *one_over_one_plus,
                                         int16_t *out) {
  for (int row = 0; row < p->rows; ++row, in += p->depth, out += p->depth) {
    const int32_t largest = hl_row_max(HL_INT16, in, 0, p->depth);
    int32_t sum = 0; /* 15 fraction bits */
    for (int c = 0; c < p->depth; ++c) {
      const int32_t scaled = hl_requantize(in[c] - largest, p->multiplier, p->shift);
      out[c] = (int16_t)hl_lookup_int16(hl_clamp(hl_wrap_add(scaled, 32767), INT16_MIN, INT16_MAX), exp);
      sum += out[c];
    }
    const hl_softmax_int16_scale scale = hl_softmax_int16_scale_of(sum, one_over_one_plus);
    for (int c = 0; c < p->depth; ++c) {
      const int64_t product =
          (int64_t)out[c] * scale.reciprocal + ((int64_t)1 << (scale.shift - 1));
      out[c] = (int16_t)hl_clamp((int32_t)(product >> scale.shift), 0, INT16_MAX);
    }
  }
}

/* LOG_SOFTMAX: scaled[d] = -d * scale with 5 integer bits, exp_q12[d] = exp(scaled[d]) with 12, 0
 * out of range; out in steps of 1/16, the largest value of the type standing for 0. Differences
 * beyond the limit become the type's minimum; `limit_*` gives it from the logarithm of the sum, and
 * diff_min bounds it. */
typedef struct {
  hl_type type;
  int32_t rows, depth;
  int32_t diff_min, limit_multiplier, limit_shift;
} hl_log_softmax;

HL_KERNEL int32_t hl_log_softmax_limit(const hl_log_softmax *p, int32_t log_sum) {
  return hl_max(p->diff_min - 1,
                hl_requantize(log_sum + INT32_MIN, p->limit_multiplier, p->limit_shift));
}

HL_KERNEL int32_t hl_log_softmax_output(const hl_log_softmax *p, int32_t diff, int32_t limit,
                                        int32_t scaled, int32_t log_sum) {
  const int32_t min = hl_type_min(p->type), max = hl_type_max(p->type);
  return diff > limit ? hl_clamp(hl_rdivpot(scaled - log_sum, 31 - 5 - 4) + max, min, max) : min;
}

HL_KERNEL void hl_log_softmax_portable(const hl_log_softmax *p, const void *in,
                                       const int32_t *scaled, const int32_t *exp_q12, void *out) {
  for (int row = 0; row < p->rows; ++row) {
    const size_t first = (size_t)row * p->depth;
    const int32_t largest = hl_row_max(p->type, in, first, p->depth);
    int32_t sum = 0;
    for (int c = 0; c < p->depth; ++c)
      sum = hl_wrap_add(sum, exp_q12[largest - hl_load(in, p->type, first + c)]);
    const int32_t log_sum = hl_log_q12(sum);
    const int32_t limit = hl_log_softmax_limit(p, log_sum);
    for (int c = 0; c < p->depth; ++c) {
      const int32_t diff = hl_load(in, p->type, first + c) - largest;
      hl_store(out, p->type, first + c,
               hl_log_softmax_output(p, diff, limit, scaled[-diff], log_sum));
    }
  }
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* MEAN, SUM, REDUCE_MAX and REDUCE_MIN, row-major, where the innermost dimension is kept: a vector
 * of neighbouring outputs at a time. */
#ifndef HEXLOOM_HVX_REDUCE_COLUMNS_H
#define HEXLOOM_HVX_REDUCE_COLUMNS_H

#include <hexloom/hvx/reduce_lanes.h>
#include <hexloom/hvx/widen.h>

/* Words for each element of a vector: bytes 0, 4, 8, ... and 2, 6, ... in `even`, 1, 5, ... and 3,
 * 7, ... in `odd`; halfwords by even and odd ones in `even`. */
typedef struct {
  HVX_VectorPair even, odd;
} hl_column_sums;

enum { HL_COLUMN_BYTES = 256 }; /* that halfwords can add */

/* What a run of inputs is combined to: sums of bytes as halfwords, of others as words, in a pair; extremes in its lower vector. */
HL_KERNEL HVX_VectorPair hl_column_add(const hl_reduce *p, HVX_VectorPair sums, HVX_Vector x) {
  const HVX_Vector zero = Q6_V_vzero();
  if (hl_reduce_extreme(p))
    return Q6_W_vcombine_VV(zero, hl_reduce_combine(p, Q6_V_lo_W(sums), x));
  if (hl_type_bytes(p->type) == 1)
    return p->type == HL_INT8 ? Q6_Wh_vmpyacc_WhVbVb(sums, x, Q6_Vb_vsplat_R(1)) : Q6_Wh_vaddacc_WhVubVub(sums, x, zero);
  if (p->type == HL_INT16)
    return Q6_Ww_vaddacc_WwVhVh(sums, x, zero);
  return Q6_W_vcombine_VV(zero, Q6_Vw_vadd_VwVw(Q6_V_lo_W(sums), x));
}

/* Adds halfwords of bytes' sums to words. */
HL_KERNEL HVX_VectorPair hl_column_widen(const hl_reduce *p, HVX_VectorPair words, HVX_Vector halves) {
  const HVX_Vector zero = Q6_V_vzero();
  return p->type == HL_INT8 ? Q6_Ww_vaddacc_WwVhVh(words, halves, zero) : Q6_Ww_vaddacc_WwVuhVuh(words, halves, zero);
}

/* `count` inputs, `step` bytes from one to the next. `near`: the last ones are near the limit. */
HL_KERNEL HVX_VectorPair hl_column_run(const hl_reduce *p, HVX_VectorPair sums, const uint8_t *at, int count, int step, int n,
                                       int near, const uint8_t *limit) {
  if (count <= HL_COLUMN_STRAIGHT) {
    HL_UNROLL
    for (int l = 0; l < count; ++l)
      sums = hl_column_add(p, sums, hl_load_some(at + l * step, n, near));
    return sums;
  }
  const int room = (int)(limit - at) - HL_ALIGN - HL_LOAD_SLACK, /* hl_near */
      far = !near ? count : room < 0 ? 0 : hl_min(room / step + 1, count);
  HL_ROLL
  for (int l = 0; l < far; ++l, at += step)
    sums = hl_column_add(p, sums, hl_load_u(at));
  HL_ROLL
  for (int l = far; l < count; ++l, at += step)
    sums = hl_column_add(p, sums, hl_load_first(at, n));
  return sums;
}

HL_KERNEL HVX_VectorPair hl_column_scale(const hl_reduce *p, HVX_VectorPair sums) {
  return Q6_W_vcombine_VV(hl_vrequantize(Q6_V_hi_W(sums), p->multiplier, p->shift),
                          hl_vrequantize(Q6_V_lo_W(sums), p->multiplier, p->shift));
}

HL_KERNEL HVX_Vector hl_column_finish(const hl_reduce *p, hl_column_sums sums) {
  if (p->type == HL_INT32)
    return Q6_V_lo_W(sums.even);
  if (hl_type_bytes(p->type) == 1) {
    const int32_t zeros = (int32_t)((uint32_t)p->in_zero * (uint32_t)p->count);
    const HVX_VectorPair less = Q6_W_vcombine_VV(Q6_V_vsplat_R(zeros), Q6_V_vsplat_R(zeros));
    sums.even = Q6_Ww_vsub_WwWw(sums.even, less);
    sums.odd = Q6_Ww_vsub_WwWw(sums.odd, less);
  }
  const HVX_Vector even = hl_vnarrow_words(hl_column_scale(p, sums.even));
  if (p->type == HL_INT16)
    return even;
  const HVX_Vector odd = hl_vnarrow_words(hl_column_scale(p, sums.odd));
  return hl_vnarrow_bytes(even, odd, p->type, p->out_zero, hl_type_min(p->type),
                          hl_type_max(p->type));
}

/* Outputs of `n` bytes of neighbouring elements. */
HL_KERNEL HVX_Vector hl_reduce_column(const hl_reduce *p, const uint8_t *from, int n, int near, const uint8_t *limit) {
  const int32_t *count = p->reduced, *stride = p->reduced_strides;
  const int bytes = hl_type_bytes(p->type), extreme = hl_reduce_extreme(p), step = stride[3] * bytes;
  const HVX_VectorPair zeros = Q6_W_vcombine_VV(Q6_V_vzero(), Q6_V_vzero());
  hl_column_sums sums = {zeros, zeros};
  HVX_Vector best = hl_reduce_neutral(p);
  for (int i = 0; i < count[0]; ++i)
    for (int j = 0; j < count[1]; ++j)
      for (int k = 0; k < count[2]; ++k) {
        const uint8_t *at =
            from + ((size_t)i * stride[0] + (size_t)j * stride[1] + (size_t)k * stride[2]) * bytes;
        if (extreme) {
          best = Q6_V_lo_W(hl_column_run(p, Q6_W_vcombine_VV(best, best), at, count[3], step, n, near, limit));
        } else if (bytes > 1) {
          sums.even = hl_column_run(p, sums.even, at, count[3], step, n, near, limit);
        } else {
          HL_ROLL
          for (int l = 0; l < count[3]; l += HL_COLUMN_BYTES) {
            const HVX_VectorPair some = hl_column_run(p, zeros, at + (size_t)l * step, hl_min(count[3] - l, HL_COLUMN_BYTES), step,
                                                      n, near, limit);
            sums.even = hl_column_widen(p, sums.even, Q6_V_lo_W(some));
            sums.odd = hl_column_widen(p, sums.odd, Q6_V_hi_W(some));
          }
        }
      }
  return extreme ? best : hl_column_finish(p, sums);
}

/* Reduces `n` bytes of columns and stores them; `reach` is the distance in bytes from an output's first element to its last one. */
HL_KERNEL void hl_reduce_some_columns(const hl_reduce *p, const uint8_t *from, int n, size_t reach, const uint8_t *limit,
                                      uint8_t *to) {
  const HVX_Vector v = hl_near(from + reach, limit) ? hl_reduce_column(p, from, n, 1, limit) : hl_reduce_column(p, from, n, 0, limit);
  if (n == HL_ALIGN)
    hl_store_u(to, v);
  else
    hl_store_first(to, v, n);
}

/* The last vector of a run of outputs, if it is not whole, is code of its own. */
HL_KERNEL void hl_reduce_columns(const hl_reduce *p, const void *in, void *out) {
  const int32_t *n = p->kept, *stride = p->kept_strides;
  const int bytes = hl_type_bytes(p->type), run = n[3] * bytes, rest = run % HL_ALIGN;
  const size_t elements = (size_t)n[0] * n[1] * n[2] * n[3] * p->count;
  const uint8_t *const limit = hl_storage_end(in, elements * bytes);
  size_t reach = 0; /* from an output's first element to its last one */
  for (int d = 0; d < HL_REDUCE_DIMS; ++d)
    reach += (size_t)(p->reduced[d] - 1) * p->reduced_strides[d] * bytes;
  uint8_t *to = out;
  HL_ROLL
  for (int i = 0; i < n[0]; ++i)
    HL_ROLL
    for (int j = 0; j < n[1]; ++j)
      HL_ROLL
      for (int k = 0; k < n[2]; ++k, to += run) {
        const uint8_t *from =
            (const uint8_t *)in +
            ((size_t)i * stride[0] + (size_t)j * stride[1] + (size_t)k * stride[2]) * bytes;
        HL_ROLL
        for (int c = 0; c < run - rest; c += HL_ALIGN)
          hl_reduce_some_columns(p, from + c, HL_ALIGN, reach, limit, to + c);
        if (rest)
          hl_reduce_some_columns(p, from + run - rest, rest, reach, limit, to + run - rest);
      }
}

#endif

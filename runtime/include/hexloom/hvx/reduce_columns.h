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

HL_KERNEL hl_column_sums hl_column_add(const hl_reduce *p, hl_column_sums sums, HVX_Vector x) {
  const HVX_Vector zero = Q6_V_vzero();
  if (hl_type_bytes(p->type) == 1) {
    const HVX_VectorPair h = hl_vwiden(x, p->type, p->in_zero);
    sums.even = Q6_Ww_vaddacc_WwVhVh(sums.even, Q6_V_lo_W(h), zero);
    sums.odd = Q6_Ww_vaddacc_WwVhVh(sums.odd, Q6_V_hi_W(h), zero);
  } else if (p->type == HL_INT16) {
    sums.even = Q6_Ww_vaddacc_WwVhVh(sums.even, x, zero);
  } else {
    sums.even = Q6_W_vcombine_VV(zero, Q6_Vw_vadd_VwVw(Q6_V_lo_W(sums.even), x));
  }
  return sums;
}

HL_KERNEL HVX_VectorPair hl_column_scale(const hl_reduce *p, HVX_VectorPair sums) {
  return Q6_W_vcombine_VV(hl_vrequantize(Q6_V_hi_W(sums), p->multiplier, p->shift),
                          hl_vrequantize(Q6_V_lo_W(sums), p->multiplier, p->shift));
}

HL_KERNEL HVX_Vector hl_column_finish(const hl_reduce *p, hl_column_sums sums) {
  if (p->type == HL_INT32)
    return Q6_V_lo_W(sums.even);
  const HVX_Vector even = hl_vnarrow_words(hl_column_scale(p, sums.even));
  if (p->type == HL_INT16)
    return even;
  const HVX_Vector odd = hl_vnarrow_words(hl_column_scale(p, sums.odd));
  return hl_vnarrow_bytes(even, odd, p->type, p->out_zero, hl_type_min(p->type),
                          hl_type_max(p->type));
}

/* Outputs of `n` bytes of neighbouring elements. */
HL_KERNEL HVX_Vector hl_reduce_column(const hl_reduce *p, const uint8_t *from, int n, int near) {
  const int32_t *count = p->reduced, *stride = p->reduced_strides;
  const int bytes = hl_type_bytes(p->type), extreme = hl_reduce_extreme(p);
  const HVX_VectorPair zeros = Q6_W_vcombine_VV(Q6_V_vzero(), Q6_V_vzero());
  hl_column_sums sums = {zeros, zeros};
  HVX_Vector best = hl_reduce_neutral(p);
  for (int i = 0; i < count[0]; ++i)
    for (int j = 0; j < count[1]; ++j)
      for (int k = 0; k < count[2]; ++k) {
        const uint8_t *at =
            from + ((size_t)i * stride[0] + (size_t)j * stride[1] + (size_t)k * stride[2]) * bytes;
        for (int l = 0; l < count[3]; ++l, at += stride[3] * bytes) {
          const HVX_Vector x = hl_load_some(at, n, near);
          if (extreme)
            best = hl_reduce_combine(p, best, x);
          else
            sums = hl_column_add(p, sums, x);
        }
      }
  return extreme ? best : hl_column_finish(p, sums);
}

HL_KERNEL void hl_reduce_columns(const hl_reduce *p, const void *in, void *out) {
  const int32_t *n = p->kept, *stride = p->kept_strides;
  const int bytes = hl_type_bytes(p->type), run = n[3] * bytes;
  const size_t elements = (size_t)n[0] * n[1] * n[2] * n[3] * p->count;
  const uint8_t *const limit = hl_storage_end(in, elements * bytes);
  size_t reach = 0; /* from an output's first element to its last one */
  for (int d = 0; d < HL_REDUCE_DIMS; ++d)
    reach += (size_t)(p->reduced[d] - 1) * p->reduced_strides[d] * bytes;
  uint8_t *to = out;
  for (int i = 0; i < n[0]; ++i)
    for (int j = 0; j < n[1]; ++j)
      for (int k = 0; k < n[2]; ++k, to += run) {
        const uint8_t *from =
            (const uint8_t *)in +
            ((size_t)i * stride[0] + (size_t)j * stride[1] + (size_t)k * stride[2]) * bytes;
        for (int c = 0; c < run; c += HL_ALIGN) {
          const int some = hl_min(run - c, HL_ALIGN);
          const HVX_Vector v = hl_near(from + c + reach, limit)
                                   ? hl_reduce_column(p, from + c, some, 1)
                                   : hl_reduce_column(p, from + c, some, 0);
          hl_store_first(to + c, v, some);
        }
      }
}

#endif

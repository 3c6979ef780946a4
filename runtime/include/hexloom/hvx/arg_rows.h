// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ARG_MAX and ARG_MIN of bytes and int32, row-major: along the innermost dimension, where a row's
 * best value is found first and then its first place, and along any other one, for a vector of
 * neighbouring outputs at a time. */
#ifndef HEXLOOM_HVX_ARG_ROWS_H
#define HEXLOOM_HVX_ARG_ROWS_H

#include <hexloom/hvx/lanes.h>
#include <hexloom/hvx/turns.h>
#include <hexloom/portable/arg.h>

HL_KERNEL HVX_VectorPred hl_vgreater(hl_type type, HVX_Vector a, HVX_Vector b) {
  return type == HL_INT32  ? Q6_Q_vcmp_gt_VwVw(a, b)
         : type == HL_INT8 ? Q6_Q_vcmp_gt_VbVb(a, b)
                           : Q6_Q_vcmp_gt_VubVub(a, b);
}

/* The better of two values. */
HL_KERNEL HVX_Vector hl_arg_better(const hl_arg *p, HVX_Vector a, HVX_Vector b) {
  return p->largest ? hl_vmax(p->type, a, b) : hl_vmin(p->type, a, b);
}

/* The numbers of a vector's words. */
static const int32_t hl_arg_word_lane[32] __attribute__((aligned(HL_ALIGN), unused)) = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

/* The least key of a row of bytes; chunk: the first vector with the best value, for each lane. */
HL_KERNEL int32_t hl_arg_least_byte(HVX_Vector chunk) {
  const HVX_VectorPair chunks = Q6_Wuh_vunpack_Vub(chunk);
  const HVX_Vector lane = *(const HVX_Vector *)hl_arg_word_lane;
  const HVX_Vector lanes = Q6_Vh_vpacke_VwVw(Q6_Vw_vadd_VwVw(lane, Q6_V_vsplat_R(32)), lane);
  HVX_Vector least =
      Q6_Vuh_vmin_VuhVuh(Q6_Vh_vadd_VhVh(Q6_Vh_vasl_VhR(Q6_V_lo_W(chunks), 7), lanes),
                         Q6_Vh_vadd_VhVh(Q6_Vh_vasl_VhR(Q6_V_hi_W(chunks), 7),
                                         Q6_Vh_vadd_VhVh(lanes, Q6_Vh_vsplat_R(64))));
  HL_UNROLL
  for (int turn = 64; turn >= 2; turn >>= 1)
    least = Q6_Vuh_vmin_VuhVuh(least, Q6_V_vror_VR(least, turn));
  return Q6_R_vextract_VR(least, 0) & 0xffff;
}
HL_KERNEL int32_t hl_arg_least_word(HVX_Vector chunk) {
  HVX_Vector least =
      Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(chunk, 5), *(const HVX_Vector *)hl_arg_word_lane);
  HL_UNROLL
  for (int turn = 64; turn >= 4; turn >>= 1)
    least = Q6_Vw_vmin_VwVw(least, Q6_V_vror_VR(least, turn));
  return Q6_R_vextract_VR(least, 0);
}

/* The better of `best` and a vector of a row with `n` bytes. What is behind them counts as `worst`. */
HL_KERNEL HVX_Vector hl_arg_better_of(const hl_arg *p, HVX_Vector best, const uint8_t *at, int n, HVX_Vector worst) {
  const HVX_Vector x = hl_load_first(at, n);
  return hl_arg_better(p, best, n == HL_ALIGN ? x : Q6_V_vmux_QVV(Q6_Q_vsetq_R(n), x, worst));
}
/* `first`, with the chunk's number in the lanes that have the best value. */
HL_KERNEL HVX_Vector hl_arg_found(const hl_arg *p, HVX_Vector first, const uint8_t *row, int chunk, int n, HVX_Vector best) {
  const int words = p->type == HL_INT32;
  const HVX_Vector x = hl_load_first(row + chunk * HL_ALIGN, n);
  const HVX_VectorPred equal = words ? Q6_Q_vcmp_eq_VwVw(x, best) : Q6_Q_vcmp_eq_VbVb(x, best);
  const HVX_VectorPred found = n == HL_ALIGN ? equal : Q6_Q_and_QQ(equal, Q6_Q_vsetq_R(n));
  return Q6_V_vmux_QVV(found, words ? Q6_V_vsplat_R(chunk) : Q6_Vb_vsplat_R(chunk), first);
}

/* `p->inner` is 1; at most 255 vectors of bytes, 2^26 of words to a row. The last vector, if it is not whole, is code of its own. */
HL_KERNEL void hl_arg_some_rows(const hl_arg *p, const uint8_t *row, int count, void *out, int number) {
  const int words = p->type == HL_INT32, bytes = p->axis * hl_type_bytes(p->type),
            chunks = bytes / HL_ALIGN, rest = bytes % HL_ALIGN;
  const HVX_Vector worst =
      hl_vsplat(p->type, p->largest ? hl_type_min(p->type) : hl_type_max(p->type));
  HVX_Vector best[HL_ARG_TOGETHER], first[HL_ARG_TOGETHER];
  HL_UNROLL
  for (int r = 0; r < count; ++r)
    best[r] = rest ? hl_arg_better_of(p, worst, row + r * bytes + chunks * HL_ALIGN, rest, worst) : worst;
  HL_ROLL
  for (int i = 0; i < chunks; ++i)
    HL_UNROLL
    for (int r = 0; r < count; ++r)
      best[r] = hl_arg_better_of(p, best[r], row + r * bytes + i * HL_ALIGN, HL_ALIGN, worst);
  HL_UNROLL
  for (int turn = 64; turn >= hl_type_bytes(p->type); turn >>= 1)
    HL_UNROLL
    for (int r = 0; r < count; ++r)
      best[r] = hl_arg_better(p, best[r], Q6_V_vror_VR(best[r], turn));
  HL_UNROLL
  for (int r = 0; r < count; ++r) {
    first[r] = words ? Q6_V_vsplat_R((1 << 26) - 1) : Q6_Vb_vsplat_R(-1);
    if (rest)
      first[r] = hl_arg_found(p, first[r], row + r * bytes, chunks, rest, best[r]);
  }
  HL_ROLL
  for (int chunk = chunks - 1; chunk >= 0; --chunk)
    HL_UNROLL
    for (int r = 0; r < count; ++r)
      first[r] = hl_arg_found(p, first[r], row + r * bytes, chunk, HL_ALIGN, best[r]);
  int32_t index[HL_ARG_TOGETHER];
  HL_UNROLL
  for (int r = 0; r < count; ++r)
    index[r] = words ? hl_arg_least_word(first[r]) : hl_arg_least_byte(first[r]);
  HL_UNROLL
  for (int r = 0; r < count; ++r)
    hl_store(out, p->out_type, number + r, index[r]);
}

HL_KERNEL void hl_arg_rows(const hl_arg *p, const void *in, void *out) {
  const int step = p->axis * hl_type_bytes(p->type), rest = p->outer % HL_ARG_TOGETHER;
  const uint8_t *from = in;
  int row = 0;
  HL_ROLL
  for (; row + HL_ARG_TOGETHER <= p->outer; row += HL_ARG_TOGETHER, from += HL_ARG_TOGETHER * step)
    hl_arg_some_rows(p, from, HL_ARG_TOGETHER, out, row);
  hl_arg_some_rows(p, from, rest, out, row);
}

/* `bytes` of a vector (whole if there are as many or more, none if below one). */
HL_KERNEL void hl_arg_store_some(uint8_t *to, HVX_Vector v, int bytes) {
  if (bytes >= HL_ALIGN)
    hl_store_u(to, v);
  else
    hl_store_first(to, v, bytes);
}

/* The first `count` of up to 128 words as int32 or int64. */
HL_KERNEL void hl_arg_store_words(const hl_arg *p, const HVX_Vector *words, int count,
                                  uint8_t *to) {
  HL_UNROLL
  for (int i = 0; i < 4; ++i) {
    const int left = count - 32 * i;
    if (left <= 0)
      continue;
    if (p->out_type != HL_INT64) {
      hl_arg_store_some(to + 128 * i, words[i], 4 * left);
      continue;
    }
    const HVX_VectorPair long_words = Q6_W_vshuff_VVR(Q6_V_vzero(), words[i], -4);
    hl_arg_store_some(to + 256 * i, Q6_V_lo_W(long_words), 8 * left);
    hl_arg_store_some(to + 256 * i + HL_ALIGN, Q6_V_hi_W(long_words), 8 * left - HL_ALIGN);
  }
}

/* Indices of lanes: words, or the lower and upper byte of halfwords. */
typedef struct {
  HVX_Vector low, high;
} hl_arg_index;

/* `n` bytes of neighbouring outputs. */
HL_KERNEL hl_arg_index hl_arg_column(const hl_arg *p, const uint8_t *from, int n, int near) {
  const int words = p->type == HL_INT32, step = p->inner * hl_type_bytes(p->type);
  hl_arg_index index = {Q6_V_vzero(), Q6_V_vzero()};
  HVX_Vector best = hl_load_some(from, n, near);
  HL_ROLL
  for (int i = 1; i < p->axis; ++i) {
    const HVX_Vector x = hl_load_some(from + i * step, n, near);
    const HVX_VectorPred better =
        p->largest ? hl_vgreater(p->type, x, best) : hl_vgreater(p->type, best, x);
    best = Q6_V_vmux_QVV(better, x, best);
    index.low = Q6_V_vmux_QVV(better, words ? Q6_V_vsplat_R(i) : Q6_Vb_vsplat_R(i), index.low);
    if (!words && p->axis > 256)
      index.high = Q6_V_vmux_QVV(better, Q6_Vb_vsplat_R(i >> 8), index.high);
  }
  return index;
}

/* `n` bytes of inputs' lanes to the indices of as many outputs. */
HL_KERNEL void hl_arg_some_columns(const hl_arg *p, const uint8_t *from, int n, const uint8_t *limit, uint8_t *to) {
  const int bytes = hl_type_bytes(p->type), near = hl_near(from + (size_t)(p->axis - 1) * p->inner * bytes, limit);
  const hl_arg_index index = near ? hl_arg_column(p, from, n, 1) : hl_arg_column(p, from, n, 0);
  HVX_Vector words[4] = {index.low};
  if (bytes == 1) {
    const HVX_VectorPair halves = Q6_W_vshuff_VVR(index.high, index.low, -1);
    const HVX_VectorPair a = Q6_Wuw_vunpack_Vuh(Q6_V_lo_W(halves)),
                         b = Q6_Wuw_vunpack_Vuh(Q6_V_hi_W(halves));
    words[0] = Q6_V_lo_W(a);
    words[1] = Q6_V_hi_W(a);
    words[2] = Q6_V_lo_W(b);
    words[3] = Q6_V_hi_W(b);
  }
  hl_arg_store_words(p, words, n / bytes, to);
}

/* `p->axis` is at most 2^16 for bytes. The last vector of a run, if it is not whole, is code of its own. */
HL_KERNEL void hl_arg_columns(const hl_arg *p, const void *in, void *out) {
  const int bytes = hl_type_bytes(p->type), run = p->inner * bytes, rest = run % HL_ALIGN,
            out_bytes = p->out_type == HL_INT64 ? 8 : 4;
  const uint8_t *const limit = hl_storage_end(in, (size_t)p->outer * p->axis * run);
  const uint8_t *from = in;
  uint8_t *to = out;
  HL_ROLL
  for (int outer = 0; outer < p->outer; ++outer, from += (size_t)p->axis * run, to += p->inner * out_bytes) {
    HL_ROLL
    for (int c = 0; c < run - rest; c += HL_ALIGN)
      hl_arg_some_columns(p, from + c, HL_ALIGN, limit, to + c / bytes * out_bytes);
    if (rest)
      hl_arg_some_columns(p, from + run - rest, rest, limit, to + (run - rest) / bytes * out_bytes);
  }
}

#endif

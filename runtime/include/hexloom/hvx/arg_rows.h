/* ARG_MAX and ARG_MIN of bytes and int32, row-major: along the innermost dimension, where a row's
 * best value is found first and then its first place, and along any other one, for a vector of
 * neighbouring outputs at a time. */
#ifndef HEXLOOM_HVX_ARG_ROWS_H
#define HEXLOOM_HVX_ARG_ROWS_H

#include <hexloom/hvx/lanes.h>
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
  for (int turn = 64; turn >= 2; turn >>= 1)
    least = Q6_Vuh_vmin_VuhVuh(least, Q6_V_vror_VR(least, turn));
  return Q6_R_vextract_VR(least, 0) & 0xffff;
}
HL_KERNEL int32_t hl_arg_least_word(HVX_Vector chunk) {
  HVX_Vector least =
      Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(chunk, 5), *(const HVX_Vector *)hl_arg_word_lane);
  for (int turn = 64; turn >= 4; turn >>= 1)
    least = Q6_Vw_vmin_VwVw(least, Q6_V_vror_VR(least, turn));
  return Q6_R_vextract_VR(least, 0);
}

/* `p->inner` is 1; at most 255 vectors of bytes, 2^26 of words to a row. */
HL_KERNEL int32_t hl_arg_row(const hl_arg *p, const uint8_t *row) {
  const int words = p->type == HL_INT32, bytes = p->axis * hl_type_bytes(p->type),
            chunks = (bytes + HL_ALIGN - 1) / HL_ALIGN;
  const HVX_Vector worst =
      hl_vsplat(p->type, p->largest ? hl_type_min(p->type) : hl_type_max(p->type));
  HVX_Vector best = worst;
  for (int i = 0; i < bytes; i += HL_ALIGN) {
    const int n = hl_min(bytes - i, HL_ALIGN);
    const HVX_Vector x = hl_load_first(row + i, n);
    best = hl_arg_better(p, best, n == HL_ALIGN ? x : Q6_V_vmux_QVV(Q6_Q_vsetq_R(n), x, worst));
  }
  for (int turn = 64; turn >= hl_type_bytes(p->type); turn >>= 1)
    best = hl_arg_better(p, best, Q6_V_vror_VR(best, turn));
  HVX_Vector first = words ? Q6_V_vsplat_R((1 << 26) - 1) : Q6_Vb_vsplat_R(-1);
  for (int chunk = chunks - 1; chunk >= 0; --chunk) {
    const int n = hl_min(bytes - chunk * HL_ALIGN, HL_ALIGN);
    const HVX_Vector x = hl_load_first(row + chunk * HL_ALIGN, n);
    const HVX_VectorPred equal = words ? Q6_Q_vcmp_eq_VwVw(x, best) : Q6_Q_vcmp_eq_VbVb(x, best);
    const HVX_VectorPred found = n == HL_ALIGN ? equal : Q6_Q_and_QQ(equal, Q6_Q_vsetq_R(n));
    first = Q6_V_vmux_QVV(found, words ? Q6_V_vsplat_R(chunk) : Q6_Vb_vsplat_R(chunk), first);
  }
  return words ? hl_arg_least_word(first) : hl_arg_least_byte(first);
}

HL_KERNEL void hl_arg_rows(const hl_arg *p, const void *in, void *out) {
  const uint8_t *from = in;
  for (int row = 0; row < p->outer; ++row, from += p->axis * hl_type_bytes(p->type))
    hl_store(out, p->out_type, row, hl_arg_row(p, from));
}

/* The first `count` of up to 128 words as int32 or int64. */
HL_KERNEL void hl_arg_store_words(const hl_arg *p, const HVX_Vector *words, int count,
                                  uint8_t *to) {
  const int wide = p->out_type == HL_INT64;
  for (int i = 0; 32 * i < count; ++i) {
    const int n = hl_min(count - 32 * i, 32) * 4;
    if (!wide) {
      hl_store_first(to + 128 * i, words[i], n);
      continue;
    }
    const HVX_VectorPair long_words = Q6_W_vshuff_VVR(Q6_V_vzero(), words[i], -4);
    hl_store_first(to + 256 * i, Q6_V_lo_W(long_words), hl_min(2 * n, HL_ALIGN));
    hl_store_first(to + 256 * i + HL_ALIGN, Q6_V_hi_W(long_words), 2 * n - HL_ALIGN);
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

/* `p->axis` is at most 2^16 for bytes. */
HL_KERNEL void hl_arg_columns(const hl_arg *p, const void *in, void *out) {
  const int bytes = hl_type_bytes(p->type), run = p->inner * bytes,
            out_bytes = p->out_type == HL_INT64 ? 8 : 4;
  const uint8_t *const limit = hl_storage_end(in, (size_t)p->outer * p->axis * run);
  uint8_t *to = out;
  for (int outer = 0; outer < p->outer; ++outer)
    for (int c = 0; c < run; c += HL_ALIGN) {
      const uint8_t *from = (const uint8_t *)in + (size_t)outer * p->axis * run + c;
      const int n = hl_min(run - c, HL_ALIGN),
                near = hl_near(from + (size_t)(p->axis - 1) * run, limit);
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
      to += n / bytes * out_bytes;
    }
}

#endif

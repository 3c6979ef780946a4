// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* SOFTMAX and LOG_SOFTMAX of bytes over the last dimension, row-major; SOFTMAX also to int16.
 *
 * Everything depends on the distance d = max - x alone. Up to 32 rows take each step together, as
 * the words of a vector (softmax_lanes.h): the maxima; the sums of exp(-d) by look-ups of its three
 * bytes; reciprocals or logarithms. Then a row's possible outputs are computed once in words, and
 * looked up. Tables end where all entries behind are zero: each byte of the exponentials has an end
 * of its own, and so have the outputs, which are the type's minimum long before exp(-d) is zero. */
#ifndef HEXLOOM_HVX_SOFTMAX_H
#define HEXLOOM_HVX_SOFTMAX_H

#include <hexloom/hvx/softmax_lanes.h>
#include <hexloom/hvx/table.h>

/* Segments are of 32 entries: of the bytes of the exponentials with 12 integer bits, lowest first;
 * of the outputs; of the words' bytes as far as outputs depend on them. */
typedef struct {
  hl_type type, out_type;
  int32_t rows, depth;
  int32_t exp_segments[3], segments, word_segments[4];
  int32_t logarithm; /* LOG_SOFTMAX: */
  int32_t diff_min, limit_multiplier, limit_shift;
} hl_softmax_rows;

/* Made by the front end: the words of hl_softmax_portable's exp, or hl_log_softmax_portable's
 * scaled, and the bytes of the exponentials with 12 integer bits, lowest first. */
typedef struct {
  int32_t words[256];
  uint8_t bytes[3][256];
} hl_softmax_tables;

/* hl_vlookup of the first 32 * segments entries, 0 behind them. */
HL_KERNEL HVX_Vector hl_vlookup_first(const hl_vtable *t, HVX_Vector indices, int segments) {
  if (segments == 0)
    return Q6_V_vzero();
  HVX_Vector r = Q6_Vb_vlut32_VbVbI(indices, t->low, 0);
  if (segments > 1)
    r = Q6_Vb_vlut32or_VbVbVbI(r, indices, t->low, 1);
  if (segments > 2)
    r = Q6_Vb_vlut32or_VbVbVbI(r, indices, t->low, 2);
  if (segments > 3)
    r = Q6_Vb_vlut32or_VbVbVbI(r, indices, t->low, 3);
  if (segments > 4)
    r = Q6_Vb_vlut32or_VbVbVbI(r, indices, t->high, 4);
  if (segments > 5)
    r = Q6_Vb_vlut32or_VbVbVbI(r, indices, t->high, 5);
  if (segments > 6)
    r = Q6_Vb_vlut32or_VbVbVbI(r, indices, t->high, 6);
  return segments > 7 ? Q6_Vb_vlut32or_VbVbVbI(r, indices, t->high, 7) : r;
}

/* hl_vlookup_words of so many segments of each table. */
HL_KERNEL void hl_vlookup_first_words(const hl_vtable t[4], HVX_Vector indices,
                                      const int32_t segments[4], HVX_Vector words[4]) {
  hl_vwords_of_bytes(hl_vlookup_first(&t[0], indices, segments[0]),
                     hl_vlookup_first(&t[1], indices, segments[1]),
                     hl_vlookup_first(&t[2], indices, segments[2]),
                     hl_vlookup_first(&t[3], indices, segments[3]), words);
}

/* Bytes i .. i + 127 of the row; those behind its end are `rest`. `near`: within HL_LOAD_SLACK of
 * the buffer's end. */
HL_KERNEL HVX_Vector hl_row_bytes(const uint8_t *row, int i, int depth, HVX_Vector rest, int near) {
  const int left = depth - i;
  return left >= HL_ALIGN ? hl_load_some(row + i, HL_ALIGN, near)
                          : Q6_V_vmux_QVV(Q6_Q_vsetq_R(left), hl_load_first(row + i, left), rest);
}

/* The largest bytes of the row's vectors. */
HL_KERNEL HVX_Vector hl_vrow_max(const hl_softmax_rows *p, const uint8_t *row, int near) {
  const HVX_Vector least = Q6_Vb_vsplat_R(hl_type_min(p->type));
  HVX_Vector m = hl_row_bytes(row, 0, p->depth, least, near);
  for (int i = HL_ALIGN; i < p->depth; i += HL_ALIGN)
    m = hl_vmax(p->type, m, hl_row_bytes(row, i, p->depth, least, near));
  return m;
}

/* Adds the exponentials by distance to three sums of bytes, four to a word. */
HL_KERNEL void hl_vadd_exponentials(const hl_softmax_rows *p, HVX_Vector distance,
                                    const hl_vtable exp[3], HVX_Vector sum[3]) {
  for (int k = 0; k < 3; ++k)
    sum[k] = Q6_Vuw_vrmpyacc_VuwVubRub(
        sum[k], hl_vlookup_first(&exp[k], distance, p->exp_segments[k]), 0x01010101);
}
HL_KERNEL HVX_Vector hl_vtotal(const HVX_Vector sum[3]) {
  return Q6_Vw_vaslacc_VwVwR(Q6_Vw_vaslacc_VwVwR(sum[0], sum[1], 8), sum[2], 16);
}

/* Sums of the row's exponentials in 32 words. What fills its last vector counts as a maximum. */
HL_KERNEL HVX_Vector hl_vrow_exp_sum(const hl_softmax_rows *p, const uint8_t *row, HVX_Vector max,
                                     const hl_vtable exp[3], int near) {
  HVX_Vector sum[3] = {Q6_V_vzero(), Q6_V_vzero(), Q6_V_vzero()};
  for (int i = 0; i < p->depth; i += HL_ALIGN)
    hl_vadd_exponentials(p, Q6_Vb_vsub_VbVb(max, hl_row_bytes(row, i, p->depth, max, near)), exp, sum);
  return hl_vtotal(sum);
}

/* Outputs of LOG_SOFTMAX less the type's minimum. */
HL_KERNEL HVX_Vector hl_vlog_softmax_words(HVX_Vector scaled, HVX_Vector distance, HVX_Vector limit,
                                           HVX_Vector log_sum) {
  const HVX_Vector logarithm = hl_vrdivpot(Q6_Vw_vsub_VwVw(scaled, log_sum), 31 - 5 - 4);
  const HVX_Vector wanted = Q6_Vw_vsub_VwVw(Q6_V_vzero(), limit);
  return Q6_V_vand_QR(Q6_Q_vcmp_gt_VwVw(wanted, distance), -1) &
         Q6_Vw_vmax_VwVw(Q6_Vw_vadd_VwVw(logarithm, Q6_V_vsplat_R(255)), Q6_V_vzero());
}

/* What the outputs of 32 rows come from: of SOFTMAX the reciprocal and one less than the shift, of
 * LOG_SOFTMAX the logarithm and the limit. */
typedef struct {
  HVX_Vector first, second;
} hl_softmax_words;

HL_KERNEL hl_softmax_words hl_softmax_words_of(const hl_softmax_rows *p, HVX_Vector sums) {
  if (p->logarithm) {
    const HVX_Vector log_sums = hl_vlog_q12(sums);
    return (hl_softmax_words){
        log_sums, Q6_Vw_vmax_VwVw(Q6_V_vsplat_R(p->diff_min - 1),
                                  hl_vrequantize(Q6_Vw_vadd_VwVw(log_sums, Q6_V_vsplat_R(INT32_MIN)),
                                                 p->limit_multiplier, p->limit_shift))};
  }
  const hl_vsoftmax_scale scale = hl_vsoftmax_scale_of(sums, p->out_type);
  return (hl_softmax_words){scale.reciprocal, scale.less};
}

/* The tables' words, and the distances they are of: of each 64 the even ones and then the odd ones.
 * A last 32 alone are in order. */
typedef struct {
  HVX_Vector words[8], distances[8];
} hl_softmax_dealt;

HL_KERNEL hl_softmax_dealt hl_softmax_deal(const hl_softmax_rows *p,
                                           const hl_softmax_tables *tables) {
  static const int32_t lane[32] __attribute__((aligned(HL_ALIGN))) = {
      0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
      16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  hl_softmax_dealt by;
  for (int i = 0; i < 8; ++i) {
    by.words[i] = ((const HVX_Vector *)tables->words)[i];
    by.distances[i] = Q6_Vw_vadd_VwVw(*(const HVX_Vector *)lane, Q6_V_vsplat_R(32 * i));
  }
  for (int i = 0; i + 1 < p->segments; i += 2) {
    const HVX_VectorPair w = Q6_W_vdeal_VVR(by.words[i + 1], by.words[i], -4),
                         d = Q6_W_vdeal_VVR(by.distances[i + 1], by.distances[i], -4);
    by.words[i] = Q6_V_lo_W(w);
    by.words[i + 1] = Q6_V_hi_W(w);
    by.distances[i] = Q6_V_lo_W(d);
    by.distances[i + 1] = Q6_V_hi_W(d);
  }
  return by;
}

/* The outputs of all distances of a row, less the type's minimum. Halfword i of the k-th vector is
 * that of the distance 64 * k + i. */
HL_KERNEL void hl_softmax_outputs(const hl_softmax_rows *p, const hl_softmax_dealt *by,
                                  int32_t first, int32_t second, HVX_Vector halves[4]) {
  const HVX_Vector v = Q6_V_vsplat_R(first);
  HVX_Vector w[8];
  for (int i = 0; i < p->segments; ++i)
    w[i] = p->logarithm ? hl_vlog_softmax_words(by->words[i], by->distances[i],
                                                Q6_V_vsplat_R(second), v)
                        : Q6_Vw_vavg_VwVw_rnd(Q6_Vw_vasr_VwR(hl_vsrdhm(by->words[i], v), second),
                                              Q6_V_vzero());
  for (int k = 0; k < 4; ++k)
    if (2 * k >= p->segments)
      halves[k] = Q6_V_vzero();
    else if (2 * k + 1 == p->segments)
      halves[k] = p->out_type == HL_INT16 ? Q6_Vuh_vpack_VwVw_sat(w[2 * k], w[2 * k])
                                          : Q6_Vh_vpack_VwVw_sat(w[2 * k], w[2 * k]);
    else
      halves[k] = p->out_type == HL_INT16 ? Q6_Vuh_vsat_VuwVuw(w[2 * k + 1], w[2 * k])
                                          : Q6_Vh_vsat_VwVw(w[2 * k + 1], w[2 * k]);
}

/* Halfwords as tables: saturated to a byte; of their lower bytes; of their upper ones. */
HL_KERNEL hl_vtable hl_vtable_of_halves(const HVX_Vector h[4]) {
  return (hl_vtable){Q6_Vub_vsat_VhVh(h[1], h[0]), Q6_Vub_vsat_VhVh(h[3], h[2])};
}
HL_KERNEL hl_vtable hl_vtable_of_lower(const HVX_Vector h[4]) {
  return (hl_vtable){Q6_Vb_vshuffe_VbVb(h[1], h[0]), Q6_Vb_vshuffe_VbVb(h[3], h[2])};
}
HL_KERNEL hl_vtable hl_vtable_of_upper(const HVX_Vector h[4]) {
  return (hl_vtable){Q6_Vb_vshuffo_VbVb(h[1], h[0]), Q6_Vb_vshuffo_VbVb(h[3], h[2])};
}

/* The second pass over a row, to bytes and to halfwords. */
HL_KERNEL void hl_softmax_finish8(const hl_softmax_rows *p, const uint8_t *from, HVX_Vector max,
                                  const HVX_Vector halves[4], uint8_t *to,
                                  const uint8_t *limit, int near) {
  const hl_vtable outputs = hl_vtable_of_halves(halves);
  for (int i = 0; i < p->depth; i += HL_ALIGN) {
    const HVX_Vector distance = Q6_Vb_vsub_VbVb(max, hl_row_bytes(from, i, p->depth, max, near));
    const HVX_Vector y = hl_vlookup_first(&outputs, distance, p->segments);
    hl_store_ahead(to + i, Q6_V_vxor_VV(y, Q6_Vb_vsplat_R(hl_type_min(p->type))),
                   hl_min(p->depth - i, HL_ALIGN), limit);
  }
}
HL_KERNEL void hl_softmax_finish16(const hl_softmax_rows *p, const uint8_t *from, HVX_Vector max,
                                   const HVX_Vector halves[4], uint8_t *to,
                                   const uint8_t *limit, int near) {
  const hl_vtable low = hl_vtable_of_lower(halves), high = hl_vtable_of_upper(halves);
  const HVX_Vector flip = Q6_Vb_vsplat_R(-128);
  for (int i = 0; i < p->depth; i += HL_ALIGN) {
    const int bytes = 2 * hl_min(p->depth - i, HL_ALIGN);
    const HVX_Vector distance = Q6_Vb_vsub_VbVb(max, hl_row_bytes(from, i, p->depth, max, near));
    const HVX_VectorPair y =
        Q6_W_vshuff_VVR(Q6_V_vxor_VV(hl_vlookup_first(&high, distance, p->segments), flip),
                        hl_vlookup_first(&low, distance, p->segments), -1);
    hl_store_ahead(to + 2 * i, Q6_V_lo_W(y), hl_min(bytes, HL_ALIGN), limit);
    if (bytes > HL_ALIGN)
      hl_store_ahead(to + 2 * i + HL_ALIGN, Q6_V_hi_W(y), bytes - HL_ALIGN, limit);
  }
}

/* Up to 32 rows; a constant number of them. */
HL_KERNEL void hl_softmax_group(const hl_softmax_rows *p, const uint8_t *from,
                                const hl_softmax_dealt *by, const hl_vtable exp[3], int rows,
                                uint8_t *to, const uint8_t *limit, int near) {
  enum { LEVELS = 5 };
  HVX_Vector v[HL_ROWS];
  int32_t max[HL_ROWS] __attribute__((aligned(HL_ALIGN))),
      first[HL_ROWS] __attribute__((aligned(HL_ALIGN))),
      second[HL_ROWS] __attribute__((aligned(HL_ALIGN)));
  for (int row = 0; row < rows; ++row)
    v[row] = hl_vrow_max(p, from + row * p->depth, near);
  *(HVX_Vector *)max = hl_vfold_max(p->type, v, rows, LEVELS);
  for (int row = 0; row < rows; ++row)
    v[row] = hl_vrow_exp_sum(p, from + row * p->depth, Q6_V_vsplat_R(max[row]), exp, near);
  const int fill = (HL_ALIGN - p->depth % HL_ALIGN) % HL_ALIGN;
  const HVX_Vector sums =
      Q6_Vw_vsub_VwVw(hl_vfold_sums(v, rows, LEVELS), Q6_V_vsplat_R(fill << 19));
  const hl_softmax_words of = hl_softmax_words_of(p, sums);
  *(HVX_Vector *)first = of.first;
  *(HVX_Vector *)second = of.second;
  const int wide = p->out_type == HL_INT16;
  for (int row = 0; row < rows; ++row, from += p->depth, to += p->depth * (wide ? 2 : 1)) {
    HVX_Vector halves[4];
    hl_softmax_outputs(p, by, first[row], second[row], halves);
    if (wide)
      hl_softmax_finish16(p, from, Q6_V_vsplat_R(max[row]), halves, to, limit, near);
    else
      hl_softmax_finish8(p, from, Q6_V_vsplat_R(max[row]), halves, to, limit, near);
  }
}

HL_KERNEL void hl_softmax_by_tables(const hl_softmax_rows *p, const void *in,
                                    const hl_softmax_tables *tables, void *out) {
  const int bytes = p->out_type == HL_INT16 ? 2 : 1;
  const uint8_t *const limit = hl_storage_end(out, (size_t)p->rows * p->depth * bytes);
  const hl_softmax_dealt by = hl_softmax_deal(p, tables);
  hl_vtable exp[3];
  for (int k = 0; k < 3; ++k)
    exp[k] = hl_vtable_of(tables->bytes[k]);
  const uint8_t *from = in;
  uint8_t *to = out;
  int row = 0;
  HL_ROLL
  for (; (p->rows - row - HL_ROWS) * p->depth >= HL_LOAD_SLACK; row += HL_ROWS) {
    hl_softmax_group(p, from, &by, exp, HL_ROWS, to, limit, 0);
    from += HL_ROWS * p->depth;
    to += HL_ROWS * p->depth * bytes;
  }
  HL_ROLL
  for (; row + HL_ROWS <= p->rows; row += HL_ROWS) {
    hl_softmax_group(p, from, &by, exp, HL_ROWS, to, limit, 1);
    from += HL_ROWS * p->depth;
    to += HL_ROWS * p->depth * bytes;
  }
  if (p->rows % HL_ROWS)
    hl_softmax_group(p, from, &by, exp, p->rows % HL_ROWS, to, limit, 1);
}

/* Rows of two: an element's output depends on its distance from the other one alone. `winner` and
 * `loser` hold it for the larger and the smaller element by that distance. Whole vectors. */
HL_KERNEL void hl_softmax_pairs(hl_type type, const void *in, const uint8_t *winner,
                                const uint8_t *loser, void *out, int vectors) {
  const hl_vtable win = hl_vtable_of(winner), lose = hl_vtable_of(loser);
  const HVX_Vector flip = Q6_Vb_vsplat_R(type == HL_INT8 ? -128 : 0);
  const HVX_Vector *from = in;
  HVX_Vector *to = out;
  for (int i = 0; i < vectors; ++i) {
    const HVX_Vector x = Q6_V_vxor_VV(from[i], flip);
    const HVX_Vector other = Q6_V_vor_VV(Q6_Vh_vasl_VhR(x, 8), Q6_Vuh_vlsr_VuhR(x, 8));
    const HVX_Vector distance = Q6_Vub_vabsdiff_VubVub(x, other);
    to[i] = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VubVub(other, x), hl_vlookup(&lose, distance),
                          hl_vlookup(&win, distance));
  }
}

#endif

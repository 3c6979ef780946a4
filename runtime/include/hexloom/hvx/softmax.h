// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* SOFTMAX and LOG_SOFTMAX of bytes over the last dimension, row-major; SOFTMAX also to int16.
 *
 * Everything depends on the distance d = max - x alone, so a row takes three steps: the maximum;
 * the sum of exp(-d) by look-ups of its three bytes; the 256 possible outputs, computed once a row
 * in words, and looked up. Tables end after `segments` times 32 entries, behind which every
 * exponential is zero and every output the type's minimum. */
#ifndef HEXLOOM_HVX_SOFTMAX_H
#define HEXLOOM_HVX_SOFTMAX_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/requantize.h>
#include <hexloom/hvx/table.h>
#include <hexloom/portable/softmax.h>

typedef struct {
  hl_type type, out_type;
  int32_t rows, depth, segments;
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

/* Bytes i .. i + 127 of the row; those behind its end are `rest`. */
HL_KERNEL HVX_Vector hl_row_bytes(const uint8_t *row, int i, int depth, HVX_Vector rest) {
  const int left = depth - i;
  return left >= HL_ALIGN ? hl_load_u(row + i)
                          : Q6_V_vmux_QVV(Q6_Q_vsetq_R(left), hl_load_first(row + i, left), rest);
}

/* The row's largest byte in all lanes. */
HL_KERNEL HVX_Vector hl_vrow_max(const hl_softmax_rows *p, const uint8_t *row) {
  const HVX_Vector least = Q6_Vb_vsplat_R(hl_type_min(p->type));
  HVX_Vector m = least;
  for (int i = 0; i < p->depth; i += HL_ALIGN) {
    const HVX_Vector x = hl_row_bytes(row, i, p->depth, least);
    m = p->type == HL_INT8 ? Q6_Vb_vmax_VbVb(m, x) : Q6_Vub_vmax_VubVub(m, x);
  }
  for (int turn = 64; turn; turn >>= 1) {
    const HVX_Vector turned = Q6_V_vror_VR(m, turn);
    m = p->type == HL_INT8 ? Q6_Vb_vmax_VbVb(m, turned) : Q6_Vub_vmax_VubVub(m, turned);
  }
  return m;
}

HL_KERNEL int32_t hl_vrow_exp_sum(const hl_softmax_rows *p, const uint8_t *row, HVX_Vector max,
                                  const hl_vtable exp[3]) {
  HVX_Vector sum[3] = {Q6_V_vzero(), Q6_V_vzero(), Q6_V_vzero()};
  for (int i = 0; i < p->depth; i += HL_ALIGN) {
    const HVX_Vector distance = Q6_Vb_vsub_VbVb(max, hl_row_bytes(row, i, p->depth, max));
    for (int k = 0; k < 3; ++k) {
      HVX_Vector e = hl_vlookup_first(&exp[k], distance, p->segments);
      if (p->depth - i < HL_ALIGN)
        e = Q6_V_vand_QR(Q6_Q_vsetq_R(p->depth - i), -1) & e;
      sum[k] = Q6_Vuw_vrmpyacc_VuwVubRub(sum[k], e, 0x01010101);
    }
  }
  HVX_Vector total = Q6_Vw_vadd_VwVw(
      sum[0], Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(sum[1], 8), Q6_Vw_vasl_VwR(sum[2], 16)));
  for (int turn = 64; turn >= 4; turn >>= 1)
    total = Q6_Vw_vadd_VwVw(total, Q6_V_vror_VR(total, turn));
  return Q6_R_vextract_VR(total, 0);
}

/* Outputs less the type's minimum for 32 distances. */
HL_KERNEL HVX_Vector hl_vsoftmax_words(HVX_Vector exp, hl_softmax_scale scale) {
  return hl_vrdivpot(hl_vsrdhm(exp, Q6_V_vsplat_R(scale.reciprocal)), scale.shift);
}
HL_KERNEL HVX_Vector hl_vlog_softmax_words(HVX_Vector scaled, HVX_Vector distance, int32_t limit,
                                           int32_t log_sum) {
  const HVX_Vector logarithm =
      hl_vrdivpot(Q6_Vw_vsub_VwVw(scaled, Q6_V_vsplat_R(log_sum)), 31 - 5 - 4);
  return Q6_V_vand_QR(Q6_Q_vcmp_gt_VwVw(Q6_V_vsplat_R(-limit), distance), -1) &
         Q6_Vw_vmax_VwVw(Q6_Vw_vadd_VwVw(logarithm, Q6_V_vsplat_R(255)), Q6_V_vzero());
}

/* The outputs of all distances, less the type's minimum, as words. */
HL_KERNEL void hl_softmax_outputs(const hl_softmax_rows *p, const hl_softmax_tables *tables,
                                  int32_t sum, HVX_Vector w[8]) {
  static const int32_t lane[32] __attribute__((aligned(HL_ALIGN))) = {
      0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
      16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  const hl_softmax_scale scale = hl_softmax_scale_of(sum, p->out_type);
  const int32_t log_sum = p->logarithm ? hl_log_q12(sum) : 0;
  const hl_log_softmax log = {p->type,       p->rows, p->depth, p->diff_min, p->limit_multiplier,
                              p->limit_shift};
  const int32_t limit = p->logarithm ? hl_log_softmax_limit(&log, log_sum) : 0;
  const HVX_Vector *words = (const HVX_Vector *)tables->words;
  for (int i = 0; i < 8; ++i) {
    w[i] = Q6_V_vzero();
    if (i < p->segments)
      w[i] = p->logarithm
                 ? hl_vlog_softmax_words(
                       words[i], Q6_Vw_vadd_VwVw(*(const HVX_Vector *)lane, Q6_V_vsplat_R(32 * i)),
                       limit, log_sum)
                 : hl_vsoftmax_words(words[i], scale);
  }
}

/* Words of one byte as a table. */
HL_KERNEL hl_vtable hl_vtable_of_words(const HVX_Vector w[8]) {
  return (hl_vtable){Q6_Vb_vshuff_Vb(hl_vnarrow(w[0], w[1], w[2], w[3], 0, 0, 255, 0)),
                     Q6_Vb_vshuff_Vb(hl_vnarrow(w[4], w[5], w[6], w[7], 0, 0, 255, 0))};
}

/* Byte `k` of words as a table. */
HL_KERNEL hl_vtable hl_vtable_of_bytes(const HVX_Vector w[8], int k) {
  HVX_Vector half[2];
  for (int h = 0; h < 2; ++h) {
    HVX_Vector byte[4];
    for (int i = 0; i < 4; ++i)
      byte[i] = Q6_V_vand_VV(Q6_Vuw_vlsr_VuwR(w[4 * h + i], 8 * k), Q6_V_vsplat_R(255));
    half[h] = Q6_Vb_vshuff_Vb(Q6_Vb_vpacke_VhVh(Q6_Vh_vpacke_VwVw(byte[3], byte[2]),
                                                Q6_Vh_vpacke_VwVw(byte[1], byte[0])));
  }
  return (hl_vtable){half[0], half[1]};
}

/* The second pass over a row, to bytes and to halfwords. */
HL_KERNEL void hl_softmax_finish8(const hl_softmax_rows *p, const uint8_t *from, HVX_Vector max,
                                  const HVX_Vector w[8], uint8_t *to) {
  const hl_vtable outputs = hl_vtable_of_words(w);
  for (int i = 0; i < p->depth; i += HL_ALIGN) {
    const HVX_Vector distance = Q6_Vb_vsub_VbVb(max, hl_row_bytes(from, i, p->depth, max));
    const HVX_Vector y = hl_vlookup_first(&outputs, distance, p->segments);
    hl_store_first(to + i, Q6_V_vxor_VV(y, Q6_Vb_vsplat_R(hl_type_min(p->type))),
                   hl_min(p->depth - i, HL_ALIGN));
  }
}
HL_KERNEL void hl_softmax_finish16(const hl_softmax_rows *p, const uint8_t *from, HVX_Vector max,
                                   HVX_Vector w[8], uint8_t *to) {
  for (int i = 0; i < 8; ++i)
    w[i] = Q6_Vw_vmin_VwVw(w[i], Q6_V_vsplat_R(65535));
  const hl_vtable low = hl_vtable_of_bytes(w, 0), high = hl_vtable_of_bytes(w, 1);
  const HVX_Vector flip = Q6_Vb_vsplat_R(-128);
  for (int i = 0; i < p->depth; i += HL_ALIGN) {
    const int bytes = 2 * hl_min(p->depth - i, HL_ALIGN);
    const HVX_Vector distance = Q6_Vb_vsub_VbVb(max, hl_row_bytes(from, i, p->depth, max));
    const HVX_VectorPair y =
        Q6_W_vshuff_VVR(Q6_V_vxor_VV(hl_vlookup_first(&high, distance, p->segments), flip),
                        hl_vlookup_first(&low, distance, p->segments), -1);
    hl_store_first(to + 2 * i, Q6_V_lo_W(y), hl_min(bytes, HL_ALIGN));
    hl_store_first(to + 2 * i + HL_ALIGN, Q6_V_hi_W(y), bytes - HL_ALIGN);
  }
}

HL_KERNEL void hl_softmax_by_tables(const hl_softmax_rows *p, const void *in,
                                    const hl_softmax_tables *tables, void *out) {
  const int wide = p->out_type == HL_INT16;
  hl_vtable exp[3];
  for (int k = 0; k < 3; ++k)
    exp[k] = hl_vtable_of(tables->bytes[k]);
  const uint8_t *from = in;
  uint8_t *to = out;
  for (int row = 0; row < p->rows; ++row, from += p->depth, to += p->depth * (wide ? 2 : 1)) {
    const HVX_Vector max = hl_vrow_max(p, from);
    HVX_Vector w[8];
    hl_softmax_outputs(p, tables, hl_vrow_exp_sum(p, from, max, exp), w);
    if (wide)
      hl_softmax_finish16(p, from, max, w, to);
    else
      hl_softmax_finish8(p, from, max, w, to);
  }
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

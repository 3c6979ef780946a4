// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* SOFTMAX of bytes to bytes over rows of at most 64, row-major, several rows in a vector. A
 * vector's rows, one behind the other in memory, are spread to slots of a power of two of bytes,
 * and outputs are joined again. */
#ifndef HEXLOOM_HVX_SOFTMAX_PACKED_H
#define HEXLOOM_HVX_SOFTMAX_PACKED_H

#include <hexloom/hvx/softmax_words.h>

/* log2 of a slot's words. */
HL_KERNEL int hl_slot_levels(int depth) {
  return depth <= 4 ? 0 : depth <= 8 ? 1 : depth <= 16 ? 2 : depth <= 32 ? 3 : 4;
}

HL_KERNEL HVX_Vector hl_lanes(void) {
  static const uint8_t lane[HL_ALIGN] __attribute__((aligned(HL_ALIGN))) = {
      0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,  11,  12,  13,  14,  15,  16,  17,  18,
      19,  20,  21,  22,  23,  24,  25,  26,  27,  28,  29,  30,  31,  32,  33,  34,  35,  36,  37,
      38,  39,  40,  41,  42,  43,  44,  45,  46,  47,  48,  49,  50,  51,  52,  53,  54,  55,  56,
      57,  58,  59,  60,  61,  62,  63,  64,  65,  66,  67,  68,  69,  70,  71,  72,  73,  74,  75,
      76,  77,  78,  79,  80,  81,  82,  83,  84,  85,  86,  87,  88,  89,  90,  91,  92,  93,  94,
      95,  96,  97,  98,  99,  100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113,
      114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127};
  return *(const HVX_Vector *)lane;
}

/* The first `n` lanes of each `period`, a power of two. */
HL_KERNEL HVX_VectorPred hl_first_of(int n, int period) {
  return Q6_Q_vcmp_gt_VubVub(Q6_Vb_vsplat_R(n),
                             Q6_V_vand_VV(hl_lanes(), Q6_Vb_vsplat_R(period - 1)));
}

/* Rows of `depth` bytes to slots of `slot`, and back. */
HL_KERNEL HVX_Vector hl_vspread_rows(HVX_Vector rows, int depth, int slot) {
  HL_UNROLL
  for (int n = HL_ALIGN / slot / 2; n && slot > depth; n /= 2)
    rows = Q6_V_vmux_QVV(hl_first_of(n * slot, 2 * n * slot), rows,
                         Q6_V_vror_VR(rows, -n * (slot - depth)));
  return rows;
}
HL_KERNEL HVX_Vector hl_vjoin_rows(HVX_Vector slots, int depth, int slot) {
  HL_UNROLL
  for (int n = 1; n < HL_ALIGN / slot && slot > depth; n *= 2)
    slots = Q6_V_vmux_QVV(hl_first_of(n * depth, 2 * n * slot), slots,
                          Q6_V_vror_VR(slots, n * (slot - depth)));
  return slots;
}

/* Up to 32 rows; a constant number of them. */
HL_KERNEL void hl_softmax_packed_group(const hl_softmax_rows *p, const uint8_t *from,
                                       const uint8_t *from_limit, const hl_softmax_planes *planes,
                                       int rows, uint8_t *to, const uint8_t *limit) {
  const int levels = hl_slot_levels(p->depth), slot = 4 << levels, fit = HL_ALIGN / slot,
            vectors = (rows + fit - 1) / fit, bytes = fit * p->depth;
  const HVX_VectorPred present = hl_first_of(p->depth, slot);
  const HVX_Vector least = Q6_Vb_vsplat_R(hl_type_min(p->type));
  HVX_Vector x[HL_ROWS], max[HL_ROWS], sums[HL_ROWS], first[HL_ROWS], second[HL_ROWS];
  for (int i = 0; i < vectors; ++i) {
    x[i] = hl_vspread_rows(hl_load_clamped(from + i * bytes, from_limit), p->depth, slot);
    max[i] = Q6_V_vmux_QVV(present, x[i], least);
  }
  hl_softmax_slots_max(p, max, vectors, levels);
  for (int i = 0; i < vectors; ++i) {
    HVX_Vector sum[3] = {Q6_V_vzero(), Q6_V_vzero(), Q6_V_vzero()};
    x[i] = Q6_V_vmux_QVV(present, Q6_Vb_vsub_VbVb(max[i], x[i]), Q6_V_vzero());
    hl_vadd_exponentials(p, x[i], planes->exp, sum);
    sums[i] = hl_vtotal(sum);
  }
  const hl_softmax_words scale = hl_softmax_slots_words(p, sums, slot - p->depth, vectors, levels);
  hl_vspread(scale.first, first, vectors, levels);
  hl_vspread(scale.second, second, vectors, levels);
  for (int i = 0; i < vectors; ++i) {
    const hl_softmax_words of = {first[i], second[i]};
    const HVX_Vector y = hl_softmax_slots_out(p, planes->words, x[i], of);
    hl_store_ahead(to + i * bytes, hl_vjoin_rows(y, p->depth, slot),
                   hl_min(bytes, rows * p->depth - i * bytes), limit);
  }
}

HL_KERNEL void hl_softmax_packed(const hl_softmax_rows *p, const void *in,
                                 const hl_softmax_tables *tables, void *out) {
  const size_t bytes = (size_t)p->rows * p->depth;
  const uint8_t *const from_limit = hl_storage_end(in, bytes), *const limit = hl_storage_end(out, bytes);
  const hl_softmax_planes planes = hl_softmax_planes_of(tables);
  const uint8_t *from = in;
  uint8_t *to = out;
  HL_ROLL
  for (int row = 0; row + HL_ROWS <= p->rows; row += HL_ROWS) {
    hl_softmax_packed_group(p, from, from_limit, &planes, HL_ROWS, to, limit);
    from += HL_ROWS * p->depth;
    to += HL_ROWS * p->depth;
  }
  if (p->rows % HL_ROWS)
    hl_softmax_packed_group(p, from, from_limit, &planes, p->rows % HL_ROWS, to, limit);
}

#endif

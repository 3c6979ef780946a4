// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* SOFTMAX and LOG_SOFTMAX of bytes to bytes where a vector holds several rows, each in a slot of
 * whole words. As in softmax.h up to 32 rows take each step together; each output is then computed
 * from the exponential of its own distance, looked up in words. */
#ifndef HEXLOOM_HVX_SOFTMAX_WORDS_H
#define HEXLOOM_HVX_SOFTMAX_WORDS_H

#include <hexloom/hvx/softmax.h>

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

/* Looked up by distance: the bytes of hl_softmax_tables' words, and those of the exponentials with
 * 12 integer bits. */
typedef struct {
  hl_vtable words[4], exp[3];
} hl_softmax_planes;

HL_KERNEL hl_softmax_planes hl_softmax_planes_of(const hl_softmax_tables *tables) {
  hl_softmax_planes planes;
  for (int k = 0; k < 4; ++k)
    planes.words[k] = hl_vtable_of_bytes((const HVX_Vector *)tables->words, k);
  for (int k = 0; k < 3; ++k)
    planes.exp[k] = hl_vtable_of(tables->bytes[k]);
  return planes;
}

/* The words of four vectors of bytes, the lowest first. Word i of the four results is element 4i,
 * 4i + 2, 4i + 1 and 4i + 3: all are of the row that has word i. Takes no permutation. */
HL_KERNEL void hl_vwords_in_slots(const HVX_Vector bytes[4], HVX_Vector words[4]) {
  const HVX_VectorPair lower = Q6_Wb_vshuffoe_VbVb(bytes[1], bytes[0]),
                       upper = Q6_Wb_vshuffoe_VbVb(bytes[3], bytes[2]);
  const HVX_VectorPair even = Q6_Wh_vshuffoe_VhVh(Q6_V_lo_W(upper), Q6_V_lo_W(lower)),
                       odd = Q6_Wh_vshuffoe_VhVh(Q6_V_hi_W(upper), Q6_V_hi_W(lower));
  words[0] = Q6_V_lo_W(even);
  words[1] = Q6_V_hi_W(even);
  words[2] = Q6_V_lo_W(odd);
  words[3] = Q6_V_hi_W(odd);
}
/* The way back of words of which none is negative, saturated. */
HL_KERNEL HVX_Vector hl_vbytes_in_slots(const HVX_Vector w[4]) {
  return Q6_Vub_vsat_VhVh(Q6_Vh_vsat_VwVw(w[3], w[2]), Q6_Vh_vsat_VwVw(w[1], w[0]));
}

/* The outputs of 128 elements. A word of `of` is what outputs of its row come from. */
HL_KERNEL HVX_Vector hl_softmax_slots_out(const hl_softmax_rows *p, const hl_vtable words[4],
                                          HVX_Vector distance, hl_softmax_words of) {
  HVX_Vector bytes[4], w[4];
  for (int k = 0; k < 4; ++k)
    bytes[k] = hl_vlookup_first(&words[k], distance, p->word_segments[k]);
  hl_vwords_in_slots(bytes, w);
  if (p->logarithm) {
    const HVX_Vector wide[4] = {distance, Q6_V_vzero(), Q6_V_vzero(), Q6_V_vzero()};
    HVX_Vector d[4];
    hl_vwords_in_slots(wide, d);
    for (int i = 0; i < 4; ++i)
      w[i] = hl_vlog_softmax_words(w[i], d[i], of.second, of.first);
  } else {
    for (int i = 0; i < 4; ++i)
      w[i] = hl_vscaled(w[i], of.first, of.second);
  }
  return Q6_V_vxor_VV(hl_vbytes_in_slots(w), Q6_Vb_vsplat_R(hl_type_min(p->type)));
}

/* `max`: the largest bytes of each slot's words, to be spread over the slots. */
HL_KERNEL void hl_softmax_slots_max(const hl_softmax_rows *p, HVX_Vector *max, int vectors,
                                    int levels) {
  hl_vspread(hl_vfold_max(p->type, max, vectors, levels), max, vectors, levels);
}

/* What outputs come from, from sums of exponentials in each slot's words. `fill`: elements of a slot
 * that its row has not, counted as maxima. */
HL_KERNEL hl_softmax_words hl_softmax_slots_words(const hl_softmax_rows *p, HVX_Vector *sums,
                                                  int fill, int vectors, int levels) {
  return hl_softmax_words_of(
      p, Q6_Vw_vsub_VwVw(hl_vfold_sums(sums, vectors, levels), Q6_V_vsplat_R(fill << 19)));
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Look-up of bytes in tables of 256, 128 at a time.
 *
 * vlut32 with the number n gives, for bytes whose upper three bits are n, the entry n*32 + lower five bits of a table, and 0
 * for others; eight of them, or-ed, make 256. The entries of n = 0, 1, 4, 5 are read from the even bytes of the vector, those
 * of the others from the odd ones: vshuff of bytes brings a table into that order. */
#ifndef HEXLOOM_HVX_TABLE_H
#define HEXLOOM_HVX_TABLE_H

#include <hexloom/hvx/bytes.h>

/* A table in vlut32's order. */
typedef struct {
  HVX_Vector low, high; /* entries 0 to 127, 128 to 255 */
} hl_vtable;

/* `table`: 256 bytes, aligned to 128. */
HL_KERNEL hl_vtable hl_vtable_of(const uint8_t *table) {
  const HVX_Vector *v = (const HVX_Vector *)table;
  return (hl_vtable){Q6_Vb_vshuff_Vb(v[0]), Q6_Vb_vshuff_Vb(v[1])};
}

HL_KERNEL HVX_Vector hl_vlookup(const hl_vtable *t, HVX_Vector indices) {
  HVX_Vector r = Q6_Vb_vlut32_VbVbI(indices, t->low, 0);
  r = Q6_Vb_vlut32or_VbVbVbI(r, indices, t->low, 1);
  r = Q6_Vb_vlut32or_VbVbVbI(r, indices, t->low, 2);
  r = Q6_Vb_vlut32or_VbVbVbI(r, indices, t->low, 3);
  r = Q6_Vb_vlut32or_VbVbVbI(r, indices, t->high, 4);
  r = Q6_Vb_vlut32or_VbVbVbI(r, indices, t->high, 5);
  r = Q6_Vb_vlut32or_VbVbVbI(r, indices, t->high, 6);
  return Q6_Vb_vlut32or_VbVbVbI(r, indices, t->high, 7);
}

/* out[i] = table[in[i]] over whole vectors. */
HL_KERNEL void hl_vtable8(const uint8_t *table, const void *in, void *out, int vectors) {
  const hl_vtable t = hl_vtable_of(table);
  const HVX_Vector *from = (const HVX_Vector *)in;
  HVX_Vector *to = (HVX_Vector *)out;
  for (int i = 0; i < vectors; ++i)
    to[i] = hl_vlookup(&t, from[i]);
}

/* The words of four vectors of bytes, the lowest first, in order. */
HL_KERNEL void hl_vwords_of_bytes(HVX_Vector b0, HVX_Vector b1, HVX_Vector b2, HVX_Vector b3, HVX_Vector words[4]) {
  const HVX_VectorPair lower = Q6_W_vshuff_VVR(b1, b0, -1), upper = Q6_W_vshuff_VVR(b3, b2, -1);
  const HVX_VectorPair first = Q6_W_vshuff_VVR(Q6_V_lo_W(upper), Q6_V_lo_W(lower), -2);
  const HVX_VectorPair last = Q6_W_vshuff_VVR(Q6_V_hi_W(upper), Q6_V_hi_W(lower), -2);
  words[0] = Q6_V_lo_W(first);
  words[1] = Q6_V_hi_W(first);
  words[2] = Q6_V_lo_W(last);
  words[3] = Q6_V_hi_W(last);
}

/* Words whose bytes are in four tables, the lowest first: 128 indices to four vectors, in order. */
HL_KERNEL void hl_vlookup_words(const hl_vtable t[4], HVX_Vector indices, HVX_Vector words[4]) {
  hl_vwords_of_bytes(hl_vlookup(&t[0], indices), hl_vlookup(&t[1], indices), hl_vlookup(&t[2], indices), hl_vlookup(&t[3], indices),
                     words);
}

/* 32-bit results: `planes` holds the four tables. Writes `vectors` vectors of 32 elements. */
HL_KERNEL void hl_vtable8_u32(const uint8_t *planes, const void *in, void *out, int vectors) {
  hl_vtable t[4];
  for (int k = 0; k < 4; ++k)
    t[k] = hl_vtable_of(planes + 256 * k);
  const HVX_Vector *from = (const HVX_Vector *)in;
  HVX_Vector *to = (HVX_Vector *)out;
  HVX_Vector words[4];
  HL_ROLL
  for (int i = 0; i < vectors / 4; ++i, to += 4) {
    hl_vlookup_words(t, *from++, words);
    for (int k = 0; k < 4; ++k)
      to[k] = words[k];
  }
  if (vectors % 4) {
    hl_vlookup_words(t, *from, words);
    for (int k = 0; k < vectors % 4; ++k) /* no store behind the output's last vector */
      to[k] = words[k];
  }
}

#endif

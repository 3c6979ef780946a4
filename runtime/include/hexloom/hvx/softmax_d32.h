// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* SOFTMAX and LOG_SOFTMAX of bytes to bytes over the channels in the depth-blocked layout. A vector
 * has a slot of 32 channels for each of four pixels; 16 such fours are a group, whatever rows of
 * the image they are of.
 *
 * Outputs of one block come from words. Those of more are looked up in a table for each pixel, for
 * which blocks are exchanged with pixels: a vector then has up to four blocks of one pixel. */
#ifndef HEXLOOM_HVX_SOFTMAX_D32_H
#define HEXLOOM_HVX_SOFTMAX_D32_H

#include <hexloom/hvx/pixels.h>
#include <hexloom/hvx/softmax_words.h>

/* Words of a slot: 2^3. A group is two times 32 rows: their reciprocals fill each other's waits. */
enum { HL_FOUR_LEVELS = 3, HL_HALF = HL_ROWS / 4, HL_FOURS = 2 * HL_HALF };

/* The image's fours: of row r the v-th is blocks * vectors * r + v vectors behind the first one;
 * its blocks are `vectors` apart. */
typedef struct {
  int blocks, vectors;
} hl_softmax_image;

HL_KERNEL size_t hl_softmax_four_at(const hl_softmax_image *i, int four) {
  return (size_t)(four / i->vectors) * i->blocks * i->vectors + four % i->vectors;
}

/* What the fours of a group have: where they begin, the largest bytes of their pixels, and what the
 * outputs of each pixel come from. */
typedef struct {
  size_t at[HL_FOURS];
  HVX_Vector max[HL_FOURS];
  HVX_Vector first[HL_FOURS / HL_HALF], second[HL_FOURS / HL_HALF]; /* hl_softmax_words */
} hl_softmax_group_of_fours;

/* The outputs of fours of one block. */
HL_KERNEL void hl_softmax_single_blocks_out(const hl_softmax_rows *p,
                                            const hl_softmax_group_of_fours *g,
                                            const hl_vtable words[4], int fours,
                                            const HVX_Vector *in, HVX_Vector *out) {
  HVX_Vector first[HL_FOURS], second[HL_FOURS];
  HL_UNROLL
  for (int h = 0; h < fours; h += HL_HALF) {
    hl_vspread(g->first[h / HL_HALF], first + h, hl_min(fours - h, HL_HALF), HL_FOUR_LEVELS);
    hl_vspread(g->second[h / HL_HALF], second + h, hl_min(fours - h, HL_HALF), HL_FOUR_LEVELS);
  }
  for (int i = 0; i < fours; ++i)
    out[g->at[i]] = hl_softmax_slots_out(p, words, Q6_Vb_vsub_VbVb(g->max[i], in[g->at[i]]),
                                         (hl_softmax_words){first[i], second[i]});
}

/* Exchanges the chunks of 32 bytes of four vectors: of the p-th result the b-th chunk is the p-th
 * chunk of the b-th vector. */
HL_KERNEL void hl_exchange_pixels(HVX_Vector v[4]) {
  const HVX_VectorPair a = Q6_W_vshuff_VVR(v[1], v[0], -32), b = Q6_W_vshuff_VVR(v[3], v[2], -32);
  const HVX_VectorPair c = Q6_W_vshuff_VVR(Q6_V_lo_W(b), Q6_V_lo_W(a), -64),
                       d = Q6_W_vshuff_VVR(Q6_V_hi_W(b), Q6_V_hi_W(a), -64);
  v[0] = Q6_V_lo_W(c);
  v[1] = Q6_V_hi_W(c);
  v[2] = Q6_V_lo_W(d);
  v[3] = Q6_V_hi_W(d);
}

/* The outputs of `blocks` blocks, at most four, of a four by its pixels' tables. */
HL_KERNEL void hl_softmax_blocks_out(const hl_softmax_rows *p, const hl_vtable tables[4],
                                     HVX_Vector max, const HVX_Vector *from, int step, int blocks,
                                     HVX_Vector *to) {
  const HVX_Vector flip = Q6_Vb_vsplat_R(hl_type_min(p->type));
  HVX_Vector v[4];
  for (int b = 0; b < blocks; ++b)
    v[b] = Q6_Vb_vsub_VbVb(max, from[b * step]);
  if (blocks == 1) {
    const HVX_Vector distance = v[0];
    for (int i = 0; i < 4; ++i)
      v[i] = hl_vlookup_first(&tables[i], distance, p->segments);
    v[0] = hl_join_pixels(v);
  } else if (blocks == 2) {
    const HVX_VectorPair d = Q6_W_vshuff_VVR(v[1], v[0], -32);
    const HVX_VectorPred lower = Q6_Q_vsetq_R(64);
    HVX_Vector y[2] = {Q6_V_lo_W(d), Q6_V_hi_W(d)};
    for (int i = 0; i < 2; ++i)
      y[i] = Q6_V_vmux_QVV(lower, hl_vlookup_first(&tables[2 * i], y[i], p->segments),
                           hl_vlookup_first(&tables[2 * i + 1], y[i], p->segments));
    const HVX_VectorPair back = Q6_W_vdeal_VVR(y[1], y[0], -32);
    v[0] = Q6_V_lo_W(back);
    v[1] = Q6_V_hi_W(back);
  } else {
    if (blocks == 3)
      v[3] = v[2];
    hl_exchange_pixels(v);
    for (int i = 0; i < 4; ++i)
      v[i] = hl_vlookup_first(&tables[i], v[i], p->segments);
    hl_exchange_pixels(v);
  }
  for (int b = 0; b < blocks; ++b)
    to[b * step] = Q6_V_vxor_VV(v[b], flip);
}

/* The outputs of a group's i-th four, of several blocks. */
HL_KERNEL void hl_softmax_four_out(const hl_softmax_rows *p, const hl_softmax_image *image,
                                   const hl_softmax_group_of_fours *g, const hl_softmax_dealt *by,
                                   int i, const HVX_Vector *from, HVX_Vector *to) {
  const int whole = image->blocks / 4 * 4, step = image->vectors;
  const int32_t *first = (const int32_t *)g->first, *second = (const int32_t *)g->second;
  hl_vtable tables[4];
  for (int k = 0; k < 4; ++k) {
    HVX_Vector halves[4];
    hl_softmax_outputs(p, by, first[4 * i + k], second[4 * i + k], halves);
    tables[k] = hl_vtable_of_halves(halves);
  }
  for (int b = 0; b < whole; b += 4)
    hl_softmax_blocks_out(p, tables, g->max[i], from + b * step, step, 4, to + b * step);
  if (image->blocks > whole)
    hl_softmax_blocks_out(p, tables, g->max[i], from + whole * step, step, image->blocks - whole,
                          to + whole * step);
}

/* The largest bytes of a four's words. */
HL_KERNEL HVX_Vector hl_softmax_four_max(const hl_softmax_rows *p, const hl_softmax_image *image,
                                         const HVX_Vector *from, HVX_Vector rest) {
  const int last = image->blocks - 1, step = image->vectors;
  HVX_Vector max = from[last * step];
  if (p->depth % 32)
    max = hl_vchoose(rest, max, Q6_Vb_vsplat_R(hl_type_min(p->type)));
  for (int b = 0; b < last; ++b)
    max = hl_vmax(p->type, max, from[b * step]);
  return max;
}

/* Sums of the exponentials of a four's words. Channels that are not there count as maxima. */
HL_KERNEL HVX_Vector hl_softmax_four_sum(const hl_softmax_rows *p, const hl_softmax_image *image,
                                         const HVX_Vector *from, HVX_Vector rest, HVX_Vector max,
                                         const hl_vtable exp[3]) {
  const int last = image->blocks - 1, step = image->vectors;
  HVX_Vector sum[3] = {Q6_V_vzero(), Q6_V_vzero(), Q6_V_vzero()};
  for (int b = 0; b < last; ++b)
    hl_vadd_exponentials(p, Q6_Vb_vsub_VbVb(max, from[b * step]), exp, sum);
  const HVX_Vector distance = Q6_Vb_vsub_VbVb(max, from[last * step]);
  hl_vadd_exponentials(p, p->depth % 32 ? rest & distance : distance, exp, sum);
  return hl_vtotal(sum);
}

/* `fours` of them, a constant number. */
HL_KERNEL void hl_softmax_fours(const hl_softmax_rows *p, const hl_softmax_image *image,
                                const hl_softmax_planes *planes, const hl_softmax_dealt *by,
                                int first, int fours, const HVX_Vector *in, HVX_Vector *out) {
  const HVX_Vector rest = hl_channel_mask(image->blocks - 1, p->depth);
  const int fill = 32 * image->blocks - p->depth;
  hl_softmax_group_of_fours g;
  HVX_Vector sums[HL_FOURS];
  for (int i = 0; i < fours; ++i) {
    g.at[i] = hl_softmax_four_at(image, first + i);
    g.max[i] = hl_softmax_four_max(p, image, in + g.at[i], rest);
  }
  HL_UNROLL
  for (int h = 0; h < fours; h += HL_HALF)
    hl_softmax_slots_max(p, g.max + h, hl_min(fours - h, HL_HALF), HL_FOUR_LEVELS);
  for (int i = 0; i < fours; ++i)
    sums[i] = hl_softmax_four_sum(p, image, in + g.at[i], rest, g.max[i], planes->exp);
  HL_UNROLL
  for (int h = 0; h < fours; h += HL_HALF) {
    const hl_softmax_words of =
        hl_softmax_slots_words(p, sums + h, fill, hl_min(fours - h, HL_HALF), HL_FOUR_LEVELS);
    g.first[h / HL_HALF] = of.first;
    g.second[h / HL_HALF] = of.second;
  }
  if (image->blocks == 1)
    hl_softmax_single_blocks_out(p, &g, planes->words, fours, in, out);
  else
    for (int i = 0; i < fours; ++i)
      hl_softmax_four_out(p, image, &g, by, i, in + g.at[i], out + g.at[i]);
}

/* `p->rows`: rows of `width` pixels. */
HL_KERNEL void hl_softmax_d32(const hl_softmax_rows *p, int width, const void *in,
                              const hl_softmax_tables *tables, void *out) {
  const int vectors = (width + 3) / 4, fours = p->rows * vectors;
  const hl_softmax_image image = {(p->depth + 31) / 32, vectors};
  const hl_softmax_planes planes = hl_softmax_planes_of(tables);
  const hl_softmax_dealt by = hl_softmax_deal(p, tables);
  int first = 0;
  HL_ROLL
  for (; first + HL_FOURS <= fours; first += HL_FOURS)
    hl_softmax_fours(p, &image, &planes, &by, first, HL_FOURS, in, out);
  if (fours % HL_FOURS)
    hl_softmax_fours(p, &image, &planes, &by, first, fours % HL_FOURS, in, out);
}

#endif

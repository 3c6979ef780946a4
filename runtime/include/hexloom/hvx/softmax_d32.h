// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* SOFTMAX and LOG_SOFTMAX of bytes to bytes over the channels in the depth-blocked layout: four
 * pixels at a time. As in softmax.h exponentials are looked up by the distance from the maximum;
 * each output is then computed from its own. */
#ifndef HEXLOOM_HVX_SOFTMAX_D32_H
#define HEXLOOM_HVX_SOFTMAX_D32_H

#include <hexloom/hvx/pixels.h>
#include <hexloom/hvx/softmax.h>

/* Looked up by distance: the bytes of hl_softmax_tables' words, and those of the exponentials with
 * 12 integer bits. */
typedef struct {
  hl_vtable words[4], exp[3];
} hl_softmax_planes;

HL_KERNEL void hl_softmax_planes_of(const hl_softmax_tables *tables, hl_softmax_planes *planes) {
  for (int k = 0; k < 4; ++k)
    planes->words[k] = hl_vtable_of_bytes((const HVX_Vector *)tables->words, k);
  for (int k = 0; k < 3; ++k)
    planes->exp[k] = hl_vtable_of(tables->bytes[k]);
}

HL_KERNEL HVX_Vector hl_pixels_max(const hl_softmax_rows *p, const HVX_Vector *pixels, int vectors,
                                   int blocks) {
  const HVX_Vector least = Q6_Vb_vsplat_R(hl_type_min(p->type));
  HVX_Vector max = least;
  for (int b = 0; b < blocks; ++b)
    max =
        hl_vmax(p->type, max, hl_vchoose(hl_channel_mask(b, p->depth), pixels[b * vectors], least));
  return hl_vpixel_max(p->type, max);
}

/* Sums of the exponentials with 12 integer bits. */
HL_KERNEL void hl_pixels_exp_sums(const hl_softmax_rows *p, const HVX_Vector *pixels, int vectors,
                                  int blocks, HVX_Vector max, const hl_vtable exp[3],
                                  int32_t total[4]) {
  HVX_Vector sum[3] = {Q6_V_vzero(), Q6_V_vzero(), Q6_V_vzero()};
  for (int b = 0; b < blocks; ++b) /* lanes that do not exist count as maxima */
    hl_vadd_exponentials(p,
                         hl_channel_mask(b, p->depth) & Q6_Vb_vsub_VbVb(max, pixels[b * vectors]),
                         exp, sum);
  hl_pixel_totals(hl_vtotal(sum), total);
  for (int i = 0; i < 4; ++i)
    total[i] = hl_wrap_add(total[i], -((32 * blocks - p->depth) << 19));
}

/* What turns a pixel's looked up words into outputs. */
typedef struct {
  hl_softmax_scale scale;
  int32_t log_sum, limit;
} hl_softmax_pixel;

HL_KERNEL hl_softmax_pixel hl_softmax_pixel_of(const hl_softmax_rows *p, int32_t sum) {
  const hl_log_softmax log = {p->type,       p->rows, p->depth, p->diff_min, p->limit_multiplier,
                              p->limit_shift};
  hl_softmax_pixel pixel = {{0, 0}, 0, 0};
  if (p->logarithm) {
    pixel.log_sum = hl_log_q12(sum);
    pixel.limit = hl_log_softmax_limit(&log, pixel.log_sum);
  } else {
    pixel.scale = hl_softmax_scale_of(sum, p->type);
  }
  return pixel;
}

/* Bytes as words, in order. */
HL_KERNEL void hl_vunpack_words(HVX_Vector bytes, HVX_Vector words[4]) {
  const HVX_VectorPair halves = Q6_Wuh_vunpack_Vub(bytes);
  const HVX_VectorPair first = Q6_Wuw_vunpack_Vuh(Q6_V_lo_W(halves)),
                       last = Q6_Wuw_vunpack_Vuh(Q6_V_hi_W(halves));
  words[0] = Q6_V_lo_W(first);
  words[1] = Q6_V_hi_W(first);
  words[2] = Q6_V_lo_W(last);
  words[3] = Q6_V_hi_W(last);
}

HL_KERNEL HVX_Vector hl_softmax_pixels_out(const hl_softmax_rows *p, const hl_vtable words[4],
                                           HVX_Vector distance, const hl_softmax_pixel pixel[4]) {
  HVX_Vector w[4], d[4];
  hl_vlookup_first_words(words, distance, p->word_segments, w);
  hl_vunpack_words(distance, d);
  for (int i = 0; i < 4; ++i)
    w[i] = p->logarithm ? hl_vlog_softmax_words(w[i], d[i], pixel[i].limit, pixel[i].log_sum)
                        : hl_vrdivpot(hl_vsrdhm(w[i], Q6_V_vsplat_R(pixel[i].scale.reciprocal)),
                                      pixel[i].scale.shift);
  return Q6_V_vxor_VV(hl_vbytes_of(w), Q6_Vb_vsplat_R(hl_type_min(p->type)));
}

/* `p->rows`: rows of `width` pixels. */
HL_KERNEL void hl_softmax_d32(const hl_softmax_rows *p, int width, const void *in,
                              const hl_softmax_tables *tables, void *out) {
  const int blocks = (p->depth + 31) / 32, vectors = (width + 3) / 4;
  hl_softmax_planes planes;
  hl_softmax_planes_of(tables, &planes);
  for (int row = 0; row < p->rows; ++row) {
    const HVX_Vector *from = (const HVX_Vector *)in + (size_t)row * blocks * vectors;
    HVX_Vector *to = (HVX_Vector *)out + (size_t)row * blocks * vectors;
    for (int v = 0; v < vectors; ++v, ++from, ++to) {
      const HVX_Vector max = hl_pixels_max(p, from, vectors, blocks);
      int32_t total[4];
      hl_softmax_pixel pixel[4];
      hl_pixels_exp_sums(p, from, vectors, blocks, max, planes.exp, total);
      for (int i = 0; i < 4; ++i)
        pixel[i] = hl_softmax_pixel_of(p, total[i]);
      for (int b = 0; b < blocks; ++b)
        to[b * vectors] =
            hl_softmax_pixels_out(p, planes.words, Q6_Vb_vsub_VbVb(max, from[b * vectors]), pixel);
    }
  }
}

#endif

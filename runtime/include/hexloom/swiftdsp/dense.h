// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* FULLY_CONNECTED of int8: sixteen outputs at a time, four inputs of a row in a word. Row-major.
 *
 *   weights [out_depth / 16][in_depth / 4][16 outputs][4 inputs], zero where there is none
 *   bias    [out_depth to 16] less the input's zero point times the weights
 *   scales  [out_depth / 16]{multipliers [16], shifts [16]} */
#ifndef HEXLOOM_SWIFTDSP_DENSE_H
#define HEXLOOM_SWIFTDSP_DENSE_H

#include <hexloom/swiftdsp/vectors.h>

typedef struct {
  int32_t rows, in_depth, out_depth, clamp;
  int32_t storage; /* bytes of `out` that may be written */
} hl_sd_dense;

HL_KERNEL v4i32 hl_sd_words(const int32_t *p) { return (v4i32)hl_sd_at(p); }

HL_KERNEL v4i32 hl_sd_rescaled(v4i32 sums, const int32_t *scales) {
  return swift_dsp_vrqw(sums, hl_sd_words(scales), hl_sd_words(scales + 16));
}

HL_KERNEL v16i8 hl_sd_dense_block(const hl_sd_dense *p, const int32_t *in, const int8_t *weights, const int32_t *bias,
                                  const int32_t *scales) {
  v4i32 a = hl_sd_words(bias), b = hl_sd_words(bias + 4), c = hl_sd_words(bias + 8), d = hl_sd_words(bias + 12);
#pragma clang loop unroll_count(2)
  for (int k = 0; k < (p->in_depth + 3) / 4; ++k, weights += 4 * HL_SD_VECTOR) {
    a = swift_dsp_vdotbbs(a, hl_sd_at(weights), in[k]);
    b = swift_dsp_vdotbbs(b, hl_sd_at(weights + 16), in[k]);
    c = swift_dsp_vdotbbs(c, hl_sd_at(weights + 32), in[k]);
    d = swift_dsp_vdotbbs(d, hl_sd_at(weights + 48), in[k]);
  }
  return swift_dsp_vpk4b(hl_sd_rescaled(a, scales), hl_sd_rescaled(b, scales + 4), hl_sd_rescaled(c, scales + 8),
                         hl_sd_rescaled(d, scales + 12), p->clamp);
}

/* The first `bytes` of `v`: a few more where there is room for them. */
HL_KERNEL void hl_sd_put_rest(int8_t *to, v16i8 v, int bytes, int room) {
  if ((bytes + 3) / 4 * 4 <= room) {
    hl_sd_put_low(to, v, bytes);
    return;
  }
  int8_t all[HL_SD_VECTOR] __attribute__((aligned(16)));
  hl_sd_put(all, v);
  __builtin_memcpy(to, all, bytes);
}

/* Rows that do not begin at a multiple of four go through `scratch`. */
HL_KERNEL void hl_sd_fully_connected(const hl_sd_dense *p, const int8_t *in, const int8_t *weights, const int32_t *bias,
                                     const int32_t *scales, uint8_t *scratch, int8_t *out) {
  const int words = (p->in_depth + 3) / 4, rest = p->out_depth % 16;
  const int8_t *const end = out + p->storage;
  for (int row = 0; row < p->rows; ++row, in += p->in_depth, out += p->out_depth) {
    const void *from = in;
    if (p->in_depth % 4 && p->rows > 1)
      from = __builtin_memcpy(scratch, in, p->in_depth);
    int o = 0;
    for (; o + 16 <= p->out_depth; o += 16)
      hl_sd_put(out + o, hl_sd_dense_block(p, from, weights + o * words * 4, bias + o, scales + 2 * o));
    if (rest)
      hl_sd_put_rest(out + o, hl_sd_dense_block(p, from, weights + o * words * 4, bias + o, scales + 2 * o), rest, (int)(end - (out + o)));
  }
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* QUANTIZE_ROWS and PRODUCT_SUMS on HVX, equal to portable/hybrid.h: bytes of floats; 32-bit sums of products of bytes, row-major. */
#ifndef HEXLOOM_HVX_HYBRID_H
#define HEXLOOM_HVX_HYBRID_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/requantize.h>
#include <hexloom/portable/hybrid.h>

#define HL_SUMS_PIXELS 4
#define HL_SUMS_BLOCKS 4 /* of 32 channels */

/* A window is `runs` runs of `run_bytes` bytes that lie one behind the other. Weights are vectors, lanes being channels, in the order
 * [group][four blocks][run][word][block]. A run's last word ends with the run, and its weights are 0 where the word before has the bytes. */
typedef struct {
  int32_t batches, in_bytes, row_bytes, pixel_bytes; /* from an image to the next, from a window to the next one below, beside */
  int32_t out_height, out_width, out_depth;
  int32_t groups, group_bytes; /* of input channels */
  int32_t runs, run_bytes, words;
  int32_t aligned; /* all words begin at multiples of four */
} hl_product_sums;

/* Up to four bytes. No word that holds none of them is read. */
HL_KERNEL int32_t hl_sums_word(const int8_t *at, int bytes, int aligned) {
  if (aligned)
    return *(const int32_t *)at;
  if (bytes < 4) {
    uint32_t word = 0;
#pragma unroll
    for (int i = 0; i < bytes; ++i)
      word |= (uint32_t)(uint8_t)at[i] << 8 * i;
    return (int32_t)word;
  }
  const uintptr_t first = (uintptr_t)at & ~(uintptr_t)3, last = ((uintptr_t)at + 3) & ~(uintptr_t)3;
  const uint64_t both = (uint64_t) * (const uint32_t *)last << 32 | *(const uint32_t *)first;
  return (int32_t)(both >> 8 * ((uintptr_t)at & 3));
}

/* `pixels` windows beside each other by `blocks` blocks, of whose channels `channels` are results. */
HL_KERNEL void hl_sums_tile(const hl_product_sums *p, int pixels, int blocks, int channels, const int8_t *in, const int32_t *offsets,
                            const HVX_Vector *weights, int32_t *out) {
  HVX_Vector sum[HL_SUMS_PIXELS][HL_SUMS_BLOCKS];
#pragma unroll
  for (int i = 0; i < pixels; ++i)
#pragma unroll
    for (int b = 0; b < blocks; ++b)
      sum[i][b] = Q6_V_vzero();
  HL_ROLL
  for (int run = 0; run < p->runs; ++run) {
    const int8_t *const from = in + offsets[run];
    HL_ROLL
    for (int word = 0; word < p->words; ++word, weights += blocks) {
      const int8_t *const at = from + (p->run_bytes > 4 ? hl_min(4 * word, p->run_bytes - 4) : 0);
#pragma unroll
      for (int i = 0; i < pixels; ++i) {
        const HVX_Vector bytes = Q6_V_vsplat_R(hl_sums_word(at + i * p->pixel_bytes, p->run_bytes, p->aligned));
#pragma unroll
        for (int b = 0; b < blocks; ++b)
          sum[i][b] = Q6_Vw_vrmpyacc_VwVbVb(sum[i][b], weights[b], bytes);
      }
    }
  }
#pragma unroll
  for (int i = 0; i < pixels; ++i)
#pragma unroll
    for (int b = 0; b < blocks; ++b) {
      int32_t *const to = out + i * p->out_depth + 32 * b;
      if (p->out_depth % 32 == 0 && channels % 32 == 0)
        *(HVX_Vector *)to = sum[i][b];
      else
        hl_store_first((uint8_t *)to, sum[i][b], 4 * hl_min(32, channels - 32 * b));
    }
}

/* All pixels by blocks that have their weights behind each other. A row's last tile begins where it is whole. */
HL_KERNEL void hl_sums_blocks(const hl_product_sums *p, int blocks, int channels, const int8_t *in, const int32_t *offsets,
                              const HVX_Vector *weights, int32_t *out) {
  const int pixels = hl_min(p->out_width, HL_SUMS_PIXELS);
  HL_ROLL
  for (int batch = 0; batch < p->batches; ++batch) {
    HL_ROLL
    for (int y = 0; y < p->out_height; ++y, out += p->out_width * p->out_depth) {
      const int8_t *const row = in + batch * p->in_bytes + y * p->row_bytes;
      HL_ROLL
      for (int next = 0; next < p->out_width; next += pixels) {
        const int x = hl_min(next, p->out_width - pixels);
        hl_sums_tile(p, pixels, blocks, channels, row + x * p->pixel_bytes, offsets, weights, out + x * p->out_depth);
      }
    }
  }
}

HL_KERNEL void hl_product_sums_hvx(const hl_product_sums *p, const int8_t *in, const int32_t *offsets, const HVX_Vector *weights,
                                   int32_t *out) {
  enum { FOUR = 32 * HL_SUMS_BLOCKS };
  const int depth = p->out_depth / p->groups, rest = depth % FOUR, blocks = (rest + 31) / 32, vectors = p->runs * p->words;
  HL_ROLL
  for (int group = 0; group < p->groups; ++group, in += p->group_bytes, out += rest) {
    HL_ROLL
    for (int four = 0; four < depth / FOUR; ++four, weights += HL_SUMS_BLOCKS * vectors, out += FOUR)
      hl_sums_blocks(p, HL_SUMS_BLOCKS, FOUR, in, offsets, weights, out);
    if (rest)
      hl_sums_blocks(p, blocks, rest, in, offsets, weights, out);
    weights += blocks * vectors;
  }
}

/* Each channel by itself: `taps`, an even number, of a window; weights [128 channels][tap]. */
typedef struct {
  int32_t batches, in_bytes, row_bytes, pixel_bytes;
  int32_t out_height, out_width, depth;
  int32_t taps;
} hl_channel_sums;

HL_KERNEL HVX_Vector hl_channels_at(const int8_t *at, int channels, int depth) {
  return depth % 128 == 0 ? *(const HVX_Vector *)at : hl_load_first((const uint8_t *)at, channels);
}

/* Up to 128 channels of a window. */
HL_KERNEL void hl_channel_tile(const hl_channel_sums *p, int channels, const int8_t *in, const int32_t *offsets, const HVX_Vector *weights,
                               int32_t *out) {
  HVX_VectorPair even = Q6_W_vcombine_VV(Q6_V_vzero(), Q6_V_vzero()), odd = even;
  HL_ROLL
  for (int tap = 0; tap < p->taps; tap += 2) {
    const HVX_VectorPair first = Q6_Wh_vmpy_VbVb(hl_channels_at(in + offsets[tap], channels, p->depth), weights[tap]),
                         second = Q6_Wh_vmpy_VbVb(hl_channels_at(in + offsets[tap + 1], channels, p->depth), weights[tap + 1]);
    even = Q6_Ww_vaddacc_WwVhVh(even, Q6_V_lo_W(first), Q6_V_lo_W(second));
    odd = Q6_Ww_vaddacc_WwVhVh(odd, Q6_V_hi_W(first), Q6_V_hi_W(second));
  }
  /* even: channels 0 4 8 ..., 2 6 10 ...; odd: those behind them */
  even = Q6_W_vshuff_VVR(Q6_V_hi_W(even), Q6_V_lo_W(even), -4);
  odd = Q6_W_vshuff_VVR(Q6_V_hi_W(odd), Q6_V_lo_W(odd), -4);
  const HVX_VectorPair lower = Q6_W_vshuff_VVR(Q6_V_lo_W(odd), Q6_V_lo_W(even), -4),
                       upper = Q6_W_vshuff_VVR(Q6_V_hi_W(odd), Q6_V_hi_W(even), -4);
  const HVX_Vector sums[] = {Q6_V_lo_W(lower), Q6_V_hi_W(lower), Q6_V_lo_W(upper), Q6_V_hi_W(upper)};
#pragma unroll
  for (int i = 0; 32 * i < channels; ++i)
    if (p->depth % 32 == 0)
      ((HVX_Vector *)out)[i] = sums[i];
    else
      hl_store_first((uint8_t *)(out + 32 * i), sums[i], 4 * hl_min(32, channels - 32 * i));
}

HL_KERNEL void hl_channel_sums_hvx(const hl_channel_sums *p, const int8_t *in, const int32_t *offsets, const HVX_Vector *weights,
                                   int32_t *out) {
  HL_ROLL
  for (int batch = 0; batch < p->batches; ++batch)
    HL_ROLL
    for (int y = 0; y < p->out_height; ++y)
      HL_ROLL
      for (int x = 0; x < p->out_width; ++x, out += p->depth) {
        const int8_t *const at = in + batch * p->in_bytes + y * p->row_bytes + x * p->pixel_bytes;
        HL_ROLL
        for (int c = 0; c < p->depth / 128; ++c)
          hl_channel_tile(p, 128, at + 128 * c, offsets, weights + c * p->taps, out + 128 * c);
        if (p->depth % 128)
          hl_channel_tile(p, p->depth % 128, at + p->depth / 128 * 128, offsets, weights + p->depth / 128 * p->taps, out + p->depth / 128 * 128);
      }
}

/* The largest of all words. */
HL_KERNEL int32_t hl_largest_word(HVX_Vector v) {
#pragma unroll
  for (int bytes = 64; bytes >= 4; bytes /= 2)
    v = Q6_Vw_vmax_VwVw(v, Q6_V_vror_VR(v, bytes));
  return Q6_R_vextract_VR(v, 0);
}

/* Floats are ordered as their bits. With numbers that are none, or infinite, it is left to plain C. */
HL_KERNEL hl_row_quant hl_row_quant_hvx(const float *in, size_t count, int asymmetric) {
  const HVX_Vector magnitudes = Q6_V_vsplat_R(0x7fffffff);
  HVX_Vector lower = Q6_V_vzero(), upper = lower;
  const size_t vectors = count / 32;
  HL_ROLL
  for (size_t i = 0; i < vectors; ++i) {
    const HVX_Vector bits = hl_load_u(in + 32 * i);
    lower = Q6_Vw_vmax_VwVw(lower, Q6_V_vand_VV(Q6_V_vand_VV(bits, magnitudes), Q6_Vw_vasr_VwR(bits, 31)));
    upper = Q6_Vw_vmax_VwVw(upper, bits);
  }
  int32_t down = hl_largest_word(lower), up = hl_largest_word(upper);
  for (size_t i = 32 * vectors; i < count; ++i) {
    const int32_t bits = (int32_t)hl_real_bits(in[i]);
    down = hl_max(down, bits < 0 ? bits & 0x7fffffff : 0);
    up = hl_max(up, bits);
  }
  if (hl_max(down, up) >= 0x7f800000) {
    hl_row_quant q = hl_row_quant_of(in, count, asymmetric);
    q.top = 0; /* none of its floats in fixed point */
    return q;
  }
  return asymmetric ? hl_asymmetric_quant(down, up) : hl_symmetric_quant(hl_max(down, up));
}

/* A float less than 2^8 of a row's steps away from 0, in fixed point with 22 bits behind the point. */
typedef struct {
  int32_t factor; /* steps of 2^(top - 127), 23 bits behind the point; exact */
  int32_t top;    /* exponent field of the largest float */
  int32_t zero;   /* the zero point and a half */
} hl_row_fixed;

enum { HL_FIXED = 22, HL_FIXED_NEAR = 96, HL_FIXED_FLOATS = 512 };

/* Words of bytes, and how far each is from the middle between two bytes' borders, the largest so far. A float's digits that are shifted
 * out and the rounding of the product are below two units; the reference's two roundings are 32 each. So a word that is at least
 * HL_FIXED_NEAR units from a border is the reference's. */
HL_KERNEL HVX_Vector hl_fixed_words(const hl_row_fixed *f, const float *in, HVX_Vector *farthest) {
  const HVX_Vector bits = hl_load_u(in), exponent = Q6_Vuw_vlsr_VuwR(Q6_Vw_vasl_VwR(bits, 1), 24);
  const HVX_Vector digits = Q6_Vuw_vlsr_VuwR(Q6_V_vor_VV(Q6_Vw_vasl_VwR(bits, 8), Q6_V_vsplat_R((int32_t)0x80000000)), 1);
  const HVX_Vector shift = Q6_Vw_vmin_VwVw(Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(f->top), exponent), Q6_V_vsplat_R(31));
  const HVX_Vector steps = hl_vsrdhm(Q6_Vw_vlsr_VwVw(digits, shift), Q6_V_vsplat_R(f->factor)), sign = Q6_Vw_vasr_VwR(bits, 31);
  const HVX_Vector sum = Q6_Vw_vadd_VwVw(Q6_Vw_vsub_VwVw(Q6_V_vxor_VV(steps, sign), sign), Q6_V_vsplat_R(f->zero));
  const HVX_Vector rest = Q6_V_vand_VV(sum, Q6_V_vsplat_R((1 << HL_FIXED) - 1));
  *farthest = Q6_Vw_vmax_VwVw(*farthest, Q6_Vw_vabs_Vw(Q6_Vw_vsub_VwVw(rest, Q6_V_vsplat_R(1 << (HL_FIXED - 1)))));
  return Q6_Vw_vasr_VwR(sum, HL_FIXED);
}

/* Where a float is too near to a border between two bytes, its whole piece is left to plain C; so are small or large rows' exponents. */
HL_KERNEL void hl_quantize_floats_hvx(const hl_row_quant *q, int asymmetric, const float *in, size_t count, int8_t *out) {
  const int32_t top = q->top;
  size_t done = 0;
  if (top >= 64 && top <= 190) {
    const hl_row_fixed f = {(int32_t)(q->inverse * hl_real_of_bits((uint32_t)top << 23) * 0x1p23f), top,
                            q->zero * (1 << HL_FIXED) + (1 << (HL_FIXED - 1))};
    HL_ROLL
    for (size_t piece; (piece = hl_min((int32_t)(count - done), HL_FIXED_FLOATS) & -128) > 0; done += piece) {
      HVX_Vector farthest = Q6_V_vzero();
      HL_ROLL
      for (size_t i = 0; i < piece; i += 128) {
        const float *const from = in + done + i;
        const HVX_Vector a = hl_fixed_words(&f, from, &farthest), b = hl_fixed_words(&f, from + 32, &farthest),
                         c = hl_fixed_words(&f, from + 64, &farthest), d = hl_fixed_words(&f, from + 96, &farthest);
        hl_store_u(out + done + i, Q6_Vb_vpack_VhVh_sat(Q6_Vh_vpack_VwVw_sat(d, c), Q6_Vh_vpack_VwVw_sat(b, a)));
      }
      if (hl_largest_word(farthest) > (1 << (HL_FIXED - 1)) - HL_FIXED_NEAR)
        hl_quantize_floats(q, asymmetric, in + done, piece, out + done);
    }
  }
  hl_quantize_floats(q, asymmetric, in + done, count - done, out + done);
}

HL_KERNEL void hl_quantize_rows_hvx(const hl_quantize_rows *p, const float *in, int8_t *out, float *scales, int32_t *zeros) {
  HL_QUANTIZE_ROWS(p, in, out, scales, zeros, hl_row_quant_hvx, hl_quantize_floats_hvx);
}

#endif

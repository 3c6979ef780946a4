// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* SOFTMAX and LOG_SOFTMAX of bytes, sixteen elements of a row at a time (portable/softmax.h has the numerics). Exponentials are looked up by
 * the distance from the row's largest element and added. SOFTMAX keeps them, then each is multiplied by the reciprocal of their sum.
 * LOG_SOFTMAX makes a table of the row's outputs by distance, in which they are looked up.
 *
 * uint8 is int8 with the upper bit turned over, on both sides: only distances count, and the outputs are by 128 apart.
 *
 *   tables  [4][256] bytes of the exponentials, the lowest first
 *   scratch SOFTMAX: a row's exponentials, 64 bytes for 16 elements; LOG_SOFTMAX: 272 bytes of outputs; then room for a row twice */
#ifndef HEXLOOM_SWIFTDSP_SOFTMAX_H
#define HEXLOOM_SWIFTDSP_SOFTMAX_H

#include <hexloom/portable/softmax.h>
#include <hexloom/swiftdsp/table.h>

typedef struct {
  int32_t rows, depth, storage; /* storage: bytes that an activation may touch */
  int32_t flip;                 /* 128 of uint8, else 0 */
} hl_sd_softmax;

typedef struct {
  v4i32 word[4];
} hl_sd_exponentials;

/* The exponentials' words, made of their bytes: lane i of the four looked-up vectors is element i. */
HL_KERNEL hl_sd_exponentials hl_sd_exponentials_of(const int8_t *tables, v16i8 distance) {
  const hl_sd_index i = hl_sd_index_of(distance);
  const v16i8 a = hl_sd_look_up(tables, i), b = hl_sd_look_up(tables + 256, i);
  const v8i16 ab = (v8i16)swift_dsp_vilvlb(a, b), ab_high = (v8i16)swift_dsp_vilvhb(a, b);
  const v16i8 c = hl_sd_look_up(tables + 512, i), d = hl_sd_look_up(tables + 768, i);
  const v8i16 cd = (v8i16)swift_dsp_vilvlb(c, d), cd_high = (v8i16)swift_dsp_vilvhb(c, d);
  const hl_sd_exponentials e = {{(v4i32)swift_dsp_vilvlh(ab, cd), (v4i32)swift_dsp_vilvhh(ab, cd),
                                 (v4i32)swift_dsp_vilvlh(ab_high, cd_high), (v4i32)swift_dsp_vilvhh(ab_high, cd_high)}};
  return e;
}

/* The lanes that lie in the row, ones, in the vector of which `left` elements are there. */
HL_KERNEL v16i8 hl_sd_lanes(int left) {
  static const int8_t ones[2 * HL_SD_VECTOR] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
  return hl_sd_at(ones + HL_SD_VECTOR - (left < HL_SD_VECTOR ? left : HL_SD_VECTOR));
}

/* The largest element of a row, in every lane. */
HL_KERNEL v16i8 hl_sd_row_max(const hl_sd_softmax *p, const int8_t *in) {
  v16i8 most = swift_dsp_vsplb(-128);
  for (int c = 0; c < p->depth; c += HL_SD_VECTOR) {
    const v16i8 x = hl_sd_at(in + c) ^ swift_dsp_vsplb(p->flip);
    const v4i32 inside = (v4i32)hl_sd_lanes(p->depth - c);
    most = swift_dsp_vmaxb(most, (v16i8)swift_dsp_vsel(inside, (v4i32)x, (v4i32)swift_dsp_vsplb(-128)));
  }
#pragma clang loop unroll(full)
  for (int i = 0; i < 4; ++i)
    most = swift_dsp_vmaxb(swift_dsp_vevb(most, most), swift_dsp_vodb(most, most));
  return most;
}

HL_KERNEL v4i32 hl_sd_kept(v4i32 sum, v4i32 exponential, v4i32 inside, int32_t *to) {
  exponential &= inside;
  hl_sd_put(to, (v16i8)exponential);
  return swift_dsp_vaddw(sum, swift_dsp_vrdivws(exponential, 12));
}

/* The sum of the exponentials, with 12 integer bits; `words` become these. */
HL_KERNEL int32_t hl_sd_sum_exponentials(const hl_sd_softmax *p, const int8_t *in, const int8_t *tables, int32_t *words) {
  const v16i8 most = hl_sd_row_max(p, in);
  v4i32 sum = {0};
  for (int c = 0; c < p->depth; c += HL_SD_VECTOR, words += HL_SD_VECTOR) {
    const v16i8 distance = swift_dsp_vsubb(most, hl_sd_at(in + c) ^ swift_dsp_vsplb(p->flip)), inside = hl_sd_lanes(p->depth - c);
    const hl_sd_exponentials e = hl_sd_exponentials_of(tables, distance);
    const v8i16 low = swift_dsp_vunlbh(inside), high = swift_dsp_vunhbh(inside);
    sum = hl_sd_kept(sum, e.word[0], swift_dsp_vunlhw(low), words);
    sum = hl_sd_kept(sum, e.word[1], swift_dsp_vunhhw(low), words + 4);
    sum = hl_sd_kept(sum, e.word[2], swift_dsp_vunlhw(high), words + 8);
    sum = hl_sd_kept(sum, e.word[3], swift_dsp_vunhhw(high), words + 12);
  }
  return swift_dsp_vgetw(swift_dsp_vsumw(sum), 0);
}

HL_KERNEL v4i32 hl_sd_ratio(const int32_t *word, hl_softmax_scale scale) {
  return swift_dsp_vrqws((v4i32)hl_sd_at(word), scale.reciprocal, -scale.shift);
}

HL_KERNEL void hl_sd_softmax_row(const hl_sd_softmax *p, const int8_t *in, const int8_t *tables, int32_t *words, int8_t *out) {
  const hl_softmax_scale scale = hl_softmax_scale_of(hl_sd_sum_exponentials(p, in, tables, words), HL_INT8);
  const int clamp = (int)0xff807f80; /* zero point, most and least value: -128, 127, -128 */
  for (int c = 0; c < p->depth; c += HL_SD_VECTOR, words += HL_SD_VECTOR) {
    const v16i8 ratios = swift_dsp_vpk4b(hl_sd_ratio(words, scale), hl_sd_ratio(words + 4, scale), hl_sd_ratio(words + 8, scale),
                                         hl_sd_ratio(words + 12, scale), clamp);
    hl_sd_put(out + c, ratios ^ swift_dsp_vsplb(p->flip));
  }
}

/* The places where a row is read and written. What its last vector makes behind its end is made again by the next row. The last rows, where
 * that would leave the buffers, go through `room`. */
typedef struct {
  const int8_t *from;
  int8_t *to;
} hl_sd_row;

HL_KERNEL int hl_sd_whole_depth(const hl_sd_softmax *p) { return (p->depth + HL_SD_VECTOR - 1) / HL_SD_VECTOR * HL_SD_VECTOR; }

HL_KERNEL hl_sd_row hl_sd_row_begun(const hl_sd_softmax *p, int first, const int8_t *in, int8_t *room, int8_t *out) {
  const int whole = hl_sd_whole_depth(p);
  if (first + whole <= p->storage) {
    const hl_sd_row row = {in + first, out + first};
    return row;
  }
  __builtin_memcpy(room, in + first, p->depth);
  const hl_sd_row row = {room, room + whole};
  return row;
}

HL_KERNEL void hl_sd_row_ended(const hl_sd_softmax *p, int first, hl_sd_row row, int8_t *out) {
  if (row.to != out + first)
    __builtin_memcpy(out + first, row.to, p->depth);
}

HL_KERNEL void hl_sd_softmax_rows(const hl_sd_softmax *p, const int8_t *in, const int8_t *tables, uint8_t *scratch, int8_t *out) {
  int32_t *const words = (int32_t *)scratch;
  for (int n = 0, first = 0; n < p->rows; ++n, first += p->depth) {
    const hl_sd_row row = hl_sd_row_begun(p, first, in, (int8_t *)(words + hl_sd_whole_depth(p)), out);
    hl_sd_softmax_row(p, row.from, tables, words, row.to);
    hl_sd_row_ended(p, first, row, out);
  }
}

/* The sum of the exponentials, with 12 integer bits. */
HL_KERNEL int32_t hl_sd_sum_of_row(const hl_sd_softmax *p, const int8_t *in, v16i8 most, const int8_t *tables) {
  v4i32 sum = {0};
  for (int c = 0; c < p->depth; c += HL_SD_VECTOR) {
    const v16i8 distance = swift_dsp_vsubb(most, hl_sd_at(in + c) ^ swift_dsp_vsplb(p->flip)), inside = hl_sd_lanes(p->depth - c);
    const hl_sd_exponentials e = hl_sd_exponentials_of(tables, distance);
    const v8i16 low = swift_dsp_vunlbh(inside), high = swift_dsp_vunhbh(inside);
    sum = swift_dsp_vaddw(sum, swift_dsp_vaddw(e.word[0] & swift_dsp_vunlhw(low), e.word[1] & swift_dsp_vunhhw(low)));
    sum = swift_dsp_vaddw(sum, swift_dsp_vaddw(e.word[2] & swift_dsp_vunlhw(high), e.word[3] & swift_dsp_vunhhw(high)));
  }
  return swift_dsp_vgetw(swift_dsp_vsumw(sum), 0);
}

HL_KERNEL v4i32 hl_sd_logarithm(const int32_t *scaled, int32_t log_sum) {
  return swift_dsp_vrdivws(swift_dsp_vsubws((v4i32)hl_sd_at(scaled), log_sum), 31 - 5 - 4);
}

/* What a row of that sum has at each distance. */
HL_KERNEL void hl_sd_outputs_of_row(const hl_log_softmax *p, const int32_t *scaled, int32_t log_sum, int flip, int8_t *table) {
  const int clamp = 0x007f7f80; /* zero point, most and least value: 127, 127, -128 */
  const int limit = hl_log_softmax_limit(p, log_sum), beyond = limit < -255 ? 256 : hl_max(-limit, 0);
#pragma clang loop unroll(disable)
  for (int d = 0; d < 256; d += HL_SD_VECTOR, scaled += HL_SD_VECTOR)
    hl_sd_put(table + d, swift_dsp_vpk4b(hl_sd_logarithm(scaled, log_sum), hl_sd_logarithm(scaled + 4, log_sum),
                                         hl_sd_logarithm(scaled + 8, log_sum), hl_sd_logarithm(scaled + 12, log_sum), clamp) ^
                             swift_dsp_vsplb(flip));
  for (int d = beyond; d < 256; d += HL_SD_VECTOR)
    hl_sd_put(table + d, swift_dsp_vsplb(-128 ^ flip));
}

HL_KERNEL void hl_sd_log_softmax_rows(const hl_sd_softmax *p, const hl_log_softmax *limits, const int8_t *in, const int32_t *scaled,
                                      const int8_t *tables, uint8_t *scratch, int8_t *out) {
  int8_t *const outputs = (int8_t *)scratch;
  for (int n = 0, first = 0; n < p->rows; ++n, first += p->depth) {
    const hl_sd_row row = hl_sd_row_begun(p, first, in, outputs + 256 + HL_SD_VECTOR, out);
    const v16i8 most = hl_sd_row_max(p, row.from);
    hl_sd_outputs_of_row(limits, scaled, hl_log_q12(hl_sd_sum_of_row(p, row.from, most, tables)), p->flip, outputs);
    for (int c = 0; c < p->depth; c += HL_SD_VECTOR) {
      const v16i8 distance = swift_dsp_vsubb(most, hl_sd_at(row.from + c) ^ swift_dsp_vsplb(p->flip));
      hl_sd_put(row.to + c, hl_sd_look_up(outputs, hl_sd_index_of(distance)));
    }
    hl_sd_row_ended(p, first, row, out);
  }
}

#endif

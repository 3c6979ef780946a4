// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* MAX_POOL_2D and AVERAGE_POOL_2D of int8 and means over whole images, on planes (planes.h). */
#ifndef HEXLOOM_SWIFTDSP_POOL_H
#define HEXLOOM_SWIFTDSP_POOL_H

#include <hexloom/portable/pool.h>
#include <hexloom/portable/reduce.h>
#include <hexloom/swiftdsp/planes.h>

typedef struct {
  int32_t planes, kernel_height, kernel_width, stride;
  int32_t in_pitch, in_plane, in_first;
  int32_t out_pitch, out_plane, out_first;
  int32_t out_height, out_width, min, max;
} hl_sd_pool;

/* The largest of a column of the window, for 16 places next to each other. */
HL_KERNEL v16i8 hl_sd_largest(const hl_sd_pool *p, const int8_t *in) {
  v16i8 result = hl_sd_at(in);
#pragma clang loop unroll(full)
  for (int y = 1; y < p->kernel_height; ++y)
    result = swift_dsp_vmaxb(result, hl_sd_at(in + y * p->in_pitch));
  return result;
}

/* 16 outputs of a row: with stride 2 the even and the odd places of 32. */
HL_KERNEL v16i8 hl_sd_max_pool_outputs(const hl_sd_pool *p, const int8_t *in) {
  v16i8 result = swift_dsp_vsplb(p->min);
#pragma clang loop unroll(full)
  for (int x = 0; x < p->kernel_width; x += p->stride) {
    const v16i8 low = hl_sd_largest(p, in + x);
    if (p->stride == 1) {
      result = swift_dsp_vmaxb(result, low);
      continue;
    }
    const v16i8 high = hl_sd_largest(p, in + x + HL_SD_VECTOR);
    result = swift_dsp_vmaxb(result, swift_dsp_vevb(low, high));
    if (x + 1 < p->kernel_width)
      result = swift_dsp_vmaxb(result, swift_dsp_vodb(low, high));
  }
  return swift_dsp_vminb(result, swift_dsp_vsplb(p->max));
}

HL_KERNEL void hl_sd_max_pool_2d(const hl_sd_pool *p, const int8_t *in, int8_t *out) {
  const int whole = p->out_width / HL_SD_VECTOR, rest = p->out_width % HL_SD_VECTOR;
  in += p->in_first;
  out += p->out_first;
  for (int c = 0; c < p->planes; ++c, in += p->in_plane, out += p->out_plane)
    for (int y = 0; y < p->out_height; ++y) {
      const int8_t *const from = in + y * p->stride * p->in_pitch;
      int8_t *const to = out + y * p->out_pitch;
      for (int t = 0; t < whole; ++t)
        hl_sd_put(to + HL_SD_VECTOR * t, hl_sd_max_pool_outputs(p, from + HL_SD_VECTOR * t * p->stride));
      if (rest)
        hl_sd_put_low(to + HL_SD_VECTOR * whole, hl_sd_max_pool_outputs(p, from + HL_SD_VECTOR * whole * p->stride), rest);
    }
}

/* Sums of 16 windows of bytes. */
typedef struct {
  v8i16 low, high;
} hl_sd_sums16;

HL_KERNEL hl_sd_sums16 hl_sd_plus_bytes(hl_sd_sums16 sums, v16i8 bytes) {
  const hl_sd_sums16 more = {swift_dsp_vaddh(sums.low, swift_dsp_vunlbh(bytes)), swift_dsp_vaddh(sums.high, swift_dsp_vunhbh(bytes))};
  return more;
}

HL_KERNEL hl_sd_sums16 hl_sd_window_sums(const hl_sd_pool *p, const int8_t *in) {
  hl_sd_sums16 sums = {{0}, {0}};
#pragma clang loop unroll(full)
  for (int y = 0; y < p->kernel_height; ++y, in += p->in_pitch)
#pragma clang loop unroll(full)
    for (int x = 0; x < p->kernel_width; x += p->stride) {
      const v16i8 low = hl_sd_at(in + x);
      if (p->stride == 1) {
        sums = hl_sd_plus_bytes(sums, low);
        continue;
      }
      const v16i8 high = hl_sd_at(in + x + HL_SD_VECTOR);
      sums = hl_sd_plus_bytes(sums, swift_dsp_vevb(low, high));
      if (x + 1 < p->kernel_width)
        sums = hl_sd_plus_bytes(sums, swift_dsp_vodb(low, high));
    }
  return sums;
}

/* How many elements n are averaged, of four outputs: n / 2 and 2^30 / n + 1, by which 4 x >> 32 gives x / n while x * n < 2^30. */
typedef struct {
  v4i32 half, inverse;
} hl_sd_divisors;

HL_KERNEL v4i32 hl_sd_divided(v4i32 sum, hl_sd_divisors by) {
  const v4i32 sign = swift_dsp_vsraws(sum, 31), most = swift_dsp_vaddw(swift_dsp_vabsw(sum), by.half);
  return swift_dsp_vsubw(swift_dsp_vmulhw(swift_dsp_vshlws(most, 2), by.inverse) ^ sign, sign);
}

/* The divisors of outputs 4 i to 4 i + 3. All windows are alike if `step` is 0. */
HL_KERNEL hl_sd_divisors hl_sd_divisors_at(const int32_t *divisors, int step, int i) {
  const int32_t *const at = divisors + step * i;
  const hl_sd_divisors d = {(v4i32)hl_sd_at(at), (v4i32)hl_sd_at(at + 4)};
  return d;
}

HL_KERNEL v16i8 hl_sd_average_outputs(const hl_sd_pool *p, const int8_t *in, const int32_t *divisors, int step) {
  const hl_sd_sums16 sums = hl_sd_window_sums(p, in);
  return swift_dsp_vpk4b(hl_sd_divided(swift_dsp_vunlhw(sums.low), hl_sd_divisors_at(divisors, step, 0)),
                         hl_sd_divided(swift_dsp_vunhhw(sums.low), hl_sd_divisors_at(divisors, step, 1)),
                         hl_sd_divided(swift_dsp_vunlhw(sums.high), hl_sd_divisors_at(divisors, step, 2)),
                         hl_sd_divided(swift_dsp_vunhhw(sums.high), hl_sd_divisors_at(divisors, step, 3)),
                         (p->max & 255) << 8 | (p->min & 255));
}

/* The margins are zeros. `divisors` has {half [4], inverse [4]} for each four outputs of a row, `step` words apart (8, or 0: one for all),
 * and so for each row `row_step` words behind the one before. */
HL_KERNEL void hl_sd_average_pool_2d(const hl_sd_pool *p, const int8_t *in, const int32_t *divisors, int step, int row_step, int8_t *out) {
  const int whole = p->out_width / HL_SD_VECTOR, rest = p->out_width % HL_SD_VECTOR;
  in += p->in_first;
  out += p->out_first;
  for (int c = 0; c < p->planes; ++c, in += p->in_plane, out += p->out_plane)
    for (int y = 0; y < p->out_height; ++y) {
      const int8_t *const from = in + y * p->stride * p->in_pitch;
      const int32_t *const by = divisors + y * row_step;
      int8_t *const to = out + y * p->out_pitch;
      for (int t = 0; t < whole; ++t)
        hl_sd_put(to + HL_SD_VECTOR * t, hl_sd_average_outputs(p, from + HL_SD_VECTOR * t * p->stride, by + 4 * t * step, step));
      if (rest)
        hl_sd_put_low(to + HL_SD_VECTOR * whole,
                      hl_sd_average_outputs(p, from + HL_SD_VECTOR * whole * p->stride, by + 4 * whole * step, step), rest);
    }
}

typedef struct {
  int32_t planes, height, width, pitch, plane, first;
} hl_sd_images;

/* The sum of a plane's pixels. */
HL_KERNEL int32_t hl_sd_sum_of_plane(const hl_sd_images *p, const int8_t *in) {
  static const int8_t ones[2 * HL_SD_VECTOR] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  const int whole = p->width / HL_SD_VECTOR, rest = p->width % HL_SD_VECTOR;
  const v16i8 all = hl_sd_at(ones), some = hl_sd_at(ones + HL_SD_VECTOR - rest);
  v4i32 sum = {0};
  for (int y = 0; y < p->height; ++y, in += p->pitch) {
    for (int t = 0; t < whole; ++t)
      sum = swift_dsp_vdotbb(sum, hl_sd_at(in + HL_SD_VECTOR * t), all);
    if (rest)
      sum = swift_dsp_vdotbb(sum, hl_sd_at(in + HL_SD_VECTOR * whole), some);
  }
  return swift_dsp_vgetw(swift_dsp_vsumw(sum), 0);
}

/* MEAN and SUM: `reduce` has the output's side. */
HL_KERNEL void hl_sd_reduce_images(const hl_sd_images *p, const hl_reduce *reduce, const int8_t *in, int8_t *out) {
  in += p->first;
  for (int c = 0; c < p->planes; ++c, in += p->plane)
    out[c] = (int8_t)hl_reduce_finish(reduce, hl_sd_sum_of_plane(p, in), 0, 0);
}

/* AVERAGE_POOL_2D with the image as its window. */
HL_KERNEL void hl_sd_average_images(const hl_sd_images *p, int min, int max, const int8_t *in, int8_t *out) {
  in += p->first;
  for (int c = 0; c < p->planes; ++c, in += p->plane)
    out[c] = (int8_t)hl_clamp(hl_divide_rounded(hl_sd_sum_of_plane(p, in), p->width * p->height), min, max);
}

#endif

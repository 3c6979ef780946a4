// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* CONV_2D of int8 by the convolution instruction: tiles of four output channels by twelve neighbouring pixels.
 *
 * Input and output are planes (planes.h), the input perhaps a copy. A row of tiles is a row of outputs, or all of them where input
 * and output have the same pitch and the stride is 1: then the twelve pixels run over a row's end, what they make of a margin is
 * lost. Tiles store whole columns, in ascending order: what is behind a row's end is made again, or is margin.
 *
 *   weights [out_depth / 4][depth][kernel_height][kernel_width / 4][4 outputs][4 columns], pointwise: [out_depth / 4][depth / 4][4][4]
 *   bias    [out_depth to 4] less the input's zero point times the weights
 *   scales  [out_depth to 4] multiplier and shift
 *
 * Both kinds of numbers are zero where there is no weight or output. */
#ifndef HEXLOOM_SWIFTDSP_CONV2D_H
#define HEXLOOM_SWIFTDSP_CONV2D_H

#include <hexloom/swiftdsp/planes.h>

typedef struct {
  int32_t batches, depth, out_depth;
  int32_t kernel_height, kernel_width, stride, pointwise;
  int32_t in_pitch, in_plane, in_first;    /* in_first: of the first output's window */
  int32_t out_pitch, out_plane, out_first; /* bytes from a row, a plane to the next */
  int32_t rows, columns;                   /* of tiles; of outputs in one of these */
  int32_t clamp;
} hl_sd_conv;

HL_KERNEL v64i32 hl_sd_conv_channel(const hl_sd_conv *p, v64i32 sums, const int8_t *in, const int8_t **weights) {
#pragma clang loop unroll(full)
  for (int y = 0; y < p->kernel_height; ++y)
#pragma clang loop unroll(full)
    for (int x = 0; x < p->kernel_width; x += 4, *weights += HL_SD_VECTOR) {
      const int8_t *const at = in + y * p->in_pitch + x;
      sums = p->stride == 1 ? swift_dsp_vconv1bb(sums, hl_sd_at(at), hl_sd_at(*weights))
                            : hl_sd_conv_by_two(sums, at, *weights);
    }
  return sums;
}

HL_KERNEL v64i32 hl_sd_conv_windows(const hl_sd_conv *p, v64i32 sums, const int8_t *in, const int8_t *weights) {
  if (p->kernel_height * ((p->kernel_width + 3) / 4) > 4) {
#pragma clang loop unroll(disable)
    for (int c = 0; c < p->depth; ++c)
      sums = hl_sd_conv_channel(p, sums, in + c * p->in_plane, &weights);
  } else {
#pragma clang loop unroll_count(4)
    for (int c = 0; c < p->depth; ++c)
      sums = hl_sd_conv_channel(p, sums, in + c * p->in_plane, &weights);
  }
  return sums;
}

HL_KERNEL v64i32 hl_sd_conv_points(const hl_sd_conv *p, v64i32 sums, const int8_t *in, const int8_t *weights) {
  const int blocks = p->depth / 4;
#pragma clang loop unroll_count(4)
  for (int c = 0; c < blocks; ++c, weights += HL_SD_VECTOR)
    sums = hl_sd_conv_by_planes(sums, in + 4 * c * p->in_plane, p->in_plane, weights, 4);
  return p->depth % 4 ? hl_sd_conv_by_planes(sums, in + 4 * blocks * p->in_plane, p->in_plane, weights, p->depth % 4) : sums;
}

/* A tile with `channels` outputs of `columns` pixels, both constant. */
HL_KERNEL void hl_sd_conv_tile(const hl_sd_conv *p, const int8_t *in, const int8_t *weights, const int32_t *bias, const int32_t *scales,
                               int8_t *out, int channels, int columns) {
  v64i32 sums = hl_sd_biases(bias);
  sums = p->pointwise ? hl_sd_conv_points(p, sums, in, weights) : hl_sd_conv_windows(p, sums, in, weights);
  hl_sd_store_rows(sums, channels, scales, 2, p->clamp, out, p->out_plane, columns);
}

HL_KERNEL void hl_sd_conv_group(const hl_sd_conv *p, const int8_t *in, const int8_t *weights, const int32_t *bias, const int32_t *scales,
                                int8_t *out, int channels) {
  const int whole = p->columns / HL_SD_TILE, rest = p->columns % HL_SD_TILE;
  for (int r = 0; r < p->rows; ++r) {
#pragma clang loop unroll(disable)
    for (int t = 0; t < whole; ++t)
      hl_sd_conv_tile(p, in + HL_SD_TILE * t * p->stride, weights, bias, scales, out + HL_SD_TILE * t, channels, HL_SD_TILE);
    if (rest)
      hl_sd_conv_tile(p, in + HL_SD_TILE * whole * p->stride, weights, bias, scales, out + HL_SD_TILE * whole, channels, rest);
    in += p->stride * p->in_pitch;
    out += p->out_pitch;
  }
}

HL_KERNEL void hl_sd_conv2d(const hl_sd_conv *p, const int8_t *in, const int8_t *weights, const int32_t *bias, const int32_t *scales,
                            int8_t *out) {
  const int vectors = p->pointwise ? (p->depth + 3) / 4 : p->depth * p->kernel_height * ((p->kernel_width + 3) / 4);
  in += p->in_first;
  out += p->out_first;
  for (int n = 0; n < p->batches; ++n) {
    const int8_t *w = weights;
    int o = 0;
    for (; o + 4 <= p->out_depth; o += 4, w += vectors * HL_SD_VECTOR)
      hl_sd_conv_group(p, in, w, bias + o, scales + 2 * o, out + o * p->out_plane, 4);
    if (p->out_depth % 4)
      hl_sd_conv_group(p, in, w, bias + o, scales + 2 * o, out + o * p->out_plane, p->out_depth % 4);
    in += p->depth * p->in_plane;
    out += p->out_depth * p->out_plane;
  }
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* DEPTHWISE_CONV_2D of int8 by the convolution instruction: four rows of twelve outputs of a channel are the rows of the
 * accumulators. Each input row that any of them needs is multiplied once, by four sets of weights.
 *
 * Planes as in conv2d.h. Where the height is no multiple of four the last rows are made twice. Tiles of four rows go from the right
 * to the left: what a tile stores behind a row's end is made again.
 *
 *   weights [channel][input row of a strip][kernel_width / 4][4 output rows][4 columns]
 *   bias    [channel], scales [channel] multiplier and shift, as in conv2d.h */
#ifndef HEXLOOM_SWIFTDSP_DEPTHWISE_H
#define HEXLOOM_SWIFTDSP_DEPTHWISE_H

#include <hexloom/swiftdsp/planes.h>

typedef struct {
  int32_t batches, depth, multiplier; /* depth: of the input */
  int32_t kernel_height, kernel_width, stride;
  int32_t in_pitch, in_plane, in_first;
  int32_t out_pitch, out_plane, out_first;
  int32_t out_height, out_width, clamp;
} hl_sd_depthwise;

/* Output rows of a strip, and the input rows that they need. */
HL_KERNEL int hl_sd_depthwise_strip(const hl_sd_depthwise *p) { return p->out_height < 4 ? p->out_height : 4; }
HL_KERNEL int hl_sd_depthwise_rows(const hl_sd_depthwise *p) { return (hl_sd_depthwise_strip(p) - 1) * p->stride + p->kernel_height; }

HL_KERNEL void hl_sd_depthwise_tile(const hl_sd_depthwise *p, const int8_t *in, const int8_t *weights, const int32_t *bias,
                                    const int32_t *scale, int8_t *out, int columns) {
  const int32_t biases[4] = {*bias, *bias, *bias, *bias};
  v64i32 sums = hl_sd_biases(biases);
#pragma clang loop unroll(full)
  for (int y = 0; y < hl_sd_depthwise_rows(p); ++y)
#pragma clang loop unroll(full)
    for (int x = 0; x < p->kernel_width; x += 4, weights += HL_SD_VECTOR) {
      const int8_t *const at = in + y * p->in_pitch + x;
      sums = p->stride == 1 ? swift_dsp_vconv1bb(sums, hl_sd_at(at), hl_sd_at(weights))
                            : hl_sd_conv_by_two(sums, at, weights);
    }
  hl_sd_store_rows(sums, hl_sd_depthwise_strip(p), scale, 0, p->clamp, out, p->out_pitch, columns);
}

HL_KERNEL void hl_sd_depthwise_plane(const hl_sd_depthwise *p, const int8_t *in, const int8_t *weights, const int32_t *bias,
                                     const int32_t *scale, int8_t *out) {
  const int whole = p->out_width / HL_SD_TILE, rest = p->out_width % HL_SD_TILE;
  const int last = p->out_height - hl_sd_depthwise_strip(p);
  for (int strip = 0; strip < p->out_height; strip += 4) {
    const int y = strip <= last ? strip : last;
    const int8_t *const from = in + y * p->stride * p->in_pitch;
    int8_t *const to = out + y * p->out_pitch;
    if (rest)
      hl_sd_depthwise_tile(p, from + HL_SD_TILE * whole * p->stride, weights, bias, scale, to + HL_SD_TILE * whole, rest);
#pragma clang loop unroll(disable)
    for (int t = whole; t-- > 0;)
      hl_sd_depthwise_tile(p, from + HL_SD_TILE * t * p->stride, weights, bias, scale, to + HL_SD_TILE * t, HL_SD_TILE);
  }
}

HL_KERNEL void hl_sd_depthwise_conv2d(const hl_sd_depthwise *p, const int8_t *in, const int8_t *weights, const int32_t *bias,
                                      const int32_t *scales, int8_t *out) {
  const int vectors = hl_sd_depthwise_rows(p) * ((p->kernel_width + 3) / 4);
  in += p->in_first;
  out += p->out_first;
  for (int n = 0; n < p->batches; ++n)
    for (int c = 0; c < p->depth; ++c, in += p->in_plane)
      for (int m = 0; m < p->multiplier; ++m, out += p->out_plane) {
        const int o = c * p->multiplier + m;
        hl_sd_depthwise_plane(p, in, weights + o * vectors * HL_SD_VECTOR, bias + o, scales + 2 * o, out);
      }
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Kernels as one writes them by hand for this machine: intrinsics, planes of NCHW without margins, sizes that are known when the kernel
 * runs, one function for each kind of window. Convolutions go over a padded copy of their input, by rows of tiles of twelve pixels;
 * the last tile of a row is moved to the left so that it fits. Weights are packed ahead of time as the front end packs them. */
#ifndef DLCS_LIBRARY_H
#define DLCS_LIBRARY_H
#include <hexloom/swiftdsp/vectors.h>

typedef struct {
  int height, width, depth, out_height, out_width, out_depth, kernel, stride, pad, zero, clamp;
} layer;

HL_KERNEL void put_columns(int8_t *to, v16i8 v, int columns) {
  if (columns == HL_SD_TILE) {
    hl_sd_put_low(to, v, HL_SD_TILE);
    return;
  }
  int8_t bytes[16];
  hl_sd_put(bytes, v);
  __builtin_memcpy(to, bytes, (size_t)columns);
}

/* Planes with `pad` more pixels on every side and room for whole vectors behind a row. */
HL_KERNEL int pitch_of(const layer *l) { return (l->width + 2 * l->pad + 15) / 16 * 16 + 16; }
HL_KERNEL int plane_of(const layer *l) { return (l->height + 2 * l->pad) * pitch_of(l); }

static __attribute__((noinline)) void pad_planes(const layer *l, const int8_t *in, int8_t *copy) {
  const int pitch = pitch_of(l), plane = plane_of(l);
  const v16i8 zero = swift_dsp_vsplb(l->zero);
  for (int i = 0; i < l->depth * plane; i += 16)
    hl_sd_put(copy + i, zero);
  for (int c = 0; c < l->depth; ++c)
    for (int y = 0; y < l->height; ++y) {
      const int8_t *const from = in + (c * l->height + y) * l->width;
      int8_t *const to = copy + c * plane + (y + l->pad) * pitch + l->pad;
      for (int x = 0; x < l->width; x += 16)
        hl_sd_put(to + x, hl_sd_at(from + x));
      hl_sd_put(to + l->width, zero);
    }
}

HL_KERNEL v64i32 window(v64i32 sums, const int8_t *at, const int8_t *weights, int stride) {
  return stride == 1 ? swift_dsp_vconv1bb(sums, hl_sd_at(at), hl_sd_at(weights)) : hl_sd_conv_by_two(sums, at, weights);
}

/* kernel and stride are constants. */
HL_KERNEL void convolve(const layer *l, int kernel, int stride, const int8_t *copy, const int8_t *weights, const int32_t *bias,
                        const int32_t *scales, int8_t *out) {
  const int pitch = pitch_of(l), plane = plane_of(l), area = l->out_height * l->out_width, blocks = (kernel + 3) / 4;
  const int columns = l->out_width < HL_SD_TILE ? l->out_width : HL_SD_TILE;
  for (int o = 0; o < l->out_depth; o += 4)
    for (int y = 0; y < l->out_height; ++y)
      for (int x = 0; x < l->out_width; x += HL_SD_TILE) {
        const int at = x + HL_SD_TILE <= l->out_width || x == 0 ? x : l->out_width - HL_SD_TILE;
        const int8_t *in = copy + y * stride * pitch + at * stride, *w = weights + o / 4 * l->depth * kernel * blocks * 16;
        v64i32 sums = hl_sd_biases(bias + o);
#pragma clang loop unroll_count(2)
        for (int c = 0; c < l->depth; ++c, in += plane)
#pragma clang loop unroll(full)
          for (int ky = 0; ky < kernel; ++ky)
#pragma clang loop unroll(full)
            for (int kx = 0; kx < kernel; kx += 4, w += 16)
              sums = window(sums, in + ky * pitch + kx, w, stride);
        int8_t *const to = out + o * area + y * l->out_width + at;
        put_columns(to, HL_SD_ROW_BYTES(sums, 0, scales + 2 * o, l->clamp), columns);
        put_columns(to + area, HL_SD_ROW_BYTES(sums, 1, scales + 2 * o + 2, l->clamp), columns);
        put_columns(to + 2 * area, HL_SD_ROW_BYTES(sums, 2, scales + 2 * o + 4, l->clamp), columns);
        put_columns(to + 3 * area, HL_SD_ROW_BYTES(sums, 3, scales + 2 * o + 6, l->clamp), columns);
      }
}

/* 1x1 with stride 1 needs no copy: its planes are rows of all pixels. */
HL_KERNEL void convolve_points(const layer *l, const int8_t *in, const int8_t *weights, const int32_t *bias, const int32_t *scales,
                               int8_t *out) {
  const int area = l->height * l->width, columns = area < HL_SD_TILE ? area : HL_SD_TILE;
  for (int o = 0; o < l->out_depth; o += 4)
    for (int x = 0; x < area; x += HL_SD_TILE) {
      const int at = x + HL_SD_TILE <= area || x == 0 ? x : area - HL_SD_TILE;
      const int8_t *from = in + at, *w = weights + o / 4 * l->depth * 4;
      v64i32 sums = hl_sd_biases(bias + o);
#pragma clang loop unroll_count(2)
      for (int c = 0; c < l->depth; c += 4, from += 4 * area, w += 16)
        sums = hl_sd_conv_by_planes(sums, from, area, w, 4);
      int8_t *const to = out + o * area + at;
      put_columns(to, HL_SD_ROW_BYTES(sums, 0, scales + 2 * o, l->clamp), columns);
      put_columns(to + area, HL_SD_ROW_BYTES(sums, 1, scales + 2 * o + 2, l->clamp), columns);
      put_columns(to + 2 * area, HL_SD_ROW_BYTES(sums, 2, scales + 2 * o + 4, l->clamp), columns);
      put_columns(to + 3 * area, HL_SD_ROW_BYTES(sums, 3, scales + 2 * o + 6, l->clamp), columns);
    }
}

/* Depthwise 3x3: four rows of outputs are the rows of the sums, the last strip is moved up. */
HL_KERNEL void convolve_depthwise(const layer *l, int stride, const int8_t *copy, const int8_t *weights, const int32_t *bias,
                                  const int32_t *scales, int8_t *out) {
  const int pitch = pitch_of(l), plane = plane_of(l), area = l->out_height * l->out_width, rows = 3 * stride + 3;
  const int columns = l->out_width < HL_SD_TILE ? l->out_width : HL_SD_TILE;
  for (int c = 0; c < l->depth; ++c)
    for (int y = 0; y < l->out_height; y += 4)
      for (int x = 0; x < l->out_width; x += HL_SD_TILE) {
        const int at = x + HL_SD_TILE <= l->out_width || x == 0 ? x : l->out_width - HL_SD_TILE;
        const int row = y + 4 <= l->out_height ? y : l->out_height - 4;
        const int8_t *const in = copy + c * plane + row * stride * pitch + at * stride, *const w = weights + c * rows * 16;
        const int32_t biases[4] = {bias[c], bias[c], bias[c], bias[c]};
        v64i32 sums = hl_sd_biases(biases);
#pragma clang loop unroll(full)
        for (int r = 0; r < rows; ++r)
          sums = window(sums, in + r * pitch, w + r * 16, stride);
        int8_t *const to = out + c * area + row * l->out_width + at;
        put_columns(to, HL_SD_ROW_BYTES(sums, 0, scales + 2 * c, l->clamp), columns);
        put_columns(to + l->out_width, HL_SD_ROW_BYTES(sums, 1, scales + 2 * c, l->clamp), columns);
        put_columns(to + 2 * l->out_width, HL_SD_ROW_BYTES(sums, 2, scales + 2 * c, l->clamp), columns);
        put_columns(to + 3 * l->out_width, HL_SD_ROW_BYTES(sums, 3, scales + 2 * c, l->clamp), columns);
      }
}

#endif

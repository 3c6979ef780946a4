// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* CONV_2D for every type, stride, dilation, padding and number of groups, row-major.
 *
 *   acc = bias[o] + sum of (in - in_zero) * (filter - filter_zero) over the taps that lie inside
 * the image out = clamp(requantize(acc, multipliers[o], shifts[o]) + out_zero, min, max)
 *
 * Filter [out_depth][kernel_height][kernel_width][in_depth / groups]; output o belongs to group o /
 * (out_depth / groups). uint8 activations have uint8 filters, int8 and int16 ones int8 filters.
 * `wide`: the sum and the bias have 64 bits and are scaled by the reduced multiplier (int16
 * activations with an int64 bias). Source: TensorFlow Lite's reference kernels. */
#ifndef HEXLOOM_PORTABLE_CONV2D_H
#define HEXLOOM_PORTABLE_CONV2D_H

#include <hexloom/portable/element.h>
#include <hexloom/portable/requantize.h>

typedef struct {
  hl_type type; /* of input and output */
  int32_t wide;
  int32_t batches, in_height, in_width, in_depth;
  int32_t out_height, out_width, out_depth;
  int32_t kernel_height, kernel_width, stride_height, stride_width, dilation_height, dilation_width;
  int32_t pad_top, pad_left, groups;
  int32_t in_zero, filter_zero, out_zero;
  int32_t min, max;
} hl_conv2d;

/* The output stage that all products share. */
HL_KERNEL int32_t hl_scaled_sum(int64_t sum, int wide, const void *bias, const int32_t *multipliers,
                                const int32_t *shifts, int channel) {
  if (wide)
    return hl_requantize64((int64_t)((uint64_t)sum + (uint64_t)((const int64_t *)bias)[channel]),
                           multipliers[channel], shifts[channel]);
  return hl_requantize((int32_t)(sum + ((const int32_t *)bias)[channel]), multipliers[channel],
                       shifts[channel]);
}

HL_KERNEL hl_type hl_filter_type(hl_type type) { return type == HL_UINT8 ? HL_UINT8 : HL_INT8; }

/* The sum and, over `count` elements behind each other, (in - in_zero) * (filter - filter_zero).
 *
 * Sums of bytes end in a word, those of int16 in 64 bits, which SwiftDSP has no vectors of: there, 128 products at a time are summed in
 * words, which hold as many. Elsewhere sums stay in 64 bits: clang 19 vectorizes the blocks wrongly for x86 at -O2. */
HL_KERNEL int64_t hl_add_products(int64_t sum, const void *in, hl_type type, size_t at, int in_zero,
                                  const void *filter, size_t tap, int filter_zero, int count) {
  const hl_type filter_type = hl_filter_type(type);
#ifdef __swiftdsp__
  enum { Block = 128 };
  for (; type == HL_INT16 && count > 0; count -= Block, at += Block, tap += Block) {
    const int here = hl_min(count, Block);
    int32_t part = 0;
    for (int c = 0; c < here; ++c)
      part += (hl_load(in, type, at + c) - in_zero) * (hl_load(filter, filter_type, tap + c) - filter_zero);
    sum += part;
  }
#endif
  for (int c = 0; c < count; ++c)
    sum += (hl_load(in, type, at + c) - in_zero) * (hl_load(filter, filter_type, tap + c) - filter_zero);
  return sum;
}

HL_KERNEL int64_t hl_conv2d_sum(const hl_conv2d *p, const void *in, const void *filter, int batch,
                                int y, int x, int o) {
  const int depth = p->in_depth / p->groups, first = o / (p->out_depth / p->groups) * depth;
  int64_t sum = 0;
  for (int ky = 0; ky < p->kernel_height; ++ky) {
    const int in_y = y * p->stride_height - p->pad_top + ky * p->dilation_height;
    if (in_y < 0 || in_y >= p->in_height)
      continue;
    for (int kx = 0; kx < p->kernel_width; ++kx) {
      const int in_x = x * p->stride_width - p->pad_left + kx * p->dilation_width;
      if (in_x < 0 || in_x >= p->in_width)
        continue;
      const size_t at =
          (((size_t)batch * p->in_height + in_y) * p->in_width + in_x) * p->in_depth + first;
      const size_t tap = (((size_t)o * p->kernel_height + ky) * p->kernel_width + kx) * depth;
      sum = hl_add_products(sum, in, p->type, at, p->in_zero, filter, tap, p->filter_zero, depth);
    }
  }
  return sum;
}

HL_KERNEL void hl_conv2d_portable(const hl_conv2d *p, const void *in, const void *filter,
                                  const void *bias, const int32_t *multipliers,
                                  const int32_t *shifts, void *out) {
  size_t index = 0;
  for (int batch = 0; batch < p->batches; ++batch)
    for (int y = 0; y < p->out_height; ++y)
      for (int x = 0; x < p->out_width; ++x)
        for (int o = 0; o < p->out_depth; ++o) {
          const int64_t sum = hl_conv2d_sum(p, in, filter, batch, y, x, o);
          const int32_t scaled = hl_scaled_sum(sum, p->wide, bias, multipliers, shifts, o);
          hl_store(out, p->type, index++, hl_clamp_from(scaled, p->out_zero, p->min, p->max));
        }
}

#endif

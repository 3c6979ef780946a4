// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* TRANSPOSE_CONV for every type: input pixel (y, x) adds its products with tap (ky, kx) to output
 * pixel (y * stride - pad + ky, x * stride - pad + kx). Here each output gathers what reaches it;
 * the sums are exact, so their order does not matter. Filter
 * [out_depth][kernel_height][kernel_width][in_depth]; output stage and `wide` as in conv2d.h.
 * Source: TensorFlow Lite's reference kernels. */
#ifndef HEXLOOM_PORTABLE_TRANSPOSE_CONV_H
#define HEXLOOM_PORTABLE_TRANSPOSE_CONV_H

#include <hexloom/portable/conv2d.h>

/* Strides and pads are those of the gradient's convolution, which maps the output back to the
 * input; groups, dilation: 1. */
HL_KERNEL int64_t hl_transpose_conv_sum(const hl_conv2d *p, const void *in, const void *filter,
                                        int batch, int y, int x, int o) {
  int64_t sum = 0;
  for (int ky = 0; ky < p->kernel_height; ++ky) {
    const int scaled_y = y + p->pad_top - ky, in_y = scaled_y / p->stride_height;
    if (scaled_y < 0 || scaled_y % p->stride_height || in_y >= p->in_height)
      continue;
    for (int kx = 0; kx < p->kernel_width; ++kx) {
      const int scaled_x = x + p->pad_left - kx, in_x = scaled_x / p->stride_width;
      if (scaled_x < 0 || scaled_x % p->stride_width || in_x >= p->in_width)
        continue;
      const size_t at = (((size_t)batch * p->in_height + in_y) * p->in_width + in_x) * p->in_depth;
      const size_t tap = (((size_t)o * p->kernel_height + ky) * p->kernel_width + kx) * p->in_depth;
      sum = hl_add_products(sum, in, p->type, at, p->in_zero, filter, tap, p->filter_zero, p->in_depth);
    }
  }
  return sum;
}

HL_KERNEL void hl_transpose_conv_portable(const hl_conv2d *p, const void *in, const void *filter,
                                          const void *bias, const int32_t *multipliers,
                                          const int32_t *shifts, void *out) {
  size_t index = 0;
  for (int batch = 0; batch < p->batches; ++batch)
    for (int y = 0; y < p->out_height; ++y)
      for (int x = 0; x < p->out_width; ++x)
        for (int o = 0; o < p->out_depth; ++o) {
          const int64_t sum = hl_transpose_conv_sum(p, in, filter, batch, y, x, o);
          const int32_t scaled = hl_scaled_sum(sum, p->wide, bias, multipliers, shifts, o);
          hl_store(out, p->type, index++, hl_clamp_from(scaled, p->out_zero, p->min, p->max));
        }
}

#endif

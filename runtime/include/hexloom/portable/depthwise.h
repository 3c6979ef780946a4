// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* DEPTHWISE_CONV_2D for every type, stride, dilation, padding and depth multiplier.
 *
 *   acc = bias[c] + sum of (in - in_zero) * (weight - weight_zero) over the taps that lie inside
 * the image out = clamp(requantize(acc, multipliers[c], shifts[c]) + out_zero, min, max)
 *
 * Row-major; weights [kernel_height][kernel_width][out_depth]; output channel c reads input channel
 * c / multiplier. uint8 activations have uint8 weights, int8 and int16 ones int8 weights. The bias
 * is int32, or int64 for int16 activations, where the sum is kept in 64 bits too. Source:
 * TensorFlow Lite's reference kernels. */
#ifndef HEXLOOM_PORTABLE_DEPTHWISE_H
#define HEXLOOM_PORTABLE_DEPTHWISE_H

#include <hexloom/portable/element.h>
#include <hexloom/portable/requantize.h>

typedef struct {
  hl_type type; /* of input and output */
  int32_t batches, in_height, in_width, in_depth;
  int32_t out_height, out_width, multiplier; /* output depth = in_depth * multiplier */
  int32_t kernel_height, kernel_width, stride_height, stride_width, dilation_height, dilation_width;
  int32_t pad_top, pad_left;
  int32_t in_zero, weight_zero, out_zero;
  int32_t min, max;
} hl_depthwise;

HL_KERNEL int64_t hl_depthwise_sum(const hl_depthwise *p, const void *in, const void *weights,
                                   int batch, int y, int x, int c) {
  const hl_type weight_type = p->type == HL_UINT8 ? HL_UINT8 : HL_INT8;
  const int out_depth = p->in_depth * p->multiplier;
  int64_t sum = 0;
  for (int ky = 0; ky < p->kernel_height; ++ky) {
    const int in_y = y * p->stride_height - p->pad_top + ky * p->dilation_height;
    if (in_y < 0 || in_y >= p->in_height)
      continue;
    for (int kx = 0; kx < p->kernel_width; ++kx) {
      const int in_x = x * p->stride_width - p->pad_left + kx * p->dilation_width;
      if (in_x < 0 || in_x >= p->in_width)
        continue;
      const size_t pixel = ((size_t)batch * p->in_height + in_y) * p->in_width + in_x;
      const int32_t value =
          hl_load(in, p->type, pixel * p->in_depth + c / p->multiplier) - p->in_zero;
      const size_t tap = (size_t)ky * p->kernel_width + kx;
      sum += value * (hl_load(weights, weight_type, tap * out_depth + c) - p->weight_zero);
    }
  }
  return sum;
}

HL_KERNEL void hl_depthwise_portable(const hl_depthwise *p, const void *in, const void *weights,
                                     const void *bias, const int32_t *multipliers,
                                     const int32_t *shifts, void *out) {
  const int out_depth = p->in_depth * p->multiplier;
  size_t index = 0;
  for (int batch = 0; batch < p->batches; ++batch)
    for (int y = 0; y < p->out_height; ++y)
      for (int x = 0; x < p->out_width; ++x)
        for (int c = 0; c < out_depth; ++c) {
          const int64_t sum = hl_depthwise_sum(p, in, weights, batch, y, x, c);
          const int32_t scaled =
              p->type == HL_INT16
                  ? hl_requantize64((int64_t)((uint64_t)sum + (uint64_t)((const int64_t *)bias)[c]), multipliers[c], shifts[c])
                  : hl_requantize((int32_t)(sum + ((const int32_t *)bias)[c]), multipliers[c],
                                  shifts[c]);
          hl_store(out, p->type, index++, hl_clamp_from(scaled, p->out_zero, p->min, p->max));
        }
}

#endif

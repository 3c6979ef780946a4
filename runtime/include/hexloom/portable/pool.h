// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* AVERAGE_POOL_2D and MAX_POOL_2D for every type. Windows are clipped to the image; the average
 * divides by the number of elements that are left (at least one in every window) and rounds half
 * away from zero. Row-major. Source: TensorFlow Lite's reference kernels. */
#ifndef HEXLOOM_PORTABLE_POOL_H
#define HEXLOOM_PORTABLE_POOL_H

#include <hexloom/portable/element.h>

typedef struct {
  hl_type type;
  int32_t batches, in_height, in_width, depth;
  int32_t out_height, out_width;
  int32_t kernel_height, kernel_width, stride_height, stride_width;
  int32_t pad_top, pad_left;
  int32_t min, max;
} hl_pool;

/* The part of a window that lies inside the image, in input coordinates. */
typedef struct {
  int32_t y0, y1, x0, x1;
} hl_pool_window;

HL_KERNEL hl_pool_window hl_clip_window(const hl_pool *p, int y, int x) {
  const int top = y * p->stride_height - p->pad_top, left = x * p->stride_width - p->pad_left;
  const hl_pool_window window = {hl_max(top, 0), hl_min(top + p->kernel_height, p->in_height),
                                 hl_max(left, 0), hl_min(left + p->kernel_width, p->in_width)};
  return window;
}

HL_KERNEL int32_t hl_divide_rounded(int32_t sum, int32_t count) {
  return sum > 0 ? (sum + count / 2) / count : (sum - count / 2) / count;
}

HL_KERNEL int32_t hl_pool_element(const hl_pool *p, const void *in, int average, int batch, int y,
                                  int x, int c) {
  const hl_pool_window window = hl_clip_window(p, y, x);
  int32_t sum = 0, largest = hl_type_min(p->type);
  for (int in_y = window.y0; in_y < window.y1; ++in_y)
    for (int in_x = window.x0; in_x < window.x1; ++in_x) {
      const size_t pixel = ((size_t)batch * p->in_height + in_y) * p->in_width + in_x;
      const int32_t value = hl_load(in, p->type, pixel * p->depth + c);
      sum += value;
      largest = hl_max(largest, value);
    }
  return average ? hl_divide_rounded(sum, (window.y1 - window.y0) * (window.x1 - window.x0))
                 : largest;
}

HL_KERNEL void hl_pool_portable(const hl_pool *p, const void *in, void *out, int average) {
  size_t index = 0;
  for (int batch = 0; batch < p->batches; ++batch)
    for (int y = 0; y < p->out_height; ++y)
      for (int x = 0; x < p->out_width; ++x)
        for (int c = 0; c < p->depth; ++c)
          hl_store(out, p->type, index++,
                   hl_clamp(hl_pool_element(p, in, average, batch, y, x, c), p->min, p->max));
}

HL_KERNEL void hl_average_pool_portable(const hl_pool *p, const void *in, void *out) {
  hl_pool_portable(p, in, out, 1);
}
HL_KERNEL void hl_max_pool_portable(const hl_pool *p, const void *in, void *out) {
  hl_pool_portable(p, in, out, 0);
}

#endif

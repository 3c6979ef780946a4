// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR, row-major. Where each output row and column reads is
 * computed at compile time (coordinates of TensorFlow Lite's reference kernels) and comes as
 * tables. */
#ifndef HEXLOOM_PORTABLE_RESIZE_H
#define HEXLOOM_PORTABLE_RESIZE_H

#include <hexloom/portable/element.h>

typedef struct {
  hl_type type;
  int32_t batches, in_height, in_width, depth;
  int32_t out_height, out_width;
} hl_resize;

/* One output coordinate: the two source coordinates and the distance from the lower one, in units
 * of 2^-10 (int8, int16) or as a float (uint8). With half-pixel centres the distance may be
 * negative at the border. */
typedef struct {
  int32_t lower, upper, distance_q10;
  float distance;
} hl_resize_tap;

HL_KERNEL void hl_resize_nearest_portable(const hl_resize *p, const void *in, const int32_t *rows,
                                          const int32_t *columns, void *out) {
  size_t index = 0;
  for (int batch = 0; batch < p->batches; ++batch)
    for (int y = 0; y < p->out_height; ++y)
      for (int x = 0; x < p->out_width; ++x)
        for (int c = 0; c < p->depth; ++c) {
          const size_t pixel = ((size_t)batch * p->in_height + rows[y]) * p->in_width + columns[x];
          hl_store(out, p->type, index++, hl_load(in, p->type, pixel * p->depth + c));
        }
}

/* int8 and int16: exact sum in units of 2^-20, rounded half away from zero. */
HL_KERNEL int32_t hl_interpolate_fixed(const int32_t v[4], int32_t fy, int32_t fx) {
  const int64_t sum = (int64_t)v[0] * (1024 - fy) * (1024 - fx) + (int64_t)v[1] * (1024 - fy) * fx +
                      (int64_t)v[2] * fy * (1024 - fx) + (int64_t)v[3] * fy * fx;
  return (int32_t)((sum + (sum > 0 ? 1 << 19 : -(1 << 19))) / (1 << 20));
}

/* A product and a sum rounded once to single precision, whatever the compiler would like to fuse.
 * Going through double is exact: 53 bits are more than 2 * 24 + 2. */
HL_KERNEL float hl_mul_f32(float a, float b) { return (float)((double)a * (double)b); }
HL_KERNEL float hl_add_f32(float a, float b) { return (float)((double)a + (double)b); }

/* uint8: the reference interpolates in single precision and rounds by adding 1/2; the order of the
 * operations matters. */
HL_KERNEL int32_t hl_interpolate_float(const int32_t v[4], float fy, float fx) {
  const float gy = 1 - fy, gx = 1 - fx;
  float sum = hl_mul_f32(hl_mul_f32((float)v[0], gy), gx);
  sum = hl_add_f32(sum, hl_mul_f32(hl_mul_f32((float)v[2], fy), gx));
  sum = hl_add_f32(sum, hl_mul_f32(hl_mul_f32((float)v[1], gy), fx));
  sum = hl_add_f32(sum, hl_mul_f32(hl_mul_f32((float)v[3], fy), fx));
  return (int32_t)hl_add_f32(sum, 0.5f);
}

HL_KERNEL void hl_resize_bilinear_portable(const hl_resize *p, const void *in,
                                           const hl_resize_tap *rows, const hl_resize_tap *columns,
                                           void *out) {
  size_t index = 0;
  for (int batch = 0; batch < p->batches; ++batch)
    for (int y = 0; y < p->out_height; ++y)
      for (int x = 0; x < p->out_width; ++x)
        for (int c = 0; c < p->depth; ++c) {
          const hl_resize_tap row = rows[y], column = columns[x];
          int32_t v[4];
          for (int corner = 0; corner < 4; ++corner) {
            const int in_y = corner & 2 ? row.upper : row.lower,
                      in_x = corner & 1 ? column.upper : column.lower;
            const size_t pixel = ((size_t)batch * p->in_height + in_y) * p->in_width + in_x;
            v[corner] = hl_load(in, p->type, pixel * p->depth + c);
          }
          hl_store(out, p->type, index++,
                   p->type == HL_UINT8
                       ? hl_interpolate_float(v, row.distance, column.distance)
                       : hl_interpolate_fixed(v, row.distance_q10, column.distance_q10));
        }
}

#endif

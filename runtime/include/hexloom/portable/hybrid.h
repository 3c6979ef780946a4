// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Products of float activations and int8 weights, in three steps: floats become bytes, row by row; 32-bit sums of products; sums become
 * floats. Each float operation is rounded once, in the order that stands here. Source: TensorFlow Lite's reference kernels of hybrid
 * operators. What these leave open is: a number beyond the bytes' range becomes their end, no number becomes 0. */
#ifndef HEXLOOM_PORTABLE_HYBRID_H
#define HEXLOOM_PORTABLE_HYBRID_H

#include <hexloom/portable/conv2d.h>
#include <hexloom/portable/real_bits.h>

/* The nearest whole number, halves away from zero. */
HL_KERNEL int32_t hl_real_nearest(float x, int32_t low, int32_t high) {
  if (!(x > (float)low))
    return x == x ? low : 0;
  if (x >= (float)high)
    return high;
  const int32_t cut = (int32_t)x;
  const float rest = x - (float)cut; /* exact */
  return cut + (rest >= 0.5f) - (rest <= -0.5f);
}

typedef struct {
  float scale, inverse;
  int32_t zero, low, high;
} hl_row_quant;

/* From -x to x, x the largest magnitude, by -127 to 127. A row of zeros has the scale 1. */
HL_KERNEL hl_row_quant hl_symmetric_row(const float *in, size_t count) {
  float most = 0;
  for (size_t i = 0; i < count; ++i)
    most = hl_real_larger(hl_real_of_bits(hl_real_bits(in[i]) & 0x7fffffffu), most);
  if (most == 0)
    return (hl_row_quant){1, 0, 0, 0, 0};
  return (hl_row_quant){most / 127, 127 / most, 0, -127, 127};
}

/* From the least to the largest, 0 among them, by -128 to 127. Scale and zero point in double precision: the zero point is that of the end
 * with the smaller error. */
HL_KERNEL hl_row_quant hl_asymmetric_row(const float *in, size_t count) {
  float least = 0, most = 0;
  for (size_t i = 0; i < count; ++i) {
    least = hl_real_smaller(in[i], least);
    most = hl_real_larger(in[i], most);
  }
  if (least == most)
    return (hl_row_quant){1, 0, 0, 0, 0};
  const double step = ((double)most - (double)least) / 255.0, below = (double)least / step, above = (double)most / step;
  const double place = 128.0 - below < 127.0 + above ? -128.0 - below : 127.0 - above; /* below <= 0 <= above */
  int32_t zero = place >= 127.0 ? 127 : place > -128.0 ? (int32_t)place : place == place ? -128 : 0;
  if (place > -128.0 && place < 127.0) {
    const double rest = place - zero;
    zero += (rest >= 0.5) - (rest <= -0.5);
  }
  const float scale = (float)step;
  return (hl_row_quant){scale, 1.0f / scale, zero, -128, 127};
}

typedef struct {
  int32_t batches, in_height, in_width, depth;
  int32_t pad_top, pad_left, pad_bottom, pad_right; /* filled with the zero point */
  int32_t asymmetric;
} hl_quantize_rows;

HL_KERNEL int8_t *hl_fill_bytes(int8_t *out, int32_t value, size_t count) {
  __builtin_memset(out, value, count);
  return out + count;
}

HL_KERNEL void hl_quantize_rows_portable(const hl_quantize_rows *p, const float *in, int8_t *out, float *scales, int32_t *zeros) {
  const size_t width = (size_t)p->in_width * p->depth, count = width * p->in_height;
  const size_t left = (size_t)p->pad_left * p->depth, right = (size_t)p->pad_right * p->depth, row = left + width + right;
  for (int batch = 0; batch < p->batches; ++batch, in += count) {
    const hl_row_quant q = p->asymmetric ? hl_asymmetric_row(in, count) : hl_symmetric_row(in, count);
    scales[batch] = q.scale;
    zeros[batch] = q.zero;
    out = hl_fill_bytes(out, q.zero, p->pad_top * row);
    for (int y = 0; y < p->in_height; ++y) {
      out = hl_fill_bytes(out, q.zero, left);
      for (size_t i = 0; i < width; ++i) {
        const float scaled = in[y * width + i] * q.inverse;
        *out++ = (int8_t)hl_real_nearest(p->asymmetric ? (float)q.zero + scaled : scaled, q.low, q.high);
      }
      out = hl_fill_bytes(out, q.zero, right);
    }
    out = hl_fill_bytes(out, q.zero, p->pad_bottom * row);
  }
}

HL_KERNEL void hl_product_sums_portable(const hl_conv2d *p, const int8_t *in, const int8_t *filter, int32_t *out) {
  for (int batch = 0; batch < p->batches; ++batch)
    for (int y = 0; y < p->out_height; ++y)
      for (int x = 0; x < p->out_width; ++x)
        for (int o = 0; o < p->out_depth; ++o)
          *out++ = (int32_t)(uint32_t)hl_conv2d_sum(p, in, filter, batch, y, x, o);
}

/* The order of SCALE_SUMS, with s = sum - zero point * sum of the channel's weights, a word:
 *   row       s * (row's scale * channel's scale)         DEPTHWISE_CONV_2D
 *   dense     the same, and 0 is added without a bias     FULLY_CONNECTED
 *   zero      0 + s * (row's scale * channel's scale)     CONV_2D with one scale of weights
 *   channel   (s * channel's scale) * row's scale         CONV_2D with more
 *   float     as zero, s computed in single precision     BATCH_MATMUL
 * Then the bias is added, and the activation's bounds are applied. */
typedef enum { HL_ORDER_ROW, HL_ORDER_DENSE, HL_ORDER_ZERO, HL_ORDER_CHANNEL, HL_ORDER_FLOAT } hl_order;

typedef struct {
  hl_order order;
  int32_t rows, pixels, channels; /* pixels of a row */
  int32_t per_channel;            /* scales of weights: one, or one for each channel */
  float low, high;
} hl_scale_sums;

HL_KERNEL float hl_scaled_product(hl_order order, int32_t sum, int32_t zero, int32_t weights, float row, float channel) {
  if (order == HL_ORDER_FLOAT)
    return 0 + (row * channel) * ((float)sum - (float)weights * (float)zero);
  const float centred = (float)(int32_t)((uint32_t)sum - (uint32_t)zero * (uint32_t)weights);
  if (order == HL_ORDER_CHANNEL)
    return centred * channel * row;
  const float scaled = centred * (row * channel);
  return order == HL_ORDER_ZERO ? 0 + scaled : scaled;
}

HL_KERNEL void hl_scale_sums_portable(const hl_scale_sums *p, const int32_t *sums, const float *row_scales, const int32_t *zeros,
                                      const int32_t *weights, const float *scales, const float *bias, float *out) {
  for (int row = 0; row < p->rows; ++row)
    for (int pixel = 0; pixel < p->pixels; ++pixel)
      for (int c = 0; c < p->channels; ++c) {
        const float value =
            hl_scaled_product(p->order, *sums++, zeros[row], weights[c], row_scales[row], scales[p->per_channel ? c : 0]);
        const float biased = bias ? value + bias[c] : p->order == HL_ORDER_DENSE ? value + 0 : value;
        *out++ = hl_real(hl_real_smaller(p->high, hl_real_larger(p->low, biased)));
      }
}

#endif

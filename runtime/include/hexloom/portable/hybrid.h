// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Products of float activations and int8 weights, in three steps: floats become bytes, row by row; 32-bit sums of products; sums become
 * floats. Each float operation is rounded once, in the order that stands here. Source: TensorFlow Lite's reference kernels of hybrid
 * operators. What these leave open is: a number beyond the bytes' range becomes their end, no number becomes 0. */
#ifndef HEXLOOM_PORTABLE_HYBRID_H
#define HEXLOOM_PORTABLE_HYBRID_H

#include <hexloom/portable/conv2d.h>
#include <hexloom/portable/real_bits.h>

/* The nearest whole number from low to high, of magnitudes below 2^22, halves away from zero: with the largest float below a half added, a sum
 * is rounded up to the next whole number from a half on. Without a branch, so that loops are one block. */
HL_KERNEL int32_t hl_real_nearest(float x, int32_t low, int32_t high) {
  const float number = x == x ? x : 0, below = number < (float)high ? number : (float)high, inside = below > (float)low ? below : (float)low;
  return (int32_t)(inside + hl_real_of_bits((hl_real_bits(inside) & 0x80000000u) | 0x3effffffu));
}

/* Magnitudes are ordered as their bits are; of no number 0. */
HL_KERNEL int32_t hl_real_magnitude(float x) {
  const int32_t bits = (int32_t)(hl_real_bits(x) & 0x7fffffffu);
  return bits > 0x7f800000 ? 0 : bits;
}

typedef struct {
  float scale, inverse;
  int32_t zero, low, high;
  int32_t top; /* exponent field of the largest magnitude */
} hl_row_quant;

/* From -x to x, x the largest magnitude, whose bits these are, by -127 to 127. A row of zeros has the scale 1. */
HL_KERNEL hl_row_quant hl_symmetric_quant(int32_t bits) {
  const float most = hl_real_of_bits((uint32_t)bits);
  if (most == 0)
    return (hl_row_quant){1, 0, 0, 0, 0, 0};
  return (hl_row_quant){most / 127, 127 / most, 0, -127, 127, bits >> 23};
}

/* From the least to the largest, 0 among them, by -128 to 127; the bits of their magnitudes. Scale and zero point in double precision: the
 * zero point is that of the end with the smaller error. */
HL_KERNEL hl_row_quant hl_asymmetric_quant(int32_t down, int32_t up) {
  if (down == 0 && up == 0)
    return (hl_row_quant){1, 0, 0, 0, 0, 0};
  const double least = -(double)hl_real_of_bits((uint32_t)down), most = hl_real_of_bits((uint32_t)up);
  const double step = (most - least) / 255.0, below = least / step, above = most / step;
  const double place = 128.0 - below < 127.0 + above ? -128.0 - below : 127.0 - above; /* below <= 0 <= above */
  int32_t zero = place >= 127.0 ? 127 : place > -128.0 ? (int32_t)place : place == place ? -128 : 0;
  if (place > -128.0 && place < 127.0) {
    const double rest = place - zero;
    zero += (rest >= 0.5) - (rest <= -0.5);
  }
  const float scale = (float)step;
  return (hl_row_quant){scale, 1.0f / scale, zero, -128, 127, hl_max(down, up) >> 23};
}

HL_KERNEL hl_row_quant hl_row_quant_of(const float *in, size_t count, int asymmetric) {
  int32_t down = 0, up = 0;
  for (size_t i = 0; i < count; ++i) {
    const int32_t magnitude = hl_real_magnitude(in[i]), is_negative = (int32_t)hl_real_bits(in[i]) >> 31;
    down = hl_max(down, magnitude & is_negative);
    up = hl_max(up, magnitude & ~is_negative);
  }
  return asymmetric ? hl_asymmetric_quant(down, up) : hl_symmetric_quant(hl_max(down, up));
}

HL_KERNEL void hl_quantize_floats(const hl_row_quant *q, int asymmetric, const float *in, size_t count, int8_t *out) {
  for (size_t i = 0; i < count; ++i) {
    const float scaled = in[i] * q->inverse;
    out[i] = (int8_t)hl_real_nearest(asymmetric ? (float)q->zero + scaled : scaled, q->low, q->high);
  }
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

/* `range` finds a row's scale and zero point, `quantize` makes bytes of some of its floats. */
#define HL_QUANTIZE_ROWS(p, in, out, scales, zeros, range, quantize)                                                                       \
  do {                                                                                                                                     \
    const size_t width = (size_t)(p)->in_width * (p)->depth, count = width * (p)->in_height;                                               \
    const size_t left = (size_t)(p)->pad_left * (p)->depth, right = (size_t)(p)->pad_right * (p)->depth, row = left + width + right;       \
    const size_t run = left + right ? width : count; /* what lies one behind the other */                                                  \
    for (int batch = 0; batch < (p)->batches; ++batch) {                                                                                   \
      const hl_row_quant q = range(in, count, (p)->asymmetric);                                                                            \
      (scales)[batch] = q.scale;                                                                                                           \
      (zeros)[batch] = q.zero;                                                                                                             \
      out = hl_fill_bytes(out, q.zero, (p)->pad_top * row);                                                                                \
      for (size_t at = 0; at < count; at += run, in += run, out += run) {                                                                  \
        out = hl_fill_bytes(out, q.zero, left);                                                                                            \
        quantize(&q, (p)->asymmetric, in, run, out);                                                                                       \
        hl_fill_bytes(out + run, q.zero, right);                                                                                           \
        out += right;                                                                                                                      \
      }                                                                                                                                    \
      out = hl_fill_bytes(out, q.zero, (p)->pad_bottom * row);                                                                             \
    }                                                                                                                                      \
  } while (0)

HL_KERNEL void hl_quantize_rows_portable(const hl_quantize_rows *p, const float *in, int8_t *out, float *scales, int32_t *zeros) {
  HL_QUANTIZE_ROWS(p, in, out, scales, zeros, hl_row_quant_of, hl_quantize_floats);
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

/* A signed word that is ordered as floats are, -0 below 0. */
HL_KERNEL int32_t hl_real_order(float x) {
  const int32_t bits = (int32_t)hl_real_bits(x);
  return bits ^ ((bits >> 31) & 0x7fffffff);
}

/* As hl_real_bounded (real.h), by operations of integers, so that a loop is one block. -0 is not below 0. */
HL_KERNEL float hl_real_within(float x, float low, float high) {
  const int32_t place = hl_real_order(x), least = low == 0 ? -1 : hl_real_order(low);
  uint32_t bits = hl_real_bits(x);
  const int is_number = (int32_t)(bits & 0x7fffffffu) <= 0x7f800000;
  bits = place < least ? hl_real_bits(low) : bits;
  bits = place > hl_real_order(high) ? hl_real_bits(high) : bits;
  return hl_real_of_bits(is_number ? bits : 0x7fc00000u);
}

HL_KERNEL void hl_scale_sums_portable(const hl_scale_sums *p, const int32_t *sums, const float *row_scales, const int32_t *zeros,
                                      const int32_t *weights, const float *scales, const float *bias, float *out) {
  for (int row = 0; row < p->rows; ++row) {
    const float row_scale = row_scales[row];
    const int32_t zero = zeros[row];
    for (int pixel = 0; pixel < p->pixels; ++pixel, sums += p->channels, out += p->channels)
      for (int c = 0; c < p->channels; ++c) {
        const float value = hl_scaled_product(p->order, sums[c], zero, weights[c], row_scale, scales[p->per_channel ? c : 0]);
        const float biased = bias ? value + bias[c] : p->order == HL_ORDER_DENSE ? value + 0 : value;
        out[c] = hl_real_within(biased, p->low, p->high);
      }
  }
}

#endif

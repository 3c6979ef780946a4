// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Quantized operators of one input; the definition of their numerics (TensorFlow Lite's reference kernels). A function of
 * one byte is a table that the front end computes. */
#ifndef HEXLOOM_PORTABLE_UNARY_H
#define HEXLOOM_PORTABLE_UNARY_H

#include <hexloom/portable/element.h>
#include <hexloom/portable/requantize.h>

/* out[i] = table[in[i]]; signed inputs are looked up by their bit pattern. */
HL_KERNEL void hl_table8(const uint8_t *table, const uint8_t *in, uint8_t *out, size_t count) {
  for (size_t i = 0; i < count; ++i)
    out[i] = table[in[i]];
}

/* As hl_table8, with wider results: DEQUANTIZE of bytes. */
HL_KERNEL void hl_table8_u32(const uint32_t *table, const uint8_t *in, uint32_t *out, size_t count) {
  for (size_t i = 0; i < count; ++i)
    out[i] = table[in[i]];
}

/* int16 by a table of 513 samples, 128 steps apart, with linear interpolation. */
HL_KERNEL void hl_interpolate16(const int16_t *samples, const int16_t *in, int16_t *out, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const int32_t index = 256 + (in[i] >> 7), fraction = in[i] & 127;
    const int32_t slope = samples[index + 1] - samples[index];
    out[i] = (int16_t)(samples[index] + ((slope * fraction + 64) >> 7));
  }
}

/* Looks int16 up in a table of all its 65536 values, the one of -32768 first. */
HL_KERNEL void hl_table16(const int16_t *table, const int16_t *in, int16_t *out, size_t count) {
  for (size_t i = 0; i < count; ++i)
    out[i] = table[in[i] + 32768];
}

/* LOGISTIC and TANH of int16: the sigmoid in 256 samples, 1/24 apart, as fractions of 65536, and linear interpolation. */
typedef struct {
  int32_t multiplier; /* the input becomes round(in * multiplier / 2^shift): steps of 1 / (24 * 512) */
  int shift;
} hl_sigmoid16;

HL_KERNEL int32_t hl_sigmoid16_input(const hl_sigmoid16 *p, int16_t in) {
  const int32_t half = p->shift > 0 ? 1 << (p->shift - 1) : 0;
  return (in * p->multiplier + half) >> p->shift;
}

/* The sigmoid of |x|, times 2^(16 + bits); neighbouring samples are 2^bits steps apart. */
HL_KERNEL int32_t hl_sigmoid16_sample(const uint16_t *sigmoid, uint32_t magnitude, int bits, uint32_t saturated) {
  const uint32_t index = magnitude >> bits, fraction = magnitude & ((1u << bits) - 1);
  if (index >= 255)
    return (int32_t)saturated;
  return (int32_t)(((uint32_t)sigmoid[index] << bits) + fraction * (uint32_t)(sigmoid[index + 1] - sigmoid[index]));
}

HL_KERNEL void hl_logistic16(const hl_sigmoid16 *p, const uint16_t *sigmoid, const int16_t *in, int16_t *out, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const int32_t x = hl_sigmoid16_input(p, in[i]);
    const int32_t y = hl_sigmoid16_sample(sigmoid, (uint32_t)(x < 0 ? -x : x), 9, 0x7fffu << 10);
    out[i] = (int16_t)((x >= 0 ? y + (1 << 9) : (1 << 25) - y + (1 << 9) - 1) >> 10);
  }
}

/* tanh(x) = 2 * sigmoid(2 * x) - 1 */
HL_KERNEL void hl_tanh16(const hl_sigmoid16 *p, const uint16_t *sigmoid, const int16_t *in, int16_t *out, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const int32_t x = hl_sigmoid16_input(p, in[i]);
    const int32_t y = hl_sigmoid16_sample(sigmoid, (uint32_t)(x < 0 ? -x : x), 8, 0xffffu << 8);
    out[i] = (int16_t)((x >= 0 ? y - (1 << 23) + (1 << 7) : -y + (1 << 23) + (1 << 7) - 1) >> 8);
  }
}

/* A piecewise linear function: x = in - zero; out = zero + factor * x, with a factor of its own where x is negative. QUANTIZE
 * between integers, RELU and its kin (by min and max), LEAKY_RELU, ABS (a negated value below zero). */
typedef struct {
  hl_type in_type, out_type;
  int32_t in_zero, out_zero;
  struct {
    int32_t value;
    int shift;
  } positive, negative;
  int32_t negative_sign; /* -1: |x| is what is multiplied */
  int32_t min, max;
} hl_rescale_params;

HL_KERNEL void hl_rescale(const hl_rescale_params *p, const void *in, void *out, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const int32_t x = (int32_t)((uint32_t)hl_load(in, p->in_type, i) - (uint32_t)p->in_zero); /* int32 wraps */
    const int32_t turned = (int32_t)((uint32_t)p->negative_sign * (uint32_t)x);
    const int32_t y = x >= 0 ? hl_requantize(x, p->positive.value, p->positive.shift)
                             : hl_requantize(turned, p->negative.value, p->negative.shift);
    hl_store(out, p->out_type, i, hl_clamp_from(y, p->out_zero, p->min, p->max));
  }
}

/* QUANTIZE of float: in / scale rounded half away from zero, saturated (NaN gives min). */
typedef struct {
  hl_type type;
  float scale;
  int32_t zero, min, max;
} hl_quantize_params;

HL_KERNEL int32_t hl_quantize_one(const hl_quantize_params *p, float x) {
  const float low = (float)(p->min - p->zero), high = (float)(p->max - p->zero), steps = x / p->scale;
  if (!(steps > low))
    return p->min;
  if (steps >= high)
    return p->max;
  const int32_t whole = (int32_t)steps; /* towards zero; the rest is exact */
  const float rest = steps - (float)whole;
  return whole + (rest >= 0.5f) - (rest <= -0.5f) + p->zero;
}

HL_KERNEL void hl_quantize(const hl_quantize_params *p, const float *in, void *out, size_t count) {
  for (size_t i = 0; i < count; ++i)
    hl_store(out, p->type, i, hl_quantize_one(p, in[i]));
}

HL_KERNEL void hl_dequantize16(float scale, int32_t zero, const int16_t *in, float *out, size_t count) {
  for (size_t i = 0; i < count; ++i)
    out[i] = scale * (float)(in[i] - zero);
}

#endif

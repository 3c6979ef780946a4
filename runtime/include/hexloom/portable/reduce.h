// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* MEAN, SUM, REDUCE_MAX and REDUCE_MIN over any set of axes, row-major.
 *
 * The input's dimensions are split into kept and reduced ones, up to HL_REDUCE_DIMS of each,
 * outermost first and filled up with extents of 1; strides count elements. Results follow one
 * another in the order of the kept dimensions.
 *
 * Quantized PROD: the product so far is rescaled at every factor but the first, and once more at the end.
 *
 * Quantized MEAN and SUM: clamp(requantize(sum - in_zero * count, multiplier, shift) + out_zero);
 * the mean's division is part of the multiplier. Integer MEAN: the 64-bit sum divided towards zero;
 * SUM: modulo the type. Source: TensorFlow Lite. */
#ifndef HEXLOOM_PORTABLE_REDUCE_H
#define HEXLOOM_PORTABLE_REDUCE_H

#include <hexloom/portable/element.h>
#include <hexloom/portable/ranks.h>
#include <hexloom/portable/requantize.h>

typedef enum {
  HL_REDUCE_SCALED_SUM,
  HL_REDUCE_MAX,
  HL_REDUCE_MIN,
  HL_REDUCE_SUM,
  HL_REDUCE_MEAN,
  HL_REDUCE_ANY,
  HL_REDUCE_ALL,
  HL_REDUCE_PROD,
  HL_REDUCE_SCALED_PROD
} hl_reduction;

typedef struct {
  hl_type type;
  hl_reduction kind;
  int32_t kept[HL_REDUCE_DIMS], kept_strides[HL_REDUCE_DIMS];
  int32_t reduced[HL_REDUCE_DIMS], reduced_strides[HL_REDUCE_DIMS];
  int32_t count; /* product of `reduced` */
  int32_t in_zero, out_zero, multiplier, shift;
} hl_reduce;

HL_KERNEL int64_t hl_reduce_finish(const hl_reduce *p, int64_t sum, int64_t smallest,
                                   int64_t largest) {
  switch (p->kind) {
  case HL_REDUCE_SCALED_SUM: {
    const int32_t shifted = (int32_t)(sum - (int64_t)p->in_zero * p->count);
    const int32_t scaled = hl_requantize(shifted, p->multiplier, p->shift);
    return hl_clamp_from(scaled, p->out_zero, hl_type_min(p->type), hl_type_max(p->type));
  }
  case HL_REDUCE_ANY:
    return largest > 0;
  case HL_REDUCE_ALL:
    return smallest != 0;
  case HL_REDUCE_MAX:
    return largest;
  case HL_REDUCE_MIN:
    return smallest;
  case HL_REDUCE_MEAN:
    return p->count ? sum / p->count : 0;
  default:
    return sum;
  }
}

HL_KERNEL uint64_t hl_reduce_factor(const hl_reduce *p, uint64_t product, int64_t value, int first) {
  if (p->kind == HL_REDUCE_PROD)
    return product * (uint64_t)value;
  const int64_t factor = value - p->in_zero;
  return first ? (uint64_t)factor : (uint64_t)(int64_t)hl_requantize64((int64_t)product * factor, p->multiplier, p->shift);
}

HL_KERNEL int64_t hl_reduce_product(const hl_reduce *p, int64_t product) {
  if (p->kind == HL_REDUCE_PROD)
    return product;
  const int32_t scaled = hl_requantize64(product, p->multiplier, p->shift);
  return hl_clamp_from(scaled, p->out_zero, hl_type_min(p->type), hl_type_max(p->type));
}

HL_KERNEL int64_t hl_reduce_element(const hl_reduce *p, const void *in, size_t base) {
  const int32_t *n = p->reduced, *stride = p->reduced_strides;
  uint64_t sum = 0, product = 1;
  int first = 1;
  int64_t smallest = INT64_MAX, largest = INT64_MIN;
  for (int i = 0; i < n[0]; ++i)
    for (int j = 0; j < n[1]; ++j)
      for (int k = 0; k < n[2]; ++k)
        for (int l = 0; l < n[3]; ++l) {
          const size_t offset = base + (size_t)i * stride[0] + (size_t)j * stride[1] +
                                (size_t)k * stride[2] + (size_t)l * stride[3];
          const int64_t value =
              p->type == HL_INT64 ? ((const int64_t *)in)[offset] : hl_load(in, p->type, offset);
          if (p->kind == HL_REDUCE_PROD || p->kind == HL_REDUCE_SCALED_PROD)
            product = hl_reduce_factor(p, product, value, first);
          first = 0;
          sum += (uint64_t)value;
          smallest = value < smallest ? value : smallest;
          largest = value > largest ? value : largest;
        }
  if (p->kind == HL_REDUCE_PROD || p->kind == HL_REDUCE_SCALED_PROD)
    return hl_reduce_product(p, (int64_t)product);
  return hl_reduce_finish(p, (int64_t)sum, smallest, largest);
}

HL_KERNEL void hl_reduce_portable(const hl_reduce *p, const void *in, void *out) {
  const int32_t *n = p->kept, *stride = p->kept_strides;
  size_t index = 0;
  for (int i = 0; i < n[0]; ++i)
    for (int j = 0; j < n[1]; ++j)
      for (int k = 0; k < n[2]; ++k)
        for (int l = 0; l < n[3]; ++l) {
          const size_t base = (size_t)i * stride[0] + (size_t)j * stride[1] +
                              (size_t)k * stride[2] + (size_t)l * stride[3];
          const int64_t value = hl_reduce_element(p, in, base);
          if (p->type == HL_INT64)
            ((int64_t *)out)[index++] = value;
          else
            hl_store(out, p->type, index++, (int32_t)value);
        }
}

#endif

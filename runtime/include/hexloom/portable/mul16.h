// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* MUL of int16 by int16 to int8, as LSTMs that are written as single operators have it: both are fractions of 2^-15, the product
 * is one of 2^-7 beside the zero point, whatever the tensors' scales. Source: TensorFlow Lite's reference_integer_ops. */
#ifndef HEXLOOM_PORTABLE_MUL16_H
#define HEXLOOM_PORTABLE_MUL16_H

#include <hexloom/portable/element.h>
#include <hexloom/portable/fixedpoint16.h>

typedef struct {
  int32_t zero, min, max; /* of the output */
} hl_mul16;

HL_KERNEL void hl_mul16_to_8(const hl_mul16 *p, const int16_t *a, const int16_t *b, int8_t *out, int count) {
  for (int i = 0; i < count; ++i)
    out[i] = (int8_t)hl_clamp_from(hl_rdivpot16(hl_srdhm16(a[i], b[i]), 8), p->zero, p->min, p->max);
}

#endif

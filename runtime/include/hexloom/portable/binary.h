// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Quantized operators of two inputs with broadcasting; the definition of their numerics (TensorFlow Lite's reference
 * kernels). `type` is that of both inputs and, but for comparisons, of the output.
 */
#ifndef HEXLOOM_PORTABLE_BINARY_H
#define HEXLOOM_PORTABLE_BINARY_H

#include <hexloom/portable/broadcast.h>
#include <hexloom/portable/element.h>
#include <hexloom/portable/fixedpoint.h>
#include <hexloom/portable/requantize.h>

/* A real factor as value * 2^(shift - 31). */
typedef struct {
  int32_t value;
  int shift;
} hl_factor;

typedef struct {
  hl_type type;
  int32_t zero[3];    /* zero points: inputs, output */
  int left_shift;     /* bits that both inputs gain before they are brought to a common scale */
  hl_factor input[2]; /* to the common scale; 0 < factor < 1. SUB has a negative value for its second input */
  hl_factor output;   /* to the output's scale */
  int32_t min, max;   /* of the output, in quantized units */
  hl_broadcast loops;
} hl_arithmetic;

/* Input K at element I, on the common scale. */
HL_KERNEL int32_t hl_common_scale(const hl_arithmetic *p, int k, const void *in, size_t i) {
  const int32_t x = hl_shift_left(hl_load(in, p->type, i) - p->zero[k], p->left_shift);
  return hl_requantize(x, p->input[k].value, p->input[k].shift);
}

HL_KERNEL void hl_store_output(const hl_arithmetic *p, void *out, size_t i, int32_t accumulator) {
  const int32_t y = hl_requantize(accumulator, p->output.value, p->output.shift);
  hl_store(out, p->type, i, hl_clamp_from(y, p->zero[2], p->min, p->max));
}

/* ADD and SUB: out = in0 +- in1 */
HL_KERNEL void hl_add(const hl_arithmetic *p, const void *a, const void *b, void *out) {
  size_t i = 0;
  HL_FOR_EACH(&p->loops) {
    const int32_t sum = hl_wrap_add(hl_common_scale(p, 0, a, HL_AT(&p->loops, 0)), hl_common_scale(p, 1, b, HL_AT(&p->loops, 1)));
    hl_store_output(p, out, i++, sum);
  }
}

/* MUL: only `output` of the factors is used */
HL_KERNEL void hl_mul(const hl_arithmetic *p, const void *a, const void *b, void *out) {
  size_t i = 0;
  HL_FOR_EACH(&p->loops) {
    const int32_t x = hl_load(a, p->type, HL_AT(&p->loops, 0)) - p->zero[0];
    const int32_t y = hl_load(b, p->type, HL_AT(&p->loops, 1)) - p->zero[1];
    hl_store_output(p, out, i++, (int32_t)((uint32_t)x * (uint32_t)y));
  }
}

HL_KERNEL void hl_squared_difference(const hl_arithmetic *p, const void *a, const void *b, void *out) {
  size_t i = 0;
  HL_FOR_EACH(&p->loops) {
    const uint32_t d = (uint32_t)hl_common_scale(p, 0, a, HL_AT(&p->loops, 0)) -
                       (uint32_t)hl_common_scale(p, 1, b, HL_AT(&p->loops, 1));
    hl_store_output(p, out, i++, (int32_t)(d * d));
  }
}

/* DIV, 8 bits: `inverse` has, for each byte b of the divisor, the reciprocal of |b - zero point| as a 31-bit mantissa in
 * [1/2, 1) and its exponent. Two roundings: the quotient with all of the dividend's headroom, then the output's scale. */
HL_KERNEL void hl_div(const hl_arithmetic *p, const hl_factor *inverse, const void *a, const void *b, void *out) {
  size_t i = 0;
  HL_FOR_EACH(&p->loops) {
    const size_t at = HL_AT(&p->loops, 1);
    const int32_t divisor = hl_load(b, p->type, at) - p->zero[1];
    const hl_factor by = inverse[((const uint8_t *)b)[at]];
    int32_t x = hl_load(a, p->type, HL_AT(&p->loops, 0)) - p->zero[0];
    x = divisor < 0 ? -x : x;
    const int headroom = __builtin_clrsb(x);
    const int32_t quotient = hl_requantize(x, by.value, headroom);
    const int shift = p->output.shift - by.shift - headroom; /* beyond a word nothing is left */
    const int32_t y = shift < -31 ? 0 : hl_requantize(quotient, p->output.value, shift);
    hl_store(out, p->type, i++, hl_clamp_from(y, p->zero[2], p->min, p->max));
  }
}

/* DIV, 16 bits, shapes that differ: as of 8 bits, each reciprocal by itself. */
HL_KERNEL void hl_div16_broadcast(const hl_arithmetic *p, const int16_t *a, const int16_t *b, int16_t *out) {
  size_t i = 0;
  HL_FOR_EACH(&p->loops) {
    int32_t x = a[HL_AT(&p->loops, 0)], divisor = b[HL_AT(&p->loops, 1)];
    x = divisor < 0 ? -x : x;
    divisor = divisor < 0 ? -divisor : divisor;
    const int zeros = hl_leading_zeros((uint32_t)divisor);
    const int32_t inverse =
        divisor ? hl_one_over_one_plus_q0((int32_t)(((uint32_t)divisor << zeros) - 0x80000000u)) : 0;
    const int headroom = __builtin_clrsb(x);
    const int32_t quotient = hl_requantize(x, inverse, headroom);
    int shift = p->output.shift - (divisor ? 31 - zeros : 0) - headroom;
    shift = shift < -31 ? -31 : shift; /* beyond, the reference shifts by more than a word has */
    out[i++] = (int16_t)hl_clamp(hl_requantize(quotient, p->output.value, shift), p->min, p->max);
  }
}

/* DIV, 16 bits, equal shapes: in single precision. */
typedef struct {
  float scale[3]; /* inputs, output */
  int32_t min, max;
} hl_div16;

HL_KERNEL void hl_div16_equal(const hl_div16 *p, const int16_t *a, const int16_t *b, int16_t *out, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const float x = (float)a[i] * p->scale[0], y = (float)b[i] * p->scale[1];
    const float q = y == 0 ? (x >= 0 ? 65536.0f : -65536.0f) : x / y / p->scale[2];
    const int32_t whole = q > 65535.0f ? 65535 : q < -65535.0f ? -65535 : (int32_t)q;
    const float rest = q - (float)whole;
    out[i] = (int16_t)hl_clamp(whole + (rest >= 0.5f) - (rest <= -0.5f), p->min, p->max);
  }
}

/* ADD and SUB of 16 bits by powers of two: one input is shifted right with rounding, the sum saturates. */
typedef struct {
  int right_shift[2];
  int32_t sign; /* of the second input */
  int32_t min, max;
  hl_broadcast loops;
} hl_add_pot;

HL_KERNEL void hl_add_power_of_two(const hl_add_pot *p, const int16_t *a, const int16_t *b, int16_t *out) {
  size_t i = 0;
  HL_FOR_EACH(&p->loops) {
    const int32_t x = hl_rdivpot(a[HL_AT(&p->loops, 0)], p->right_shift[0]);
    const int32_t y = hl_rdivpot(b[HL_AT(&p->loops, 1)], p->right_shift[1]);
    out[i++] = (int16_t)hl_clamp(hl_clamp(x + p->sign * y, INT16_MIN, INT16_MAX), p->min, p->max);
  }
}

/* PRELU: negative inputs are multiplied by alpha, the second input. */
typedef struct {
  hl_type type;
  int32_t zero[3];              /* input, alpha, output */
  hl_factor positive, negative; /* of the input; of input * alpha */
  int32_t min, max;
  hl_broadcast loops;
} hl_prelu_params;

HL_KERNEL void hl_prelu(const hl_prelu_params *p, const void *in, const void *alpha, void *out) {
  size_t i = 0;
  HL_FOR_EACH(&p->loops) {
    const int32_t x = hl_load(in, p->type, HL_AT(&p->loops, 0)) - p->zero[0];
    const int32_t slope = hl_load(alpha, p->type, HL_AT(&p->loops, 1)) - p->zero[1];
    const int32_t y = x >= 0 ? hl_requantize(x, p->positive.value, p->positive.shift)
                             : hl_requantize(x * slope, p->negative.value, p->negative.shift);
    hl_store(out, p->type, i++, hl_clamp_from(y, p->zero[2], p->min, p->max));
  }
}

typedef enum { HL_EQUAL, HL_NOT_EQUAL, HL_GREATER, HL_GREATER_EQUAL, HL_LESS, HL_LESS_EQUAL } hl_relation;

#define HL_HOLDS(RELATION, X, Y)                                                                   \
  ((RELATION) == HL_EQUAL           ? (X) == (Y)                                                   \
   : (RELATION) == HL_NOT_EQUAL     ? (X) != (Y)                                                   \
   : (RELATION) == HL_GREATER       ? (X) > (Y)                                                    \
   : (RELATION) == HL_GREATER_EQUAL ? (X) >= (Y)                                                   \
   : (RELATION) == HL_LESS          ? (X) < (Y)                                                    \
                                    : (X) <= (Y))

/* Comparisons of quantized inputs: both are brought to real units in fixed point first. */
HL_KERNEL void hl_compare(const hl_arithmetic *p, hl_relation relation, const void *a, const void *b, uint8_t *out) {
  size_t i = 0;
  HL_FOR_EACH(&p->loops) {
    const int32_t x = hl_common_scale(p, 0, a, HL_AT(&p->loops, 0));
    const int32_t y = hl_common_scale(p, 1, b, HL_AT(&p->loops, 1));
    out[i++] = HL_HOLDS(relation, x, y);
  }
}

#endif

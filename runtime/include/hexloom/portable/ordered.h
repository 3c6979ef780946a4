// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* CUMSUM, and TOPK_V2: what goes along an axis in order. Source: TensorFlow Lite's reference kernels; CUMSUM of bytes:
 * tflite-micro's, with the zero point taken off every element. */
#ifndef HEXLOOM_PORTABLE_ORDERED_H
#define HEXLOOM_PORTABLE_ORDERED_H

#include <hexloom/portable/element.h>
#include <hexloom/portable/requantize.h>

typedef struct {
  int32_t outer, axis, inner;
  int32_t exclusive, reverse;
} hl_cumsum;

/* NEXT: an expression of the sum so far and the element x; RESULT: one of the sum. */
#define HL_CUMSUM(P, TYPE, SUM_TYPE, IN, OUT, NEXT, RESULT)                                        \
  do {                                                                                             \
    for (int32_t o_ = 0; o_ < (P)->outer; ++o_)                                                    \
      for (int32_t i_ = 0; i_ < (P)->inner; ++i_) {                                                \
        SUM_TYPE sum = 0;                                                                          \
        for (int32_t a_ = 0; a_ < (P)->axis; ++a_) {                                               \
          const int32_t k_ = (P)->reverse ? (P)->axis - 1 - a_ : a_;                               \
          const size_t at_ = ((size_t)o_ * (P)->axis + k_) * (P)->inner + i_;                      \
          const TYPE x = (IN)[at_];                                                                \
          if ((P)->exclusive)                                                                      \
            (OUT)[at_] = (TYPE)(RESULT);                                                           \
          sum = (SUM_TYPE)(NEXT);                                                                  \
          if (!(P)->exclusive)                                                                     \
            (OUT)[at_] = (TYPE)(RESULT);                                                           \
        }                                                                                          \
      }                                                                                            \
  } while (0)

/* Sums of bytes on a scale with 20 more bits, as ADD_N's. */
typedef struct {
  int32_t in_zero, out_zero;
  int32_t in_multiplier, in_shift, out_multiplier, out_shift;
} hl_byte_sum;

HL_KERNEL int32_t hl_byte_term(const hl_byte_sum *p, int32_t x) {
  return hl_requantize(hl_shift_left(x - p->in_zero, 20), p->in_multiplier, p->in_shift);
}
HL_KERNEL int8_t hl_byte_result(const hl_byte_sum *p, int32_t sum) {
  return (int8_t)hl_clamp_from(hl_requantize(sum, p->out_multiplier, p->out_shift), p->out_zero, INT8_MIN, INT8_MAX);
}

/* The COUNT largest of each row in falling order, of equal ones the first one first; a number is larger than NaN. Each row is
 * inserted one by one: COUNT is small where anybody asks for few of many. */
#define HL_TOP_K(ROWS, DEPTH, COUNT, TYPE, IN, VALUES, PLACES)                                     \
  do {                                                                                             \
    for (int32_t r_ = 0; r_ < (ROWS); ++r_) {                                                      \
      const TYPE *const row_ = (IN) + (size_t)r_ * (DEPTH);                                        \
      TYPE *const values_ = (VALUES) + (size_t)r_ * (COUNT);                                       \
      int32_t *const places_ = (PLACES) + (size_t)r_ * (COUNT);                                    \
      int32_t known_ = 0;                                                                          \
      for (int32_t i_ = 0; i_ < (DEPTH); ++i_) {                                                   \
        const TYPE x_ = row_[i_];                                                                  \
        int32_t at_ = known_;                                                                      \
        while (at_ > 0 && (x_ > values_[at_ - 1] || (values_[at_ - 1] != values_[at_ - 1] && x_ == x_))) \
          --at_;                                                                                   \
        if (at_ >= (COUNT))                                                                        \
          continue;                                                                                \
        known_ += known_ < (COUNT);                                                                \
        for (int32_t k_ = known_ - 1; k_ > at_; --k_) {                                            \
          values_[k_] = values_[k_ - 1];                                                           \
          places_[k_] = places_[k_ - 1];                                                           \
        }                                                                                          \
        values_[at_] = x_;                                                                         \
        places_[at_] = i_;                                                                         \
      }                                                                                            \
    }                                                                                              \
  } while (0)

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* AVERAGE_POOL_2D and MAX_POOL_2D of bytes in the depth-blocked layout: first the rows of a window
 * are combined, for whole vectors of four pixels, into a row buffer with room for the padding on
 * both sides; then its columns, by unaligned loads of the buffer.
 *
 * Averages add bytes to halfwords: even channels in one plane of the buffer, odd ones in another,
 * each with 32 bytes for a pixel as the bytes have. Signed bytes are added with 128 more. The
 * division by the number of elements, at most 256, is a multiplication by its reciprocal in 16
 * bits, which the front end has checked for every sum that can occur. */
#ifndef HEXLOOM_HVX_POOL_H
#define HEXLOOM_HVX_POOL_H

#include <hexloom/hvx/pixels.h>
#include <hexloom/hvx/slack.h>
#include <hexloom/hvx/turns.h>
#include <hexloom/portable/pool.h>

typedef HVX_Vector hl_pool_unaligned __attribute__((aligned(1)));

enum { HL_POOL_PIXEL = 32 }; /* bytes */

typedef struct {
  int32_t columns; /* pixels of a buffer row: slack, padding, image, padding; a multiple of four */
  int32_t image;   /* the image's first one, so that whole vectors are stored: a multiple of four */
  int32_t one_divisor; /* every window has the same number of elements: `divisors` has one entry */
  int32_t halves; /* of signed bytes: some window has an even number of elements */
  int32_t prescale, shift; /* average: quotient = (n << prescale) * reciprocal >> (16 + shift) */
} hl_pool_tiling;

/* For averages; [rows of the window - 1][vector of the output row], or one entry. Halfword lanes,
 * 16 to a pixel. */
typedef struct {
  HVX_Vector reciprocal, half, center, even; /* of the number of elements n: n / 2, 128 * n, whether it is even */
} hl_pool_divisor;

/* The buffer begins with a vector: clang must know it to load each vector once. */
HL_KERNEL HVX_Vector hl_pool_load(const uint8_t *buffer, int pixel) {
  const uint8_t *const aligned = __builtin_assume_aligned(buffer, HL_ALIGN);
  return *(const hl_pool_unaligned *)(aligned + pixel * HL_POOL_PIXEL);
}
HL_KERNEL void hl_pool_store(uint8_t *buffer, int pixel, HVX_Vector v) {
  *(hl_pool_unaligned *)(buffer + pixel * HL_POOL_PIXEL) = v;
}

/* Whether the rows of a window are those of a whole one, and few enough for straight code. */
HL_KERNEL int hl_pool_is_straight(const hl_pool *p, int y0, int y1) {
  return p->kernel_height <= HL_POOL_WINDOW && y1 - y0 == p->kernel_height;
}
HL_KERNEL HVX_VectorPair hl_pool_add(HVX_VectorPair sum, const uint8_t *at, HVX_Vector flip) {
  return Q6_Wh_vaddacc_WhVubVub(sum, Q6_V_vxor_VV(*(const HVX_Vector *)at, flip), Q6_V_vzero());
}

/* Straight code of few vectors; a loop is over as many at a time, which fill each other's waits. */
enum { HL_POOL_TOGETHER = 4, HL_POOL_STRAIGHT = 8 };

HL_KERNEL HVX_Vector hl_pool_max_straight(const hl_pool *p, const uint8_t *at, size_t row_stride) {
  HVX_Vector m = *(const HVX_Vector *)at;
  HL_UNROLL
  for (int y = 1; y < p->kernel_height; ++y)
    m = hl_vmax(p->type, m, *(const HVX_Vector *)(at + y * row_stride));
  return m;
}
HL_KERNEL void hl_pool_add_straight(const hl_pool *p, const uint8_t *at, size_t row_stride, HVX_Vector flip, HVX_Vector *even,
                                    HVX_Vector *odd) {
  HVX_VectorPair sum = Q6_W_vcombine_VV(Q6_V_vzero(), Q6_V_vzero());
  HL_UNROLL
  for (int y = 0; y < p->kernel_height; ++y)
    sum = hl_pool_add(sum, at + y * row_stride, flip);
  *even = Q6_V_lo_W(sum);
  *odd = Q6_V_hi_W(sum);
}

/* Combines the rows y0 .. y1 - 1 of one block; rest of the buffer's row: `neutral`. */
HL_KERNEL void hl_pool_max_rows(const hl_pool *p, const hl_pool_tiling *t, const uint8_t *image,
                                size_t row_stride, int y0, int y1, HVX_Vector neutral,
                                uint8_t *buffer) {
  const int vectors = (p->in_width + 3) / 4;
  const uint8_t *at = image + y0 * row_stride;
  HVX_Vector *to = (HVX_Vector *)(buffer + t->image * HL_POOL_PIXEL);
  if (hl_pool_is_straight(p, y0, y1)) {
    const int rest = vectors <= HL_POOL_STRAIGHT ? vectors : vectors % HL_POOL_TOGETHER;
    HL_ROLL
    for (int g = 0; g < (vectors - rest) / HL_POOL_TOGETHER; ++g, at += HL_POOL_TOGETHER * 128, to += HL_POOL_TOGETHER)
      HL_UNROLL
      for (int i = 0; i < HL_POOL_TOGETHER; ++i)
        to[i] = hl_pool_max_straight(p, at + i * 128, row_stride);
    HL_UNROLL
    for (int i = 0; i < rest; ++i)
      to[i] = hl_pool_max_straight(p, at + i * 128, row_stride);
  } else {
    HL_ROLL
    for (int v = 0; v < vectors; ++v, at += 128) {
      HVX_Vector m = neutral;
      HL_ROLL
      for (int y = 0; y < y1 - y0; ++y)
        m = hl_vmax(p->type, m, *(const HVX_Vector *)(at + y * row_stride));
      to[v] = m;
    }
  }
  hl_pool_store(buffer, t->image + p->in_width, neutral);
}

HL_KERNEL void hl_pool_add_rows(const hl_pool *p, const hl_pool_tiling *t, const uint8_t *image,
                                size_t row_stride, int y0, int y1, uint8_t *even, uint8_t *odd) {
  const int vectors = (p->in_width + 3) / 4;
  const HVX_Vector flip = Q6_Vb_vsplat_R(p->type == HL_INT8 ? -128 : 0), zero = Q6_V_vzero();
  const uint8_t *at = image + y0 * row_stride;
  HVX_Vector *to_even = (HVX_Vector *)(even + t->image * HL_POOL_PIXEL),
             *to_odd = (HVX_Vector *)(odd + t->image * HL_POOL_PIXEL);
  if (hl_pool_is_straight(p, y0, y1)) {
    const int rest = vectors <= HL_POOL_STRAIGHT ? vectors : vectors % HL_POOL_TOGETHER;
    HL_ROLL
    for (int g = 0; g < (vectors - rest) / HL_POOL_TOGETHER;
         ++g, at += HL_POOL_TOGETHER * 128, to_even += HL_POOL_TOGETHER, to_odd += HL_POOL_TOGETHER)
      HL_UNROLL
      for (int i = 0; i < HL_POOL_TOGETHER; ++i)
        hl_pool_add_straight(p, at + i * 128, row_stride, flip, to_even + i, to_odd + i);
    HL_UNROLL
    for (int i = 0; i < rest; ++i)
      hl_pool_add_straight(p, at + i * 128, row_stride, flip, to_even + i, to_odd + i);
  } else {
    HL_ROLL
    for (int v = 0; v < vectors; ++v, at += 128) {
      HVX_VectorPair sum = Q6_W_vcombine_VV(zero, zero);
      HL_ROLL
      for (int y = 0; y < y1 - y0; ++y)
        sum = hl_pool_add(sum, at + y * row_stride, flip);
      to_even[v] = Q6_V_lo_W(sum);
      to_odd[v] = Q6_V_hi_W(sum);
    }
  }
  hl_pool_store(even, t->image + p->in_width, zero);
  hl_pool_store(odd, t->image + p->in_width, zero);
}

HL_KERNEL HVX_Vector hl_pool_two(const hl_pool *p, int average, HVX_Vector a, HVX_Vector b) {
  return average ? Q6_Vh_vadd_VhVh(a, b) : hl_vmax(p->type, a, b);
}

/* Combines the kernel's columns for one pixel in each 32-byte chunk of the result; `pixel` is the
 * first chunk's. */
HL_KERNEL HVX_Vector hl_pool_columns_at(const hl_pool *p, int average, const uint8_t *buffer,
                                        int pixel) {
  HVX_Vector result = hl_pool_load(buffer, pixel);
  if (p->kernel_width <= HL_POOL_WINDOW) {
    HL_UNROLL
    for (int kx = 1; kx < p->kernel_width; ++kx)
      result = hl_pool_two(p, average, result, hl_pool_load(buffer, pixel + kx));
    return result;
  }
  HL_ROLL
  for (int kx = 1; kx < p->kernel_width; ++kx)
    result = hl_pool_two(p, average, result, hl_pool_load(buffer, pixel + kx));
  return result;
}

/* The four output pixels of vector v. With a stride each is loaded so that it comes to lie in its
 * own chunk. */
HL_KERNEL HVX_Vector hl_pool_columns(const hl_pool *p, const hl_pool_tiling *t, int average,
                                     const uint8_t *buffer, int v) {
  const int first = t->image - p->pad_left;
  if (p->stride_width == 1)
    return hl_pool_columns_at(p, average, buffer, first + 4 * v);
  HVX_Vector pixel[4];
  HL_UNROLL
  for (int i = 0; i < 4; ++i)
    pixel[i] = hl_pool_columns_at(p, average, buffer, first + (4 * v + i) * p->stride_width - i);
  return hl_join_pixels(pixel);
}

/* Sums of bytes to their averages, rounded half away from zero; of signed bytes, all with 128 more,
 * to averages with 128 more. Of those below zero that is to round halves down, and only an even
 * number of elements makes `halves`. */
HL_KERNEL HVX_Vector hl_pool_divide(const hl_pool_tiling *t, HVX_Vector sum, const hl_pool_divisor *d, int halves) {
  HVX_Vector n = Q6_Vh_vadd_VhVh(sum, d->half);
  if (halves)
    n = Q6_Vh_condnac_QVhVh(Q6_Q_vcmp_gt_VuhVuh(d->center, sum), n, d->even);
  if (t->prescale)
    n = Q6_Vh_vasl_VhR(n, t->prescale);
  const HVX_VectorPair product = Q6_Wuw_vmpy_VuhVuh(n, d->reciprocal);
  const HVX_Vector q = Q6_Vh_vshuffo_VhVh(Q6_V_hi_W(product), Q6_V_lo_W(product));
  return t->shift ? Q6_Vuh_vlsr_VuhR(q, t->shift) : q;
}
/* Averages of even and odd channels to bytes. */
HL_KERNEL HVX_Vector hl_pool_averages(const hl_pool *p, HVX_Vector even, HVX_Vector odd) {
  const HVX_Vector bytes = Q6_Vb_vshuffe_VbVb(odd, even);
  return p->type == HL_INT8 ? Q6_V_vxor_VV(bytes, Q6_Vb_vsplat_R(-128)) : bytes;
}

/* Vector v of a row of outputs. */
HL_KERNEL HVX_Vector hl_pool_output(const hl_pool *p, const hl_pool_tiling *t, int average,
                                    const hl_pool_divisor *divisors, int rows, const uint8_t *buffer, int v) {
  const uint8_t *const odd = buffer + t->columns * HL_POOL_PIXEL;
  HVX_Vector bytes;
  if (average) {
    const hl_pool_divisor *d = divisors + (t->one_divisor ? 0 : (rows - 1) * ((p->out_width + 3) / 4) + v);
    bytes = hl_pool_averages(p, hl_pool_divide(t, hl_pool_columns(p, t, 1, buffer, v), d, t->halves),
                             hl_pool_divide(t, hl_pool_columns(p, t, 1, odd, v), d, t->halves));
  } else {
    bytes = hl_pool_columns(p, t, 0, buffer, v);
  }
  return hl_vclamp(p->type, bytes, p->min, p->max);
}

HL_KERNEL void hl_pool_row(const hl_pool *p, const hl_pool_tiling *t, int average,
                           const hl_pool_divisor *divisors, int rows, const uint8_t *buffer,
                           HVX_Vector *out) {
  const int vectors = (p->out_width + 3) / 4, few = average ? HL_POOL_TOGETHER : HL_POOL_STRAIGHT,
            together = vectors <= few ? vectors : 2, rest = vectors % together;
  HL_ROLL
  for (int g = 0; g < vectors / together; ++g)
    HL_UNROLL
    for (int i = 0; i < together; ++i)
      out[g * together + i] = hl_pool_output(p, t, average, divisors, rows, buffer, g * together + i);
  if (rest)
    out[vectors - rest] = hl_pool_output(p, t, average, divisors, rows, buffer, vectors - rest);
}

/* scratch: two planes for averages, one otherwise, of `columns` pixels; `divisors` is for averages
 * only. */
HL_KERNEL void hl_pool_d32(const hl_pool *p, const hl_pool_tiling *t, int average, const void *in,
                           const void *divisors, void *out, uint8_t *scratch) {
  const int blocks = (p->depth + 31) / 32, in_vectors = (p->in_width + 3) / 4,
            out_vectors = (p->out_width + 3) / 4;
  const size_t in_row = (size_t)blocks * in_vectors * 128;
  const HVX_Vector neutral = Q6_Vb_vsplat_R(average ? 0 : hl_type_min(p->type));
  for (int i = 0; i < t->columns / 4 * (average ? 2 : 1); ++i)
    ((HVX_Vector *)scratch)[i] = neutral;
  uint8_t *to = out;
  HL_ROLL
  for (int batch = 0; batch < p->batches; ++batch)
    HL_ROLL
    for (int y = 0; y < p->out_height; ++y) {
      const hl_pool_window window = hl_clip_window(p, y, 0);
      const uint8_t *image = (const uint8_t *)in + batch * p->in_height * in_row;
      HL_ROLL
      for (int block = 0; block < blocks;
           ++block, image += in_vectors * 128, to += out_vectors * 128) {
        if (average)
          hl_pool_add_rows(p, t, image, in_row, window.y0, window.y1, scratch,
                           scratch + t->columns * HL_POOL_PIXEL);
        else
          hl_pool_max_rows(p, t, image, in_row, window.y0, window.y1, neutral, scratch);
        hl_pool_row(p, t, average, divisors, window.y1 - window.y0, scratch, (HVX_Vector *)to);
      }
    }
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* AVERAGE_POOL_2D and MAX_POOL_2D of bytes and int16, row-major: the rows of a window are combined
 * into a buffer of one row with room for the padding on both sides, then its columns. Averages keep
 * words in the buffer. Where outputs that follow one another read at the same distance, a whole row
 * of them is computed as if it were one pixel with many channels. */
#ifndef HEXLOOM_HVX_POOL_ROWS_H
#define HEXLOOM_HVX_POOL_ROWS_H

#include <hexloom/hvx/divide.h>
#include <hexloom/hvx/lanes.h>
#include <hexloom/hvx/turns.h>
#include <hexloom/hvx/widen.h>
#include <hexloom/portable/pool.h>

typedef struct {
  int32_t origin;      /* bytes before the image in the buffer, a multiple of 128 */
  int32_t buffer;      /* bytes of the buffer, a multiple of 128 */
  int32_t pixels, run; /* of an output row; elements of one */
  int32_t one_count;   /* every window has the same number of elements: `divisors` has one entry */
} hl_pool_rows_tiling;

/* Whether straight code combines the whole vectors of a row: where a window has all of its rows, few enough, and none reaches the
 * tensor's end. Else they are combined the careful way, as is the rest of a row. */
HL_KERNEL int hl_pool_rows_straight(const hl_pool *p, const uint8_t *image, const uint8_t *limit,
                                    int y0, int y1) {
  const int bytes = p->in_width * p->depth * hl_type_bytes(p->type);
  return p->kernel_height <= HL_POOL_WINDOW && y1 - y0 == p->kernel_height &&
         !hl_near(image + y1 * bytes - HL_ALIGN, limit);
}

/* The maxima over the rows y0 .. y1 - 1: `n` bytes from `at`, which lies in the first of them. */
HL_KERNEL HVX_Vector hl_pool_rows_max_some(const hl_pool *p, const uint8_t *at, int rows, int n) {
  const int bytes = p->in_width * p->depth * hl_type_bytes(p->type);
  const HVX_Vector neutral = hl_vsplat(p->type, hl_type_min(p->type));
  HVX_Vector m = neutral;
  HL_ROLL
  for (int y = 0; y < rows; ++y)
    m = hl_vmax(p->type, m, hl_load_first(at + y * bytes, n));
  return n == HL_ALIGN ? m : Q6_V_vmux_QVV(Q6_Q_vsetq_R(n), m, neutral);
}

/* Makes one row of the buffer: the maxima over the image's rows y0 .. y1 - 1. */
HL_KERNEL void hl_pool_rows_max(const hl_pool *p, const uint8_t *image, const uint8_t *limit,
                                int y0, int y1, uint8_t *buffer) {
  const int bytes = p->in_width * p->depth * hl_type_bytes(p->type), rest = bytes % HL_ALIGN;
  const uint8_t *const rows = image + y0 * bytes;
  if (hl_pool_rows_straight(p, image, limit, y0, y1)) {
    HL_ROLL
    for (int v = 0; v < bytes / HL_ALIGN; ++v) {
      HVX_Vector m = hl_load_u(rows + v * HL_ALIGN);
      HL_UNROLL
      for (int y = 1; y < p->kernel_height; ++y)
        m = hl_vmax(p->type, m, hl_load_u(rows + v * HL_ALIGN + y * bytes));
      ((HVX_Vector *)buffer)[v] = m;
    }
  } else {
    HL_ROLL
    for (int v = 0; v < bytes / HL_ALIGN; ++v)
      ((HVX_Vector *)buffer)[v] = hl_pool_rows_max_some(p, rows + v * HL_ALIGN, y1 - y0, HL_ALIGN);
  }
  if (rest)
    *(HVX_Vector *)(buffer + bytes - rest) = hl_pool_rows_max_some(p, rows + bytes - rest, y1 - y0, rest);
}

/* 128 bytes of elements as words in their order: added to `words`, which are 4 vectors for bytes, 2
 * for int16. */
HL_KERNEL void hl_pool_rows_widen(hl_type type, HVX_VectorPair sums, HVX_Vector *words) {
  const HVX_VectorPair in_order =
      Q6_W_vshuff_VVR(Q6_V_hi_W(sums), Q6_V_lo_W(sums), type == HL_INT16 ? -4 : -2);
  if (type == HL_INT16) {
    words[0] = Q6_V_lo_W(in_order);
    words[1] = Q6_V_hi_W(in_order);
    return;
  }
  const HVX_VectorPair first = Q6_Ww_vunpack_Vh(Q6_V_lo_W(in_order)),
                       last = Q6_Ww_vunpack_Vh(Q6_V_hi_W(in_order));
  words[0] = Q6_V_lo_W(first);
  words[1] = Q6_V_hi_W(first);
  words[2] = Q6_V_lo_W(last);
  words[3] = Q6_V_hi_W(last);
}

/* Adds a vector of one row to sums: halfwords of bytes, words of int16. */
HL_KERNEL HVX_VectorPair hl_pool_rows_sum(hl_type type, HVX_VectorPair sums, HVX_Vector x) {
  return type == HL_INT16 ? Q6_Ww_vaddacc_WwVhVh(sums, x, Q6_V_vzero())
                          : Q6_Wh_vadd_WhWh(sums, hl_vwiden(x, type, 0));
}

HL_KERNEL void hl_pool_rows_add_some(const hl_pool *p, const uint8_t *at, int rows, int n, HVX_Vector *words) {
  const int bytes = p->in_width * p->depth * hl_type_bytes(p->type);
  const HVX_Vector zero = Q6_V_vzero();
  HVX_VectorPair sums = Q6_W_vcombine_VV(zero, zero);
  HL_ROLL
  for (int y = 0; y < rows; ++y) {
    const HVX_Vector x = hl_load_first(at + y * bytes, n);
    sums = hl_pool_rows_sum(p->type, sums, n == HL_ALIGN ? x : Q6_V_vmux_QVV(Q6_Q_vsetq_R(n), x, zero));
  }
  hl_pool_rows_widen(p->type, sums, words);
}

HL_KERNEL void hl_pool_rows_add(const hl_pool *p, const uint8_t *image, const uint8_t *limit,
                                int y0, int y1, uint8_t *buffer) {
  const int bytes = p->in_width * p->depth * hl_type_bytes(p->type), rest = bytes % HL_ALIGN,
            per_element = 4 / hl_type_bytes(p->type);
  const HVX_Vector zero = Q6_V_vzero();
  const uint8_t *const rows = image + y0 * bytes;
  if (hl_pool_rows_straight(p, image, limit, y0, y1)) {
    HL_ROLL
    for (int v = 0; v < bytes / HL_ALIGN; ++v) {
      HVX_VectorPair sums = Q6_W_vcombine_VV(zero, zero);
      HL_UNROLL
      for (int y = 0; y < p->kernel_height; ++y)
        sums = hl_pool_rows_sum(p->type, sums, hl_load_u(rows + v * HL_ALIGN + y * bytes));
      hl_pool_rows_widen(p->type, sums, (HVX_Vector *)buffer + v * per_element);
    }
  } else {
    HL_ROLL
    for (int v = 0; v < bytes / HL_ALIGN; ++v)
      hl_pool_rows_add_some(p, rows + v * HL_ALIGN, y1 - y0, HL_ALIGN, (HVX_Vector *)buffer + v * per_element);
  }
  if (rest)
    hl_pool_rows_add_some(p, rows + bytes - rest, y1 - y0, rest, (HVX_Vector *)(buffer + (bytes - rest) * per_element));
}

/* Whether the columns of a window are few enough for straight code. */
HL_KERNEL int hl_pool_columns_straight(const hl_pool *p) { return p->kernel_width <= HL_POOL_WINDOW; }

/* 128 bytes of outputs; `at`: their first elements in the buffer. */
HL_KERNEL HVX_Vector hl_pool_rows_maxima(const hl_pool *p, const uint8_t *at) {
  const int step = p->depth * hl_type_bytes(p->type);
  HVX_Vector m = hl_load_u(at);
  if (hl_pool_columns_straight(p)) {
    HL_UNROLL
    for (int kx = 1; kx < p->kernel_width; ++kx)
      m = hl_vmax(p->type, m, hl_load_u(at + kx * step));
    return m;
  }
  HL_ROLL
  for (int kx = 1; kx < p->kernel_width; ++kx)
    m = hl_vmax(p->type, m, hl_load_u(at + kx * step));
  return m;
}

HL_KERNEL HVX_Vector hl_pool_rows_averages(const hl_pool *p, const uint8_t *at, int elements,
                                           hl_divisor d) {
  const int vectors = hl_type_bytes(p->type) == 2 ? 2 : 4, step = p->depth * 4;
  HVX_Vector w[4];
  HL_UNROLL
  for (int i = 0; i < vectors; ++i) {
    w[i] = Q6_V_vzero();
    if (32 * i >= elements)
      continue;
    if (hl_pool_columns_straight(p)) {
      HL_UNROLL
      for (int kx = 0; kx < p->kernel_width; ++kx)
        w[i] = Q6_Vw_vadd_VwVw(w[i], hl_load_u(at + 128 * i + kx * step));
    } else {
      HL_ROLL
      for (int kx = 0; kx < p->kernel_width; ++kx)
        w[i] = Q6_Vw_vadd_VwVw(w[i], hl_load_u(at + 128 * i + kx * step));
    }
    w[i] = hl_vdivide_rounded(w[i], d);
  }
  if (p->type == HL_INT16)
    return hl_vnarrow_h(w[0], w[1], INT16_MIN, INT16_MAX);
  return hl_vnarrow(w[0], w[1], w[2], w[3], 0, hl_type_min(p->type), hl_type_max(p->type),
                    p->type == HL_INT8);
}

/* `n` elements of outputs. */
HL_KERNEL HVX_Vector hl_pool_rows_some(const hl_pool *p, int average, const uint8_t *at, int n, hl_divisor d) {
  const HVX_Vector v = average ? hl_pool_rows_averages(p, at, n, d) : hl_pool_rows_maxima(p, at);
  return hl_vclamp(p->type, v, p->min, p->max);
}

/* `ahead`: 128 bytes are below the end. */
HL_KERNEL void hl_pool_rows_store(uint8_t *to, HVX_Vector v, int n, int ahead, const uint8_t *end) {
  if (ahead || n == HL_ALIGN)
    hl_store_u(to, v);
  else
    hl_store_ahead(to, v, n, end);
}

/* `pixels` of a row of outputs from number x on: straight code if their vectors are few, else a loop over those of the only one. */
HL_KERNEL void hl_pool_rows_pixels(const hl_pool *p, const hl_pool_rows_tiling *t, int average, const hl_divisor *divisors, int y,
                                   int x, int pixels, const uint8_t *at, uint8_t *out, int ahead, const uint8_t *end) {
  const int bytes = hl_type_bytes(p->type), in_buffer = average ? 4 : bytes, lanes = HL_ALIGN / bytes,
            vectors = (t->run + lanes - 1) / lanes, rest = t->run % lanes, step = p->stride_width * p->depth * in_buffer;
  hl_divisor d[HL_POOL_ROWS_TOGETHER] = {{1, 0, 0}};
  HL_UNROLL
  for (int i = 0; average && i < pixels; ++i) {
    const hl_pool_window w = hl_clip_window(p, y, x + i);
    d[i] = divisors[t->one_count ? 0 : (w.y1 - w.y0) * (w.x1 - w.x0)];
  }
  if (vectors > HL_POOL_ROWS_TOGETHER) {
    HL_ROLL
    for (int c = 0; c < t->run / lanes; ++c)
      hl_store_u(out + c * HL_ALIGN, hl_pool_rows_some(p, average, at + c * lanes * in_buffer, lanes, d[0]));
    if (rest)
      hl_pool_rows_store(out + (t->run - rest) * bytes, hl_pool_rows_some(p, average, at + (t->run - rest) * in_buffer, rest, d[0]),
                         rest * bytes, ahead, end);
    return;
  }
  HVX_Vector v[HL_POOL_ROWS_TOGETHER][HL_POOL_ROWS_TOGETHER];
  HL_UNROLL
  for (int i = 0; i < pixels; ++i)
    HL_UNROLL
    for (int c = 0; c < vectors; ++c)
      v[i][c] = hl_pool_rows_some(p, average, at + i * step + c * lanes * in_buffer, hl_min(t->run - c * lanes, lanes),
                                  d[average ? i : 0]);
  HL_UNROLL
  for (int i = 0; i < pixels; ++i)
    HL_UNROLL
    for (int c = 0; c < vectors; ++c)
      hl_pool_rows_store(out + (i * t->run + c * lanes) * bytes, v[i][c], hl_min(t->run - c * lanes, lanes) * bytes, ahead, end);
}

/* Makes one row of outputs. What is behind it is overwritten up to the end, from which the row is apart by a vector if `ahead`. `divisors`:
 * by the number of elements, or one. */
HL_KERNEL void hl_pool_rows_out(const hl_pool *p, const hl_pool_rows_tiling *t, int average,
                                const hl_divisor *divisors, int y, const uint8_t *buffer,
                                uint8_t *out, int ahead, const uint8_t *end) {
  const int bytes = hl_type_bytes(p->type), in_buffer = average ? 4 : bytes, step = p->stride_width * p->depth * in_buffer,
            lanes = average ? HL_ALIGN / 4 : HL_ALIGN / bytes, vectors = (t->run + lanes - 1) / lanes;
  const int together = vectors > HL_POOL_ROWS_TOGETHER / 2 ? 1 : HL_POOL_ROWS_TOGETHER / vectors, last = t->pixels % together;
  const uint8_t *at = buffer + t->origin - p->pad_left * p->depth * in_buffer;
  int x = 0;
  HL_ROLL
  for (; x < t->pixels - last; x += together, at += together * step, out += together * t->run * bytes)
    hl_pool_rows_pixels(p, t, average, divisors, y, x, together, at, out, ahead, end);
  if (last)
    hl_pool_rows_pixels(p, t, average, divisors, y, x, last, at, out, ahead, end);
}

HL_KERNEL void hl_pool_rows(const hl_pool *p, const hl_pool_rows_tiling *t, int average,
                            const void *in, const hl_divisor *divisors, void *out,
                            uint8_t *scratch) {
  const size_t row = (size_t)p->in_width * p->depth * hl_type_bytes(p->type);
  const uint8_t *const limit = hl_storage_end(in, p->batches * p->in_height * row);
  const HVX_Vector neutral = average ? Q6_V_vzero() : hl_vsplat(p->type, hl_type_min(p->type));
  const uint8_t *const end =
      hl_storage_end(out, (size_t)p->batches * p->out_height * p->out_width * p->depth * hl_type_bytes(p->type));
  HL_ROLL
  for (int i = 0; i < t->buffer / HL_ALIGN; ++i)
    ((HVX_Vector *)scratch)[i] = neutral;
  uint8_t *to = out;
  HL_ROLL
  for (int batch = 0; batch < p->batches; ++batch)
    HL_ROLL
    for (int y = 0; y < p->out_height; ++y, to += t->pixels * t->run * hl_type_bytes(p->type)) {
      const hl_pool_window window = hl_clip_window(p, y, 0);
      const uint8_t *image = (const uint8_t *)in + batch * p->in_height * row;
      if (average)
        hl_pool_rows_add(p, image, limit, window.y0, window.y1, scratch + t->origin);
      else
        hl_pool_rows_max(p, image, limit, window.y0, window.y1, scratch + t->origin);
      if (to + t->pixels * t->run * hl_type_bytes(p->type) + HL_ALIGN <= end)
        hl_pool_rows_out(p, t, average, divisors, y, scratch, to, 1, end);
      else
        hl_pool_rows_out(p, t, average, divisors, y, scratch, to, 0, end);
    }
}

#endif

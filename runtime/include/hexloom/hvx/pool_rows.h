/* AVERAGE_POOL_2D and MAX_POOL_2D of bytes and int16, row-major: the rows of a window are combined
 * into a buffer of one row with room for the padding on both sides, then its columns. Averages keep
 * words in the buffer. Where outputs that follow one another read at the same distance, a whole row
 * of them is computed as if it were one pixel with many channels. */
#ifndef HEXLOOM_HVX_POOL_ROWS_H
#define HEXLOOM_HVX_POOL_ROWS_H

#include <hexloom/hvx/divide.h>
#include <hexloom/hvx/lanes.h>
#include <hexloom/hvx/widen.h>
#include <hexloom/portable/pool.h>

typedef struct {
  int32_t origin;      /* bytes before the image in the buffer, a multiple of 128 */
  int32_t buffer;      /* bytes of the buffer, a multiple of 128 */
  int32_t pixels, run; /* of an output row; elements of one */
  int32_t one_count;   /* every window has the same number of elements: `divisors` has one entry */
} hl_pool_rows_tiling;

/* Bytes of a row that straight code combines by whole vectors: all but the last ones, where a window has all of its rows, few
 * enough, and none reaches the tensor's end. Else none, and all are combined the careful way. */
HL_KERNEL int hl_pool_rows_straight(const hl_pool *p, const uint8_t *image, const uint8_t *limit,
                                    int y0, int y1) {
  const int bytes = p->in_width * p->depth * hl_type_bytes(p->type);
  const int straight = p->kernel_height <= 8 && y1 - y0 == p->kernel_height &&
                       !hl_near(image + y1 * bytes - HL_ALIGN, limit);
  return straight ? bytes / HL_ALIGN * HL_ALIGN : 0;
}

/* One row of the buffer from the rows y0 .. y1 - 1, which are `bytes` long. */
HL_KERNEL void hl_pool_rows_max(const hl_pool *p, const uint8_t *image, const uint8_t *limit,
                                int y0, int y1, uint8_t *buffer) {
  const int bytes = p->in_width * p->depth * hl_type_bytes(p->type),
            straight = hl_pool_rows_straight(p, image, limit, y0, y1);
  const HVX_Vector neutral = hl_vsplat(p->type, hl_type_min(p->type));
  const uint8_t *const rows = image + y0 * bytes;
  HL_ROLL
  for (int i = 0; i < straight; i += HL_ALIGN) {
    HVX_Vector m = hl_load_u(rows + i);
    HL_UNROLL
    for (int y = 1; y < p->kernel_height; ++y)
      m = hl_vmax(p->type, m, hl_load_u(rows + i + y * bytes));
    *(HVX_Vector *)(buffer + i) = m;
  }
  HL_ROLL
  for (int i = straight; i < bytes; i += HL_ALIGN) {
    const int n = hl_min(bytes - i, HL_ALIGN);
    HVX_Vector m = neutral;
    HL_ROLL
    for (int y = 0; y < y1 - y0; ++y)
      m = hl_vmax(p->type, m, hl_load_first(rows + i + y * bytes, n));
    *(HVX_Vector *)(buffer + i) = n == HL_ALIGN ? m : Q6_V_vmux_QVV(Q6_Q_vsetq_R(n), m, neutral);
  }
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

HL_KERNEL void hl_pool_rows_add(const hl_pool *p, const uint8_t *image, const uint8_t *limit,
                                int y0, int y1, uint8_t *buffer) {
  const int bytes = p->in_width * p->depth * hl_type_bytes(p->type),
            per_element = 4 / hl_type_bytes(p->type),
            straight = hl_pool_rows_straight(p, image, limit, y0, y1);
  const HVX_Vector zero = Q6_V_vzero();
  const uint8_t *const rows = image + y0 * bytes;
  HL_ROLL
  for (int i = 0; i < straight; i += HL_ALIGN) {
    HVX_VectorPair sums = Q6_W_vcombine_VV(zero, zero);
    HL_UNROLL
    for (int y = 0; y < p->kernel_height; ++y)
      sums = hl_pool_rows_sum(p->type, sums, hl_load_u(rows + i + y * bytes));
    hl_pool_rows_widen(p->type, sums, (HVX_Vector *)(buffer + i * per_element));
  }
  HL_ROLL
  for (int i = straight; i < bytes; i += HL_ALIGN) {
    const int n = hl_min(bytes - i, HL_ALIGN);
    HVX_VectorPair sums = Q6_W_vcombine_VV(zero, zero);
    HL_ROLL
    for (int y = 0; y < y1 - y0; ++y) {
      const HVX_Vector x = hl_load_first(rows + i + y * bytes, n);
      sums = hl_pool_rows_sum(p->type, sums, n == HL_ALIGN ? x : Q6_V_vmux_QVV(Q6_Q_vsetq_R(n), x, zero));
    }
    hl_pool_rows_widen(p->type, sums, (HVX_Vector *)(buffer + i * per_element));
  }
}

/* 128 bytes of outputs; `at`: their first elements in the buffer. */
HL_KERNEL HVX_Vector hl_pool_rows_maxima(const hl_pool *p, const uint8_t *at) {
  const int step = p->depth * hl_type_bytes(p->type);
  HVX_Vector m = hl_load_u(at);
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
    for (int kx = 0; kx < p->kernel_width; ++kx)
      w[i] = Q6_Vw_vadd_VwVw(w[i], hl_load_u(at + 128 * i + kx * step));
    w[i] = hl_vdivide_rounded(w[i], d);
  }
  if (p->type == HL_INT16)
    return hl_vnarrow_h(w[0], w[1], INT16_MIN, INT16_MAX);
  return hl_vnarrow(w[0], w[1], w[2], w[3], 0, hl_type_min(p->type), hl_type_max(p->type),
                    p->type == HL_INT8);
}

/* One row of outputs. `divisors`: by the number of elements, or one. */
HL_KERNEL void hl_pool_rows_out(const hl_pool *p, const hl_pool_rows_tiling *t, int average,
                                const hl_divisor *divisors, int y, const uint8_t *buffer,
                                uint8_t *out) {
  const int bytes = hl_type_bytes(p->type), in_buffer = average ? 4 : bytes,
            lanes = HL_ALIGN / bytes;
  const uint8_t *at = buffer + t->origin - p->pad_left * p->depth * in_buffer;
  for (int x = 0; x < t->pixels;
       ++x, at += p->stride_width * p->depth * in_buffer, out += t->run * bytes) {
    hl_divisor d = {1, 0, 0};
    if (average) {
      const hl_pool_window w = hl_clip_window(p, y, x);
      d = divisors[t->one_count ? 0 : (w.y1 - w.y0) * (w.x1 - w.x0)];
    }
    for (int c = 0; c < t->run; c += lanes) {
      const int n = hl_min(t->run - c, lanes);
      const HVX_Vector v = average ? hl_pool_rows_averages(p, at + c * in_buffer, n, d)
                                   : hl_pool_rows_maxima(p, at + c * in_buffer);
      hl_store_first(out + c * bytes, hl_vclamp(p->type, v, p->min, p->max), n * bytes);
    }
  }
}

HL_KERNEL void hl_pool_rows(const hl_pool *p, const hl_pool_rows_tiling *t, int average,
                            const void *in, const hl_divisor *divisors, void *out,
                            uint8_t *scratch) {
  const size_t row = (size_t)p->in_width * p->depth * hl_type_bytes(p->type);
  const uint8_t *const limit = hl_storage_end(in, p->batches * p->in_height * row);
  const HVX_Vector neutral = average ? Q6_V_vzero() : hl_vsplat(p->type, hl_type_min(p->type));
  for (int i = 0; i < t->buffer / HL_ALIGN; ++i)
    ((HVX_Vector *)scratch)[i] = neutral;
  uint8_t *to = out;
  for (int batch = 0; batch < p->batches; ++batch)
    for (int y = 0; y < p->out_height; ++y, to += t->pixels * t->run * hl_type_bytes(p->type)) {
      const hl_pool_window window = hl_clip_window(p, y, 0);
      const uint8_t *image = (const uint8_t *)in + batch * p->in_height * row;
      if (average)
        hl_pool_rows_add(p, image, limit, window.y0, window.y1, scratch + t->origin);
      else
        hl_pool_rows_max(p, image, limit, window.y0, window.y1, scratch + t->origin);
      hl_pool_rows_out(p, t, average, divisors, y, scratch, to);
    }
}

#endif

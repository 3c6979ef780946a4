// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* RESIZE_NEAREST_NEIGHBOR of any type and RESIZE_BILINEAR of bytes and int16, row-major: a pixel's
 * channels are neighbours.
 *
 * Bilinear: two source rows are blended into a buffer of words, then each output pixel from two
 * pixels of the buffer. Bytes are exact integers as in resize.h; int16 has 20 bits behind the point
 * and sums of 36 bits in two parts.
 *
 * For uint8 whose distances are no multiples of a power of two the reference computes in single
 * precision. Its error is below 2^-12, that of 22 bits behind the point far below: wherever the
 * result lies farther than that from where rounding changes, both agree. The few other elements are
 * computed as the reference does. */
#ifndef HEXLOOM_HVX_RESIZE_ROWS_H
#define HEXLOOM_HVX_RESIZE_ROWS_H

#include <hexloom/hvx/copy.h>
#include <hexloom/hvx/lanes.h>
#include <hexloom/hvx/resize.h>

typedef enum { HL_BILINEAR_BYTES, HL_BILINEAR_HALVES, HL_BILINEAR_FLOATS } hl_bilinear;

HL_KERNEL void hl_resize_nearest_rows(const hl_resize *p, const void *in, const int32_t *rows,
                                      const int32_t *columns, void *out) {
  const int pixel = p->depth * hl_type_bytes(p->type), row_bytes = p->in_width * pixel,
            out_bytes = p->out_width * pixel;
  const uint8_t *const limit = hl_storage_end(in, (size_t)p->batches * p->in_height * row_bytes);
  const uint8_t *const end = hl_storage_end(out, (size_t)p->batches * p->out_height * out_bytes);
  uint8_t *to = out;
  for (int batch = 0; batch < p->batches; ++batch)
    for (int y = 0; y < p->out_height; ++y) {
      const uint8_t *row =
          (const uint8_t *)in + ((size_t)batch * p->in_height + rows[y]) * row_bytes;
      if (y > 0 && rows[y] == rows[y - 1]) {
        hl_vcopy(to - out_bytes, to, out_bytes);
        to += out_bytes;
        continue;
      }
      for (int x = 0; x < p->out_width; ++x, to += pixel) {
        const uint8_t *from = row + columns[x] * pixel;
        const int near = hl_near(from + pixel, limit);
        for (int c = 0; c < pixel; c += HL_ALIGN) {
          const int n = hl_min(pixel - c, HL_ALIGN);
          hl_store_ahead(to + c, hl_load_some(from + c, n, near), n, end);
        }
      }
    }
}

/* Elements of two rows blended, 22 bits behind the point; `fraction`: the upper one's weight in
 * units of 2^-31. */
HL_KERNEL void hl_blend_fine(HVX_VectorPair a, HVX_VectorPair b, int32_t fraction,
                             HVX_Vector *words) {
  const HVX_Vector f = Q6_V_vsplat_R(fraction);
  HVX_Vector halves[4] = {Q6_V_lo_W(a), Q6_V_hi_W(a), Q6_V_lo_W(b), Q6_V_hi_W(b)};
  HL_UNROLL
  for (int i = 0; i < 2; ++i) {
    const HVX_VectorPair x = Q6_Ww_vunpack_Vh(halves[i]), y = Q6_Ww_vunpack_Vh(halves[i + 2]);
    const HVX_Vector x0 = Q6_Vw_vasl_VwR(Q6_V_lo_W(x), 22), x1 = Q6_Vw_vasl_VwR(Q6_V_hi_W(x), 22);
    *words++ =
        Q6_Vw_vadd_VwVw(x0, hl_vsrdhm(Q6_Vw_vsub_VwVw(Q6_Vw_vasl_VwR(Q6_V_lo_W(y), 22), x0), f));
    *words++ =
        Q6_Vw_vadd_VwVw(x1, hl_vsrdhm(Q6_Vw_vsub_VwVw(Q6_Vw_vasl_VwR(Q6_V_hi_W(y), 22), x1), f));
  }
}

HL_KERNEL void hl_blend_halves(HVX_Vector a, HVX_Vector b, int32_t weights, HVX_Vector *words) {
  const HVX_VectorPair both = Q6_W_vshuff_VVR(b, a, -2);
  words[0] = Q6_Vw_vdmpy_VhRh_sat(Q6_V_lo_W(both), weights);
  words[1] = Q6_Vw_vdmpy_VhRh_sat(Q6_V_hi_W(both), weights);
}

/* 128 bytes of two rows; 4 vectors of words for bytes, 2 for halfwords. */
HL_KERNEL void hl_blend_vector(const hl_resize *p, hl_bilinear mode, HVX_Vector lower,
                               HVX_Vector upper, int32_t weights, HVX_Vector *words) {
  if (mode == HL_BILINEAR_HALVES) {
    hl_blend_halves(lower, upper, weights, words);
    return;
  }
  const HVX_VectorPair a = p->type == HL_INT8 ? Q6_Wh_vunpack_Vb(lower) : Q6_Wuh_vunpack_Vub(lower);
  const HVX_VectorPair b = p->type == HL_INT8 ? Q6_Wh_vunpack_Vb(upper) : Q6_Wuh_vunpack_Vub(upper);
  if (mode == HL_BILINEAR_FLOATS) {
    hl_blend_fine(a, b, weights, words);
    return;
  }
  hl_blend_halves(Q6_V_lo_W(a), Q6_V_lo_W(b), weights, words);
  hl_blend_halves(Q6_V_hi_W(a), Q6_V_hi_W(b), weights, words + 2);
}

HL_KERNEL void hl_blend_image_rows(const hl_resize *p, hl_bilinear mode, const uint8_t *image,
                                   const hl_vresize_tap *tap, const uint8_t *limit,
                                   HVX_Vector *words) {
  const int bytes = p->in_width * p->depth * hl_type_bytes(p->type);
  const uint8_t *lower = image + (size_t)tap->lower * bytes,
                *upper = image + (size_t)tap->upper * bytes;
  for (int i = 0; i < bytes; i += HL_ALIGN, words += 4 / hl_type_bytes(p->type)) {
    const int n = hl_min(bytes - i, HL_ALIGN);
    const int near = hl_near(lower + i, limit) || hl_near(upper + i, limit);
    const HVX_Vector a = near ? hl_load_first(lower + i, n) : hl_load_u(lower + i);
    const HVX_Vector b = near ? hl_load_first(upper + i, n) : hl_load_u(upper + i);
    hl_blend_vector(p, mode, a, b, tap->weights, words);
  }
}

/* lower * weights' lower half + upper * its upper half. */
HL_KERNEL HVX_Vector hl_weigh(HVX_Vector lower, HVX_Vector upper, int32_t weights) {
  const HVX_Vector sum = Q6_Vw_vmpyi_VwRh(lower, Q6_R_combine_RlRl(weights, weights));
  return Q6_Vw_vmpyiacc_VwVwRh(sum, upper, Q6_R_combine_RhRh(weights, weights));
}

/* Words of 26 bits with 10 behind the point, weighed and rounded half away from zero: sum = high *
 * 2^10 + low. */
HL_KERNEL HVX_Vector hl_across_halves(HVX_Vector lower, HVX_Vector upper, int32_t weights) {
  const HVX_Vector mask = Q6_V_vsplat_R(1023);
  const HVX_Vector high = hl_weigh(Q6_Vw_vasr_VwR(lower, 10), Q6_Vw_vasr_VwR(upper, 10), weights);
  const HVX_Vector low = hl_weigh(Q6_V_vand_VV(lower, mask), Q6_V_vand_VV(upper, mask), weights);
  const HVX_Vector negative =
      Q6_Vw_vasr_VwR(Q6_Vw_vadd_VwVw(high, Q6_Vw_vasr_VwR(low, 10)), 31); /* -1 or 0 */
  const HVX_Vector rounded =
      Q6_Vw_vadd_VwVw(Q6_Vw_vadd_VwVw(low, Q6_V_vsplat_R(1 << 19)), negative);
  return Q6_Vw_vasr_VwR(Q6_Vw_vadd_VwVw(high, Q6_Vw_vasr_VwR(rounded, 10)), 10);
}

/* Words with 22 bits behind the point to the nearest integer; `doubt`: -1 where single precision
 * may differ. */
HL_KERNEL HVX_Vector hl_across_fine(HVX_Vector lower, HVX_Vector upper, int32_t fraction,
                                    HVX_Vector *doubt) {
  const HVX_Vector step = hl_vsrdhm(Q6_Vw_vsub_VwVw(upper, lower), Q6_V_vsplat_R(fraction));
  const HVX_Vector sum = Q6_Vw_vadd_VwVw(Q6_Vw_vadd_VwVw(lower, step), Q6_V_vsplat_R(1 << 21));
  const int margin = 1 << (22 - 12);
  const HVX_Vector rest =
      Q6_V_vand_VV(Q6_Vw_vadd_VwVw(sum, Q6_V_vsplat_R(margin)), Q6_V_vsplat_R((1 << 22) - 1));
  *doubt = Q6_V_vand_QR(Q6_Q_vcmp_gt_VwVw(Q6_V_vsplat_R(2 * margin), rest), -1);
  return Q6_Vw_vasr_VwR(sum, 22);
}

/* `n` outputs of neighbouring elements; `flags` (HL_BILINEAR_FLOATS): for each, whether it is in doubt. */
HL_KERNEL HVX_Vector hl_across_some(const hl_resize *p, hl_bilinear mode, int bits, const int32_t *lower, const int32_t *upper,
                                    int32_t weights, int n, uint8_t *flags) {
  HVX_Vector w[4] = {Q6_V_vzero(), Q6_V_vzero(), Q6_V_vzero(), Q6_V_vzero()}, doubt[4] = {w[0], w[0], w[0], w[0]};
  HL_UNROLL
  for (int i = 0; i < 4 / hl_type_bytes(p->type); ++i) {
    if (32 * i >= n)
      continue;
    const HVX_Vector a = hl_load_u(lower + 32 * i), b = hl_load_u(upper + 32 * i);
    w[i] = mode == HL_BILINEAR_HALVES   ? hl_across_halves(a, b, weights)
           : mode == HL_BILINEAR_FLOATS ? hl_across_fine(a, b, weights, &doubt[i])
                                        : hl_vrdivpot(hl_weigh(a, b, weights), bits);
  }
  if (mode == HL_BILINEAR_FLOATS)
    hl_store_u(flags, Q6_Vb_vpacke_VhVh(Q6_Vh_vpacke_VwVw(doubt[3], doubt[2]), Q6_Vh_vpacke_VwVw(doubt[1], doubt[0])));
  return mode == HL_BILINEAR_HALVES ? Q6_Vh_vpack_VwVw_sat(w[1], w[0])
                                    : hl_vnarrow(w[0], w[1], w[2], w[3], 0, hl_type_min(p->type), hl_type_max(p->type),
                                                 p->type == HL_INT8);
}

/* Pixels of one vector that share straight code, where they fill each other's waits. */
enum { HL_ACROSS_TOGETHER = 2 };

/* `pixels` of a row of outputs; `ahead`: the row is apart by a vector from the end. */
HL_KERNEL void hl_resize_pixels(const hl_resize *p, hl_bilinear mode, int bits, const int32_t *words,
                                const hl_vresize_tap *columns, int pixels, uint8_t *to, const uint8_t *end, int ahead,
                                uint8_t *flags) {
  const int bytes = hl_type_bytes(p->type), lanes = HL_ALIGN / bytes, rest = p->depth % lanes;
  if (p->depth > lanes) {
    const int32_t *lower = words + columns->lower * p->depth, *upper = words + columns->upper * p->depth;
    HL_ROLL
    for (int v = 0; v < p->depth / lanes; ++v)
      hl_store_u(to + v * HL_ALIGN, hl_across_some(p, mode, bits, lower + v * lanes, upper + v * lanes, columns->weights, lanes,
                                                   flags + v * lanes));
    if (rest) {
      const int c = p->depth - rest;
      const HVX_Vector v = hl_across_some(p, mode, bits, lower + c, upper + c, columns->weights, rest, flags + c);
      if (ahead)
        hl_store_u(to + c * bytes, v);
      else
        hl_store_ahead(to + c * bytes, v, rest * bytes, end);
    }
    return;
  }
  HVX_Vector v[HL_ACROSS_TOGETHER];
  HL_UNROLL
  for (int i = 0; i < pixels; ++i)
    v[i] = hl_across_some(p, mode, bits, words + columns[i].lower * p->depth, words + columns[i].upper * p->depth,
                          columns[i].weights, p->depth, flags + i * p->depth);
  HL_UNROLL
  for (int i = 0; i < pixels; ++i)
    if (ahead)
      hl_store_u(to + i * p->depth * bytes, v[i]);
    else
      hl_store_ahead(to + i * p->depth * bytes, v[i], p->depth * bytes, end);
}

/* Makes one row of outputs. What is behind it is overwritten up to the end. */
HL_KERNEL void hl_resize_across(const hl_resize *p, hl_bilinear mode, int bits,
                                const int32_t *words, const hl_vresize_tap *columns, uint8_t *to,
                                const uint8_t *end, int ahead, uint8_t *flags) {
  const int bytes = hl_type_bytes(p->type), pixel = p->depth * bytes,
            together = p->depth * bytes <= HL_ALIGN ? HL_ACROSS_TOGETHER : 1;
  HL_ROLL
  for (int g = 0; g < p->out_width / together;
       ++g, columns += together, to += together * pixel, flags += together * p->depth)
    hl_resize_pixels(p, mode, bits, words, columns, together, to, end, ahead, flags);
  if (p->out_width % together)
    hl_resize_pixels(p, mode, bits, words, columns, 1, to, end, ahead, flags);
}

/* As the portable kernel: element `i` of an output row. */
static __attribute__((noinline, unused)) uint8_t
hl_resize_exactly(const hl_resize *p, const uint8_t *image, const hl_resize_tap *row,
                  const hl_resize_tap *columns, int i) {
  const hl_resize_tap *column = columns + i / p->depth;
  int32_t v[4];
  for (int corner = 0; corner < 4; ++corner) {
    const int y = corner & 2 ? row->upper : row->lower,
              x = corner & 1 ? column->upper : column->lower;
    v[corner] = image[(y * p->in_width + x) * p->depth + i % p->depth];
  }
  return (uint8_t)hl_interpolate_float(v, row->distance, column->distance);
}

/* `flags` is aligned to 8 bytes. */
HL_KERNEL void hl_resize_doubts(const hl_resize *p, const uint8_t *image, const hl_resize_tap *row,
                                const hl_resize_tap *columns, const uint8_t *flags, uint8_t *to) {
  const int elements = p->out_width * p->depth;
  for (int i = 0; i < elements; i += 8)
    if (*(const uint64_t *)(flags + i))
      for (int k = i; k < hl_min(i + 8, elements); ++k)
        if (flags[k])
          to[k] = hl_resize_exactly(p, image, row, columns, k);
}

/* scratch: `flags_at` bytes for blended words, then flags. The last two tables are for
 * HL_BILINEAR_FLOATS. */
HL_KERNEL void hl_resize_bilinear_rows(const hl_resize *p, hl_bilinear mode, int bits,
                                       const void *in, const hl_vresize_tap *rows,
                                       const hl_vresize_tap *columns, void *out, uint8_t *scratch,
                                       int flags_at, const hl_resize_tap *float_rows,
                                       const hl_resize_tap *float_columns) {
  const int bytes = hl_type_bytes(p->type);
  const size_t image_bytes = (size_t)p->in_height * p->in_width * p->depth * bytes;
  const int row_bytes = p->out_width * p->depth * bytes;
  const uint8_t *const limit = hl_storage_end(in, p->batches * image_bytes);
  const uint8_t *const end = hl_storage_end(out, (size_t)p->batches * p->out_height * row_bytes);
  uint8_t *to = out;
  for (int batch = 0; batch < p->batches; ++batch) {
    const uint8_t *image = (const uint8_t *)in + batch * image_bytes;
    for (int y = 0; y < p->out_height; ++y, to += row_bytes) {
      hl_blend_image_rows(p, mode, image, &rows[y], limit, (HVX_Vector *)scratch);
      if (to + row_bytes + HL_ALIGN <= end)
        hl_resize_across(p, mode, bits, (const int32_t *)scratch, columns, to, end, 1, scratch + flags_at);
      else
        hl_resize_across(p, mode, bits, (const int32_t *)scratch, columns, to, end, 0, scratch + flags_at);
      if (mode == HL_BILINEAR_FLOATS)
        hl_resize_doubts(p, image, &float_rows[y], float_columns, scratch + flags_at, to);
    }
  }
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Rows of 32 bytes to planes of their words and back, as between the depth-blocked layout and planes of four channels: a part of
 * portable/copy.h's strided copies with runs of 4 bytes. The side of rows is aligned to 128; of the other side only the words
 * themselves are read or written. Rows of two or four words may be dense, as pixels of a row-major image are: then planes are that
 * many, and `whole` says that they begin with vectors, too. */
#ifndef HEXLOOM_HVX_WORD_PLANES_H
#define HEXLOOM_HVX_WORD_PLANES_H

#include <hexloom/hvx/pixels.h>
#include <hexloom/hvx/transpose_tiles.h>
#include <hexloom/hvx/word_matrix.h>

enum { HL_ROWS_AT_ONCE = 32 };

/* 32 rows, or as many as are left, to up to 8 planes. */
HL_KERNEL void hl_rows_to_planes_32(const hl_transpose_params *p, int32_t left, const uint8_t *in, uint8_t *out) {
  const HVX_Vector *const from = (const HVX_Vector *)in;
  HVX_Vector v[8];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    v[i] = from[4 * i < left ? i : 0];
  hl_columns_of_words(v);
#pragma unroll
  for (int i = 0; i < 8; ++i)
    if (i < p->columns)
      hl_store_column(out + i * p->out_stride, v[i], left * 4);
}

HL_KERNEL void hl_rows_to_planes(const hl_transpose_params *p, const uint8_t *in, uint8_t *out) {
  const int32_t groups = p->rows / HL_ROWS_AT_ONCE;
#pragma clang loop unroll(disable)
  for (int32_t group = 0; group < groups; ++group, in += 8 * HL_ALIGN, out += HL_ALIGN)
    hl_rows_to_planes_32(p, HL_ROWS_AT_ONCE, in, out);
  if (p->rows % HL_ROWS_AT_ONCE)
    hl_rows_to_planes_32(p, p->rows % HL_ROWS_AT_ONCE, in, out);
}

/* 32 rows, or as many as are left, from up to 8 planes; of rows that have more words the others stay. */
HL_KERNEL void hl_planes_to_rows_32(const hl_transpose_params *p, int32_t left, const uint8_t *in, uint8_t *out) {
  HVX_Vector v[8];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    v[i] = i < p->rows ? hl_load_first(in + i * p->in_stride, left * 4) : Q6_V_vzero();
  hl_rows_of_words(v);
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const int32_t bytes = left * 32 - i * HL_ALIGN;
    if (p->rows < 8 && bytes > 0)
      v[i] = hl_vchoose(hl_repeat_pixel(Q6_Q_vsetq_R(4 * p->rows)), v[i], ((const HVX_Vector *)out)[i]);
    if (bytes >= HL_ALIGN)
      ((HVX_Vector *)out)[i] = v[i];
    else
      hl_store_first(out + i * HL_ALIGN, v[i], bytes);
  }
}

HL_KERNEL void hl_planes_to_rows(const hl_transpose_params *p, const uint8_t *in, uint8_t *out) {
  const int32_t groups = p->columns / HL_ROWS_AT_ONCE;
#pragma clang loop unroll(disable)
  for (int32_t group = 0; group < groups; ++group, in += HL_ALIGN, out += 8 * HL_ALIGN)
    hl_planes_to_rows_32(p, HL_ROWS_AT_ONCE, in, out);
  if (p->columns % HL_ROWS_AT_ONCE)
    hl_planes_to_rows_32(p, p->columns % HL_ROWS_AT_ONCE, in, out);
}

/* 32 dense rows, or as many as are left, to planes. */
HL_KERNEL void hl_dense_to_planes_32(const hl_transpose_params *p, int whole, int32_t left, const uint8_t *in, uint8_t *out) {
  const int n = p->columns;
  HVX_Vector v[4];
  HL_UNROLL
  for (int i = 0; i < n; ++i)
    v[i] = ((const HVX_Vector *)in)[i * 32 < left * n ? i : 0];
  HL_UNROLL
  for (int distance = 1; distance < n; distance *= 2) {
    HL_UNROLL
    for (int i = 0; i < n; ++i)
      if (!(i & distance)) {
        const HVX_VectorPair dealt = Q6_W_vdeal_VVR(v[i + distance], v[i], -4);
        v[i] = Q6_V_lo_W(dealt);
        v[i + distance] = Q6_V_hi_W(dealt);
      }
  }
  HL_UNROLL
  for (int i = 0; i < n; ++i)
    if (whole && left == HL_ROWS_AT_ONCE)
      *(HVX_Vector *)(out + i * p->out_stride) = v[i];
    else
      hl_store_column(out + i * p->out_stride, v[i], left * 4);
}

/* 32 dense rows, or as many as are left, from planes. */
HL_KERNEL void hl_planes_to_dense_32(const hl_transpose_params *p, int whole, int32_t left, const uint8_t *in, uint8_t *out) {
  const int n = p->rows;
  HVX_Vector v[4];
  HL_UNROLL
  for (int i = 0; i < n; ++i) {
    const uint8_t *const from = in + i * p->in_stride;
    v[i] = left < HL_ROWS_AT_ONCE ? hl_load_first(from, left * 4) : whole ? *(const HVX_Vector *)from : hl_load_u(from);
  }
  HL_UNROLL
  for (int distance = n / 2; distance > 0; distance /= 2) {
    HL_UNROLL
    for (int i = 0; i < n; ++i)
      if (!(i & distance)) {
        const HVX_VectorPair shuffled = Q6_W_vshuff_VVR(v[i + distance], v[i], -4);
        v[i] = Q6_V_lo_W(shuffled);
        v[i + distance] = Q6_V_hi_W(shuffled);
      }
  }
  HL_UNROLL
  for (int i = 0; i < n; ++i)
    if (left == HL_ROWS_AT_ONCE)
      ((HVX_Vector *)out)[i] = v[i];
    else
      hl_store_first(out + i * HL_ALIGN, v[i], hl_lesser(left * 4 * n - i * HL_ALIGN, HL_ALIGN));
}

HL_KERNEL void hl_dense_to_planes(const hl_transpose_params *p, int whole, const uint8_t *in, uint8_t *out) {
  const int32_t groups = p->rows / HL_ROWS_AT_ONCE;
  HL_ROLL
  for (int32_t group = 0; group < groups; ++group, in += p->columns * HL_ALIGN, out += HL_ALIGN)
    hl_dense_to_planes_32(p, whole, HL_ROWS_AT_ONCE, in, out);
  if (p->rows % HL_ROWS_AT_ONCE)
    hl_dense_to_planes_32(p, whole, p->rows % HL_ROWS_AT_ONCE, in, out);
}

HL_KERNEL void hl_planes_to_dense(const hl_transpose_params *p, int whole, const uint8_t *in, uint8_t *out) {
  const int32_t groups = p->columns / HL_ROWS_AT_ONCE;
  HL_ROLL
  for (int32_t group = 0; group < groups; ++group, in += HL_ALIGN, out += p->rows * HL_ALIGN)
    hl_planes_to_dense_32(p, whole, HL_ROWS_AT_ONCE, in, out);
  if (p->columns % HL_ROWS_AT_ONCE)
    hl_planes_to_dense_32(p, whole, p->columns % HL_ROWS_AT_ONCE, in, out);
}

HL_KERNEL void hl_vdense_to_planes(const hl_transpose_params *p, int whole, const void *in, void *out) {
  hl_copy_walk walk = hl_copy_start(&p->outer, in, out);
  do
    hl_dense_to_planes(p, whole, walk.in, walk.out);
  while (hl_copy_next(&p->outer, p->outer.loops, &walk));
}

HL_KERNEL void hl_vplanes_to_dense(const hl_transpose_params *p, int whole, const void *in, void *out) {
  hl_copy_walk walk = hl_copy_start(&p->outer, in, out);
  do
    hl_planes_to_dense(p, whole, walk.in, walk.out);
  while (hl_copy_next(&p->outer, p->outer.loops, &walk));
}

HL_KERNEL void hl_vrows_to_planes(const hl_transpose_params *p, const void *in, void *out) {
  hl_copy_walk walk = hl_copy_start(&p->outer, in, out);
  do
    hl_rows_to_planes(p, walk.in, walk.out);
  while (hl_copy_next(&p->outer, p->outer.loops, &walk));
}

HL_KERNEL void hl_vplanes_to_rows(const hl_transpose_params *p, const void *in, void *out) {
  hl_copy_walk walk = hl_copy_start(&p->outer, in, out);
  do
    hl_planes_to_rows(p, walk.in, walk.out);
  while (hl_copy_next(&p->outer, p->outer.loops, &walk));
}

#endif

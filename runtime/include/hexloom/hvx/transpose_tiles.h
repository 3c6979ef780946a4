// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Movement that exchanges the contiguous dimensions of both sides, by tiles of 32 rows: a part of
 * portable/copy.h's strided copies, with runs of 1, 2 or 4 bytes. */
#ifndef HEXLOOM_HVX_TRANSPOSE_TILES_H
#define HEXLOOM_HVX_TRANSPOSE_TILES_H

#include <hexloom/hvx/layout.h>
#include <hexloom/hvx/turns.h>
#include <hexloom/portable/copy.h>


/* Element (r, c) from in + r * in_stride + c * width to out + c * out_stride + r * width. */
typedef struct {
  hl_copy_params outer; /* loops around the matrix; its run is the width of an element */
  int32_t rows, in_stride;
  int32_t columns, out_stride;
} hl_transpose_params;

HL_KERNEL int32_t hl_lesser(int32_t a, int32_t b) { return a < b ? a : b; }

/* The first bytes of a row's piece. */
HL_KERNEL HVX_Vector hl_tile_row(const uint8_t *in, int32_t bytes, int within) {
  return within ? Q6_V_vror_VR(hl_load_around(in), (int)(uintptr_t)in) : hl_load_first(in, bytes);
}

/* Four rows' pieces of `bytes` bytes, element by element in turn; the last row again where there
 * are less. `within`: no piece crosses a multiple of 128. */
HL_KERNEL HVX_Vector hl_tile_of_4(const uint8_t *in, int32_t stride, int32_t rows, int32_t bytes,
                                  int32_t width, int within) {
  if (stride == HL_TILE_BYTES && width == 1) {
    const HVX_Vector four = hl_load_first(in, hl_lesser(rows - 1, 3) * stride + bytes);
    return Q6_Vb_vshuff_Vb(Q6_Vb_vshuff_Vb(four));
  }
  HVX_Vector r[4];
  for (int i = 0; i < 4; ++i)
    r[i] = hl_tile_row(in + hl_lesser(i, rows - 1) * stride, bytes, within);
  const HVX_Vector first = Q6_V_lo_W(Q6_W_vshuff_VVR(r[1], r[0], -width));
  const HVX_Vector second = Q6_V_lo_W(Q6_W_vshuff_VVR(r[3], r[2], -width));
  return Q6_V_lo_W(Q6_W_vshuff_VVR(second, first, -2 * width));
}

/* Up to 32 rows of up to 32 bytes: the columns, each of 32 elements, one after the other. */
HL_SHARED void hl_tile_columns(const uint8_t *in, int32_t stride, int32_t rows, int32_t bytes,
                               int32_t width, int within, HVX_Vector columns[8]) {
  HVX_Vector a[8], b[8], c[8];
  for (int k = 0; k < 8; ++k)
    a[k] = 4 * k < rows
               ? hl_tile_of_4(in + 4 * k * stride, stride, rows - 4 * k, bytes, width, within)
               : a[0];
  for (int k = 0; k < 4; ++k) { /* rows 8 k to 8 k + 7: both halves of the columns */
    const HVX_VectorPair p = Q6_W_vshuff_VVR(a[2 * k + 1], a[2 * k], -4 * width);
    b[2 * k] = Q6_V_lo_W(p);
    b[2 * k + 1] = Q6_V_hi_W(p);
  }
  for (int k = 0; k < 2; ++k)
    for (int half = 0; half < 2; ++half) {
      const HVX_VectorPair p = Q6_W_vshuff_VVR(b[4 * k + 2 + half], b[4 * k + half], -8 * width);
      c[4 * k + 2 * half] = Q6_V_lo_W(p);
      c[4 * k + 2 * half + 1] = Q6_V_hi_W(p);
    }
  for (int quarter = 0; quarter < 4; ++quarter) {
    const HVX_VectorPair p = Q6_W_vshuff_VVR(c[4 + quarter], c[quarter], -16 * width);
    columns[2 * quarter] = Q6_V_lo_W(p);
    columns[2 * quarter + 1] = Q6_V_hi_W(p);
  }
}

/* Columns of a tile that lie one after the other in the output, too. */
HL_KERNEL void hl_store_columns(uint8_t *out, const HVX_Vector columns[8], int32_t bytes) {
#pragma clang loop unroll(disable)
  for (int32_t at = 0; at < bytes; at += HL_ALIGN)
    hl_store_first(out + at, columns[at / HL_ALIGN], hl_lesser(bytes - at, HL_ALIGN));
}

/* `bytes` of a column that fills a vector. */
HL_KERNEL void hl_store_column(uint8_t *out, HVX_Vector column, int32_t bytes) {
  if (bytes == HL_ALIGN)
    hl_store_u(out, column);
  else
    hl_store_first(out, column, bytes);
}

/* As many rows as fill a vector with a column, 128 / width, or less; up to 32 bytes of each. */
HL_SHARED void hl_transpose_strip(const uint8_t *in, int32_t in_stride, int32_t rows, int32_t bytes,
                                  uint8_t *out, int32_t out_stride, int32_t width) {
  HVX_Vector columns[4][8];
  const int within = ((uintptr_t)in | (uint32_t)in_stride) % HL_TILE_BYTES == 0;
  for (int t = 0; t * HL_TILE_ROWS < rows; ++t)
    hl_tile_columns(in + t * HL_TILE_ROWS * in_stride, in_stride,
                    hl_lesser(rows - t * HL_TILE_ROWS, HL_TILE_ROWS), bytes, width, within,
                    columns[t]);
  if (out_stride == HL_TILE_ROWS * width && rows == HL_TILE_ROWS) {
    hl_store_columns(out, columns[0], bytes * HL_TILE_ROWS);
    return;
  }
  const int32_t each = HL_ALIGN / HL_TILE_ROWS / width; /* columns in a vector */
#pragma clang loop unroll(disable)
  for (int32_t i = 0, left = bytes / width; left > 0; ++i, left -= each, out += each * out_stride) {
    HVX_Vector v[4];
    for (int k = 0; k < 4; ++k) /* of tiles that are not there: anything */
      v[k] = columns[k * HL_TILE_ROWS < rows ? k : 0][i];
    if (width == 1) {
      hl_transpose_pieces(v);
    } else if (width == 2) {
      const HVX_VectorPair both = Q6_W_vshuff_VVR(v[1], v[0], -64);
      v[0] = Q6_V_lo_W(both);
      v[1] = Q6_V_hi_W(both);
    }
    for (int k = 0; k < 4; ++k)
      if (k < each && k < left)
        hl_store_column(out + k * out_stride, v[k], rows * width);
  }
}

HL_KERNEL void hl_transpose_matrix(const hl_transpose_params *p, const uint8_t *in, uint8_t *out) {
  const int32_t width = p->outer.run, down = HL_ALIGN / width, across = HL_TILE_BYTES / width;
  for (int32_t r = 0; r < p->rows; r += down)
    for (int32_t c = 0; c < p->columns; c += across)
      hl_transpose_strip(in + r * p->in_stride + c * width, p->in_stride,
                         hl_lesser(p->rows - r, down), hl_lesser(p->columns - c, across) * width,
                         out + c * p->out_stride + r * width, p->out_stride, width);
}

HL_KERNEL void hl_vtranspose(const hl_transpose_params *p, const void *in, void *out) {
  hl_copy_walk walk = hl_copy_start(&p->outer, in, out);
  do
    hl_transpose_matrix(p, walk.in, walk.out);
  while (hl_copy_next(&p->outer, p->outer.loops, &walk));
}

#endif

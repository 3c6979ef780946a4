// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Movement that exchanges the contiguous dimensions of both sides: a part of portable/copy.h's strided copies, with runs of a power of
 * two of bytes below 128.
 *
 * A block is as many rows as fill a vector with a column, of up to 128 bytes each. Its tiles of up to 32 rows go through a network of
 * perfect shuffles: a step interleaves the elements of rows i and i + rows / 2 for all i, so that after log2(rows) of them each vector
 * has all rows of a column, or of a few neighbouring ones where elements have one or two bytes. Steps whose second halves are behind
 * the last column drop them. */
#ifndef HEXLOOM_HVX_TRANSPOSE_TILES_H
#define HEXLOOM_HVX_TRANSPOSE_TILES_H

#include <hexloom/hvx/lanes.h>
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

/* Rows of a tile, columns of a vector of its result; its vectors for rows of `bytes`. */
HL_KERNEL int hl_tile_rows(int width) { return hl_lesser(HL_TILE_ROWS, HL_ALIGN / width); }
HL_KERNEL int hl_tile_columns(int width) { return HL_ALIGN / width / hl_tile_rows(width); }
HL_KERNEL int hl_tile_vectors(int bytes, int width) {
  const int each = hl_tile_columns(width) * width;
  int vectors = hl_tile_rows(width);
  while (vectors > 1 && vectors / 2 * each >= bytes)
    vectors /= 2;
  return vectors;
}

/* Up to hl_tile_rows rows of `bytes`, the last one again where there are less. `whole`: they are whole aligned vectors. */
HL_KERNEL void hl_transpose_tile(const uint8_t *in, int32_t stride, int32_t rows, int bytes, int width, int whole,
                                 HVX_Vector *columns) {
  HVX_Vector v[2][HL_TILE_ROWS];
  const int vectors = hl_tile_vectors(bytes, width);
  int now = 0, n = hl_tile_rows(width);
  HL_UNROLL
  for (int i = 0; i < n; ++i) {
    const uint8_t *const at = in + hl_lesser(i, rows - 1) * stride;
    v[0][i] = whole ? *(const HVX_Vector *)at : hl_load_first(at, bytes);
  }
  HL_UNROLL
  for (int step = hl_tile_rows(width); step > 1; step /= 2, now ^= 1) {
    const int drops = n > vectors;
    HL_UNROLL
    for (int i = 0; i < n / 2; ++i) {
      const HVX_VectorPair both = Q6_W_vshuff_VVR(v[now][i + n / 2], v[now][i], -width);
      v[now ^ 1][drops ? i : 2 * i] = Q6_V_lo_W(both);
      if (!drops)
        v[now ^ 1][2 * i + 1] = Q6_V_hi_W(both);
    }
    n = drops ? n / 2 : n;
  }
  HL_UNROLL
  for (int i = 0; i < vectors; ++i)
    columns[i] = v[now][i];
}

/* Where columns go. */
typedef struct {
  uint8_t *to;
  int32_t stride, bytes; /* from column to column; of a column, here */
  const uint8_t *limit;  /* behind a column only its successors lie, up to there; or 0 */
} hl_transpose_out;

/* `bytes` of a column that fills a vector. */
HL_KERNEL void hl_store_column(uint8_t *to, HVX_Vector column, int32_t bytes) {
  if (bytes == HL_ALIGN)
    hl_store_u(to, column);
  else
    hl_store_first(to, column, bytes);
}

HL_KERNEL void hl_store_nth_column(const hl_transpose_out *o, int column, HVX_Vector v, int whole) {
  uint8_t *const to = o->to + column * o->stride;
  if (whole)
    *(HVX_Vector *)to = v;
  else if (o->limit)
    hl_store_ahead(to, v, o->bytes, o->limit);
  else
    hl_store_column(to, v, o->bytes);
}

/* Vector i of each tile's result to up to `count` columns of the whole block. */
HL_KERNEL void hl_store_block_columns(const hl_transpose_out *o, HVX_Vector (*tiles)[HL_TILE_ROWS], int i, int count, int width,
                                      int whole) {
  const int each = hl_tile_columns(width);
  HVX_Vector v[4];
  for (int t = 0; t < 4; ++t)
    v[t] = tiles[t < each ? t : 0][i];
  if (each == 4) {
    hl_transpose_pieces(v);
  } else if (each == 2) {
    const HVX_VectorPair both = Q6_W_vshuff_VVR(v[1], v[0], -64);
    v[0] = Q6_V_lo_W(both);
    v[1] = Q6_V_hi_W(both);
  }
  for (int k = 0; k < each; ++k)
    if (k < count)
      hl_store_nth_column(o, i * each + k, v[k], whole);
}

HL_KERNEL void hl_store_block(const hl_transpose_out *o, HVX_Vector (*tiles)[HL_TILE_ROWS], int columns, int width, int whole) {
  const int each = hl_tile_columns(width);
  for (int i = 0; i < columns / each; ++i)
    hl_store_block_columns(o, tiles, i, each, width, whole);
  if (columns % each)
    hl_store_block_columns(o, tiles, columns / each, columns % each, width, whole);
}

/* Columns of as many rows as one tile has, or two tiles of bytes: dense ones fill vectors of the output as they are. */
HL_KERNEL int hl_fills_vectors(const hl_transpose_params *p) {
  const int width = p->outer.run, tile = hl_tile_rows(width), bytes = p->rows * width;
  return p->out_stride == bytes && bytes < HL_ALIGN && (p->rows == tile || p->rows == 2 * tile);
}

HL_KERNEL void hl_store_dense_columns(const hl_transpose_params *p, HVX_Vector (*tiles)[HL_TILE_ROWS], int columns, uint8_t *to) {
  const int width = p->outer.run, tile = hl_tile_rows(width), two = p->rows > tile, all = columns * p->out_stride;
  for (int at = 0, i = 0; at < all; at += HL_ALIGN << two, ++i) {
    HVX_Vector v[2] = {tiles[0][i], tiles[0][i]};
    if (two) {
      const HVX_VectorPair both = Q6_W_vshuff_VVR(tiles[1][i], tiles[0][i], -tile * width);
      v[0] = Q6_V_lo_W(both);
      v[1] = Q6_V_hi_W(both);
    }
    for (int k = 0; k <= two; ++k)
      if (at + k * HL_ALIGN < all)
        hl_store_column(to + at + k * HL_ALIGN, v[k], hl_lesser(all - at - k * HL_ALIGN, HL_ALIGN));
  }
}

/* Columns of up to 128 bytes, a constant number. Blocks of less rows go first: what they write behind their columns is written again.
 * `tiles`: the caller's memory. */
HL_KERNEL void hl_transpose_stripe(const hl_transpose_params *p, const uint8_t *in, uint8_t *out, int columns, const uint8_t *limit,
                                   int whole_in, int whole_out, HVX_Vector (*tiles)[HL_TILE_ROWS]) {
  const int width = p->outer.run, tile = hl_tile_rows(width), down = HL_ALIGN / width;
  HL_ROLL
  for (int32_t row = (p->rows - 1) / down * down; row >= 0; row -= down) {
    const int32_t rows = hl_lesser(p->rows - row, down);
    HL_ROLL
    for (int32_t t = 0; t * tile < rows; ++t)
      hl_transpose_tile(in + (row + t * tile) * p->in_stride, p->in_stride, rows - t * tile, columns * width, width,
                        whole_in && columns * width == HL_ALIGN, tiles[t]);
    if (hl_fills_vectors(p)) {
      hl_store_dense_columns(p, tiles, columns, out);
      continue;
    }
    const hl_transpose_out o = {out + row * width, p->out_stride, rows * width, limit};
    if (rows == down) {
      const hl_transpose_out full = {o.to, o.stride, HL_ALIGN, limit};
      hl_store_block(&full, tiles, columns, width, whole_out);
    } else {
      hl_store_block(&o, tiles, columns, width, 0);
    }
  }
}

/* `whole_in`, `whole_out`: rows, and columns of the output, begin at multiples of 128 bytes. */
HL_KERNEL void hl_transpose_matrix(const hl_transpose_params *p, const uint8_t *in, uint8_t *out, int whole_in, int whole_out,
                                   HVX_Vector (*tiles)[HL_TILE_ROWS]) {
  const int32_t width = p->outer.run, across = HL_ALIGN / width;
  const uint8_t *const limit = p->out_stride == p->rows * width ? out + p->columns * p->out_stride : 0;
  HL_ROLL
  for (int32_t c = 0; c + across <= p->columns; c += across)
    hl_transpose_stripe(p, in + c * width, out + c * p->out_stride, across, limit, whole_in, whole_out, tiles);
  const int32_t rest = p->columns % across, c = p->columns - rest;
  if (rest)
    hl_transpose_stripe(p, in + c * width, out + c * p->out_stride, rest, limit, whole_in, whole_out, tiles);
}

/* `tiles`: memory for those of a block, hl_tile_columns of them. */
HL_KERNEL void hl_vtranspose(const hl_transpose_params *p, int whole_in, int whole_out, const void *in, void *out, void *tiles) {
  hl_copy_walk walk = hl_copy_start(&p->outer, in, out);
  do
    hl_transpose_matrix(p, walk.in, walk.out, whole_in, whole_out, (HVX_Vector(*)[HL_TILE_ROWS])tiles);
  while (hl_copy_next(&p->outer, p->outer.loops, &walk));
}

#endif

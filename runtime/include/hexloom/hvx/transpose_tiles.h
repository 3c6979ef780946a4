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

#include <hexloom/hvx/copy.h>
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

/* How bytes of a vector move. */
typedef struct {
  const uint8_t *control;
  int delta, rdelta; /* whether it is vdelta's, or vrdelta's; neither: they stay */
} hl_transpose_route;

HL_KERNEL HVX_Vector hl_transpose_moved(HVX_Vector v, const hl_transpose_route *r) {
  if (r->delta)
    return Q6_V_vdelta_VV(v, *(const HVX_Vector *)r->control);
  return r->rdelta ? Q6_V_vrdelta_VV(v, *(const HVX_Vector *)r->control) : v;
}

/* The rows that are transposed. */
typedef struct {
  int32_t stride;
  int bytes, whole;          /* of a row; whether they are whole aligned vectors */
  const uint8_t *limit;      /* behind the input's storage */
  int together;              /* rows of a vector, which lie one behind the other: 2 or 4, else 1 */
  hl_transpose_route spread; /* of them, to multiples of 128 / together bytes */
} hl_transpose_in;

/* Dense rows of up to 64 bytes share vectors if they have 32 or 64, or a route to so many. */
HL_KERNEL int hl_rows_together(int32_t stride, int bytes, int width, int spreads) {
  const int pitch = bytes <= HL_ALIGN / 4 ? HL_ALIGN / 4 : HL_ALIGN / 2;
  return hl_tile_rows(width) == HL_TILE_ROWS && stride == bytes && bytes <= HL_ALIGN / 2 && (bytes == pitch || spreads)
             ? HL_ALIGN / pitch
             : 1;
}

/* The vectors of `rows` rows, some other one in place of those that are missing. Whole ones are loaded beside what is done with them, so
 * that no branch divides the two. */
HL_KERNEL void hl_load_tile(const hl_transpose_in *t, const uint8_t *in, int32_t rows, int tile, HVX_Vector *v) {
  const int32_t step = t->together * t->stride, n = tile / t->together;
  const int32_t last = (rows - 1) / t->together;
  if (t->whole) {
    HL_UNROLL
    for (int i = 0; i < n; ++i, in += i <= last ? step : 0)
      v[i] = *(const HVX_Vector *)in;
  } else if (rows == tile && in + last * step + HL_ALIGN + HL_LOAD_SLACK <= t->limit) {
    HL_UNROLL
    for (int i = 0; i < n; ++i, in += step) {
      HL_HIDE(in);
      v[i] = hl_load_u(in);
    }
  } else if (in + last * step + HL_ALIGN + HL_LOAD_SLACK <= t->limit) {
    HL_UNROLL
    for (int i = 0; i < n; ++i, in += i <= last ? step : 0) {
      HL_HIDE(in);
      v[i] = hl_load_u(in);
    }
  } else {
    HL_UNROLL
    for (int i = 0; i < n; ++i) {
      const int32_t left = rows - i * t->together, here = left < t->together ? left : t->together;
      v[i] = here > 0 ? hl_load_first(in, (here - 1) * t->stride + t->bytes) : v[0];
      in += step;
      HL_HIDE(in);
    }
  }
  HL_UNROLL
  for (int i = 0; i < n; ++i)
    v[i] = hl_transpose_moved(v[i], &t->spread);
}

/* A step of the network: vectors i and i + n / 2 to 2 i and 2 i + 1, or only the first of them. */
HL_KERNEL void hl_shuffle_step(const HVX_Vector *v, HVX_Vector *to, int i, int n, int width, int drops) {
  const HVX_VectorPair both = Q6_W_vshuff_VVR(v[i + n / 2], v[i], -width);
  to[drops ? i : 2 * i] = Q6_V_lo_W(both);
  if (!drops)
    to[2 * i + 1] = Q6_V_hi_W(both);
}

/* Two steps, four vectors at a time, so that loads and stores of those stand beside the steps of others. */
HL_KERNEL void hl_shuffle_twice(const HVX_Vector *v, HVX_Vector *to, int n, int width) {
  HVX_Vector between[HL_TILE_ROWS];
  HL_UNROLL
  for (int i = 0; i < HL_TILE_ROWS / 4; ++i)
    if (i < n / 4) {
      hl_shuffle_step(v, between, i, n, width, 0);
      hl_shuffle_step(v, between, i + n / 4, n, width, 0);
      hl_shuffle_step(between, to, 2 * i, n, width, 0);
      hl_shuffle_step(between, to, 2 * i + 1, n, width, 0);
    }
}

/* Up to hl_tile_rows rows. */
HL_KERNEL void hl_transpose_tile(const hl_transpose_in *t, const uint8_t *in, int32_t rows, int width, HVX_Vector *columns) {
  HVX_Vector v[2][HL_TILE_ROWS];
  const int tile = hl_tile_rows(width), vectors = t->together > 1 ? tile / t->together : hl_tile_vectors(t->bytes, width);
  int now = 0, n = tile / t->together;
  hl_load_tile(t, in, rows, tile, v[0]);
  if (tile == HL_TILE_ROWS && n == vectors) { /* five steps, none of which drops any */
    hl_shuffle_twice(v[0], v[1], n, width);
    HL_UNROLL
    for (int i = 0; i < HL_TILE_ROWS / 2; ++i)
      if (i < n / 2)
        hl_shuffle_step(v[1], v[0], i, n, width, 0);
    hl_shuffle_twice(v[0], v[1], n, width);
    now = 1;
  } else {
    HL_UNROLL
    for (int step = tile; step > 1; step /= 2, now ^= 1) {
      const int drops = n > vectors;
      HL_UNROLL
      for (int i = 0; i < n / 2; ++i)
        hl_shuffle_step(v[now], v[now ^ 1], i, n, width, drops);
      n = drops ? n / 2 : n;
    }
  }
  HL_UNROLL
  for (int i = 0; i < vectors; ++i)
    columns[i] = v[now][i];
}

/* The columns that are made. */
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

/* How a column is stored: a whole aligned vector; one at any address, what lies behind its bytes being written later; or its bytes only. */
enum { HL_COLUMN_WHOLE, HL_COLUMN_OVER, HL_COLUMN_ONLY };

HL_KERNEL void hl_store_one_column(const hl_transpose_out *o, uint8_t *to, HVX_Vector v, int how) {
  if (how == HL_COLUMN_WHOLE)
    *(HVX_Vector *)to = v;
  else if (how == HL_COLUMN_OVER || o->bytes == HL_ALIGN)
    hl_store_u(to, v);
  else
    hl_store_first(to, v, o->bytes);
}

/* Vector i of each tile's result to up to `count` columns of the whole block. */
HL_KERNEL void hl_store_block_columns(const hl_transpose_out *o, uint8_t *to, HVX_Vector (*tiles)[HL_TILE_ROWS], int i, int count,
                                      int width, int how) {
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
  for (int k = 0; k < each; ++k, to += o->stride)
    if (k < count)
      hl_store_one_column(o, to, v[k], how);
}

/* A pragma in front of a loop: two of its turns fill each other's waits. */
#define HL_TWICE _Pragma("clang loop unroll_count(2)")

enum { HL_FEW_COLUMNS = 4 }; /* vectors of them that are straight code */

/* Vectors of columns, from `first` on, up to the one before `behind`. */
HL_KERNEL void hl_store_vectors_of_columns(const hl_transpose_out *o, HVX_Vector (*tiles)[HL_TILE_ROWS], int first, int behind,
                                           int width, int how) {
  const int each = hl_tile_columns(width);
  uint8_t *to = o->to + first * each * o->stride;
  if (__builtin_constant_p(behind - first) && behind - first <= HL_FEW_COLUMNS) {
    HL_UNROLL
    for (int i = 0; i < HL_FEW_COLUMNS; ++i, to += each * o->stride)
      if (i < behind - first)
        hl_store_block_columns(o, to, tiles, first + i, each, width, how);
    return;
  }
  HL_TWICE
  for (int i = first; i < behind; ++i, to += each * o->stride)
    hl_store_block_columns(o, to, tiles, i, each, width, how);
}

HL_KERNEL void hl_store_block(const hl_transpose_out *o, HVX_Vector (*tiles)[HL_TILE_ROWS], int columns, int width, int whole) {
  const int each = hl_tile_columns(width), all = columns / each, is_part = o->bytes < HL_ALIGN;
  const int32_t room = is_part && o->limit ? (int32_t)(o->limit - o->to) - HL_ALIGN : -1; /* for columns whose vectors reach no further */
  const int is_free = room >= (all * each - 1) * o->stride;
  const int free = !is_part || is_free ? all : room < 0 || all <= HL_FEW_COLUMNS ? 0 : (room / o->stride + 1) / each;
  if (free == all)
    hl_store_vectors_of_columns(o, tiles, 0, all, width, whole ? HL_COLUMN_WHOLE : HL_COLUMN_OVER);
  else if (free > 0)
    hl_store_vectors_of_columns(o, tiles, 0, free, width, HL_COLUMN_OVER);
  if (free < all)
    hl_store_vectors_of_columns(o, tiles, free, all, width, HL_COLUMN_ONLY);
  if (columns % each)
    hl_store_block_columns(o, o->to + all * each * o->stride, tiles, all, columns % each, width,
                           whole ? HL_COLUMN_WHOLE : HL_COLUMN_ONLY);
}

/* Dense columns of up to two tiles' rows: several fill a vector, if a column has as many rows as tiles, or a route from so many. */
HL_KERNEL int hl_fills_vectors(const hl_transpose_params *p, int gathers) {
  const int width = p->outer.run, tile = hl_tile_rows(width), bytes = p->rows * width;
  return p->out_stride == bytes && bytes < HL_ALIGN && p->rows <= 2 * tile && (p->rows == tile || p->rows == 2 * tile || gathers);
}

/* Vector i of each tile's result; `limit` 0: what lies behind may be written. */
HL_KERNEL void hl_store_dense_piece(const hl_transpose_params *p, HVX_Vector (*tiles)[HL_TILE_ROWS], int i, int columns,
                                    const hl_transpose_route *gather, uint8_t *to, const uint8_t *limit) {
  const int width = p->outer.run, tile = hl_tile_rows(width), two = p->rows > tile;
  const int each = HL_ALIGN / (tile * width) >> two; /* columns of a vector */
  HVX_Vector v[2] = {tiles[0][i], tiles[0][i]};
  if (two) {
    const HVX_VectorPair both = Q6_W_vshuff_VVR(tiles[1][i], tiles[0][i], -tile * width);
    v[0] = Q6_V_lo_W(both);
    v[1] = Q6_V_hi_W(both);
  }
  for (int k = 0; k <= two; ++k, to += each * p->out_stride) {
    const int left = hl_lesser(columns - k * each, each);
    v[k] = hl_transpose_moved(v[k], gather);
    if (!limit)
      hl_store_u(to, v[k]);
    else if (left > 0)
      hl_store_ahead(to, v[k], left * p->out_stride, limit);
  }
}

HL_KERNEL void hl_store_dense_columns(const hl_transpose_params *p, HVX_Vector (*tiles)[HL_TILE_ROWS], int columns,
                                      const hl_transpose_route *gather, uint8_t *to, const uint8_t *limit) {
  const int columns_each = hl_tile_columns(p->outer.run), step = columns_each * p->out_stride;
  const int32_t room = (int32_t)(limit - to) - 2 * HL_ALIGN;
  const int free = room < 0 ? 0 : hl_lesser(columns / columns_each, room / step + 1);
  HL_TWICE
  for (int i = 0; i < free; ++i)
    hl_store_dense_piece(p, tiles, i, columns, gather, to + i * step, 0);
  HL_ROLL
  for (int i = free; i * columns_each < columns; ++i)
    hl_store_dense_piece(p, tiles, i, columns - i * columns_each, gather, to + i * step, limit);
}

/* How bytes of dense rows (hl_transpose_in) and of dense columns move. */
typedef struct {
  hl_transpose_route spread, gather;
} hl_transpose_routes;

/* A block of up to as many rows as fill a vector with a column. */
HL_KERNEL void hl_transpose_block(const hl_transpose_params *p, const hl_transpose_in *from, const hl_transpose_route *gather,
                                  const uint8_t *in, uint8_t *to, int32_t rows, int columns, const uint8_t *limit, int whole_out,
                                  HVX_Vector (*tiles)[HL_TILE_ROWS]) {
  const int width = p->outer.run, tile = hl_tile_rows(width);
  HL_ROLL
  for (int32_t t = 0; t * tile < rows; ++t)
    hl_transpose_tile(from, in + t * tile * p->in_stride, hl_lesser(rows - t * tile, tile), width, tiles[t]);
  if (hl_fills_vectors(p, gather->delta || gather->rdelta)) {
    hl_store_dense_columns(p, tiles, columns, gather, to, limit);
  } else {
    const hl_transpose_out o = {to, p->out_stride, rows * width, limit};
    hl_store_block(&o, tiles, columns, width, whole_out && rows * width == HL_ALIGN);
  }
}

/* Columns of up to 128 bytes, a constant number. A block of less rows goes first: what it writes behind its columns is written again.
 * `tiles`: the caller's memory. */
HL_KERNEL void hl_transpose_stripe(const hl_transpose_params *p, const hl_transpose_routes *routes, const uint8_t *in,
                                   const uint8_t *in_limit, uint8_t *out, int columns, const uint8_t *limit, int whole_in, int whole_out,
                                   HVX_Vector (*tiles)[HL_TILE_ROWS]) {
  const int width = p->outer.run, down = HL_ALIGN / width, bytes = columns * width;
  const int together = hl_rows_together(p->in_stride, bytes, width, routes->spread.delta || routes->spread.rdelta);
  const hl_transpose_route stays = {0, 0, 0};
  const hl_transpose_in from = {p->in_stride, bytes, whole_in && (bytes == HL_ALIGN || together * bytes == HL_ALIGN), in_limit, together,
                                together > 1 ? routes->spread : stays};
  const int32_t rest = p->rows % down;
  int32_t row = p->rows - rest;
  if (rest)
    hl_transpose_block(p, &from, &routes->gather, in + row * p->in_stride, out + row * width, rest, columns, limit, whole_out, tiles);
  HL_ROLL
  for (row -= down; row >= 0; row -= down)
    hl_transpose_block(p, &from, &routes->gather, in + row * p->in_stride, out + row * width, down, columns, limit, whole_out, tiles);
}

/* `whole_in`, `whole_out`: rows, or those that share vectors, and columns of the output begin at multiples of 128 bytes. */
HL_KERNEL void hl_transpose_matrix(const hl_transpose_params *p, const hl_transpose_routes *routes, const uint8_t *in,
                                   const uint8_t *in_limit, uint8_t *out, int whole_in, int whole_out,
                                   HVX_Vector (*tiles)[HL_TILE_ROWS]) {
  const int32_t width = p->outer.run, across = HL_ALIGN / width;
  const uint8_t *const limit = p->out_stride == p->rows * width ? out + p->columns * p->out_stride : 0;
  HL_ROLL
  for (int32_t c = 0; c + across <= p->columns; c += across)
    hl_transpose_stripe(p, routes, in + c * width, in_limit, out + c * p->out_stride, across, limit, whole_in, whole_out, tiles);
  const int32_t rest = p->columns % across, c = p->columns - rest;
  if (rest)
    hl_transpose_stripe(p, routes, in + c * width, in_limit, out + c * p->out_stride, rest, limit, whole_in, whole_out, tiles);
}

/* `tiles`: memory for those of a block, hl_tile_columns of them. */
HL_KERNEL void hl_vtranspose(const hl_transpose_params *p, const hl_transpose_routes *routes, int whole_in, int whole_out, const void *in,
                             void *out, void *tiles) {
  hl_copy_walk walk = hl_copy_start(&p->outer, in, out);
  int32_t end = p->outer.in_offset + (p->rows - 1) * p->in_stride + p->columns * p->outer.run; /* of what is read for sure */
  for (int32_t l = 0; l < p->outer.loops; ++l)
    end += hl_max(p->outer.loop[l].in, 0) * (p->outer.loop[l].size - 1);
  const uint8_t *const in_limit = hl_storage_end(in, end);
  do
    hl_transpose_matrix(p, routes, walk.in, in_limit, walk.out, whole_in, whole_out, (HVX_Vector(*)[HL_TILE_ROWS])tiles);
  while (hl_copy_next(&p->outer, p->outer.loops, &walk));
}

#endif

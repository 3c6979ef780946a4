// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Rows that are put together from runs of several tensors, in the order of the output: whole vectors are loaded and stored at any
 * address, and what a store writes behind its run is written again by the next ones. The last rows are copied with care (copy.h). */
#ifndef HEXLOOM_HVX_COPY_JOIN_H
#define HEXLOOM_HVX_COPY_JOIN_H

#include <hexloom/hvx/copy_ahead.h>

typedef struct {
  int32_t rows, pieces;
  struct {
    int32_t run, stride, offset; /* bytes of a row; from row to row of the input; to the first one */
  } piece[HL_JOINED]; /* HL_JOINED vectors at most */
} hl_join_params;

HL_KERNEL int32_t hl_join_row(const hl_join_params *p) {
  int32_t bytes = 0;
  HL_UNROLL
  for (int32_t i = 0; i < HL_JOINED; ++i)
    bytes += i < p->pieces ? p->piece[i].run : 0;
  return bytes;
}

/* Rows at the end, in front of which no vector touches what lies behind the output or an input. */
HL_KERNEL int32_t hl_join_careful(const hl_join_params *p) {
  int32_t most = 0;
  HL_UNROLL
  for (int32_t i = 0; i < HL_JOINED; ++i)
    if (i < p->pieces)
      most = hl_max(most, hl_careful_runs(p->piece[i].stride, hl_join_row(p), p->piece[i].run, 0));
  return hl_min(most, p->rows);
}

/* Vector `column` of a row: its piece, and its places there and in the row. */
typedef struct {
  int32_t piece, at, out;
} hl_join_place;

HL_KERNEL hl_join_place hl_join_place_of(const hl_join_params *p, int32_t column) {
  hl_join_place place = {0, 0, 0};
  int32_t first = 0, row = 0;
  HL_UNROLL
  for (int32_t i = 0; i < HL_JOINED; ++i)
    if (i < p->pieces) {
      const int32_t vectors = (p->piece[i].run + HL_VECTOR - 1) / HL_VECTOR;
      if (column >= first && column < first + vectors)
        place = (hl_join_place){i, (column - first) * HL_VECTOR, row + (column - first) * HL_VECTOR};
      first += vectors;
      row += p->piece[i].run;
    }
  return place;
}

HL_KERNEL int32_t hl_join_vectors(const hl_join_params *p) {
  int32_t vectors = 0;
  HL_UNROLL
  for (int32_t i = 0; i < HL_JOINED; ++i)
    vectors += i < p->pieces ? (p->piece[i].run + HL_VECTOR - 1) / HL_VECTOR : 0;
  return vectors;
}

/* Joins `rows` rows. Each vector has addresses of its own: clang does not see that they are neighbours. */
HL_KERNEL void hl_join_ahead(const hl_join_params *p, const void *const *in, uint8_t *out, int32_t rows) {
  const int32_t row = hl_join_row(p), vectors = hl_join_vectors(p);
  const uint8_t *from[HL_JOINED];
  uint8_t *to[HL_JOINED];
  int32_t stride[HL_JOINED];
  HVX_Vector v[HL_JOINED];
  HL_UNROLL
  for (int32_t i = 0; i < HL_JOINED; ++i)
    if (i < vectors) {
      const hl_join_place place = hl_join_place_of(p, i);
      from[i] = (const uint8_t *)in[place.piece] + p->piece[place.piece].offset + place.at;
      to[i] = out + place.out;
      stride[i] = p->piece[place.piece].stride;
      HL_HIDE(from[i]);
      HL_HIDE(to[i]);
      v[i] = hl_load_u(from[i]);
    }
  HL_ROLL HL_NO_PIPELINE
  for (int32_t r = 1; r < rows; ++r) {
    HL_UNROLL
    for (int32_t i = 0; i < HL_JOINED; ++i)
      if (i < vectors) {
        const HVX_Vector next = hl_load_u(from[i] += stride[i]);
        hl_store_u(to[i], v[i]);
        v[i] = next;
        to[i] += row;
      }
  }
  HL_UNROLL
  for (int32_t i = 0; i < HL_JOINED; ++i)
    if (i < vectors)
      hl_store_u(to[i], v[i]);
}

HL_KERNEL void hl_vjoin(const hl_join_params *p, const void *const *in, void *out) {
  const int32_t row = hl_join_row(p), ahead = p->rows - hl_join_careful(p);
  if (ahead > 0)
    hl_join_ahead(p, in, (uint8_t *)out, ahead);
  uint8_t *to = (uint8_t *)out + ahead * row;
  HL_ROLL
  for (int32_t r = ahead; r < p->rows; ++r) {
    HL_UNROLL
    for (int32_t i = 0; i < HL_JOINED; ++i)
      if (i < p->pieces) {
        hl_vcopy((const uint8_t *)in[i] + p->piece[i].offset + r * p->piece[i].stride, to, p->piece[i].run);
        to += p->piece[i].run;
      }
  }
  hl_keep_stores_apart();
}

#endif

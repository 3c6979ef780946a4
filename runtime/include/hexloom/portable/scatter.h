// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Operators that put elements where indices say, and that turn sequences round. Indices that are known only at run time may
 * be out of range: what they name is left out, and where a slice begins is moved into the range. (The reference kernels fail
 * for the former; a layer has nobody to tell.) */
#ifndef HEXLOOM_PORTABLE_SCATTER_H
#define HEXLOOM_PORTABLE_SCATTER_H

#include <hexloom/portable/gather.h>

#define HL_SCATTER_DIMS 8

/* SCATTER_ND: the output is 0 but where index tuples point; of tuples that meet, the sum. */
typedef struct {
  int32_t tuples, depth;          /* index tuples; indices in each */
  int32_t dims[HL_SCATTER_DIMS];  /* of the dimensions that are indexed */
  int32_t run;                    /* elements behind them */
  int32_t outputs;                /* elements */
} hl_scatter_nd;

/* The entry that tuple T points to, or -1. */
HL_KERNEL int64_t hl_scatter_entry(const hl_scatter_nd *p, const int32_t *indices, int32_t t) {
  int64_t entry = 0;
  for (int32_t d = 0; d < p->depth; ++d) {
    const int32_t index = indices[(size_t)t * p->depth + d];
    entry = entry < 0 || index < 0 || index >= p->dims[d] ? -1 : entry * p->dims[d] + index;
  }
  return entry;
}

/* SUM: an expression of the elements x and y. */
#define HL_SCATTER_ND(P, TYPE, INDICES, UPDATES, OUT, SUM)                                         \
  do {                                                                                             \
    for (int32_t i_ = 0; i_ < (P)->outputs; ++i_)                                                  \
      (OUT)[i_] = 0;                                                                               \
    for (int32_t t_ = 0; t_ < (P)->tuples; ++t_) {                                                 \
      const int64_t entry_ = hl_scatter_entry(P, INDICES, t_);                                     \
      for (int32_t i_ = 0; entry_ >= 0 && i_ < (P)->run; ++i_) {                                   \
        TYPE *const to_ = (OUT) + entry_ * (P)->run + i_;                                          \
        const TYPE x = *to_, y = (UPDATES)[(size_t)t_ * (P)->run + i_];                            \
        *to_ = (TYPE)(SUM);                                                                        \
      }                                                                                            \
    }                                                                                              \
  } while (0)

/* DYNAMIC_UPDATE_SLICE: a box of the data is replaced. */
typedef struct {
  int32_t rank, index_bytes;
  int32_t data[HL_SCATTER_DIMS], update[HL_SCATTER_DIMS]; /* sizes; the last ones count bytes */
  int32_t element;                                        /* bytes */
  int32_t bytes;                                          /* of the data */
} hl_update_slice;

HL_KERNEL void hl_dynamic_update_slice(const hl_update_slice *p, const void *data, const uint8_t *update,
                                       const void *begin, uint8_t *out) {
  __builtin_memcpy(out, data, (size_t)p->bytes);
  size_t first = 0, rows = 1;
  int32_t turn[HL_SCATTER_DIMS] = {0};
  for (int32_t d = 0; d < p->rank; ++d) {
    const int32_t unit = d == p->rank - 1 ? p->element : 1, most = (p->data[d] - p->update[d]) / unit;
    int64_t at = hl_index(begin, p->index_bytes, (size_t)d);
    at = at < 0 ? 0 : at > most ? most : at;
    first = first * (size_t)p->data[d] + (size_t)at * unit;
    rows *= d < p->rank - 1 ? (size_t)p->update[d] : 1;
  }
  const int32_t run = p->update[p->rank - 1];
  for (size_t r = 0; r < rows && run > 0; ++r, update += run) {
    size_t to = 0;
    for (int32_t d = 0; d < p->rank - 1; ++d)
      to = to * (size_t)p->data[d] + (size_t)turn[d];
    __builtin_memcpy(out + first + to * (size_t)p->data[p->rank - 1], update, (size_t)run);
    for (int32_t d = p->rank - 2; d >= 0 && ++turn[d] == p->update[d]; --d)
      turn[d] = 0;
  }
}

/* REVERSE_SEQUENCE: the first elements of each sequence, as many as its length says, change their order. The input is seen as
 * [outer][first][middle][second][run]; sequences are along the one of first and second, lengths along the other. */
typedef struct {
  int32_t outer, first, middle, second;
  int32_t run; /* bytes */
  int32_t batch_first, index_bytes;
} hl_reverse_sequence;

HL_KERNEL void hl_reverse_sequences(const hl_reverse_sequence *p, const uint8_t *in, const void *lengths, uint8_t *out) {
  const int32_t steps = p->batch_first ? p->second : p->first;
  for (int32_t o = 0; o < p->outer; ++o)
    for (int32_t i = 0; i < p->first; ++i)
      for (int32_t m = 0; m < p->middle; ++m)
        for (int32_t j = 0; j < p->second; ++j) {
          const int32_t batch = p->batch_first ? i : j, step = p->batch_first ? j : i;
          const int64_t length = hl_index(lengths, p->index_bytes, (size_t)batch);
          const int32_t from = step < length && length <= steps ? (int32_t)length - 1 - step : step;
          const int32_t y = p->batch_first ? i : from, x = p->batch_first ? from : j;
          const uint8_t *source =
              in + ((((size_t)o * p->first + y) * p->middle + m) * p->second + x) * (size_t)p->run;
          __builtin_memcpy(out, source, (size_t)p->run);
          out += p->run;
        }
}

/* ONE_HOT: of `depth` entries the one that the index names is ON, the others are OFF. */
#define HL_ONE_HOT(OUTER, DEPTH, INNER, TYPE, INDICES, ON, OFF, OUT)                               \
  do {                                                                                             \
    const TYPE on_ = *(ON), off_ = *(OFF);                                                         \
    size_t to_ = 0;                                                                                \
    for (int32_t o_ = 0; o_ < (OUTER); ++o_)                                                       \
      for (int32_t d_ = 0; d_ < (DEPTH); ++d_)                                                     \
        for (int32_t i_ = 0; i_ < (INNER); ++i_)                                                   \
          (OUT)[to_++] = (INDICES)[(size_t)o_ * (INNER) + i_] == d_ ? on_ : off_;                  \
  } while (0)

/* EMBEDDING_LOOKUP of bytes to float: a row's entries times its scale. A row that is not there gives zeros. */
#define HL_EMBEDDING_SCALED(ROWS, ENTRIES, RUN, INDICES, TABLE, SCALES, SCALE_STEP, OUT)           \
  do {                                                                                             \
    size_t to_ = 0;                                                                                \
    for (int32_t r_ = 0; r_ < (ROWS); ++r_) {                                                      \
      const int32_t row_ = (INDICES)[r_];                                                          \
      const int known_ = row_ >= 0 && row_ < (ENTRIES);                                            \
      for (int32_t i_ = 0; i_ < (RUN); ++i_)                                                       \
        (OUT)[to_++] = known_ ? (float)(TABLE)[(size_t)row_ * (RUN) + i_] * (SCALES)[row_ * (SCALE_STEP)] : 0; \
    }                                                                                              \
  } while (0)

/* BROADCAST_ARGS of two shapes, counted from their last dimensions. */
#define HL_BROADCAST_ARGS(RANK_A, RANK_B, A, B, OUT)                                               \
  do {                                                                                             \
    const int32_t rank_ = (RANK_A) > (RANK_B) ? (RANK_A) : (RANK_B);                               \
    for (int32_t d_ = 1; d_ <= rank_; ++d_) {                                                      \
      const int64_t a_ = d_ <= (RANK_A) ? (A)[(RANK_A)-d_] : 1, b_ = d_ <= (RANK_B) ? (B)[(RANK_B)-d_] : 1; \
      (OUT)[rank_ - d_] = (__typeof__(*(OUT)))(a_ == 1 ? b_ : a_);                                 \
    }                                                                                              \
  } while (0)

#endif

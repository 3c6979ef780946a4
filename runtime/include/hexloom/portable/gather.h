// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* GATHER and GATHER_ND with indices that are known only at run time. An index out of range yields zeros. (The reference
 * kernels fail instead; a layer has nobody to tell.) */
#ifndef HEXLOOM_PORTABLE_GATHER_H
#define HEXLOOM_PORTABLE_GATHER_H

#include <hexloom/layer.h>
#include <hexloom/portable/ranks.h>

typedef struct {
  int32_t batches, outer; /* batch dimensions; those between them and the axis */
  int32_t axis;           /* entries along the axis */
  int32_t indices;        /* of each batch */
  int32_t run;            /* bytes behind the axis */
  int32_t index_bytes;    /* 2, 4 or 8 */
} hl_gather_params;

HL_KERNEL int64_t hl_index(const void *indices, int32_t bytes, size_t i) {
  return bytes == 2 ? ((const int16_t *)indices)[i] : bytes == 4 ? ((const int32_t *)indices)[i] : ((const int64_t *)indices)[i];
}

/* Copies `run` bytes from entry `index` of `entries`, or zeros. */
HL_KERNEL void hl_gather_run(const uint8_t *in, int64_t index, int64_t entries, int32_t run, uint8_t *out) {
  if (index >= 0 && index < entries)
    __builtin_memcpy(out, in + index * run, (size_t)run);
  else
    __builtin_memset(out, 0, (size_t)run);
}

typedef void hl_gather_one(const uint8_t *in, int64_t index, int64_t entries, int32_t run, uint8_t *out);

HL_KERNEL void hl_gather_runs(const hl_gather_params *p, const uint8_t *from, const void *indices, uint8_t *to,
                              hl_gather_one *one) {
  for (int32_t b = 0; b < p->batches; ++b)
    for (int32_t o = 0; o < p->outer; ++o, from += (size_t)p->axis * p->run)
      for (int32_t i = 0; i < p->indices; ++i, to += p->run)
        one(from, hl_index(indices, p->index_bytes, (size_t)b * p->indices + i), p->axis, p->run, to);
}

HL_KERNEL void hl_gather(const hl_gather_params *p, const void *in, const void *indices, void *out) {
  hl_gather_runs(p, (const uint8_t *)in, indices, (uint8_t *)out, hl_gather_run);
}

typedef struct {
  int32_t tuples, depth;           /* index tuples; indices in each */
  int32_t dims[HL_GATHER_ND_MAX];  /* of the dimensions that are indexed */
  int32_t run;                     /* bytes behind them */
  int32_t index_bytes;
} hl_gather_nd_params;

HL_KERNEL void hl_gather_nd_runs(const hl_gather_nd_params *p, const uint8_t *in, const void *indices, uint8_t *to,
                                 hl_gather_one *one) {
  for (int32_t t = 0; t < p->tuples; ++t, to += p->run) {
    int64_t entry = 0, entries = 1;
    for (int32_t d = 0; d < p->depth; ++d) {
      const int64_t index = hl_index(indices, p->index_bytes, (size_t)t * p->depth + d);
      entry = entry < 0 || index < 0 || index >= p->dims[d] ? -1 : entry * p->dims[d] + index;
      entries *= p->dims[d];
    }
    one(in, entry, entries, p->run, to);
  }
}

HL_KERNEL void hl_gather_nd(const hl_gather_nd_params *p, const void *in, const void *indices, void *out) {
  hl_gather_nd_runs(p, (const uint8_t *)in, indices, (uint8_t *)out, hl_gather_run);
}

#endif

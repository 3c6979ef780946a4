// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* GATHER and GATHER_ND by vectors, equal to portable/gather.h. */
#ifndef HEXLOOM_HVX_GATHER_H
#define HEXLOOM_HVX_GATHER_H

#include <hexloom/hvx/copy.h>
#include <hexloom/portable/gather.h>

/* Entry `index` of `entries`, or zeros. */
HL_KERNEL void hl_vgather_run(const uint8_t *in, int64_t index, int64_t entries, int32_t run,
                              uint8_t *out) {
  if (index >= 0 && index < entries)
    hl_vcopy(in + index * run, out, run);
  else
    hl_vset(out, run, Q6_V_vzero());
}

HL_KERNEL void hl_vgather(const hl_gather_params *p, const void *in, const void *indices,
                          void *out) {
  hl_gather_runs(p, (const uint8_t *)in, indices, (uint8_t *)out, hl_vgather_run);
}

HL_KERNEL void hl_vgather_nd(const hl_gather_nd_params *p, const void *in, const void *indices,
                             void *out) {
  hl_gather_nd_runs(p, (const uint8_t *)in, indices, (uint8_t *)out, hl_vgather_run);
}

/* ---- depth-blocked ---- */

/* Bytes to an entry of an axis: index * entry; or, of the channels, by blocks of 32. */
typedef struct {
  int32_t entry, block; /* block 0: the axis is none of channels */
} hl_gather_axis;

HL_KERNEL int32_t hl_gather_offset(const hl_gather_axis *a, int32_t index) {
  return a->block ? index / 32 * a->block + index % 32 : index * a->entry;
}

typedef struct {
  int32_t entries, indices, index_bytes;
  hl_gather_axis in, out;
  int32_t copies; /* that bring one entry, the first one of both tensors */
} hl_gather_blocks;

/* Stores zeros in the place of copied runs. */
HL_KERNEL void hl_vzero_runs(const uint8_t *in, uint8_t *out, int32_t count, int32_t in_stride,
                             int32_t out_stride, int32_t run) {
  (void)in, (void)in_stride;
  for (int32_t i = 0; i < count; ++i, out += out_stride)
    hl_vset(out, run, Q6_V_vzero());
}

HL_KERNEL void hl_vgather_d32(const hl_gather_blocks *p, const hl_copy_params *copies,
                              const void *in, const void *indices, void *out) {
  for (int32_t i = 0; i < p->indices; ++i) {
    const int64_t index = hl_index(indices, p->index_bytes, (size_t)i);
    const int valid = index >= 0 && index < p->entries;
    const uint8_t *from = (const uint8_t *)in + hl_gather_offset(&p->in, valid ? (int32_t)index : 0);
    uint8_t *to = (uint8_t *)out + hl_gather_offset(&p->out, i);
    for (int32_t k = 0; k < p->copies; ++k) {
      if (valid)
        hl_copy_nest(&copies[k], from, to, hl_vcopy_runs);
      else
        hl_copy_nest(&copies[k], from, to, hl_vzero_runs);
    }
  }
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Runs that fill an output one behind the other: whole vectors are loaded and stored at any address, and what a store writes behind
 * its run is written again by the next ones. The last runs, whose vectors would leave the output or touch memory behind the input, are
 * copied with care (copy.h). */
#ifndef HEXLOOM_HVX_COPY_AHEAD_H
#define HEXLOOM_HVX_COPY_AHEAD_H

#include <hexloom/hvx/copy.h>
#include <hexloom/hvx/lanes.h>

HL_KERNEL int32_t hl_up_to_vectors(int32_t bytes) { return (bytes + HL_VECTOR - 1) / HL_VECTOR * HL_VECTOR; }

/* A vector of each of `count` runs. A value is stored two turns behind its load, so that it waits in no store; the last loads are those
 * of the last runs. */
HL_KERNEL void hl_vcopy_over(const uint8_t *in, int32_t in_stride, uint8_t *out, int32_t run, int32_t count) {
  if (count < 2) {
    if (count == 1)
      hl_store_u(out, hl_load_u(in));
    return;
  }
  HVX_Vector first = hl_load_u(in), second = hl_load_u(in + in_stride);
  in += 2 * in_stride;
  HL_ROLL HL_NO_PIPELINE
  for (int32_t i = 2; i < count; ++i, in += in_stride, out += run) {
    const HVX_Vector third = hl_load_u(in);
    hl_store_u(out, first);
    first = second;
    second = third;
  }
  hl_store_u(out, first);
  hl_store_u(out + run, second);
}

/* `count` runs, each and what its last vector has behind it. The last vectors of all go first, so that no other is written over. */
HL_KERNEL void hl_vcopy_over_runs(const uint8_t *in, int32_t in_stride, uint8_t *out, int32_t run, int32_t count) {
  HL_UNROLL
  for (int32_t i = HL_AT_ONCE - 1; i >= 0; --i)
    if (i * HL_VECTOR < run)
      hl_vcopy_over(in + i * HL_VECTOR, in_stride, out + i * HL_VECTOR, run, count);
}

/* Number of runs that are enough so that no vector in front of them touches what lies behind the last one. The input's runs are `in_stride`
 * > 0 apart, with `slack` for loads that are merged. The output's next ones are `out_stride` further. */
HL_KERNEL int32_t hl_careful_runs(int32_t in_stride, int32_t out_stride, int32_t run, int32_t slack) {
  const int32_t over = hl_up_to_vectors(run) - run, in = (over + slack + in_stride - 1) / in_stride,
                out = (over + out_stride - 1) / out_stride;
  return in > out ? in : out;
}

/* The innermost loop; `in_limit` and `out_limit`: behind the input's storage and the output's last run. */
HL_KERNEL void hl_vcopy_ahead_runs(const uint8_t *in, uint8_t *out, int32_t count, int32_t in_stride, int32_t run,
                                   const uint8_t *in_limit, const uint8_t *out_limit) {
  const int32_t reach = hl_up_to_vectors(run), careful = hl_min(hl_careful_runs(in_stride, run, run, HL_LOAD_SLACK), count);
  const int is_last = in + (count - 1) * in_stride + reach + HL_LOAD_SLACK > in_limit ||
                      out + (count - 1) * run + reach > out_limit;
  const int32_t free = count - (is_last ? careful : 0);
  hl_vcopy_over_runs(in, in_stride, out, run, free);
  HL_ROLL
  for (int32_t i = free; i < count; ++i)
    hl_vcopy(in + i * in_stride, out + i * run, run);
}

/* A nest whose runs, of up to HL_AT_ONCE vectors, are in the order of the output, one behind the other; those of the innermost loop are
 * apart in the input. */
HL_KERNEL void hl_vcopy_ahead(const hl_copy_params *p, const void *in, void *out) {
  hl_copy_walk walk = hl_copy_start(p, in, out);
  const int32_t last = p->loops - 1;
  int32_t bytes = p->run, end = p->in_offset + p->run; /* of the output; of the input what is read for sure */
  for (int32_t l = 0; l < p->loops; ++l) {
    bytes *= p->loop[l].size;
    end += hl_max(p->loop[l].in, 0) * (p->loop[l].size - 1);
  }
  const uint8_t *const in_limit = hl_storage_end(in, end), *const out_limit = walk.out + bytes;
  do
    hl_vcopy_ahead_runs(walk.in, walk.out, p->loop[last].size, p->loop[last].in, p->run, in_limit, out_limit);
  while (hl_copy_next(p, last, &walk));
  hl_keep_stores_apart();
}

#endif

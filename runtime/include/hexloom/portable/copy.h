// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Data movement: most such operators are out[affine(i)] = in[affine(i)] over a few loops with a contiguous run inside.
 * All quantities are in bytes. */
#ifndef HEXLOOM_PORTABLE_COPY_H
#define HEXLOOM_PORTABLE_COPY_H

#include <hexloom/layer.h>
#include <hexloom/portable/ranks.h>

typedef struct {
  int32_t in_offset, out_offset;
  int32_t run; /* contiguous on both sides */
  int32_t loops;
  struct {
    int32_t size, in, out; /* turns; strides, which may be 0 or negative */
  } loop[HL_COPY_LOOPS];   /* outermost first */
} hl_copy_params;

/* The innermost loop; short runs of a constant length become single loads and stores. */
HL_KERNEL void hl_copy_runs(const uint8_t *in, uint8_t *out, int32_t count, int32_t in_stride, int32_t out_stride,
                            int32_t run) {
  for (int32_t i = 0; i < count; ++i, in += in_stride, out += out_stride)
    for (int32_t b = 0; b < run; ++b)
      out[b] = in[b];
}

/* A turn of the outer loops, which go like the digits of a counter. */
typedef struct {
  const uint8_t *in;
  uint8_t *out;
  int32_t turn[HL_COPY_LOOPS];
} hl_copy_walk;

HL_KERNEL hl_copy_walk hl_copy_start(const hl_copy_params *p, const void *in, void *out) {
  return (hl_copy_walk){(const uint8_t *)in + p->in_offset, (uint8_t *)out + p->out_offset, {0}};
}

/* The next turn of the first `loops` loops; 0: there is none. */
HL_KERNEL int hl_copy_next(const hl_copy_params *p, int32_t loops, hl_copy_walk *w) {
  for (int32_t l = loops - 1; l >= 0; --l) {
    w->in += p->loop[l].in;
    w->out += p->loop[l].out;
    if (++w->turn[l] < p->loop[l].size)
      return 1;
    w->in -= p->loop[l].in * p->loop[l].size;
    w->out -= p->loop[l].out * p->loop[l].size;
    w->turn[l] = 0;
  }
  return 0;
}

/* Calls INNER for each turn of the outer loops. */
typedef void hl_copy_inner(const uint8_t *in, uint8_t *out, int32_t count, int32_t in_stride, int32_t out_stride,
                           int32_t run);
HL_KERNEL void hl_copy_nest(const hl_copy_params *p, const uint8_t *in, uint8_t *out, hl_copy_inner *inner) {
  hl_copy_walk walk = hl_copy_start(p, in, out);
  const int32_t last = p->loops - 1;
  do {
    if (last < 0)
      inner(walk.in, walk.out, 1, 0, 0, p->run);
    else
      inner(walk.in, walk.out, p->loop[last].size, p->loop[last].in, p->loop[last].out, p->run);
  } while (hl_copy_next(p, last, &walk));
}

HL_KERNEL void hl_copy(const hl_copy_params *p, const void *in, void *out) {
  hl_copy_nest(p, (const uint8_t *)in, (uint8_t *)out, hl_copy_runs);
}

/* Fills with a value of `width` bytes (1, 2, 4 or 8). */
HL_KERNEL void hl_fill(void *out, size_t count, int width, int64_t value) {
  for (size_t i = 0; i < count; ++i) {
    if (width == 1)
      ((uint8_t *)out)[i] = (uint8_t)value;
    else if (width == 2)
      ((uint16_t *)out)[i] = (uint16_t)value;
    else if (width == 4)
      ((uint32_t *)out)[i] = (uint32_t)value;
    else
      ((uint64_t *)out)[i] = (uint64_t)value;
  }
}

#endif

/* Data movement: most such operators are out[affine(i)] = in[affine(i)] over a few loops with a contiguous run inside.
 * All quantities are in bytes. */
#ifndef HEXLOOM_PORTABLE_COPY_H
#define HEXLOOM_PORTABLE_COPY_H

#include <hexloom/layer.h>

#define HL_COPY_LOOPS 8

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

/* Walks the outer loops like the digits of a counter and calls INNER for each turn of them. */
typedef void hl_copy_inner(const uint8_t *in, uint8_t *out, int32_t count, int32_t in_stride, int32_t out_stride,
                           int32_t run);
HL_KERNEL void hl_copy_nest(const hl_copy_params *p, const uint8_t *in, uint8_t *out, hl_copy_inner *inner) {
  int32_t turn[HL_COPY_LOOPS] = {0};
  const int32_t last = p->loops - 1;
  in += p->in_offset;
  out += p->out_offset;
  for (;;) {
    if (last < 0)
      inner(in, out, 1, 0, 0, p->run);
    else
      inner(in, out, p->loop[last].size, p->loop[last].in, p->loop[last].out, p->run);
    int32_t l = last - 1;
    for (; l >= 0; --l) {
      in += p->loop[l].in;
      out += p->loop[l].out;
      if (++turn[l] < p->loop[l].size)
        break;
      in -= p->loop[l].in * p->loop[l].size;
      out -= p->loop[l].out * p->loop[l].size;
      turn[l] = 0;
    }
    if (l < 0)
      return;
  }
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

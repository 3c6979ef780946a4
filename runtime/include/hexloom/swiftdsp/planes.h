// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Images of bytes as planes of one channel with margins (ir/layouts.def: nchw1): a pixel ahead of every row, a row ahead of every
 * plane, room behind the last one. A row's margin is also the right one of the row before, a plane's also the lower one of the
 * plane before: a window that leaves the image by one pixel meets margins only. Nobody keeps their contents: who reads them
 * writes them first. Layers run one after the other, so that this may be done in an input.
 */
#ifndef HEXLOOM_SWIFTDSP_PLANES_H
#define HEXLOOM_SWIFTDSP_PLANES_H

#include <hexloom/swiftdsp/vectors.h>

typedef struct {
  int32_t planes, height, pitch, plane; /* bytes from a row, a plane to the next */
} hl_sd_planes;

/* `bytes` of at least one, fewer than a vector, without a byte more. No loop: the compiler would call memset for it. */
HL_KERNEL void hl_sd_set_few(int8_t *to, int value, int bytes) {
  const v8i16 all = (v8i16)swift_dsp_vsplb(value);
  int8_t *const end = to + bytes;
  if (bytes >= 8) {
    *(hl_sd_8 *)to = *(hl_sd_8 *)(end - 8) = __builtin_shufflevector(all, all, 0, 1, 2, 3);
  } else if (bytes >= 4) {
    *(hl_sd_4 *)to = *(hl_sd_4 *)(end - 4) = __builtin_shufflevector(all, all, 0, 1);
  } else {
    to[0] = end[-1] = (int8_t)value;
    to[bytes / 2] = (int8_t)value;
  }
}

HL_KERNEL void hl_sd_set(int8_t *to, int value, int bytes) {
  int8_t *const last = to + bytes - HL_SD_VECTOR;
  const v16i8 all = swift_dsp_vsplb(value);
  if (bytes < HL_SD_VECTOR) {
    hl_sd_set_few(to, value, bytes);
    return;
  }
  for (; to < last; to += HL_SD_VECTOR)
    hl_sd_put(to, all);
  hl_sd_put(last, all);
}

/* Sets all margins that a window reads to `value`. */
HL_KERNEL void hl_sd_set_margins(const hl_sd_planes *p, const int8_t *in, int value) {
  int8_t *row = (int8_t *)in;
  hl_sd_set(row, value, p->pitch);
  for (int c = 0; c < p->planes; ++c, row += p->plane - p->height * p->pitch) {
    for (int y = 0; y < p->height; ++y) {
      row += p->pitch;
      *row = (int8_t)value;
    }
    hl_sd_set(row + p->pitch, value, p->plane - p->height * p->pitch + 1);
  }
}

/* Row-major images with `depth` channels as planes, without a margin to the left and above: pixel (0, 0) of the input at `first`;
 * all else is `value`. */
typedef struct {
  int32_t batches, in_height, in_width, depth;
  int32_t height, width; /* as much of the image as windows read */
  int32_t pitch, plane, first, bytes; /* bytes: of all planes */
} hl_sd_spread;

HL_KERNEL void hl_sd_spread_planes(const hl_sd_spread *p, const int8_t *in, int8_t *out, int value) {
  hl_sd_set(out, value, p->bytes);
  for (int n = 0; n < p->batches; ++n)
    for (int y = 0; y < p->height; ++y)
      for (int c = 0; c < p->depth; ++c) {
        const int8_t *from = in + (n * p->in_height + y) * p->in_width * p->depth + c;
        int8_t *to = out + (n * p->depth + c) * p->plane + y * p->pitch + p->first;
        for (int x = 0; x < p->width; ++x, from += p->depth)
          to[x] = *from;
      }
}

#endif

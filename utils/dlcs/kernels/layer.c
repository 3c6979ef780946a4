// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* One layer by the hand-written library, on random data: layer KIND HEIGHT WIDTH DEPTH OUT_DEPTH KERNEL STRIDE. KIND: conv, depthwise.
 * 200 random outputs are computed the plain way, too; status 1 if one differs. */
#include "library.h"

#include <hexloom/port.h>
#include <hexloom/portable/requantize.h>
#include <stdlib.h>

static unsigned state = 1;
static int random_byte(void) { return (int8_t)((state = state * 1103515245u + 12345u) >> 16); }

static int number(const char *text) {
  int n = 0;
  while (*text)
    n = 10 * n + *text++ - '0';
  return n;
}

static int8_t *in, *copy, *weights, *packed, *out;
static int32_t *bias, *scales;

__attribute__((noinline)) static void hand_op000_layer(const layer *l, int depthwise) {
  const int points = l->kernel == 1 && l->stride == 1;
  if (!points)
    pad_planes(l, in, copy);
  if (depthwise)
    l->stride == 1 ? convolve_depthwise(l, 1, copy, packed, bias, scales, out)
                   : convolve_depthwise(l, 2, copy, packed, bias, scales, out);
  else if (points)
    convolve_points(l, in, packed, bias, scales, out);
  else if (l->kernel == 3)
    l->stride == 1 ? convolve(l, 3, 1, copy, packed, bias, scales, out) : convolve(l, 3, 2, copy, packed, bias, scales, out);
  else if (l->kernel == 7)
    convolve(l, 7, 2, copy, packed, bias, scales, out);
  else
    convolve(l, 1, 2, copy, packed, bias, scales, out);
}

/* [channel][ky][kx][input channel], of a depthwise one [channel][ky][kx] */
static int weight(const layer *l, int depthwise, int o, int c, int ky, int kx) {
  return depthwise ? weights[(o * l->kernel + ky) * l->kernel + kx] : weights[((o * l->kernel + ky) * l->kernel + kx) * l->depth + c];
}

static void pack(const layer *l, int depthwise) {
  int8_t *to = packed;
  const int points = l->kernel == 1 && l->stride == 1 && !depthwise, rows = 3 * l->stride + l->kernel;
  if (depthwise) {
    for (int c = 0; c < l->depth; ++c)
      for (int r = 0; r < rows; ++r)
        for (int o = 0; o < 4; ++o)
          for (int k = 0; k < 4; ++k) {
            const int ky = r - o * l->stride;
            *to++ = ky < 0 || ky >= l->kernel || k >= l->kernel ? 0 : (int8_t)weight(l, 1, c, 0, ky, k);
          }
    return;
  }
  for (int group = 0; group < l->out_depth; group += 4)
    for (int c = 0; c < l->depth; c += points ? 4 : 1)
      for (int ky = 0; ky < l->kernel; ++ky)
        for (int kx = 0; kx < l->kernel; kx += 4)
          for (int o = group; o < group + 4; ++o)
            for (int k = 0; k < 4; ++k)
              *to++ = points ? (int8_t)weight(l, 0, o, c + k, 0, 0) : kx + k < l->kernel ? (int8_t)weight(l, 0, o, c, ky, kx + k) : 0;
}

static int wanted(const layer *l, int depthwise, int o, int y, int x) {
  int sum = bias[o];
  for (int c = depthwise ? o : 0; c < (depthwise ? o + 1 : l->depth); ++c)
    for (int ky = 0; ky < l->kernel; ++ky)
      for (int kx = 0; kx < l->kernel; ++kx) {
        const int iy = y * l->stride - l->pad + ky, ix = x * l->stride - l->pad + kx;
        const int inside = iy >= 0 && ix >= 0 && iy < l->height && ix < l->width;
        sum += (inside ? in[(c * l->height + iy) * l->width + ix] : l->zero) * weight(l, depthwise, o, c, ky, kx);
      }
  const int v = hl_requantize(sum, scales[2 * o], scales[2 * o + 1]) + (l->clamp >> 16);
  return v < -128 ? -128 : v > 127 ? 127 : v;
}

static void *room(int bytes) {
  int8_t *const p = malloc((size_t)bytes + 256);
  return p + (128 - (uintptr_t)p % 128);
}

int main(int argc, char **argv) {
  if (argc != 8)
    return 2;
  const int depthwise = argv[1][0] == 'd';
  layer l = {number(argv[2]), number(argv[3]), number(argv[4]), 0, 0, number(argv[5]), number(argv[6]), number(argv[7]), 0, -7, 0};
  l.pad = (l.kernel - 1) / 2;
  l.out_height = (l.height + l.stride - 1) / l.stride;
  l.out_width = (l.width + l.stride - 1) / l.stride;
  l.clamp = (int)(4u << 16 | 0x7f80u);
  const int taps = l.kernel * l.kernel * (depthwise ? 1 : l.depth), count = l.out_depth * l.out_height * l.out_width;
  in = room(l.depth * l.height * l.width);
  copy = room(l.depth * plane_of(&l) + 64);
  weights = room(l.out_depth * taps);
  packed = room(l.out_depth * (taps * 4 + 16 * 16));
  bias = room(4 * l.out_depth);
  scales = room(8 * l.out_depth);
  out = room(count + 16);
  for (int i = 0; i < l.depth * l.height * l.width; ++i)
    in[i] = (int8_t)random_byte();
  for (int i = 0; i < l.out_depth * taps; ++i)
    weights[i] = (int8_t)random_byte();
  for (int o = 0; o < l.out_depth; ++o)
    bias[o] = random_byte() * 100, scales[2 * o] = 1200000000 + random_byte() * 1000000, scales[2 * o + 1] = -8 - (taps > 64);
  pack(&l, depthwise);
  hand_op000_layer(&l, depthwise);
  for (int i = 0; i < 200; ++i) {
    const int at = (int)(((unsigned)(random_byte() & 255) << 16 | (unsigned)(random_byte() & 255) << 8 | (unsigned)(random_byte() & 255)) %
                         (unsigned)count);
    const int o = at / (l.out_height * l.out_width), y = at / l.out_width % l.out_height, x = at % l.out_width;
    if (out[at] != wanted(&l, depthwise, o, y, x))
      return 1;
  }
  return 0;
}

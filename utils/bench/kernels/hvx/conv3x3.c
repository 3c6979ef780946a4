// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* 3x3 convolution, stride 1, no padding, uint8 activations by int8 weights, depth in blocks of 4 as
 * vrmpy wants it: 18x18x32 to 16x16x32; four pixels of a row at a time.
 */
#include "bench.h"

enum { IN = 18, OUT = 16, DEPTH = 32, CHANNELS = 32, PIXELS = 4 };

static uint8_t in[IN][IN][DEPTH] ALIGNED;
static int8_t w[3][3][DEPTH / 4][CHANNELS][4] ALIGNED;
static int32_t out[OUT][OUT][CHANNELS] ALIGNED;

void KERNEL(conv3x3)(const uint8_t *input, const HVX_Vector *weights, HVX_Vector *output) {
  for (int y = 0; y < OUT; ++y)
    for (int x = 0; x < OUT; x += PIXELS) {
      HVX_Vector acc[PIXELS];
      for (int p = 0; p < PIXELS; ++p)
        acc[p] = Q6_V_vzero();
      const HVX_Vector *v = weights;
      for (int ky = 0; ky < 3; ++ky)
        for (int kx = 0; kx < 3; ++kx) {
          const uint32_t *row = (const uint32_t *)(input + ((y + ky) * IN + x + kx) * DEPTH);
          for (int d = 0; d < DEPTH / 4; ++d, ++row) {
            const HVX_Vector factor = *v++;
            for (int p = 0; p < PIXELS;
                 ++p) /* the weights are the bytes with a sign, the activations those without */
              acc[p] = Q6_Vw_vrmpyacc_VwVubVb(acc[p], Q6_V_vsplat_R((int32_t)row[p * (DEPTH / 4)]),
                                              factor);
          }
        }
      for (int p = 0; p < PIXELS; ++p)
        output[y * OUT + x + p] = acc[p];
    }
}

int main(void) {
  bench_fill(in, sizeof in, 3);
  bench_fill(w, sizeof w, 4);
  kernel_op000_conv3x3(&in[0][0][0], (const HVX_Vector *)w, (HVX_Vector *)out);
  for (int y = 0; y < OUT; ++y)
    for (int x = 0; x < OUT; ++x)
      for (int c = 0; c < CHANNELS; ++c) {
        int32_t sum = 0;
        for (int k = 0; k < 9 * DEPTH; ++k) {
          const int ky = k / DEPTH / 3, kx = k / DEPTH % 3, d = k % DEPTH;
          sum += (int32_t)in[y + ky][x + kx][d] * w[ky][kx][d / 4][c][d % 4];
        }
        if (sum != out[y][x][c])
          return 1;
      }
  return 0;
}

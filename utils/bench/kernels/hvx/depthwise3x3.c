// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Depthwise 3x3 convolution, stride 1, no padding, uint8 by uint8, 128 channels, 18x18 to 16x16,
 * sums of 32 bits. */
#include "bench.h"

enum { IN = 18, OUT = 16, CHANNELS = 128 };

static uint8_t in[IN][IN][CHANNELS] ALIGNED;
static uint8_t w[3][3][CHANNELS] ALIGNED;
/* A vector pair of words holds the channels 4i and 4i + 2, the next pair 4i + 1 and 4i + 3. */
static uint32_t out[OUT][OUT][4][CHANNELS / 4] ALIGNED;

void KERNEL(depthwise3x3)(const HVX_Vector *input, const HVX_Vector *weights,
                          HVX_VectorPair *output) {
  for (int y = 0; y < OUT; ++y)
    for (int x = 0; x < OUT; ++x) {
      HVX_VectorPair even = Q6_W_vcombine_VV(Q6_V_vzero(), Q6_V_vzero()), odd = even;
      for (int ky = 0; ky < 3; ++ky)
        for (int kx = 0; kx < 3; ++kx) {
          const HVX_VectorPair product =
              Q6_Wuh_vmpy_VubVub(input[(y + ky) * IN + x + kx], weights[ky * 3 + kx]);
          even = Q6_Ww_vaddacc_WwVuhVuh(even, Q6_V_lo_W(product), Q6_V_vzero());
          odd = Q6_Ww_vaddacc_WwVuhVuh(odd, Q6_V_hi_W(product), Q6_V_vzero());
        }
      *output++ = even;
      *output++ = odd;
    }
}

int main(void) {
  bench_fill(in, sizeof in, 5);
  bench_fill(w, sizeof w, 6);
  kernel_op000_depthwise3x3((const HVX_Vector *)in, (const HVX_Vector *)w, (HVX_VectorPair *)out);
  for (int y = 0; y < OUT; ++y)
    for (int x = 0; x < OUT; ++x)
      for (int c = 0; c < CHANNELS; ++c) {
        uint32_t sum = 0;
        for (int k = 0; k < 9; ++k)
          sum += (uint32_t)in[y + k / 3][x + k % 3][c] * w[k / 3][k % 3][c];
        if (sum != out[y][x][c % 2 * 2 + c / 2 % 2][c / 4])
          return 1;
      }
  return 0;
}

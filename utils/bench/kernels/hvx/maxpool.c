// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Maximum of 3x3 windows, stride 2, 128 channels: 33x33 to 16x16. */
#include "bench.h"

enum { IN = 33, OUT = 16, CHANNELS = 128 };

static uint8_t in[IN][IN][CHANNELS] ALIGNED;
static uint8_t out[OUT][OUT][CHANNELS] ALIGNED;

void KERNEL(maxpool)(const HVX_Vector *input, HVX_Vector *output) {
  for (int y = 0; y < OUT; ++y)
    for (int x = 0; x < OUT; ++x) {
      const HVX_Vector *window = input + 2 * y * IN + 2 * x;
      HVX_Vector maximum = *window;
      for (int k = 1; k < 9; ++k)
        maximum = Q6_Vub_vmax_VubVub(maximum, window[k / 3 * IN + k % 3]);
      *output++ = maximum;
    }
}

int main(void) {
  bench_fill(in, sizeof in, 11);
  kernel_op000_maxpool((const HVX_Vector *)in, (HVX_Vector *)out);
  for (int y = 0; y < OUT; ++y)
    for (int x = 0; x < OUT; ++x)
      for (int c = 0; c < CHANNELS; ++c) {
        uint8_t maximum = 0;
        for (int k = 0; k < 9; ++k) {
          const uint8_t v = in[2 * y + k / 3][2 * x + k % 3][c];
          maximum = v > maximum ? v : maximum;
        }
        if (out[y][x][c] != maximum)
          return 1;
      }
  return 0;
}

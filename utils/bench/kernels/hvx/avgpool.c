// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Global average pooling: the mean of 49 pixels of 128 channels, rounded, 16-bit sums and a
 * reciprocal. */
#include "bench.h"

enum { IMAGES = 16, PIXELS = 49, CHANNELS = 128 };

static uint8_t in[IMAGES][PIXELS][CHANNELS] ALIGNED;
static uint8_t out[IMAGES][CHANNELS] ALIGNED;

/* (sum + 24) / 49 for sums of 49 bytes: times 42800 / 2^21, exact in this range (main checks every
 * value it meets). */
static inline HVX_Vector divide(HVX_Vector sum) {
  const HVX_VectorPair product = Q6_Wuw_vmpy_VuhRuh(
      Q6_Vh_vadd_VhVh(sum, Q6_V_vsplat_R(24 * 0x10001)), (int32_t)(42800u * 0x10001u));
  return Q6_Vh_vshuffe_VhVh(Q6_Vuw_vlsr_VuwR(Q6_V_hi_W(product), 21),
                            Q6_Vuw_vlsr_VuwR(Q6_V_lo_W(product), 21));
}

void KERNEL(avgpool)(const HVX_Vector *input, int images, HVX_Vector *output) {
  for (int i = 0; i < images; ++i) {
    HVX_VectorPair sum = Q6_W_vcombine_VV(Q6_V_vzero(), Q6_V_vzero());
    for (int p = 0; p < PIXELS; ++p)
      sum = Q6_Wuh_vmpyacc_WuhVubRub(sum, *input++, 0x01010101);
    *output++ = Q6_Vb_vshuffe_VbVb(divide(Q6_V_hi_W(sum)), divide(Q6_V_lo_W(sum)));
  }
}

int main(void) {
  bench_fill(in, sizeof in, 12);
  for (int c = 0; c < CHANNELS; ++c) /* the largest and the smallest sum */
    for (int p = 0; p < PIXELS; ++p)
      in[0][p][c] = c % 2 ? 255 : 0;
  kernel_op000_avgpool((const HVX_Vector *)in, IMAGES, (HVX_Vector *)out);
  for (int i = 0; i < IMAGES; ++i)
    for (int c = 0; c < CHANNELS; ++c) {
      uint32_t sum = 0;
      for (int p = 0; p < PIXELS; ++p)
        sum += in[i][p][c];
      if (out[i][c] != (sum + PIXELS / 2) / PIXELS)
        return 1;
    }
  return 0;
}

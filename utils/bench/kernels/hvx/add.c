// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Quantized addition: two uint8 tensors with a scale each, sum of products in 16 bits, rounding
 * shift, saturation. */
#include "bench.h"

enum { N = 8192, A = 93, B = 58, SHIFT = 7 };

static uint8_t a[N] ALIGNED, b[N] ALIGNED, out[N] ALIGNED;

void KERNEL(add)(const HVX_Vector *x, const HVX_Vector *y, int vectors, HVX_Vector *sum) {
  for (int i = 0; i < vectors; ++i) {
    HVX_VectorPair acc = Q6_Wuh_vmpy_VubRub(x[i], A * 0x01010101);
    acc = Q6_Wuh_vmpyacc_WuhVubRub(acc, y[i], B * 0x01010101);
    sum[i] = Q6_Vub_vasr_VuhVuhR_rnd_sat(Q6_V_hi_W(acc), Q6_V_lo_W(acc), SHIFT);
  }
}

int main(void) {
  bench_fill(a, sizeof a, 9);
  bench_fill(b, sizeof b, 10);
  kernel_op000_add((const HVX_Vector *)a, (const HVX_Vector *)b, N / 128, (HVX_Vector *)out);
  for (int i = 0; i < N; ++i) {
    const uint32_t sum = (a[i] * A + b[i] * B + (1u << (SHIFT - 1))) >> SHIFT;
    if (out[i] != (sum > 255 ? 255 : sum))
      return 1;
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* GEMM micro-kernel, uint8: 8 rows by 32 columns, K = 1152, rows one behind the other; plain
 * intrinsics, written down row by row. 4096 MAC an iteration: 16 packets at best.
 */
#include "bench.h"

enum { K = 1152, ROWS = 8, COLUMNS = 32, BLOCKS = 8 };

static uint8_t a[BLOCKS * ROWS][K] ALIGNED;
static uint8_t w[K / 4][COLUMNS][4] ALIGNED;
static uint32_t out[BLOCKS * ROWS][COLUMNS] ALIGNED;

void KERNEL(gemm8x32)(const uint8_t *rows, const HVX_Vector *weights, int k, HVX_Vector *sums) {
  HVX_Vector acc[ROWS];
  for (int r = 0; r < ROWS; ++r)
    acc[r] = Q6_V_vzero();
  const uint64_t *p = (const uint64_t *)rows;
  for (int i = 0; i < k; i += 16, p += 2, weights += 4)
    for (int r = 0; r < ROWS; ++r) {
      const uint64_t x = p[r * (K / 8)], y = p[r * (K / 8) + 1];
      acc[r] = Q6_Vuw_vrmpyacc_VuwVubRub(acc[r], weights[0], (int32_t)x);
      acc[r] = Q6_Vuw_vrmpyacc_VuwVubRub(acc[r], weights[1], (int32_t)(x >> 32));
      acc[r] = Q6_Vuw_vrmpyacc_VuwVubRub(acc[r], weights[2], (int32_t)y);
      acc[r] = Q6_Vuw_vrmpyacc_VuwVubRub(acc[r], weights[3], (int32_t)(y >> 32));
    }
  for (int r = 0; r < ROWS; ++r)
    sums[r] = acc[r];
}

int main(void) {
  bench_fill(a, sizeof a, 1);
  bench_fill(w, sizeof w, 2);
  for (int b = 0; b < BLOCKS; ++b)
    kernel_op000_gemm8x32(a[b * ROWS], (const HVX_Vector *)w, K, (HVX_Vector *)out[b * ROWS]);
  for (int r = 0; r < BLOCKS * ROWS; ++r)
    for (int c = 0; c < COLUMNS; ++c) {
      uint32_t sum = 0;
      for (int k = 0; k < K; ++k)
        sum += (uint32_t)a[r][k] * w[k / 4][c][k % 4];
      if (sum != out[r][c])
        return 1;
    }
  return 0;
}

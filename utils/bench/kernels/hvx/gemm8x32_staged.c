// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The products of gemm8x32 in another order of the source: rows interleaved by 8 bytes, all loads
 * of 8 values of K first, then the products with one vector of weights, then with the next.
 */
#include "bench.h"

enum { K = 1152, ROWS = 8, COLUMNS = 32, BLOCKS = 8 };

static uint8_t a[BLOCKS][K / 8][ROWS][8] ALIGNED;
static uint8_t w[K / 4][COLUMNS][4] ALIGNED;
static uint32_t out[BLOCKS * ROWS][COLUMNS] ALIGNED;

void KERNEL(gemm8x32_staged)(const uint64_t *rows, const HVX_Vector *weights, int k,
                             HVX_Vector *sums) {
  HVX_Vector acc[ROWS];
  for (int r = 0; r < ROWS; ++r)
    acc[r] = Q6_V_vzero();
  for (int i = 0; i < k; i += 8) {
    uint64_t x[ROWS];
    for (int r = 0; r < ROWS; ++r)
      x[r] = *rows++;
    const HVX_Vector first = *weights++, second = *weights++;
    for (int r = 0; r < ROWS; ++r)
      acc[r] = Q6_Vuw_vrmpyacc_VuwVubRub(acc[r], first, (int32_t)x[r]);
    for (int r = 0; r < ROWS; ++r)
      acc[r] = Q6_Vuw_vrmpyacc_VuwVubRub(acc[r], second, (int32_t)(x[r] >> 32));
  }
  for (int r = 0; r < ROWS; ++r)
    sums[r] = acc[r];
}

int main(void) {
  bench_fill(a, sizeof a, 1);
  bench_fill(w, sizeof w, 2);
  for (int b = 0; b < BLOCKS; ++b)
    kernel_op000_gemm8x32_staged((const uint64_t *)a[b], (const HVX_Vector *)w, K,
                                 (HVX_Vector *)out[b * ROWS]);
  for (int r = 0; r < BLOCKS * ROWS; ++r)
    for (int c = 0; c < COLUMNS; ++c) {
      uint32_t sum = 0;
      for (int k = 0; k < K; ++k)
        sum += (uint32_t)a[r / ROWS][k / 8][r % ROWS][k % 8] * w[k / 4][c][k % 4];
      if (sum != out[r][c])
        return 1;
    }
  return 0;
}

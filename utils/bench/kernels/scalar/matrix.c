// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Product of two 32x32 matrices of 32-bit integers. */
#include "bench.h"

enum { N = 32 };

static int32_t a[N][N], b[N][N], c[N][N];

void KERNEL(matrix)(const int32_t (*x)[N], const int32_t (*y)[N], int32_t (*z)[N]) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      int32_t sum = 0;
#pragma clang loop vectorize(disable)
      for (int k = 0; k < N; ++k)
        sum += x[i][k] * y[k][j];
      z[i][j] = sum;
    }
}

int main(void) {
  uint32_t seed = 23;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      a[i][j] = (int32_t)bench_random(&seed) - 32768;
      b[i][j] = (int32_t)bench_random(&seed) % 1000 - 500;
    }
  kernel_op000_matrix(a, b, c);
  /* By another way: row sums of the product are the product of A and B's row sums. */
  for (int i = 0; i < N; ++i) {
    uint32_t difference = 0, weighted = 0;
    for (int j = 0; j < N; ++j) {
      uint32_t rows = 0, ramp = 0;
      for (int k = 0; k < N; ++k) {
        rows += (uint32_t)b[j][k];
        ramp += (uint32_t)b[j][k] * (uint32_t)k;
      }
      difference += (uint32_t)c[i][j] - (uint32_t)a[i][j] * rows;
      weighted += (uint32_t)c[i][j] * (uint32_t)j - (uint32_t)a[i][j] * ramp;
    }
    if (difference || weighted)
      return 1;
  }
  return 0;
}

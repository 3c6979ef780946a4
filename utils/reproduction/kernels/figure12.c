// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Figure 12: one product of M by K by N, with so many panels of 32 rows (the outer loop) and columns (the middle one) in the
 * registers at once; each pair is a layer of its own for the profiler. Less than four columns do not make a vector of C. */
#include "matmul.h"

#define PAIR(rows, columns)                                                                                                       \
  void KERNEL(rows##x##columns)(void) {                                                                                          \
    product_vrmpy((const HVX_Vector *)a, b, M, K, N, (HVX_Vector *)c, rows, columns);                                              \
  }
#define PAIRS(DO) DO(1, 4) DO(1, 8) DO(1, 16) DO(2, 4) DO(2, 8) DO(2, 16) DO(4, 4) DO(4, 8) DO(4, 16) DO(8, 4) DO(8, 8)
#define CHECK(rows, columns) kernel_op000_##rows##x##columns(), bad |= wrong(M, N, 32);

PAIRS(PAIR)

int main(void) {
  int bad = 0;
  make(M, K, N, 32);
  PAIRS(CHECK)
  return bad;
}

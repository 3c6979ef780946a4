// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Table II: squares of 32 to 128 by each instruction; each is a layer of its own for the profiler. */
#include "matmul.h"

#define SIZE(s)                                                                                                                   \
  void KERNEL(vmpy_##s)(void) {                                                                                                  \
    product_vmpy((const HVX_Vector *)a, b, rounded_up(s, 128), s, s, (HVX_Vector *)c, 4);                                          \
  }                                                                                                                                \
  void KERNEL(vmpa_##s)(void) {                                                                                                  \
    product_vmpa((const HVX_VectorPair *)a, b, rounded_up(s, 64), s, s, (HVX_Vector *)c, 8);                                       \
  }                                                                                                                                \
  void KERNEL(vrmpy_##s)(void) {                                                                                                 \
    product_vrmpy((const HVX_Vector *)a, b, rounded_up(s, 32), s, s, (HVX_Vector *)c, 1, 8);                                       \
  }                                                                                                                                \
  static int check_##s(void) {                                                                                                   \
    int bad = 0;                                                                                                                   \
    make(s, s, s, 128), kernel_op000_vmpy_##s(), bad |= wrong(s, s, 128);                                                          \
    make(s, s, s, 64), kernel_op000_vmpa_##s(), bad |= wrong(s, s, 64);                                                            \
    make(s, s, s, 32), kernel_op000_vrmpy_##s(), bad |= wrong(s, s, 32);                                                           \
    return bad;                                                                                                                    \
  }

SIZE(32)
SIZE(64)
SIZE(96)
SIZE(128)

int main(void) { return check_32() | check_64() | check_96() | check_128(); }

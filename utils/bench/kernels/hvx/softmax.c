// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Softmax of rows of 128 bytes with an exponential table and a reciprocal: maximum, table look-up,
 * sum, scaling. */
#include "bench.h"

enum { ROWS = 64, N = 128 };

static uint8_t in[ROWS][N] ALIGNED;
static uint8_t out[ROWS][N] ALIGNED;
static uint8_t table[256] ALIGNED; /* by distance from the maximum */
static uint8_t shuffled[2]
                       [128] ALIGNED; /* as vlut32 reads it: entries i and 64 + i make a halfword */

static inline HVX_Vector look_up(HVX_Vector index, const HVX_Vector *tables) {
  HVX_Vector result = Q6_Vb_vlut32_VbVbI(index, tables[0], 0);
  result = Q6_Vb_vlut32or_VbVbVbI(result, index, tables[0], 1);
  result = Q6_Vb_vlut32or_VbVbVbI(result, index, tables[0], 2);
  result = Q6_Vb_vlut32or_VbVbVbI(result, index, tables[0], 3);
  result = Q6_Vb_vlut32or_VbVbVbI(result, index, tables[1], 4);
  result = Q6_Vb_vlut32or_VbVbVbI(result, index, tables[1], 5);
  result = Q6_Vb_vlut32or_VbVbVbI(result, index, tables[1], 6);
  return Q6_Vb_vlut32or_VbVbVbI(result, index, tables[1], 7);
}

void KERNEL(softmax)(const HVX_Vector *rows, int n, const HVX_Vector *tables, HVX_Vector *result) {
  for (int r = 0; r < n; ++r) {
    HVX_Vector maximum = rows[r];
    for (int step = 64; step > 0; step /= 2)
      maximum = Q6_Vub_vmax_VubVub(maximum, Q6_V_vror_VR(maximum, step));
    const HVX_Vector e = look_up(Q6_Vb_vsub_VbVb(maximum, rows[r]), tables);
    HVX_Vector sum = Q6_Vuw_vrmpy_VubRub(e, 0x01010101);
    for (int step = 64; step > 2; step /= 2)
      sum = Q6_Vw_vadd_VwVw(sum, Q6_V_vror_VR(sum, step));
    /* A sum is at least 255: the reciprocal of 16 bits is at most 256. */
    const uint32_t total = (uint32_t)Q6_R_vextract_VR(sum, 0);
    const uint32_t factor = 65280u / total;
    const HVX_VectorPair product = Q6_Wuh_vmpy_VubRub(e, (int32_t)(factor * 0x01010101u));
    result[r] = Q6_Vb_vshuffe_VbVb(Q6_Vuh_vlsr_VuhR(Q6_V_hi_W(product), 8),
                                   Q6_Vuh_vlsr_VuhR(Q6_V_lo_W(product), 8));
  }
}

int main(void) {
  bench_fill(in, sizeof in, 8);
  uint32_t value = 255u << 16;
  for (int i = 0; i < 256; ++i, value -= value / 16)
    table[i] = (uint8_t)(value >> 16);
  for (int i = 0; i < 256; ++i)
    shuffled[i / 128][i % 64 * 2 + i / 64 % 2] = table[i];
  kernel_op000_softmax((const HVX_Vector *)in, ROWS, (const HVX_Vector *)shuffled,
                       (HVX_Vector *)out);
  for (int r = 0; r < ROWS; ++r) {
    uint32_t maximum = 0, sum = 0;
    for (int i = 0; i < N; ++i)
      maximum = in[r][i] > maximum ? in[r][i] : maximum;
    for (int i = 0; i < N; ++i)
      sum += table[maximum - in[r][i]];
    for (int i = 0; i < N; ++i)
      if (out[r][i] != table[maximum - in[r][i]] * (65280u / sum) >> 8)
        return 1;
  }
  return 0;
}

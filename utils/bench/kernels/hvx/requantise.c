// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* 32-bit sums to uint8: a fixed-point multiply with rounding, a rounding shift, zero point,
 * saturation. */
#include "bench.h"

enum { N = 4096, MULTIPLIER = 1518500250, SHIFT = 9, ZERO = 17 };

static int32_t in[N] ALIGNED;
static uint8_t out[N] ALIGNED;

/* x * MULTIPLIER / 2^31, rounded half up. */
static inline HVX_Vector scale(HVX_Vector x, HVX_Vector multiplier) {
  return Q6_Vw_vmpyoacc_VwVwVh_s1_rnd_sat_shift(Q6_Vw_vmpye_VwVuh(x, multiplier), x, multiplier);
}

void KERNEL(requantise)(const HVX_Vector *sums, int vectors, HVX_Vector *bytes) {
  const HVX_Vector multiplier = Q6_V_vsplat_R(MULTIPLIER), half = Q6_V_vsplat_R(1 << (SHIFT - 1));
  const HVX_Vector zero = Q6_V_vsplat_R(ZERO);
  for (int i = 0; i < vectors; i += 4) {
    HVX_Vector word[4];
    for (int j = 0; j < 4; ++j) {
      const HVX_Vector scaled = Q6_Vw_vadd_VwVw(scale(*sums++, multiplier), half);
      word[j] = Q6_Vw_vadd_VwVw(Q6_Vw_vasr_VwR(scaled, SHIFT), zero);
    }
    const HVX_Vector low = Q6_Vh_vpack_VwVw_sat(word[1], word[0]),
                     high = Q6_Vh_vpack_VwVw_sat(word[3], word[2]);
    *bytes++ = Q6_Vub_vpack_VhVh_sat(high, low);
  }
}

int main(void) {
  uint32_t seed = 7;
  for (int i = 0; i < N; ++i)
    in[i] = (int32_t)(bench_random(&seed) << 4 ^ bench_random(&seed)) - (1 << 18);
  kernel_op000_requantise((const HVX_Vector *)in, N / 32, (HVX_Vector *)out);
  for (int i = 0; i < N; ++i) {
    const int32_t scaled = (int32_t)((((int64_t)in[i] * MULTIPLIER >> 30) + 1) >> 1);
    int32_t byte = ((scaled + (1 << (SHIFT - 1))) >> SHIFT) + ZERO;
    byte = byte < 0 ? 0 : byte > 255 ? 255 : byte;
    if (out[i] != byte)
      return 1;
  }
  return 0;
}

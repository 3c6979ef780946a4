// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Windows of 3x3 on each of 32 channels, 16 rows of 128 pixels, stride 1, by three instructions: sums to bytes by a shift.
 * vrmpy: blocks of 32 channels, whose rows are made words of four rows first; sums of 32 bits, any weights.
 * vmpa, vtmpy: planes of one channel, whose rows are shifted by a pixel or two; sums of 16 bits, for which the weights of a
 * window must not exceed 128 in sum. vtmpy's third weight is one: the rest of it is a product of its own. */
#include "bench.h"

enum { CHANNELS = 32, ROWS = 16, PIXELS = 128, PITCH = 256, SHIFT = 5, MOST = 14 };
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("clang loop unroll(full)")

static uint8_t planes[CHANNELS][ROWS + 2][PITCH] ALIGNED, blocked[ROWS + 2][PIXELS + 4][CHANNELS] ALIGNED;
static uint8_t from_planes[CHANNELS][ROWS][PIXELS] ALIGNED, from_blocks[ROWS][PIXELS][CHANNELS] ALIGNED;
static int8_t weights[CHANNELS][3][3];
static int8_t lanes[2][3][CHANNELS][4] ALIGNED; /* of two output rows on words of four input rows */

INLINE int32_t twice(int even, int odd) { return (int32_t)(0x00010001u * ((uint32_t)(uint8_t)even | (uint32_t)(uint8_t)odd << 8)); }

INLINE HVX_Vector bytes_of(HVX_VectorPair sums) {
  return Q6_Vub_vasr_VhVhR_sat(Q6_V_hi_W(sums), Q6_V_lo_W(sums), SHIFT);
}

INLINE HVX_Vector shifted(const uint8_t *row, int pixels) {
  const HVX_Vector *v = (const HVX_Vector *)row;
  return pixels ? Q6_V_valign_VVR(v[1], v[0], pixels) : v[0];
}

void KERNEL(vmpa)(void) {
  for (int c = 0; c < CHANNELS; ++c) {
    int32_t pair[3], alone[3];
    UNROLL for (int x = 0; x < 3; ++x) {
      pair[x] = twice(weights[c][0][x], weights[c][1][x]);
      alone[x] = twice(weights[c][2][x], weights[c][2][x]);
    }
    HVX_Vector row[3][3];
    UNROLL for (int y = 0; y < 2; ++y) UNROLL for (int x = 0; x < 3; ++x) row[y][x] = shifted(planes[c][y], x);
    for (int y = 0; y < ROWS; ++y) {
      UNROLL for (int x = 0; x < 3; ++x) row[2][x] = shifted(planes[c][y + 2], x);
      HVX_VectorPair sums = Q6_W_vcombine_VV(Q6_V_vzero(), Q6_V_vzero());
      UNROLL for (int x = 0; x < 3; ++x) {
        sums = Q6_Wh_vmpaacc_WhWubRb(sums, Q6_W_vcombine_VV(row[1][x], row[0][x]), pair[x]);
        sums = Q6_Wh_vmpyacc_WhVubRb(sums, row[2][x], alone[x]);
      }
      *(HVX_Vector *)from_planes[c][y] = bytes_of(sums);
      UNROLL for (int x = 0; x < 3; ++x) row[0][x] = row[1][x], row[1][x] = row[2][x];
    }
  }
}

void KERNEL(vtmpy)(void) {
  for (int c = 0; c < CHANNELS; ++c) {
    int32_t two[3], rest[3];
    UNROLL for (int y = 0; y < 3; ++y) {
      two[y] = twice(weights[c][y][0], weights[c][y][1]);
      rest[y] = twice(weights[c][y][2] - 1, weights[c][y][2] - 1);
    }
    HVX_VectorPair row[3];
    UNROLL for (int y = 0; y < 2; ++y) row[y] = Q6_W_vcombine_VV(shifted(planes[c][y], 2), shifted(planes[c][y], 0));
    for (int y = 0; y < ROWS; ++y) {
      row[2] = Q6_W_vcombine_VV(shifted(planes[c][y + 2], 2), shifted(planes[c][y + 2], 0));
      HVX_VectorPair sums = Q6_W_vcombine_VV(Q6_V_vzero(), Q6_V_vzero());
      UNROLL for (int r = 0; r < 3; ++r) {
        sums = Q6_Wh_vtmpyacc_WhWubRb(sums, row[r], two[r]);
        sums = Q6_Wh_vmpyacc_WhVubRb(sums, Q6_V_hi_W(row[r]), rest[r]);
      }
      *(HVX_Vector *)from_planes[c][y] = bytes_of(sums);
      row[0] = row[1], row[1] = row[2];
    }
  }
}

static HVX_Vector words[PIXELS + 4];

/* Four rows of four pixels to the words of those pixels. */
INLINE void interleaved(const HVX_Vector row[4], HVX_Vector *to) {
  const HVX_VectorPair low = Q6_W_vshuff_VVR(row[1], row[0], -1), high = Q6_W_vshuff_VVR(row[3], row[2], -1);
  const HVX_VectorPair first = Q6_W_vshuff_VVR(Q6_V_lo_W(high), Q6_V_lo_W(low), -2),
                       last = Q6_W_vshuff_VVR(Q6_V_hi_W(high), Q6_V_hi_W(low), -2);
  to[0] = Q6_V_lo_W(first), to[1] = Q6_V_hi_W(first), to[2] = Q6_V_lo_W(last), to[3] = Q6_V_hi_W(last);
}

void KERNEL(vrmpy)(void) {
  const HVX_Vector *const w = (const HVX_Vector *)lanes;
  for (int y = 0; y < ROWS; y += 2) {
    for (int x = 0; x < PIXELS + 4; x += 4) {
      HVX_Vector row[4];
      UNROLL for (int r = 0; r < 4; ++r) row[r] = *(const HVX_Vector *)blocked[y + r][x];
      interleaved(row, words + x);
    }
    for (int x = 0; x < PIXELS; x += 4)
      UNROLL for (int r = 0; r < 2; ++r) {
        HVX_Vector sums[4];
        UNROLL for (int i = 0; i < 4; ++i) {
          sums[i] = Q6_Vw_vrmpy_VubVb(words[x + i], w[3 * r]);
          UNROLL for (int k = 1; k < 3; ++k) sums[i] = Q6_Vw_vadd_VwVw(sums[i], Q6_Vw_vrmpy_VubVb(words[x + i + k], w[3 * r + k]));
        }
        const HVX_Vector even = Q6_Vh_vasr_VwVwR_sat(sums[2], sums[0], SHIFT), odd = Q6_Vh_vasr_VwVwR_sat(sums[3], sums[1], SHIFT);
        *(HVX_Vector *)from_blocks[y + r][x] = Q6_Vb_vdeal_Vb(Q6_Vb_vdeal_Vb(Q6_Vub_vasr_VhVhR_sat(odd, even, 0)));
      }
  }
}

static int wanted(int c, int y, int x) {
  int sum = 0;
  for (int i = 0; i < 9; ++i) sum += weights[c][i / 3][i % 3] * planes[c][y + i / 3][x + i % 3];
  sum >>= SHIFT;
  return sum < 0 ? 0 : sum > 255 ? 255 : sum;
}

static int wrong(int of_planes) {
  int bad = 0;
  for (int c = 0; c < CHANNELS; ++c)
    for (int y = 0; y < ROWS; ++y)
      for (int x = 0; x < PIXELS; ++x) bad |= (of_planes ? from_planes[c][y][x] : from_blocks[y][x][c]) != wanted(c, y, x);
  return bad;
}

int main(void) {
  uint32_t seed = 7;
  for (int c = 0; c < CHANNELS; ++c) {
    for (int i = 0; i < 9; ++i) {
      const int w = (int)(bench_random(&seed) % (2 * MOST + 1)) - MOST;
      weights[c][i / 3][i % 3] = (int8_t)w;
      for (int r = 0; r < 2; ++r) lanes[r][i % 3][c][i / 3 + r] = (int8_t)w;
    }
    for (int y = 0; y < ROWS + 2; ++y)
      for (int x = 0; x < PIXELS + 2; ++x) planes[c][y][x] = blocked[y][x][c] = (uint8_t)bench_random(&seed);
  }
  kernel_op000_vmpa();
  int bad = wrong(1);
  kernel_op000_vtmpy();
  bad |= wrong(1);
  kernel_op000_vrmpy();
  return bad | wrong(0);
}

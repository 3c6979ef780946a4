// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Products of matrices in the three layouts of GCD2's figure 2, for table II and figure 12. A is unsigned bytes, B signed ones
 * of seven bits, so that the two products of a vmpa have room in 16 bits; sums have 32 bits and leave as bytes, in the layout
 * in which A came: panels of 128 rows by one column, 64 by two, 32 by four. B is read as scalars. ROWS panels and COLUMNS columns
 * (four at least: a turn makes whole vectors of C) are in the registers at once.
 */
#include "bench.h"

#define SHIFT 7
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("clang loop unroll(full)")

/* 128 bytes from words of lanes 0, 2, 1 and 3 modulo 4. */
INLINE HVX_Vector narrowed(HVX_Vector s0, HVX_Vector s2, HVX_Vector s1, HVX_Vector s3) {
  const HVX_Vector even = Q6_Vh_vasr_VwVwR_sat(s2, s0, SHIFT), odd = Q6_Vh_vasr_VwVwR_sat(s3, s1, SHIFT);
  return Q6_Vub_vasr_VhVhR_sat(odd, even, 0);
}

/* a: K vectors of 128 rows a panel; b: for each k a word for each column, its weight in all four bytes. */
INLINE void product_vmpy(const HVX_Vector *a, const int32_t *b, int m, int k, int n, HVX_Vector *c, int columns) {
  for (int panel = 0; panel < m / 128; ++panel, a += k)
    for (int j = 0; j < n; j += columns, c += columns) {
      HVX_VectorPair even[4], odd[4];
      UNROLL for (int l = 0; l < columns; ++l) even[l] = odd[l] = Q6_W_vcombine_VV(Q6_V_vzero(), Q6_V_vzero());
      for (int i = 0; i < k; i += 2)
        UNROLL for (int l = 0; l < columns; ++l) {
          const HVX_VectorPair x = Q6_Wh_vmpy_VubRb(a[i], b[i * n + j + l]), y = Q6_Wh_vmpy_VubRb(a[i + 1], b[(i + 1) * n + j + l]);
          even[l] = Q6_Ww_vaddacc_WwVhVh(even[l], Q6_V_lo_W(x), Q6_V_lo_W(y));
          odd[l] = Q6_Ww_vaddacc_WwVhVh(odd[l], Q6_V_hi_W(x), Q6_V_hi_W(y));
        }
      UNROLL for (int l = 0; l < columns; ++l)
        c[l] = narrowed(Q6_V_lo_W(even[l]), Q6_V_hi_W(even[l]), Q6_V_lo_W(odd[l]), Q6_V_hi_W(odd[l]));
    }
}

/* a: K/4 pairs of vectors a panel, columns 0 and 1 of 64 rows in the first, 2 and 3 in the second; b: for each k/4 a word for
 * each column, the weights of columns 0, 2, 1, 3 of A. */
INLINE void product_vmpa(const HVX_VectorPair *a, const int32_t *b, int m, int k, int n, HVX_Vector *c, int columns) {
  for (int panel = 0; panel < m / 64; ++panel, a += k / 4)
    for (int j = 0; j < n; j += columns, c += columns / 2) {
      HVX_VectorPair sums[8];
      UNROLL for (int l = 0; l < columns; ++l) sums[l] = Q6_W_vcombine_VV(Q6_V_vzero(), Q6_V_vzero());
      for (int i = 0; i < k / 4; ++i)
        UNROLL for (int l = 0; l < columns; ++l) {
          const HVX_VectorPair x = Q6_Wh_vmpa_WubRb(a[i], b[i * n + j + l]);
          sums[l] = Q6_Ww_vaddacc_WwVhVh(sums[l], Q6_V_lo_W(x), Q6_V_hi_W(x));
        }
      UNROLL for (int l = 0; l < columns; l += 2) {
        const HVX_Vector first = Q6_Vh_vasr_VwVwR_sat(Q6_V_hi_W(sums[l]), Q6_V_lo_W(sums[l]), SHIFT),
                         second = Q6_Vh_vasr_VwVwR_sat(Q6_V_hi_W(sums[l + 1]), Q6_V_lo_W(sums[l + 1]), SHIFT);
        c[l / 2] = Q6_Vub_vasr_VhVhR_sat(second, first, 0);
      }
    }
}

/* a: K/4 vectors a panel, four columns of 32 rows each; b: for each k/4 a word for each column, the weights of four columns of
 * A. C: a vector for four columns. */
INLINE void product_vrmpy(const HVX_Vector *a, const int32_t *b, int m, int k, int n, HVX_Vector *c, int rows, int columns) {
  for (int panel = 0; panel < m / 32; panel += rows, a += rows * k / 4, c += rows * n / 4)
    for (int j = 0; j < n; j += columns) {
      HVX_Vector sums[16][16];
      UNROLL for (int r = 0; r < rows; ++r) UNROLL for (int l = 0; l < columns; ++l) sums[r][l] = Q6_V_vzero();
      for (int i = 0; i < k / 4; ++i)
        UNROLL for (int r = 0; r < rows; ++r)
          UNROLL for (int l = 0; l < columns; ++l)
            sums[r][l] = Q6_Vw_vrmpyacc_VwVubRb(sums[r][l], a[r * k / 4 + i], b[i * n + j + l]);
      UNROLL for (int r = 0; r < rows; ++r)
        UNROLL for (int l = 0; l < columns; l += 4)
          c[(r * n + j + l) / 4] = narrowed(sums[r][l], sums[r][l + 2], sums[r][l + 1], sums[r][l + 3]);
    }
}

static inline int rounded_up(int n, int to) { return (n + to - 1) / to * to; }

static uint8_t plain_a[512][512], plain_c[512][512], a[512 * 512] ALIGNED, c[512 * 512] ALIGNED;
static int8_t plain_b[512][512];
static int32_t b[512 * 512];

/* Byte of element (row, column) in panels of `panel` rows by 128 / panel columns, of a matrix with so many columns. */
static inline int place(int row, int column, int columns, int panel) {
  const int wide = 128 / panel;
  return (row / panel * (columns / wide) + column / wide) * 128 + row % panel * wide + column % wide;
}

/* Fills A (m by k) and B (k by n) with noise, zeros where they are padded, and C as it must be. */
static void make(int m, int k, int n, int panel) {
  uint32_t state = (uint32_t)(m * 31 + k * 7 + n);
  const int padded_k = rounded_up(k, 4), padded_m = rounded_up(m, panel), padded_n = rounded_up(n, 4);
  for (int i = 0; i < padded_m; ++i)
    for (int j = 0; j < padded_k; ++j) {
      plain_a[i][j] = i < m && j < k ? (uint8_t)bench_random(&state) : 0;
      a[place(i, j, padded_k, panel)] = plain_a[i][j];
    }
  const int order[4] = {0, panel == 64 ? 2 : 1, panel == 64 ? 1 : 2, 3};
  for (int i = 0; i < padded_k; ++i)
    for (int j = 0; j < padded_n; ++j) {
      plain_b[i][j] = i < k && j < n ? (int8_t)(bench_random(&state) % 128 - 64) : 0;
      if (panel == 128)
        b[i * padded_n + j] = 0x01010101 * (uint8_t)plain_b[i][j];
    }
  for (int i = 0; i < padded_k && panel != 128; i += 4)
    for (int j = 0; j < padded_n; ++j) {
      uint32_t word = 0;
      for (int byte = 0; byte < 4; ++byte)
        word |= (uint32_t)(uint8_t)plain_b[i + order[byte]][j] << (8 * byte);
      b[i / 4 * padded_n + j] = (int32_t)word;
    }
  for (int i = 0; i < padded_m; ++i)
    for (int j = 0; j < padded_n; ++j) {
      int32_t sum = 0;
      for (int l = 0; l < k; ++l)
        sum += plain_a[i][l] * plain_b[l][j];
      sum >>= SHIFT;
      plain_c[i][j] = (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
    }
}

/* Compares C and forgets it. */
static int wrong(int m, int n, int panel) {
  int bad = 0;
  const int padded_n = rounded_up(n, 4);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      bad |= c[place(i, j, padded_n, panel)] != plain_c[i][j];
      c[place(i, j, padded_n, panel)] = 0x55;
    }
  return bad;
}

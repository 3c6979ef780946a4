// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Sums over the channels of each pixel, times a factor: the correction for weights with a zero
 * point (product.h). */
#ifndef HEXLOOM_HVX_PIXEL_SUMS_H
#define HEXLOOM_HVX_PIXEL_SUMS_H

#include <hexloom/hvx/bytes.h>

/* One row of an image of bytes, [blocks][width][pixel_bytes]. */
typedef struct {
  const uint8_t *from, *limit; /* nothing is read at or behind the limit, a multiple of 128 */
  int32_t width, blocks, block_bytes, pixel_bytes;
  const HVX_Vector *ones; /* 1 for each byte that counts; see below */
  int32_t factor;         /* 16 bits */
} hl_sums_row;

HL_KERNEL HVX_Vector hl_add_bytes(HVX_Vector sum, HVX_Vector bytes, HVX_Vector ones,
                                  int is_signed) {
  return is_signed ? Q6_Vw_vrmpyacc_VwVbVb(sum, bytes, ones)
                   : Q6_Vuw_vrmpyacc_VuwVubVub(sum, bytes, ones);
}

/* Adds neighbouring words of `count` vectors, a power of two, until one vector is left. */
HL_KERNEL HVX_Vector hl_fold_words(HVX_Vector *part, int count) {
#pragma unroll
  for (int n = count / 2; n > 0; n /= 2) {
#pragma unroll
    for (int i = 0; i < n; ++i) {
      const HVX_VectorPair dealt = Q6_W_vdeal_VVR(part[2 * i + 1], part[2 * i], -4);
      part[i] = Q6_Vw_vadd_VwVw(Q6_V_lo_W(dealt), Q6_V_hi_W(dealt));
    }
  }
  return part[0];
}

HL_KERNEL HVX_Vector hl_times_factor(HVX_Vector sum, int factor) {
  return Q6_Vw_vmpyi_VwRh(sum, (int)((uint32_t)factor << 16 | (factor & 0xffff)));
}

/* Adds the bytes of a block of 32 pixels; `begins`: to nothing. */
HL_KERNEL void hl_add_block(const hl_sums_row *r, const HVX_Vector *from, int block, int words,
                            int safe, int is_signed, int begins, HVX_Vector part[8]) {
  const HVX_Vector *const last = (const HVX_Vector *)r->limit - 1;
  const HVX_Vector ones = r->ones[block == r->blocks - 1];
  from = (const HVX_Vector *)((const uint8_t *)from + block * r->block_bytes);
#pragma unroll
  for (int i = 0; i < words; ++i)
    part[i] = hl_add_bytes(begins ? Q6_V_vzero() : part[i],
                           *(safe && from + i > last ? last : from + i), ones, is_signed);
}

/* 32 pixels of 4 `words` bytes, words a power of two up to 8; of the vectors of each block, only the first
 * `some` have pixels that count. */
HL_KERNEL HVX_Vector hl_sums_of_32(const hl_sums_row *r, const HVX_Vector *from, int words,
                                   int some, int safe, int is_signed) {
  HVX_Vector part[8];
  hl_add_block(r, from, 0, some, safe, is_signed, 1, part);
  HL_ROLL
  for (int block = 1; block < r->blocks; ++block)
    hl_add_block(r, from, block, some, safe, is_signed, 0, part);
#pragma unroll
  for (int i = some; i < words; ++i)
    part[i] = Q6_V_vzero();
  return hl_times_factor(hl_fold_words(part, words), r->factor);
}

/* `rows` rows, `row_bytes` apart, of `vectors` vectors of four pixels of 32 bytes; each row's sums begin 4 `slots` behind the
 * last one's. */
HL_KERNEL HVX_Vector hl_sums_of_rows(const hl_sums_row *r, const uint8_t *from, int vectors, int slots, int rows, int row_bytes,
                                     int is_signed) {
  HVX_Vector part[8];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    part[i] = Q6_V_vzero();
  HL_ROLL
  for (int block = 0; block < r->blocks; ++block, from += r->block_bytes) {
    const HVX_Vector ones = r->ones[block == r->blocks - 1];
#pragma unroll
    for (int i = 0; i < rows; ++i) {
      const HVX_Vector *const row = (const HVX_Vector *)(from + i * row_bytes);
#pragma unroll
      for (int k = 0; k < vectors; ++k)
        part[i * slots + k] = hl_add_bytes(part[i * slots + k], row[k], ones, is_signed);
    }
  }
  return hl_times_factor(hl_fold_words(part, 8), r->factor);
}

/* Rows from a multiple of 128 on. ones[0] is for all blocks but the last, ones[1] for the last. */
HL_KERNEL void hl_sums_aligned(const hl_sums_row *r, int words, int is_signed, HVX_Vector *out) {
  const HVX_Vector *from = (const HVX_Vector *)r->from;
  for (int x = 0; x < r->width; x += 32, from += words) {
    const uint8_t *end = (const uint8_t *)(from + words) + (r->blocks - 1) * r->block_bytes;
    *out++ = end > r->limit ? hl_sums_of_32(r, from, words, words, 1, is_signed)
                            : hl_sums_of_32(r, from, words, words, 0, is_signed);
  }
}

/* Up to 128 bytes from `at`. */
HL_KERNEL HVX_Vector hl_load_below(const uint8_t *at, const uint8_t *limit) {
  return at + HL_ALIGN <= limit ? hl_load_u(at) : hl_load_first(at, (int)(limit - at));
}

/* Sums of four neighbouring bytes of up to 8 pixels of any size, folded to 4 words for each pixel. `aligned`: to vectors; `near`:
 * the limit. */
HL_KERNEL HVX_Vector hl_sums_of_eight(const hl_sums_row *r, const uint8_t *from, int pixels, int aligned, int near,
                                      int is_signed) {
  const int chunks = (r->pixel_bytes + HL_ALIGN - 1) / HL_ALIGN;
  HVX_Vector part[8];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    part[i] = Q6_V_vzero();
  for (int chunk = 0; chunk < chunks; ++chunk, from += HL_ALIGN) {
    const HVX_Vector ones = r->ones[chunk];
#pragma unroll
    for (int i = 0; i < pixels; ++i) {
      const uint8_t *const at = from + i * r->pixel_bytes;
      const HVX_Vector bytes = aligned ? *(const HVX_Vector *)at : near ? hl_load_clamped(at, r->limit) : hl_load_u(at);
      part[i] = hl_add_bytes(part[i], bytes, ones, is_signed);
    }
  }
  return hl_fold_words(part, 8);
}

/* Sums of four neighbouring bytes of 8 pixels, folded to 4 words for each pixel. `safe`: near the
 * limit. */
HL_KERNEL HVX_Vector hl_sums_of_8(const hl_sums_row *r, int x, int chunks, int safe,
                                  int is_signed) {
  const uint8_t *from[8];
  HVX_Vector part[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    from[i] = r->from + (x + i < r->width ? x + i : r->width - 1) * r->pixel_bytes;
    part[i] = Q6_V_vzero();
  }
  for (int chunk = 0; chunk < chunks; ++chunk) {
    const HVX_Vector ones = r->ones[chunk];
#pragma unroll
    for (int i = 0; i < 8; ++i, from[i - 1] += HL_ALIGN) {
      const HVX_Vector bytes = safe ? hl_load_below(from[i], r->limit) : hl_load_u(from[i]);
      part[i] = hl_add_bytes(part[i], bytes, ones, is_signed);
    }
  }
  return hl_fold_words(part, 8);
}

/* Pixels of any size, one block; ones[i] is for bytes 128 i .. of a pixel, and zero behind its last
 * one. */
HL_KERNEL void hl_sums_any(const hl_sums_row *r, int is_signed, HVX_Vector *out) {
  const int chunks = (r->pixel_bytes + HL_ALIGN - 1) / HL_ALIGN;
  for (int x = 0; x < r->width; x += 32) {
    const int last = x + 32 < r->width ? x + 31 : r->width - 1;
    const int safe = r->from + last * r->pixel_bytes + chunks * HL_ALIGN + HL_LOAD_SLACK > r->limit;
    HVX_Vector quarter[4];
    for (int q = 0; q < 4; ++q)
      quarter[q] = safe ? hl_sums_of_8(r, x + 8 * q, chunks, 1, is_signed)
                        : hl_sums_of_8(r, x + 8 * q, chunks, 0, is_signed);
    *out++ = hl_times_factor(hl_fold_words(quarter, 4), r->factor);
  }
}

HL_KERNEL void hl_sums_by_size(const hl_sums_row *r, int is_signed, HVX_Vector *out) {
  switch (r->pixel_bytes) {
  case 4:
    return hl_sums_aligned(r, 1, is_signed, out);
  case 8:
    return hl_sums_aligned(r, 2, is_signed, out);
  case 16:
    return hl_sums_aligned(r, 4, is_signed, out);
  case 32:
    return hl_sums_aligned(r, 8, is_signed, out);
  default:
    return hl_sums_any(r, is_signed, out);
  }
}

/* Any row of int8, by code that layers share. */
HL_SHARED void hl_pixel_sums_i8(const hl_sums_row *r, int32_t *out) {
  hl_sums_by_size(r, 1, (HVX_Vector *)out);
}

/* Adds `kernel_height` x `kernel_width` neighbours: out[x] = sum of sums[ky * row + kx * step + x],
 * for `width` rounded up to 32; reads up to 32 entries more, or as many as the kernel reaches. `row`
 * is the distance of the kernel's rows. */
HL_SHARED void hl_window_sums_any(const int32_t *sums, int kernel_height, int row, int kernel_width,
                                  int step, int width, int32_t *out) {
  for (int x = 0; x < width; x += 32) {
    HVX_Vector sum = Q6_V_vzero();
    for (int ky = 0; ky < kernel_height; ++ky)
      for (int kx = 0; kx < kernel_width; ++kx)
        sum = Q6_Vw_vadd_VwVw(sum, hl_load_u(sums + ky * row + kx * step + x));
    *(HVX_Vector *)(out + x) = sum;
  }
}

/* Sums of 32 columns, each over the window's rows. */
HL_KERNEL HVX_Vector hl_sums_of_columns(const int32_t *sums, int kernel_height, int row) {
  HVX_Vector sum = hl_load_u(sums);
#pragma unroll
  for (int ky = 1; ky < kernel_height; ++ky)
    sum = Q6_Vw_vadd_VwVw(sum, hl_load_u(sums + ky * row));
  return sum;
}

/* Sums of all windows of a row, as hl_window_sums_any. Small kernels, whose size is a constant, go by columns, which neighbours share. A
 * phase of a transposed convolution may have no taps at all. */
HL_KERNEL void hl_window_sums(const int32_t *sums, int kernel_height, int row, int kernel_width,
                              int step, int width, int32_t *out) {
  if (kernel_height * kernel_width == 0 || kernel_height > 5 || (kernel_width - 1) * step > 6) {
    hl_window_sums_any(sums, kernel_height, row, kernel_width, step, width, out);
    return;
  }
  HVX_Vector columns = hl_sums_of_columns(sums, kernel_height, row);
  HL_ROLL
  for (int x = 0; x < width; x += 32) {
    const HVX_Vector next = hl_sums_of_columns(sums + x + 32, kernel_height, row);
    HVX_Vector sum = columns;
#pragma unroll
    for (int kx = 1; kx < kernel_width; ++kx)
      sum = Q6_Vw_vadd_VwVw(sum, Q6_V_valign_VVR(next, columns, 4 * kx * step));
    *(HVX_Vector *)(out + x) = sum;
    columns = next;
  }
}

#endif

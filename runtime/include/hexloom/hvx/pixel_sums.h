/* Sums over the channels of each pixel, times a factor: the correction for weights with a zero point (product.h). */
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

HL_KERNEL HVX_Vector hl_add_bytes(HVX_Vector sum, HVX_Vector bytes, HVX_Vector ones, int is_signed) {
  return is_signed ? Q6_Vw_vrmpyacc_VwVbVb(sum, bytes, ones) : Q6_Vuw_vrmpyacc_VuwVubVub(sum, bytes, ones);
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

/* Pixels of 4 `words` bytes, words a power of two up to 8, from a multiple of 128 on. ones[0] is for all blocks but the last,
 * ones[1] for the last. */
HL_KERNEL void hl_sums_aligned(const hl_sums_row *r, int words, int is_signed, HVX_Vector *out) {
  const HVX_Vector *const last = (const HVX_Vector *)r->limit - 1;
  for (int x = 0; x < r->width; x += 32) {
    HVX_Vector part[8];
#pragma unroll
    for (int i = 0; i < words; ++i)
      part[i] = Q6_V_vzero();
    const HVX_Vector *from = (const HVX_Vector *)(r->from + x * 4 * words);
    for (int block = 0; block < r->blocks; ++block) {
      const HVX_Vector ones = r->ones[block == r->blocks - 1];
#pragma unroll
      for (int i = 0; i < words; ++i)
        part[i] = hl_add_bytes(part[i], *(from + i < last ? from + i : last), ones, is_signed);
      from = (const HVX_Vector *)((const uint8_t *)from + r->block_bytes);
    }
    *out++ = hl_times_factor(hl_fold_words(part, words), r->factor);
  }
}

/* Up to 128 bytes from `at`. */
HL_KERNEL HVX_Vector hl_load_below(const uint8_t *at, const uint8_t *limit) {
  return at + HL_ALIGN <= limit ? hl_load_u(at) : hl_load_first(at, (int)(limit - at));
}

/* Pixels of any size, one block; ones[i] is for bytes 128 i .. of a pixel, and zero behind its last one. */
HL_KERNEL void hl_sums_any(const hl_sums_row *r, int is_signed, HVX_Vector *out) {
  const int chunks = (r->pixel_bytes + HL_ALIGN - 1) / HL_ALIGN;
  for (int x = 0; x < r->width; x += 32) {
    HVX_Vector quarter[4];
    for (int q = 0; q < 4; ++q) {
      HVX_Vector part[8];
      for (int i = 0; i < 8; ++i) {
        const int pixel = x + 8 * q + i;
        const uint8_t *from = r->from + (pixel < r->width ? pixel : r->width - 1) * r->pixel_bytes;
        part[i] = Q6_V_vzero();
        for (int chunk = 0; chunk < chunks; ++chunk)
          part[i] = hl_add_bytes(part[i], hl_load_below(from + chunk * HL_ALIGN, r->limit), r->ones[chunk], is_signed);
      }
      quarter[q] = hl_fold_words(part, 8);
    }
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

/* factor * sum of the counted bytes of each pixel; writes whole vectors, that is `width` rounded up to 32. Rows of pixels of 4 to
 * 32 bytes start at multiples of 128. */
HL_SHARED void hl_pixel_sums_u8(const hl_sums_row *r, int32_t *out) { hl_sums_by_size(r, 0, (HVX_Vector *)out); }
HL_SHARED void hl_pixel_sums_i8(const hl_sums_row *r, int32_t *out) { hl_sums_by_size(r, 1, (HVX_Vector *)out); }

/* Adds `kernel_height` x `kernel_width` neighbours: out[x] = sum of sums[ky * row + kx * step + x], for `width` rounded up to
 * 32; reads up to 31 entries more. `row` is the distance of the kernel's rows. */
HL_SHARED void hl_window_sums(const int32_t *sums, int kernel_height, int row, int kernel_width, int step, int width,
                              int32_t *out) {
  for (int x = 0; x < width; x += 32) {
    HVX_Vector sum = Q6_V_vzero();
    for (int ky = 0; ky < kernel_height; ++ky)
      for (int kx = 0; kx < kernel_width; ++kx)
        sum = Q6_Vw_vadd_VwVw(sum, hl_load_u(sums + ky * row + kx * step + x));
    *(HVX_Vector *)(out + x) = sum;
  }
}

#endif

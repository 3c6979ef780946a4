// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Conversions between row-major and depth-blocked rows of pixels (see portable/layout.h), by
 * vectors: four pixels of four blocks, 32 bytes each, are a 4 x 4 matrix of pieces whose transpose
 * is the other layout. */
#ifndef HEXLOOM_HVX_LAYOUT_H
#define HEXLOOM_HVX_LAYOUT_H

#include <hexloom/hvx/bytes.h>

HL_KERNEL int hl_round_up(int value, int multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/* Bytes from a pixel of an image, a block of its 32 channels, a row, an image to the next one. */
typedef struct {
  int32_t pixel, block, row, image;
} hl_strides;

/* Whether rows of `width` pixels are blocks of 32 channels of all pixels, rounded up to whole vectors: what
 * the kernels make and read as it lies. */
HL_KERNEL int hl_in_blocks(const hl_strides *s, int width) {
  return s->pixel == 32 && s->block == hl_round_up(width, 4) * 32;
}

/* Piece j of v[i] becomes piece i of v[j]. */
HL_KERNEL void hl_transpose_pieces(HVX_Vector v[4]) {
  const HVX_VectorPair a = Q6_W_vshuff_VVR(v[1], v[0], 32), b = Q6_W_vshuff_VVR(v[3], v[2], 32);
  const HVX_VectorPair even = Q6_W_vshuff_VVR(Q6_V_lo_W(b), Q6_V_lo_W(a), 64);
  const HVX_VectorPair odd = Q6_W_vshuff_VVR(Q6_V_hi_W(b), Q6_V_hi_W(a), 64);
  v[0] = Q6_V_lo_W(even);
  v[1] = Q6_V_lo_W(odd);
  v[2] = Q6_V_hi_W(even);
  v[3] = Q6_V_hi_W(odd);
}

/* Whether four pixels are one or two vectors, in which they lie side by side. */
HL_KERNEL int hl_is_joined(int depth) { return depth == 32 || depth == 64; }

/* Whether each of these vectors is aligned: rows begin with one, as the tensor does. */
HL_KERNEL int hl_is_aligned(int width, int depth) { return hl_is_joined(depth) && width * depth % HL_ALIGN == 0; }

HL_KERNEL void hl_store_joined(uint8_t *to, int aligned, HVX_Vector v) {
  if (aligned)
    *(HVX_Vector *)to = v;
  else
    hl_store_u(to, v);
}

/* Up to eight pixels of one block or two, to whole vectors of pixels that are side by side. */
HL_KERNEL void hl_unblock_joined(const uint8_t *from, int block_bytes, int blocks, int pixels, int aligned, uint8_t *to) {
  HL_UNROLL
  for (int at = 0; at < pixels; at += 4, from += HL_ALIGN) {
    const HVX_Vector v = *(const HVX_Vector *)from;
    if (blocks == 1) {
      hl_store_joined(to + at * 32, aligned, v);
      continue;
    }
    const HVX_VectorPair both = Q6_W_vshuff_VVR(*(const HVX_Vector *)(from + block_bytes), v, -32);
    hl_store_joined(to + at * 64, aligned, Q6_V_lo_W(both));
    if (at + 2 < pixels)
      hl_store_joined(to + at * 64 + HL_ALIGN, aligned, Q6_V_hi_W(both));
  }
}

/* The other way round: four pixels, or eight. */
HL_KERNEL void hl_block_joined(const uint8_t *from, int blocks, int pixels, int aligned, uint8_t *to, int block_bytes) {
  HL_UNROLL
  for (int at = 0; at < pixels; at += 4, to += HL_ALIGN) {
    const uint8_t *const first = from + at * 32 * blocks, *const second = first + HL_ALIGN;
    const HVX_Vector v = aligned ? *(const HVX_Vector *)first : hl_load_u(first);
    if (blocks == 1) {
      *(HVX_Vector *)to = v;
      continue;
    }
    const HVX_VectorPair both = Q6_W_vdeal_VVR(aligned ? *(const HVX_Vector *)second : hl_load_u(second), v, -32);
    *(HVX_Vector *)to = Q6_V_lo_W(both);
    *(HVX_Vector *)(to + block_bytes) = Q6_V_hi_W(both);
  }
}

/* Channels 32 `block` to 32 `block` + 127, as far as there are blocks, of four pixels, each as a
 * vector. */
HL_KERNEL void hl_unblock_pixels(const uint8_t *from, int block_bytes, int block, int blocks,
                                 HVX_Vector v[4]) {
  for (int i = 0; i < 4; ++i)
    v[i] = *(const HVX_Vector *)(from + (block + i < blocks ? block + i : block) * block_bytes);
  hl_transpose_pieces(v);
}

/* The first `pixels` of four, whole vectors. The last channels come first: what their stores write
 * behind their pixel is overwritten by the other channels' or the next pixels' stores. */
HL_KERNEL void hl_unblock_4(const uint8_t *from, int block_bytes, int blocks, int pixels, int depth,
                            uint8_t *to) {
  HVX_Vector v[4];
  const int last = (blocks - 1) & ~3;
  hl_unblock_pixels(from, block_bytes, last, blocks, v);
  for (int i = 0; i < pixels; ++i)
    hl_store_u(to + i * depth + last * 32, v[i]);
  HL_ROLL
  for (int block = 0; block < last; block += 4) {
    hl_unblock_pixels(from, block_bytes, block, block + 4, v);
    for (int i = 0; i < pixels; ++i)
      hl_store_u(to + i * depth + block * 32, v[i]);
  }
}

/* The first `pixels` of four, nothing but their own bytes. */
HL_KERNEL void hl_unblock_exactly(const uint8_t *from, int block_bytes, int blocks, int pixels,
                                  int depth, uint8_t *to) {
#pragma clang loop unroll(disable)
  for (int block = 0; block < blocks; block += 4) {
    HVX_Vector v[4];
    const int channels = depth - block * 32;
    hl_unblock_pixels(from, block_bytes, block, blocks, v);
#pragma clang loop unroll(disable)
    for (int i = 0; i < pixels; ++i)
      hl_store_first(to + i * depth + block * 32, v[i], channels < HL_ALIGN ? channels : HL_ALIGN);
  }
}

/* Groups of four pixels at the end of a row that are within `reach` bytes of its end. */
HL_KERNEL int hl_fours_within(int reach, int depth) { return (reach + 4 * depth - 1) / (4 * depth); }

/* A depth-blocked row, [ceil(depth / 32)][.][32] with `block_bytes` between blocks, to `width`
 * pixels of `depth` bytes. Up to 127 bytes behind the row, but none at or behind `limit`, are
 * overwritten: rows must be written in ascending order. The code is fast where depth and width are
 * constants. */
HL_KERNEL void hl_unblock_row(const uint8_t *from, int block_bytes, int width, int depth,
                              uint8_t *to, const uint8_t *limit) {
  const int blocks = (depth + 31) / 32, whole = width / 4, aligned = hl_is_aligned(width, depth);
  const int is_last = !aligned && to + width * depth + HL_ALIGN > limit;
  const int fours = is_last && !hl_is_joined(depth) ? whole - hl_fours_within(HL_ALIGN, depth) : whole;
  int i = 0;
  HL_ROLL
  for (; hl_is_joined(depth) && i + 2 <= fours; i += 2, from += 256, to += 8 * depth)
    hl_unblock_joined(from, block_bytes, blocks, 8, aligned, to);
  HL_ROLL
  for (; i < fours; ++i, from += 128, to += 4 * depth)
    if (hl_is_joined(depth))
      hl_unblock_joined(from, block_bytes, blocks, 4, aligned, to);
    else
      hl_unblock_4(from, block_bytes, blocks, 4, depth, to);
  if (is_last) {
    HL_ROLL
    for (int x = fours > 0 ? 4 * fours : 0; x < width; x += 4, from += 128, to += 4 * depth)
      hl_unblock_exactly(from, block_bytes, blocks, width - x < 4 ? width - x : 4, depth, to);
  } else if (width & 3 && hl_is_joined(depth)) {
    hl_unblock_joined(from, block_bytes, blocks, width & 3, aligned, to);
  } else if (width & 3) {
    hl_unblock_4(from, block_bytes, blocks, width & 3, depth, to);
  }
}

/* 128 bytes at `at`, as far as they lie below the limit. By aligned loads even where all of them
 * do: clang moves parts of neighbouring unaligned loads in front of the comparisons that guard
 * them. */
HL_KERNEL HVX_Vector hl_load_clipped(const uint8_t *at, const uint8_t *limit) {
  if (at >= limit)
    return Q6_V_vzero();
  return hl_load_first(at, limit - at < HL_ALIGN ? (int)(limit - at) : HL_ALIGN);
}

/* Channels 32 `block` to 32 `block` + 127, as far as there are blocks, of four pixels. */
HL_KERNEL void hl_block_pixels(const uint8_t *from, const uint8_t *limit, int safe, int block,
                               int blocks, int depth, uint8_t *to, int block_bytes) {
  HVX_Vector v[4];
  for (int i = 0; i < 4; ++i) {
    const uint8_t *const at = from + i * depth + block * 32;
    v[i] = safe ? hl_load_u(at) : hl_load_clamped(at, limit);
  }
  hl_transpose_pieces(v);
  *(HVX_Vector *)(to + block * block_bytes) = v[0];
  for (int i = 1; i < 4; ++i)
    if (block + i < blocks)
      *(HVX_Vector *)(to + (block + i) * block_bytes) = v[i];
}

HL_KERNEL void hl_block_4(const uint8_t *from, const uint8_t *limit, int safe, int blocks,
                          int depth, uint8_t *to, int block_bytes) {
  const int last = (blocks - 1) & ~3;
  HL_ROLL
  for (int block = 0; block < last; block += 4)
    hl_block_pixels(from, limit, safe, block, block + 4, depth, to, block_bytes);
  hl_block_pixels(from, limit, safe, last, blocks, depth, to, block_bytes);
}

/* `width` pixels of `depth` bytes to a depth-blocked row. Nothing is read at or behind `limit`, a
 * multiple of 128. The code is fast where depth and width are constants. */
HL_KERNEL void hl_block_row(const uint8_t *from, const uint8_t *limit, int width, int depth,
                            uint8_t *to, int block_bytes) {
  enum { REACH = HL_ALIGN + HL_LOAD_SLACK };
  const int blocks = (depth + 31) / 32, all = (width + 3) / 4, aligned = hl_is_aligned(width, depth);
  const int is_last = from + 4 * all * depth + REACH > limit && !(aligned && width % 4 == 0);
  const int fours = is_last ? width / 4 - hl_fours_within(REACH, depth) : all;
  int i = 0;
  HL_ROLL
  for (; hl_is_joined(depth) && i + 2 <= fours; i += 2, from += 8 * depth, to += 256)
    hl_block_joined(from, blocks, 8, aligned, to, block_bytes);
  HL_ROLL
  for (; i < fours; ++i, from += 4 * depth, to += 128)
    if (hl_is_joined(depth))
      hl_block_joined(from, blocks, 4, aligned, to, block_bytes);
    else
      hl_block_4(from, limit, 1, blocks, depth, to, block_bytes);
  if (is_last) {
    HL_ROLL
    for (; i < all; ++i, from += 4 * depth, to += 128)
      hl_block_4(from, limit, 0, blocks, depth, to, block_bytes);
  }
}

/* Whole tensors of `rows` rows. */
HL_KERNEL void hl_rm_to_d32_hvx(const uint8_t *in, uint8_t *out, int rows, int width, int depth) {
  const int block_bytes = hl_round_up(width, 4) * 32, blocks = (depth + 31) / 32;
  const uint8_t *const limit = in + hl_round_up(rows * width * depth, HL_ALIGN);
  HL_ROLL
  for (int row = 0; row < rows; ++row)
    hl_block_row(in + row * width * depth, limit, width, depth, out + row * blocks * block_bytes,
                 block_bytes);
}

HL_KERNEL void hl_d32_to_rm_hvx(const uint8_t *in, uint8_t *out, int rows, int width, int depth) {
  const int block_bytes = hl_round_up(width, 4) * 32, blocks = (depth + 31) / 32;
  const uint8_t *const limit = out + hl_round_up(rows * width * depth, HL_ALIGN);
  HL_ROLL
  for (int row = 0; row < rows; ++row)
    hl_unblock_row(in + row * blocks * block_bytes, block_bytes, width, depth,
                   out + row * width * depth, limit);
}

#endif

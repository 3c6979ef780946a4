/* Conversions between row-major and depth-blocked rows of pixels (see portable/layout.h), by vectors. */
#ifndef HEXLOOM_HVX_LAYOUT_H
#define HEXLOOM_HVX_LAYOUT_H

#include <hexloom/hvx/bytes.h>

/* A depth-blocked row, [ceil(depth / 32)][.][32] with `block_bytes` between blocks, to `width` pixels of `depth` bytes. Each
 * piece of 32 bytes is stored as a whole vector, whose rest the following pieces overwrite, as long as that ends at or before
 * `limit`; behind it only the piece itself is stored. Rows must therefore be written in ascending order. */
HL_SHARED void hl_unblock_row(const uint8_t *from, int block_bytes, int width, int depth, uint8_t *to,
                              const uint8_t *limit) {
  for (int x = 0; x < width; ++x, from += 32, to += depth) {
    const uint8_t *piece = from;
    for (int c = 0; c < depth; c += 32, piece += block_bytes) {
      const HVX_Vector v = Q6_V_vror_VR(hl_load_around(piece), (int)(uintptr_t)piece);
      if (to + c + HL_ALIGN <= limit)
        hl_store_u(to + c, v);
      else
        hl_store_first(to + c, v, depth - c < 32 ? depth - c : 32);
    }
  }
}

/* The piece of 32 bytes at `at` as the last quarter of a vector, behind three quarters of what was there. */
HL_KERNEL HVX_Vector hl_append_piece(HVX_Vector pieces, const uint8_t *at, const uint8_t *limit) {
  const HVX_Vector v = at + HL_ALIGN <= limit ? hl_load_u(at)
                       : at < limit           ? hl_load_first(at, (int)(limit - at))
                                              : Q6_V_vzero();
  return Q6_V_valign_VVR(v, pieces, 32);
}

/* `width` pixels of `depth` bytes to a depth-blocked row. Nothing is read at or behind `limit`, a multiple of 128. */
HL_SHARED void hl_block_row(const uint8_t *from, const uint8_t *limit, int width, int depth, uint8_t *to,
                            int block_bytes) {
  for (int c = 0; c < depth; c += 32, to += block_bytes) {
    const uint8_t *at = from + c;
    for (int x = 0; x < width; x += 4, at += 4 * depth) {
      HVX_Vector pieces = Q6_V_vzero();
      if (at + 3 * depth + HL_ALIGN <= limit) {
        pieces = Q6_V_valign_VVR(hl_load_u(at), pieces, 32);
        pieces = Q6_V_valign_VVR(hl_load_u(at + depth), pieces, 32);
        pieces = Q6_V_valign_VVR(hl_load_u(at + 2 * depth), pieces, 32);
        pieces = Q6_V_valign_VVR(hl_load_u(at + 3 * depth), pieces, 32);
      } else {
        for (int i = 0; i < 4; ++i)
          pieces = hl_append_piece(pieces, at + i * depth, limit);
      }
      *(HVX_Vector *)(to + x * 32) = pieces;
    }
  }
}

HL_KERNEL int hl_round_up(int value, int multiple) { return (value + multiple - 1) / multiple * multiple; }

/* Whole tensors of `rows` rows. */
HL_KERNEL void hl_rm_to_d32_hvx(const uint8_t *in, uint8_t *out, int rows, int width, int depth) {
  const int block_bytes = hl_round_up(width, 4) * 32, blocks = (depth + 31) / 32;
  const uint8_t *const limit = in + hl_round_up(rows * width * depth, HL_ALIGN);
  for (int row = 0; row < rows; ++row)
    hl_block_row(in + row * width * depth, limit, width, depth, out + row * blocks * block_bytes, block_bytes);
}

HL_KERNEL void hl_d32_to_rm_hvx(const uint8_t *in, uint8_t *out, int rows, int width, int depth) {
  const int block_bytes = hl_round_up(width, 4) * 32, blocks = (depth + 31) / 32;
  const uint8_t *const limit = out + hl_round_up(rows * width * depth, HL_ALIGN);
  for (int row = 0; row < rows; ++row)
    hl_unblock_row(in + row * blocks * block_bytes, block_bytes, width, depth, out + row * width * depth, limit);
}

#endif

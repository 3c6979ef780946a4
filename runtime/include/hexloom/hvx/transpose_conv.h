// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* TRANSPOSE_CONV on HVX. Output pixels whose coordinates (plus padding) leave the same remainders
 * by the strides use the same taps of the filter: each such phase is a convolution with stride 1
 * over the padded input, and its pixels go to every stride-th place of the output. */
#ifndef HEXLOOM_HVX_TRANSPOSE_CONV_H
#define HEXLOOM_HVX_TRANSPOSE_CONV_H

#include <hexloom/hvx/layout.h>

/* Up to four pixels, `step` bytes apart. */
HL_KERNEL void hl_store_apart(const HVX_Vector *v, int pixels, int channels, uint8_t *to, int step) {
  HL_UNROLL
  for (int i = 0; i < pixels; ++i)
    hl_store_first(to + i * step, v[i], channels);
}

/* A depth-blocked row to pixels that lie `step` bytes apart; only their own bytes are written. */
HL_KERNEL void hl_unblock_apart(const uint8_t *from, int block_bytes, int width, int depth,
                                uint8_t *to, int step) {
  const int blocks = (depth + 31) / 32, rest = width % 4;
  HL_ROLL
  for (int block = 0; block < blocks; block += 4) {
    const int channels = depth - block * 32 < HL_ALIGN ? depth - block * 32 : HL_ALIGN;
    const uint8_t *four = from;
    uint8_t *at = to + block * 32;
    HVX_Vector v[4];
    HL_ROLL
    for (int x = 0; x + 4 <= width; x += 4, four += HL_ALIGN, at += 4 * step) {
      hl_unblock_pixels(four, block_bytes, block, blocks, v);
      hl_store_apart(v, 4, channels, at, step);
    }
    if (rest) {
      hl_unblock_pixels(four, block_bytes, block, blocks, v);
      hl_store_apart(v, rest, channels, at, step);
    }
  }
}

/* Where the k-th of four neighbouring pixels goes: by which turn, and which bytes of its vector it
 * then holds. */
typedef struct {
  int32_t turn;
  HVX_VectorPred kept;
} hl_piece_place;

HL_KERNEL void hl_place_piece(const hl_piece_place *place, HVX_Vector v, uint8_t *to, int pixel) {
  Q6_vmem_QRIV(place->kept, (HVX_Vector *)(to + pixel / 4 * 128), Q6_V_vror_VR(v, place->turn));
}

/* Pixels of one block to pixels `first`, `first` + `step`, ... of a depth-blocked row. Four pixels
 * further on the same turns serve again. */
HL_KERNEL void hl_place_pixels(const uint8_t *from, int width, uint8_t *to, int first, int step) {
  hl_piece_place place[4];
  HL_UNROLL
  for (int k = 0; k < 4; ++k) {
    const int target = 32 * ((first + k * step) % 4);
    place[k] = (hl_piece_place){32 * k - target,
                                Q6_Q_and_QQn(Q6_Q_vsetq2_R(target + 32), Q6_Q_vsetq_R(target))};
  }
  const HVX_Vector *four = (const HVX_Vector *)from;
  int pixel = first;
  HL_ROLL
  for (int x = 0; x + 4 <= width; x += 4, ++four, pixel += 4 * step) {
    HL_UNROLL
    for (int k = 0; k < 4; ++k)
      hl_place_piece(&place[k], *four, to, pixel + k * step);
  }
  HL_UNROLL
  for (int k = 0; k < 3; ++k)
    if (k < width % 4)
      hl_place_piece(&place[k], *four, to, pixel + k * step);
}

#endif

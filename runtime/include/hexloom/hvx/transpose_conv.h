/* TRANSPOSE_CONV on HVX. Output pixels whose coordinates (plus padding) leave the same remainders
 * by the strides use the same taps of the filter: each such phase is a convolution with stride 1
 * over the padded input, and its pixels go to every stride-th place of the output. */
#ifndef HEXLOOM_HVX_TRANSPOSE_CONV_H
#define HEXLOOM_HVX_TRANSPOSE_CONV_H

#include <hexloom/hvx/layout.h>

/* A depth-blocked row to pixels that lie `step` bytes apart; only their own bytes are written. */
HL_SHARED void hl_unblock_apart(const uint8_t *from, int block_bytes, int width, int depth,
                                uint8_t *to, int step) {
  const int blocks = (depth + 31) / 32;
#pragma clang loop unroll(disable)
  for (int block = 0; block < blocks; block += 4) {
    const int channels = depth - block * 32 < HL_ALIGN ? depth - block * 32 : HL_ALIGN;
    uint8_t *at = to + block * 32;
#pragma clang loop unroll(disable)
    for (int x = 0; x < width; x += 4) {
      HVX_Vector v[4];
      hl_unblock_pixels(from + x * 32, block_bytes, block, blocks, v);
#pragma clang loop unroll(disable)
      for (int i = 0; i < 4 && x + i < width; ++i, at += step)
        hl_store_first(at, v[i], channels);
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
HL_SHARED void hl_place_pixels(const uint8_t *from, int width, uint8_t *to, int first, int step) {
  hl_piece_place place[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int target = 32 * ((first + k * step) % 4);
    place[k] = (hl_piece_place){32 * k - target,
                                Q6_Q_and_QQn(Q6_Q_vsetq2_R(target + 32), Q6_Q_vsetq_R(target))};
  }
  const HVX_Vector *four = (const HVX_Vector *)from;
  int pixel = first;
#pragma clang loop unroll(disable)
  for (int x = 0; x + 4 <= width; x += 4, ++four, pixel += 4 * step) {
#pragma unroll
    for (int k = 0; k < 4; ++k)
      hl_place_piece(&place[k], *four, to, pixel + k * step);
  }
#pragma unroll
  for (int k = 0; k < 3; ++k)
    if (k < width % 4)
      hl_place_piece(&place[k], *four, to, pixel + k * step);
}

#endif

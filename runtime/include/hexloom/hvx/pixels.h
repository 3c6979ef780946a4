// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Four pixels of 32 channels, a vector of the depth-blocked layout: lanes that exist, results of
 * one pixel for all of its lanes. */
#ifndef HEXLOOM_HVX_PIXELS_H
#define HEXLOOM_HVX_PIXELS_H

#include <hexloom/hvx/lanes.h>

/* A mask of the first pixel's bytes for all four. */
HL_KERNEL HVX_Vector hl_repeat_pixel(HVX_VectorPred first) {
  HVX_Vector mask = Q6_V_vand_QR(first, -1);
  mask = Q6_V_vor_VV(mask, Q6_V_vror_VR(mask, 96));
  return Q6_V_vor_VV(mask, Q6_V_vror_VR(mask, 64));
}

/* A vector with all ones in the bytes of block `block` that are channels below `depth`. */
HL_KERNEL HVX_Vector hl_channel_mask(int block, int depth) {
  const int channels = depth - 32 * block;
  return channels >= 32 ? Q6_Vb_vsplat_R(-1) : hl_repeat_pixel(Q6_Q_vsetq_R(channels));
}

/* a where the mask is set, else b. */
HL_KERNEL HVX_Vector hl_vchoose(HVX_Vector mask, HVX_Vector a, HVX_Vector b) {
  return Q6_V_vmux_QVV(Q6_Q_vand_VR(mask, -1), a, b);
}

/* Chunk i of the result is chunk i of pixel[i]; a chunk has the 32 bytes of a pixel. */
HL_KERNEL HVX_Vector hl_join_pixels(const HVX_Vector pixel[4]) {
  return Q6_V_vmux_QVV(Q6_Q_vsetq_R(64), Q6_V_vmux_QVV(Q6_Q_vsetq_R(32), pixel[0], pixel[1]),
                       Q6_V_vmux_QVV(Q6_Q_vsetq_R(96), pixel[2], pixel[3]));
}

/* Sums of each pixel's eight words. */
HL_KERNEL void hl_pixel_totals(HVX_Vector words, int32_t total[4]) {
  for (int turn = 16; turn >= 4; turn /= 2)
    words = Q6_Vw_vadd_VwVw(words, Q6_V_vror_VR(words, turn));
  for (int i = 0; i < 4; ++i)
    total[i] = Q6_R_vextract_VR(words, 32 * i);
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* PAD of the last dimension of depth-blocked tensors, behind the channels: the rest of the last block and further blocks. */
#ifndef HEXLOOM_HVX_PAD_CHANNELS_H
#define HEXLOOM_HVX_PAD_CHANNELS_H

#include <hexloom/hvx/target.h> // first: it says what is missing
#include <hexagon_protos.h>
#include <hexloom/layer.h>
#include <hvx_hexagon_protos.h>

typedef struct {
  int32_t rows, vectors;          /* image rows over all images; vectors in the row of a block */
  int32_t in_blocks, out_blocks;  /* of 32 channels */
  int32_t last_channels;          /* 1 to 32: of the input's last block */
  int32_t value;
} hl_pad_channels_params;

/* Ones in the bytes of channels below `channels` in each of the four columns. */
HL_KERNEL HVX_VectorPred hl_vchannel_mask(int channels) {
  HVX_VectorPred mask = Q6_Q_vsetq2_R(channels);
  for (int column = 1; column < 4; ++column)
    mask = Q6_Q_or_QQ(mask, Q6_Q_and_QQn(Q6_Q_vsetq2_R(32 * column + channels), Q6_Q_vsetq_R(32 * column)));
  return mask;
}

HL_KERNEL void hl_vpad_channels(const hl_pad_channels_params *p, const void *in, void *out) {
  const HVX_Vector *from = (const HVX_Vector *)in, value = Q6_Vb_vsplat_R(p->value);
  const HVX_VectorPred valid = hl_vchannel_mask(p->last_channels);
  HVX_Vector *to = (HVX_Vector *)out;
  for (int row = 0; row < p->rows; ++row) {
    for (int i = 0; i < (p->in_blocks - 1) * p->vectors; ++i)
      *to++ = *from++;
    for (int i = 0; i < p->vectors; ++i)
      *to++ = Q6_V_vmux_QVV(valid, *from++, value);
    for (int i = 0; i < (p->out_blocks - p->in_blocks) * p->vectors; ++i)
      *to++ = value;
  }
}

#endif

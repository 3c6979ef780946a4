// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* MAX_POOL_2D of floats, equal to portable/real_rows.h: 32 channels of a window at a time, as integers that are ordered as floats are. */
#ifndef HEXLOOM_HVX_REAL_POOL_H
#define HEXLOOM_HVX_REAL_POOL_H

#include <hexloom/hvx/real_vectors.h>
#include <hexloom/portable/real_rows.h>

/* A word for each float: both zeros are 0, what is no number is below all. */
HL_KERNEL HVX_Vector hl_vreal_place(HVX_Vector bits) {
  const HVX_Vector magnitude = hl_vmagnitude(bits), sign = Q6_Vw_vasr_VwR(bits, 31);
  const HVX_Vector place = Q6_Vw_vsub_VwVw(Q6_V_vxor_VV(magnitude, sign), sign);
  return Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(magnitude, Q6_V_vsplat_R(0x7f800000)), Q6_V_vsplat_R(INT32_MIN), place);
}

HL_KERNEL void hl_real_max_pool_hvx(const hl_pool *p, float low, float high, const float *in, float *out) {
  const HVX_Vector most = Q6_V_vsplat_R((int32_t)hl_real_bits(HL_REAL_MOST)), least = Q6_V_vsplat_R((int32_t)hl_real_bits(-HL_REAL_MOST));
  HL_ROLL
  for (int batch = 0; batch < p->batches; ++batch, in += (size_t)p->in_height * p->in_width * p->depth)
    HL_ROLL
    for (int y = 0; y < p->out_height; ++y)
      HL_ROLL
      for (int x = 0; x < p->out_width; ++x) {
        const hl_pool_window w = hl_clip_window(p, y, x);
        HL_ROLL
        for (int c = 0; c < p->depth; c += 32, out += 32) {
          HVX_Vector largest = least, place = hl_vreal_place(least);
          HL_ROLL
          for (int in_y = w.y0; in_y < w.y1; ++in_y)
            HL_ROLL
            for (int in_x = w.x0; in_x < w.x1; ++in_x) {
              const HVX_Vector value = *(const HVX_Vector *)(in + ((size_t)in_y * p->in_width + in_x) * p->depth + c), its = hl_vreal_place(value);
              largest = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(its, place), value, largest);
              place = Q6_Vw_vmax_VwVw(its, place);
            }
          largest = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(place, most), most, largest); /* of an infinite one */
          *(HVX_Vector *)out = hl_vreal_bounded(largest, low, high);
        }
      }
}

#endif

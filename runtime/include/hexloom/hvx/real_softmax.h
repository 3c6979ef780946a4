// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* SOFTMAX of floats, equal to portable/real_rows.h: e^x in vectors (hvx/real_functions.h), the rest as plain C in its order. */
#ifndef HEXLOOM_HVX_REAL_SOFTMAX_H
#define HEXLOOM_HVX_REAL_SOFTMAX_H

#include <hexloom/hvx/real_functions.h>
#include <hexloom/portable/real_rows.h>

/* hl_real_exp of what is 0, below, or no number. */
HL_KERNEL HVX_Vector hl_vexp_below(HVX_Vector bits) {
  const HVX_Vector magnitude = hl_vmagnitude(bits), end = Q6_V_vsplat_R((int32_t)hl_real_bits(104.0f));
  const hl_vfixed e = hl_vscaled_exp(Q6_Vw_vmin_VwVw(magnitude, end));
  const HVX_Vector result = hl_vreal_of_scaled(Q6_Vw_vadd_VwVw(e.above, Q6_V_vsplat_R(INT32_MIN)), e.down);
  return hl_vnumber_or(Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(end, magnitude), result, Q6_V_vzero()), magnitude);
}

/* `beta` is not below 0. */
HL_KERNEL void hl_real_softmax_hvx(int32_t rows, int32_t depth, float beta, const float *in, float *out) {
  const size_t count = (size_t)rows * depth;
  float *to = out;
  for (int32_t r = 0; r < rows; ++r, in += depth, to += depth) {
    const float largest = hl_real_row_max(in, depth);
    for (int32_t i = 0; i < depth; ++i)
      to[i] = (in[i] - largest) * beta;
  }
  hl_vreal_unary(hl_vexp_below, out, out, count);
  for (int32_t r = 0; r < rows; ++r, out += depth) {
    float sum = 0;
    for (int32_t i = 0; i < depth; ++i)
      sum += out[i];
    for (int32_t i = 0; i < depth; ++i)
      out[i] = hl_real(out[i] / sum);
  }
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Pixels that lie flat, rows behind rows: which of a window's taps are in the image, and loads that may leave the tensor. */
#ifndef HEXLOOM_HVX_BORDER_H
#define HEXLOOM_HVX_BORDER_H

#include <hexloom/hvx/bytes.h>

/* The aligned vector around `at`, or of what is out of the range any other one. */
HL_KERNEL HVX_Vector hl_bordered_around(uintptr_t at, uintptr_t begin, uintptr_t end) {
  at &= ~(uintptr_t)(HL_ALIGN - 1);
  return *(const HVX_Vector *)(at < begin ? begin : at >= end ? end - HL_ALIGN : at);
}

/* 128 bytes at any address, those out of the range being any others; begin and end are aligned. */
HL_KERNEL HVX_Vector hl_bordered_load(uintptr_t at, uintptr_t begin, uintptr_t end) {
  return Q6_V_valign_VVR(hl_bordered_around(at + HL_ALIGN, begin, end), hl_bordered_around(at, begin, end), (int32_t)at);
}

/* The pixels whose tap that many rows below and columns to the right is in the image. Places are row << 16 | column, of a pixel that
 * does not exist out of every image. */
HL_KERNEL HVX_VectorPred hl_inside(HVX_Vector places, int down, int right, int height, int width) {
  const HVX_Vector at =
      Q6_Vh_vadd_VhVh(places, Q6_V_vsplat_R((int32_t)((uint32_t)down << 16 | ((uint32_t)right & 0xffff))));
  const HVX_Vector limits = Q6_V_vsplat_R(height << 16 | width), ones = Q6_V_vsplat_R(-1);
  return Q6_Q_vcmp_eq_VwVw(Q6_V_vand_QR(Q6_Q_vcmp_gt_VuhVuh(limits, at), -1), ones);
}

/* The bytes of a vector from `first` to in front of `last`, as far as it has them. */
HL_KERNEL HVX_VectorPred hl_between(int first, int last) {
  if (last <= 0 || first >= HL_ALIGN || first >= last)
    return Q6_Q_vsetq_R(0);
  return Q6_Q_and_QQn(Q6_Q_vsetq2_R(last < HL_ALIGN ? last : HL_ALIGN), Q6_Q_vsetq_R(first > 0 ? first : 0));
}

#endif

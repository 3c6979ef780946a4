// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* SELECT_V2 on whole vectors: out = condition ? a : b, all of one shape. The condition has a byte for each element. */
#ifndef HEXLOOM_HVX_SELECT_H
#define HEXLOOM_HVX_SELECT_H

#include <hexloom/hvx/bytes.h>

HL_KERNEL void hl_vselect_bytes(const void *condition, const void *a, const void *b, void *out, int vectors) {
  const HVX_Vector *vc = (const HVX_Vector *)condition, *va = (const HVX_Vector *)a, *vb = (const HVX_Vector *)b;
  HVX_Vector *vo = (HVX_Vector *)out;
  HL_ROLL
  for (int i = 0; i < vectors; ++i)
    vo[i] = Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VbVb(vc[i], Q6_V_vzero()), vb[i], va[i]);
}

#endif

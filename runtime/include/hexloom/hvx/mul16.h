// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* MUL of int16 by int16 to int8, equal to portable/mul16.h. */
#ifndef HEXLOOM_HVX_MUL16_H
#define HEXLOOM_HVX_MUL16_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/fixedpoint16.h>
#include <hexloom/portable/mul16.h>

/* Down by 8 bits in two steps, which leave room for the half that is added; of a negative number half is below it. */
HL_KERNEL HVX_Vector hl_vmul16_halves(const hl_mul16 *p, HVX_Vector a, HVX_Vector b) {
  const HVX_Vector x = hl_vsrdhm16(a, b), below = Q6_Vh_vadd_VhVh_sat(x, Q6_Vh_vasr_VhR(x, 15));
  const HVX_Vector y = Q6_Vh_vasr_VhR(Q6_Vh_vadd_VhVh(Q6_Vh_vasr_VhR(below, 7), Q6_Vh_vsplat_R(1)), 1);
  const HVX_Vector placed = Q6_Vh_vadd_VhVh(y, Q6_Vh_vsplat_R(p->zero));
  return Q6_Vh_vmin_VhVh(Q6_Vh_vmax_VhVh(placed, Q6_Vh_vsplat_R(p->min)), Q6_Vh_vsplat_R(p->max));
}

/* `vectors` of the inputs. */
HL_KERNEL void hl_vmul16_to_8(const hl_mul16 *p, const void *in0, const void *in1, void *out, int vectors) {
  const HVX_Vector *a = (const HVX_Vector *)in0, *b = (const HVX_Vector *)in1;
  HVX_Vector *to = (HVX_Vector *)out;
  HL_ROLL
  for (int i = 0; i < vectors / 2; ++i)
    to[i] = Q6_Vb_vpacke_VhVh(hl_vmul16_halves(p, a[2 * i + 1], b[2 * i + 1]), hl_vmul16_halves(p, a[2 * i], b[2 * i]));
  if (vectors % 2) {
    const HVX_Vector last = hl_vmul16_halves(p, a[vectors - 1], b[vectors - 1]);
    to[vectors / 2] = Q6_Vb_vpacke_VhVh(last, last);
  }
}

#endif

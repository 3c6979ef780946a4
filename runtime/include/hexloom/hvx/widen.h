// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Bytes to wider lanes and back, for elementwise kernels: even and odd elements go separate ways, which costs least, and meet
 * again when they are narrowed. Signed bytes are handled as unsigned ones with the sign bit flipped. */
#ifndef HEXLOOM_HVX_WIDEN_H
#define HEXLOOM_HVX_WIDEN_H

#include <hexloom/hvx/target.h> // first: it says what is missing
#include <hexagon_protos.h>
#include <hexloom/layer.h>
#include <hvx_hexagon_protos.h>

HL_KERNEL HVX_Vector hl_vflip_sign(HVX_Vector bytes) { return Q6_V_vxor_VV(bytes, Q6_Vb_vsplat_R(-128)); }

/* Bytes less their zero point as halfwords: even elements in the lower vector, odd ones in the upper. */
HL_KERNEL HVX_VectorPair hl_vwiden(HVX_Vector bytes, hl_type type, int zero) {
  if (type == HL_INT8)
    return Q6_Wh_vsub_VubVub(hl_vflip_sign(bytes), Q6_Vb_vsplat_R(zero + 128));
  return Q6_Wh_vsub_VubVub(bytes, Q6_Vb_vsplat_R(zero));
}

/* Back to bytes: + zero, saturated, clamped to [min, max]. The sums must fit into halfwords, or saturate there. */
HL_KERNEL HVX_Vector hl_vnarrow_bytes(HVX_Vector even, HVX_Vector odd, hl_type type, int zero, int min, int max) {
  const int bias = type == HL_INT8 ? 128 : 0;
  if (zero + bias != 0) {
    const HVX_Vector z = Q6_Vh_vsplat_R(zero + bias);
    even = Q6_Vh_vadd_VhVh_sat(even, z);
    odd = Q6_Vh_vadd_VhVh_sat(odd, z);
  }
  HVX_Vector bytes = Q6_Vub_vsat_VhVh(odd, even);
  if (min + bias > 0)
    bytes = Q6_Vub_vmax_VubVub(bytes, Q6_Vb_vsplat_R(min + bias));
  if (max + bias < 255)
    bytes = Q6_Vub_vmin_VubVub(bytes, Q6_Vb_vsplat_R(max + bias));
  return type == HL_INT8 ? hl_vflip_sign(bytes) : bytes;
}

/* Words of even and odd halfwords, saturated to halfwords in their order. */
HL_KERNEL HVX_Vector hl_vnarrow_words(HVX_VectorPair words) {
  return Q6_Vh_vsat_VwVw(Q6_V_hi_W(words), Q6_V_lo_W(words));
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Lanes of any integer type: the larger or smaller of two, and loads near a buffer's end. The type
 * is a constant where a kernel is instantiated. */
#ifndef HEXLOOM_HVX_LANES_H
#define HEXLOOM_HVX_LANES_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/portable/element.h>

HL_KERNEL int hl_type_bytes(hl_type type) {
  return type == HL_INT16 ? 2 : type == HL_INT32 ? 4 : 1;
}

HL_KERNEL HVX_Vector hl_vsplat(hl_type type, int32_t value) {
  switch (hl_type_bytes(type)) {
  case 2:
    return Q6_Vh_vsplat_R(value);
  case 4:
    return Q6_V_vsplat_R(value);
  default:
    return Q6_Vb_vsplat_R(value);
  }
}

HL_KERNEL HVX_Vector hl_vmax(hl_type type, HVX_Vector a, HVX_Vector b) {
  switch (type) {
  case HL_INT8:
    return Q6_Vb_vmax_VbVb(a, b);
  case HL_INT16:
    return Q6_Vh_vmax_VhVh(a, b);
  case HL_INT32:
    return Q6_Vw_vmax_VwVw(a, b);
  default:
    return Q6_Vub_vmax_VubVub(a, b);
  }
}

HL_KERNEL HVX_Vector hl_vmin(hl_type type, HVX_Vector a, HVX_Vector b) {
  switch (type) {
  case HL_INT8:
    return Q6_Vb_vmin_VbVb(a, b);
  case HL_INT16:
    return Q6_Vh_vmin_VhVh(a, b);
  case HL_INT32:
    return Q6_Vw_vmin_VwVw(a, b);
  default:
    return Q6_Vub_vmin_VubVub(a, b);
  }
}

HL_KERNEL HVX_Vector hl_vclamp(hl_type type, HVX_Vector v, int32_t min, int32_t max) {
  if (min > hl_type_min(type))
    v = hl_vmax(type, v, hl_vsplat(type, min));
  return max < hl_type_max(type) ? hl_vmin(type, v, hl_vsplat(type, max)) : v;
}

/* The first `n` bytes (1 to 128) at `from`; the others are arbitrary. `near`: within HL_LOAD_SLACK
 * + 128 of the buffer's end. */
HL_KERNEL HVX_Vector hl_load_some(const uint8_t *from, int n, int near) {
  return near ? hl_load_first(from, n) : hl_load_u(from);
}

/* The end of the storage of a tensor of so many bytes. */
HL_KERNEL const uint8_t *hl_storage_end(const void *tensor, size_t bytes) {
  return (const uint8_t *)tensor + (bytes + HL_ALIGN - 1) / HL_ALIGN * HL_ALIGN;
}
HL_KERNEL int hl_near(const uint8_t *from, const uint8_t *limit) {
  return from + HL_ALIGN + HL_LOAD_SLACK > limit;
}

/* n bytes (1 to 128); others behind them, below the limit, may be overwritten. */
HL_KERNEL void hl_store_ahead(uint8_t *to, HVX_Vector v, int n, const uint8_t *limit) {
  if (__builtin_expect(n == HL_ALIGN || to + HL_ALIGN <= limit, 1))
    hl_store_u(to, v);
  else
    hl_store_first(to, v, n);
}

#endif

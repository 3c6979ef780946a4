// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Elements of tensors of any integer type. The type is a constant where a kernel is instantiated,
 * so that the switches disappear: one kernel text serves every type. */
#ifndef HEXLOOM_PORTABLE_ELEMENT_H
#define HEXLOOM_PORTABLE_ELEMENT_H

#include <hexloom/layer.h>

HL_KERNEL int32_t hl_load(const void *data, hl_type type, size_t index) {
  switch (type) {
  case HL_INT8:
    return ((const int8_t *)data)[index];
  case HL_INT16:
    return ((const int16_t *)data)[index];
  case HL_INT32:
    return ((const int32_t *)data)[index];
  default:
    return ((const uint8_t *)data)[index];
  }
}

/* HL_INT64 widens; the other types keep the low bits, so clamp first. */
HL_KERNEL void hl_store(void *data, hl_type type, size_t index, int32_t value) {
  switch (type) {
  case HL_INT8:
    ((int8_t *)data)[index] = (int8_t)value;
    break;
  case HL_INT16:
    ((int16_t *)data)[index] = (int16_t)value;
    break;
  case HL_INT32:
    ((int32_t *)data)[index] = value;
    break;
  case HL_INT64:
    ((int64_t *)data)[index] = value;
    break;
  default:
    ((uint8_t *)data)[index] = (uint8_t)value;
    break;
  }
}

HL_KERNEL int32_t hl_type_min(hl_type type) {
  switch (type) {
  case HL_INT8:
    return INT8_MIN;
  case HL_INT16:
    return INT16_MIN;
  case HL_INT32:
    return INT32_MIN;
  default:
    return 0;
  }
}

HL_KERNEL int32_t hl_type_max(hl_type type) {
  switch (type) {
  case HL_INT8:
    return INT8_MAX;
  case HL_INT16:
    return INT16_MAX;
  case HL_INT32:
    return INT32_MAX;
  default:
    return UINT8_MAX;
  }
}

HL_KERNEL int32_t hl_min(int32_t a, int32_t b) { return a < b ? a : b; }
HL_KERNEL int32_t hl_max(int32_t a, int32_t b) { return a > b ? a : b; }
HL_KERNEL int32_t hl_clamp(int32_t value, int32_t min, int32_t max) {
  return hl_min(hl_max(value, min), max);
}
/* clamp(value + zero, min, max), however large the value is: vectors saturate their sums. Of words (QUANTIZE to int32), whose bounds
 * have no room beside them, what no word holds is the nearest one, too. */
HL_KERNEL int32_t hl_clamp_from(int32_t value, int32_t zero, int32_t min, int32_t max) {
  if (min == INT32_MIN) {
    const int64_t sum = (int64_t)value + zero;
    return sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
  }
  return hl_clamp(value, min - zero, max - zero) + zero;
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* MEAN, SUM, REDUCE_MAX and REDUCE_MIN: what the vector kernels share.
 *
 * An accumulator holds lanes of the input's type for the extremes, words for the sums. Lanes that
 * belong to one output are brought together in two steps. A group is one vector with 16 bytes of
 * lanes for each of 8 outputs, made from 8 vectors with 128 bytes or 2 vectors with 32 for each.
 * 128 bytes of outputs are made from 16 groups for bytes, 8 for halfwords, 4 for words. */
#ifndef HEXLOOM_HVX_REDUCE_LANES_H
#define HEXLOOM_HVX_REDUCE_LANES_H

#include <hexloom/hvx/lanes.h>
#include <hexloom/hvx/requantize.h>
#include <hexloom/hvx/turns.h>
#include <hexloom/portable/reduce.h>

HL_KERNEL int hl_reduce_extreme(const hl_reduce *p) {
  return p->kind == HL_REDUCE_MAX || p->kind == HL_REDUCE_MIN;
}

HL_KERNEL HVX_Vector hl_reduce_neutral(const hl_reduce *p) {
  if (!hl_reduce_extreme(p))
    return Q6_V_vzero();
  return hl_vsplat(p->type, p->kind == HL_REDUCE_MAX ? hl_type_min(p->type) : hl_type_max(p->type));
}

/* Two accumulators. */
HL_KERNEL HVX_Vector hl_reduce_combine(const hl_reduce *p, HVX_Vector a, HVX_Vector b) {
  if (!hl_reduce_extreme(p))
    return Q6_Vw_vadd_VwVw(a, b);
  return p->kind == HL_REDUCE_MAX ? hl_vmax(p->type, a, b) : hl_vmin(p->type, a, b);
}

/* Adds elements of one output to an accumulator; what does not count holds hl_reduce_neutral(). */
HL_KERNEL HVX_Vector hl_reduce_add(const hl_reduce *p, HVX_Vector acc, HVX_Vector x) {
  if (hl_reduce_extreme(p) || p->type == HL_INT32)
    return hl_reduce_combine(p, acc, x);
  switch (p->type) {
  case HL_INT8:
    return Q6_Vw_vrmpyacc_VwVbVb(acc, x, Q6_Vb_vsplat_R(1));
  case HL_INT16:
    return Q6_Vw_vdmpyacc_VwVhRb(acc, x, 0x01010101);
  default:
    return Q6_Vuw_vrmpyacc_VuwVubRub(acc, x, 0x01010101);
  }
}

/* Accumulators with 2 * half bytes for each output to one with half bytes: first's outputs, then
 * second's. */
HL_KERNEL HVX_Vector hl_reduce_fold(const hl_reduce *p, HVX_Vector first, HVX_Vector second,
                                    int half) {
  const HVX_VectorPair halves = Q6_W_vdeal_VVR(second, first, -half);
  return hl_reduce_combine(p, Q6_V_lo_W(halves), Q6_V_hi_W(halves));
}

/* 128 bytes each. */
HL_KERNEL HVX_Vector hl_reduce_group(const hl_reduce *p, const HVX_Vector part[HL_REDUCE_GROUP]) {
  HVX_Vector v[4];
  HL_UNROLL
  for (int i = 0; i < 4; ++i)
    v[i] = hl_reduce_fold(p, part[2 * i], part[2 * i + 1], 64);
  return hl_reduce_fold(p, hl_reduce_fold(p, v[0], v[1], 32), hl_reduce_fold(p, v[2], v[3], 32),
                        16);
}

/* Sums of values with the input's zero point, in words, to words of the output without its zero
 * point. */
HL_KERNEL HVX_Vector hl_reduce_scale(const hl_reduce *p, HVX_Vector sum) {
  if (p->kind != HL_REDUCE_SCALED_SUM)
    return sum;
  const int32_t zeros = (int32_t)((uint32_t)p->in_zero * (uint32_t)p->count);
  return hl_vrequantize(Q6_Vw_vsub_VwVw(sum, Q6_V_vsplat_R(zeros)), p->multiplier, p->shift);
}

/* Words to 128 bytes of outputs, + zero point, saturated. */
HL_KERNEL HVX_Vector hl_reduce_narrow(const hl_reduce *p, const HVX_Vector words[4]) {
  const int min = hl_type_min(p->type), max = hl_type_max(p->type);
  if (p->type == HL_INT32)
    return words[0];
  if (p->type == HL_INT16)
    return hl_vnarrow_h(words[0], words[1], min, max);
  return hl_vnarrow(words[0], words[1], words[2], words[3], p->out_zero, min, max,
                    p->type == HL_INT8);
}

/* Groups to 128 bytes of outputs. */
HL_KERNEL HVX_Vector hl_reduce_join(const hl_reduce *p, HVX_Vector *group) {
  const int bytes = hl_type_bytes(p->type);
  if (hl_reduce_extreme(p)) {
    int count = 16 / bytes;
    HL_UNROLL
    for (int half = 8; half >= bytes; half /= 2) {
      count /= 2;
      HL_UNROLL
      for (int i = 0; i < count; ++i)
        group[i] = hl_reduce_fold(p, group[2 * i], group[2 * i + 1], half);
    }
    return group[0];
  }
  HVX_Vector words[4];
  HL_UNROLL
  for (int i = 0; i < 4 / bytes; ++i) {
    const HVX_Vector *g = group + 4 * i;
    const HVX_Vector sum =
        hl_reduce_fold(p, hl_reduce_fold(p, g[0], g[1], 8), hl_reduce_fold(p, g[2], g[3], 8), 4);
    words[i] = hl_reduce_scale(p, sum);
  }
  return hl_reduce_narrow(p, words);
}

#endif

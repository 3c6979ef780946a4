// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Operators of two inputs on whole vectors of 128 bytes, equal to portable/binary.h on every input; and the loops around
 * them. Buffers are rounded up to vectors (hexloom/model.h): the loops read and write whole ones. */
#ifndef HEXLOOM_HVX_BINARY_H
#define HEXLOOM_HVX_BINARY_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/turns.h>
#include <hexloom/hvx/widen.h>
#include <hexloom/hvx/requantize.h>
#include <hexloom/portable/binary.h>

/* Makes a vector of results from one of each input; `p` are the operator's parameters. */
typedef HVX_Vector hl_vbinary(const void *p, HVX_Vector a, HVX_Vector b);

/* Input K on the common scale, from words less the zero point. The input with the larger scale has the factor 1/2, whose
 * rescaling is a shift. */
HL_KERNEL HVX_Vector hl_vcommon_scale(const hl_arithmetic *p, int k, HVX_Vector x) {
  const hl_factor f = p->input[k];
  if (f.value == 1 << 30 && f.shift == 0)
    return Q6_Vw_vasl_VwR(x, p->left_shift - 1);
  if (f.value == -(1 << 30) && f.shift == 0)
    return Q6_Vw_vsub_VwVw(Q6_V_vzero(), Q6_Vw_vasl_VwR(x, p->left_shift - 1));
  return hl_vrequantize(Q6_Vw_vasl_VwR(x, p->left_shift), f.value, f.shift);
}

HL_KERNEL HVX_Vector hl_vrescale_output(const hl_arithmetic *p, HVX_Vector words) {
  return hl_vrequantize(words, p->output.value, p->output.shift);
}

/* 64 halfwords less their zero points to the rescaled sum, saturated to halfwords. */
HL_KERNEL HVX_Vector hl_vadd_halves(const hl_arithmetic *p, HVX_Vector x, HVX_Vector y) {
  const HVX_VectorPair xx = Q6_Ww_vsxt_Vh(x), yy = Q6_Ww_vsxt_Vh(y);
  const HVX_Vector low = Q6_Vw_vadd_VwVw(hl_vcommon_scale(p, 0, Q6_V_lo_W(xx)), hl_vcommon_scale(p, 1, Q6_V_lo_W(yy)));
  const HVX_Vector high = Q6_Vw_vadd_VwVw(hl_vcommon_scale(p, 0, Q6_V_hi_W(xx)), hl_vcommon_scale(p, 1, Q6_V_hi_W(yy)));
  return Q6_Vh_vsat_VwVw(hl_vrescale_output(p, high), hl_vrescale_output(p, low));
}

HL_KERNEL HVX_Vector hl_vclamp_halves(const hl_arithmetic *p, HVX_Vector y) {
  return Q6_Vh_vmin_VhVh(Q6_Vh_vmax_VhVh(y, Q6_Vh_vsplat_R(p->min)), Q6_Vh_vsplat_R(p->max));
}

/* ADD and SUB of bytes or, where zero points are 0, of halfwords. */
HL_KERNEL HVX_Vector hl_vadd(const void *params, HVX_Vector a, HVX_Vector b) {
  const hl_arithmetic *p = (const hl_arithmetic *)params;
  if (p->type == HL_INT16)
    return hl_vclamp_halves(p, hl_vadd_halves(p, a, b));
  const HVX_VectorPair x = hl_vwiden(a, p->type, p->zero[0]), y = hl_vwiden(b, p->type, p->zero[1]);
  return hl_vnarrow_bytes(hl_vadd_halves(p, Q6_V_lo_W(x), Q6_V_lo_W(y)), hl_vadd_halves(p, Q6_V_hi_W(x), Q6_V_hi_W(y)), p->type,
                          p->zero[2], p->min, p->max);
}

/* MUL of halfwords whose zero points are 0. */
HL_KERNEL HVX_Vector hl_vmul16(const void *params, HVX_Vector a, HVX_Vector b) {
  const hl_arithmetic *p = (const hl_arithmetic *)params;
  const HVX_VectorPair products = Q6_Ww_vmpy_VhVh(a, b);
  return hl_vclamp_halves(p, Q6_Vh_vsat_VwVw(hl_vrescale_output(p, Q6_V_hi_W(products)), hl_vrescale_output(p, Q6_V_lo_W(products))));
}

/* PRELU: b is alpha. */
HL_KERNEL HVX_Vector hl_vprelu_halves(const hl_prelu_params *p, HVX_Vector x, HVX_Vector alpha) {
  const HVX_VectorPair wide = Q6_Ww_vsxt_Vh(x), scaled = Q6_Ww_vmpy_VhVh(x, alpha);
  const HVX_Vector positive = Q6_Vh_vsat_VwVw(hl_vrequantize(Q6_V_hi_W(wide), p->positive.value, p->positive.shift),
                                              hl_vrequantize(Q6_V_lo_W(wide), p->positive.value, p->positive.shift));
  const HVX_Vector negative = Q6_Vh_vsat_VwVw(hl_vrequantize(Q6_V_hi_W(scaled), p->negative.value, p->negative.shift),
                                              hl_vrequantize(Q6_V_lo_W(scaled), p->negative.value, p->negative.shift));
  return Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VhVh(Q6_V_vzero(), x), negative, positive);
}

HL_KERNEL HVX_Vector hl_vprelu(const void *params, HVX_Vector a, HVX_Vector b) {
  const hl_prelu_params *p = (const hl_prelu_params *)params;
  const HVX_VectorPair x = hl_vwiden(a, p->type, p->zero[0]), alpha = hl_vwiden(b, p->type, p->zero[1]);
  return hl_vnarrow_bytes(hl_vprelu_halves(p, Q6_V_lo_W(x), Q6_V_lo_W(alpha)),
                          hl_vprelu_halves(p, Q6_V_hi_W(x), Q6_V_hi_W(alpha)), p->type, p->zero[2], p->min, p->max);
}

/* Comparisons. `p` points to the parameters and the relation. */
typedef struct {
  hl_arithmetic scales;
  hl_relation relation;
} hl_comparison;

/* 1 where the relation holds, 0 elsewhere, in words. */
HL_KERNEL HVX_Vector hl_vholds(hl_relation relation, HVX_Vector x, HVX_Vector y) {
  const HVX_Vector one = Q6_V_vsplat_R(1), zero = Q6_V_vzero();
  switch (relation) {
  case HL_EQUAL:
    return Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(x, y), one, zero);
  case HL_NOT_EQUAL:
    return Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(x, y), zero, one);
  case HL_GREATER:
    return Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(x, y), one, zero);
  case HL_GREATER_EQUAL:
    return Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(y, x), zero, one);
  case HL_LESS:
    return Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(y, x), one, zero);
  default:
    return Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VwVw(x, y), zero, one);
  }
}

HL_KERNEL HVX_Vector hl_vcompare_halves(const hl_comparison *p, HVX_Vector x, HVX_Vector y) {
  const HVX_VectorPair xx = Q6_Ww_vsxt_Vh(x), yy = Q6_Ww_vsxt_Vh(y);
  const hl_arithmetic *s = &p->scales;
  const HVX_Vector low = hl_vholds(p->relation, hl_vcommon_scale(s, 0, Q6_V_lo_W(xx)), hl_vcommon_scale(s, 1, Q6_V_lo_W(yy)));
  const HVX_Vector high = hl_vholds(p->relation, hl_vcommon_scale(s, 0, Q6_V_hi_W(xx)), hl_vcommon_scale(s, 1, Q6_V_hi_W(yy)));
  return Q6_Vh_vsat_VwVw(high, low);
}

HL_KERNEL HVX_Vector hl_vcompare(const void *params, HVX_Vector a, HVX_Vector b) {
  const hl_comparison *p = (const hl_comparison *)params;
  const HVX_VectorPair x = hl_vwiden(a, p->scales.type, p->scales.zero[0]), y = hl_vwiden(b, p->scales.type, p->scales.zero[1]);
  return Q6_Vub_vsat_VhVh(hl_vcompare_halves(p, Q6_V_hi_W(x), Q6_V_hi_W(y)),
                          hl_vcompare_halves(p, Q6_V_lo_W(x), Q6_V_lo_W(y)));
}

/* MAXIMUM, MINIMUM and the logic of booleans on whole vectors; `p` points to the operation. */
typedef enum {
  HL_MAX_U8, HL_MAX_I8, HL_MAX_I16, HL_MAX_I32, HL_MIN_U8, HL_MIN_I8, HL_MIN_I16, HL_MIN_I32, HL_LOGICAL_AND, HL_LOGICAL_OR,
  HL_LANES_EQUAL, HL_LANES_NOT_EQUAL
} hl_lane_operation;

HL_KERNEL HVX_Vector hl_vlanes(const void *params, HVX_Vector a, HVX_Vector b) {
  const HVX_Vector one = Q6_Vb_vsplat_R(1);
  switch (*(const hl_lane_operation *)params) {
  case HL_MAX_U8:
    return Q6_Vub_vmax_VubVub(a, b);
  case HL_MAX_I8:
    return Q6_Vb_vmax_VbVb(a, b);
  case HL_MAX_I16:
    return Q6_Vh_vmax_VhVh(a, b);
  case HL_MAX_I32:
    return Q6_Vw_vmax_VwVw(a, b);
  case HL_MIN_U8:
    return Q6_Vub_vmin_VubVub(a, b);
  case HL_MIN_I8:
    return Q6_Vb_vmin_VbVb(a, b);
  case HL_MIN_I16:
    return Q6_Vh_vmin_VhVh(a, b);
  case HL_MIN_I32:
    return Q6_Vw_vmin_VwVw(a, b);
  case HL_LOGICAL_AND:
    return Q6_V_vand_VV(Q6_Vub_vmin_VubVub(a, one), Q6_Vub_vmin_VubVub(b, one));
  case HL_LANES_EQUAL:
    return Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VbVb(a, b), one, Q6_V_vzero());
  case HL_LANES_NOT_EQUAL:
    return Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VbVb(a, b), Q6_V_vzero(), one);
  default:
    return Q6_Vub_vmin_VubVub(Q6_V_vor_VV(a, b), one);
  }
}

/* ---- loops ---- */

HL_KERNEL HVX_Vector hl_vbinary_in_order(hl_vbinary *f, const void *p, HVX_Vector a, HVX_Vector b, int swap) {
  return swap ? f(p, b, a) : f(p, a, b);
}

/* `count` vectors, one in a turn: left to itself, clang writes out as many as divide their number, more
 * than there are registers for, and turns are not overlapped any more. `step` is 0 where `b` is a single
 * vector, else 1. */
HL_KERNEL void hl_vbinary_run(hl_vbinary *f, const void *p, const HVX_Vector *a, const HVX_Vector *b, int step, HVX_Vector *out,
                              int count, int swap) {
  HL_ROLL
  for (int i = 0; i < count; ++i)
    out[i] = hl_vbinary_in_order(f, p, a[i], b[i * step], swap);
}

/* hl_vbinary_run where `b` has `period` vectors and is repeated. All turns of one of them are a loop, so that it stays in a register. If
 * there are many, one repetition stands behind the other. */
HL_KERNEL void hl_vbinary_periods(hl_vbinary *f, const void *p, const HVX_Vector *a, const HVX_Vector *b, HVX_Vector *out,
                                  int vectors, int period, int swap) {
  if (vectors / period >= period) {
    for (int i = 0; i < period; ++i) {
      const HVX_Vector held = b[i];
      const int turns = vectors / period + (i < vectors % period);
      HL_ROLL
      for (int k = 0; k < turns; ++k)
        out[i + k * period] = hl_vbinary_in_order(f, p, a[i + k * period], held, swap);
    }
  } else {
    const HVX_Vector *const end = b + period, *next = b;
    HL_ROLL
    for (int i = 0; i < vectors; ++i) {
      out[i] = hl_vbinary_in_order(f, p, a[i], *next++, swap);
      next = next == end ? b : next;
    }
  }
}

/* out = f(a, b) over `vectors` vectors of `a`; `b` has `period` of them and is repeated. `swap`: b is the first input. */
HL_KERNEL void hl_vbinary_flat(hl_vbinary *f, const void *p, const void *a, const void *b, void *out, int vectors,
                               int period, int swap) {
  const HVX_Vector *va = (const HVX_Vector *)a, *vb = (const HVX_Vector *)b;
  if (period == vectors)
    hl_vbinary_run(f, p, va, vb, 1, (HVX_Vector *)out, vectors, swap);
  else
    hl_vbinary_periods(f, p, va, vb, (HVX_Vector *)out, vectors, period, swap);
}

/* Computes all results with `count` vectors of `b` (up to HL_HELD), which stay in registers. One result for each is straight code. */
HL_KERNEL void hl_vbinary_together(hl_vbinary *f, const void *p, const HVX_Vector *a, const HVX_Vector *b, HVX_Vector *out,
                                   int turns, int period, int count, int swap) {
  HVX_Vector held[HL_HELD];
  HL_UNROLL for (int i = 0; i < count; ++i) held[i] = b[i];
  HL_ROLL
  for (int k = 0; k < turns; ++k, a += period, out += period)
    HL_UNROLL for (int i = 0; i < count; ++i) out[i] = hl_vbinary_in_order(f, p, a[i], held[i], swap);
}

/* hl_vbinary_flat for an `f` of one instruction, which a load and a store in a packet leave no slot to walk over `a` by steps of
 * more than three vectors: several of `b` stay in registers. */
HL_KERNEL void hl_vbinary_held(hl_vbinary *f, const void *p, const void *a, const void *b, void *out, int vectors, int period,
                               int swap) {
  const HVX_Vector *va = (const HVX_Vector *)a, *vb = (const HVX_Vector *)b;
  HVX_Vector *vo = (HVX_Vector *)out;
  const int turns = vectors / period, whole = period - period % HL_HELD, last = turns * period;
  for (int i = 0; i < whole; i += HL_HELD)
    hl_vbinary_together(f, p, va + i, vb + i, vo + i, turns, period, HL_HELD, swap);
  if (period % HL_HELD)
    hl_vbinary_together(f, p, va + whole, vb + whole, vo + whole, turns, period, period % HL_HELD, swap);
  hl_vbinary_run(f, p, va + last, vb, 1, vo + last, vectors % period, swap);
}

/* Computes all results where `b` is one byte, halfword or word. */
HL_KERNEL void hl_vbinary_scalar(hl_vbinary *f, const void *p, const void *a, const void *b, void *out, int vectors,
                                 int bytes, int swap) {
  const HVX_Vector repeated = bytes == 1   ? Q6_Vb_vsplat_R(*(const uint8_t *)b)
                              : bytes == 2 ? Q6_Vh_vsplat_R(*(const uint16_t *)b)
                                           : Q6_V_vsplat_R(*(const int32_t *)b);
  hl_vbinary_run(f, p, (const HVX_Vector *)a, &repeated, 0, (HVX_Vector *)out, vectors, swap);
}

/* The first `bytes` bytes, a power of two, again and again. */
HL_KERNEL HVX_Vector hl_vrepeat(HVX_Vector v, int bytes) {
  for (int have = bytes; have < HL_ALIGN; have *= 2)
    v = Q6_V_vmux_QVV(Q6_Q_vsetq_R(have), v, Q6_V_vror_VR(v, HL_ALIGN - have));
  return v;
}

/* `b` has a value for each channel of each image, [images][blocks] vectors of which the first `channels` bytes are valid; `a`
 * has `rows` rows for each image, of `blocks` runs of `vectors` vectors, a block's channels in each of them again and again. */
HL_KERNEL void hl_vbinary_channel(hl_vbinary *f, const void *p, const void *a, const void *b, void *out, int images, int rows,
                                  int blocks, int vectors, int channels, int swap) {
  const HVX_Vector *va = (const HVX_Vector *)a, *vb = (const HVX_Vector *)b;
  HVX_Vector *vo = (HVX_Vector *)out;
  for (int n = 0; n < images; ++n, vb += blocks)
    for (int row = 0; row < rows; ++row)
      for (int block = 0; block < blocks; ++block) {
        const HVX_Vector repeated = hl_vrepeat(vb[block], channels);
        hl_vbinary_run(f, p, va, &repeated, 0, vo, vectors, swap);
        va += vectors;
        vo += vectors;
      }
}

#endif

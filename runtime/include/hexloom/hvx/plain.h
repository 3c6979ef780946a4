// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Operators on plain values wider than bytes, equal to the expressions of portable/plain.h. */
#ifndef HEXLOOM_HVX_PLAIN_H
#define HEXLOOM_HVX_PLAIN_H

#include <hexloom/hvx/binary.h>
#include <hexloom/hvx/words.h>

/* ---- int32 to int32, for the loops of binary.h ---- */

typedef enum {
  HL_PLAIN_ADD,
  HL_PLAIN_SUB,
  HL_PLAIN_MUL,
  HL_PLAIN_SQUARED_DIFFERENCE
} hl_plain_operation;

typedef struct {
  hl_plain_operation operation;
  int32_t min, max; /* of the fused activation */
} hl_plain32;

/* The lower words of the products. */
HL_KERNEL HVX_Vector hl_vmul_words(HVX_Vector a, HVX_Vector b) {
  return Q6_Vw_vadd_VwVw(Q6_Vw_vmpyie_VwVuh(a, b), Q6_Vw_vasl_VwR(Q6_Vw_vmpyio_VwVh(a, b), 16));
}

HL_KERNEL HVX_Vector hl_vplain_words(hl_plain_operation operation, HVX_Vector a, HVX_Vector b) {
  const HVX_Vector difference = Q6_Vw_vsub_VwVw(a, b);
  switch (operation) {
  case HL_PLAIN_ADD:
    return Q6_Vw_vadd_VwVw(a, b);
  case HL_PLAIN_SUB:
    return difference;
  case HL_PLAIN_MUL:
    return hl_vmul_words(a, b);
  default:
    return hl_vmul_words(difference, difference);
  }
}

HL_KERNEL HVX_Vector hl_vplain32(const void *params, HVX_Vector a, HVX_Vector b) {
  const hl_plain32 *p = (const hl_plain32 *)params;
  HVX_Vector y = hl_vplain_words(p->operation, a, b);
  if (p->min > INT32_MIN)
    y = Q6_Vw_vmax_VwVw(y, Q6_V_vsplat_R(p->min));
  return p->max < INT32_MAX ? Q6_Vw_vmin_VwVw(y, Q6_V_vsplat_R(p->max)) : y;
}

/* ABS and NEG over whole vectors. */
HL_KERNEL void hl_vabs32(const void *in, void *out, int vectors) {
  for (int i = 0; i < vectors; ++i)
    ((HVX_Vector *)out)[i] = Q6_Vw_vabs_Vw(((const HVX_Vector *)in)[i]);
}

HL_KERNEL void hl_vneg32(const void *in, void *out, int vectors) {
  for (int i = 0; i < vectors; ++i)
    ((HVX_Vector *)out)[i] = Q6_Vw_vsub_VwVw(Q6_V_vzero(), ((const HVX_Vector *)in)[i]);
}

HL_KERNEL void hl_vneg16(const void *in, void *out, int vectors) {
  for (int i = 0; i < vectors; ++i)
    ((HVX_Vector *)out)[i] = Q6_Vh_vsub_VhVh(Q6_V_vzero(), ((const HVX_Vector *)in)[i]);
}

/* ---- comparisons and selections, 128 elements at a time ---- */

/* As words; `one`: a single element for all. */
HL_KERNEL void hl_vload_operand(const void *in, hl_type type, int one, int group, int vectors,
                                HVX_Vector w[4]) {
  if (!one) {
    hl_vload_words(in, type, group, vectors, w);
    return;
  }
  w[0] = w[1] = w[2] = w[3] =
      Q6_V_vsplat_R(type == HL_INT16                         ? *(const int16_t *)in
                    : type == HL_INT8                        ? *(const int8_t *)in
                    : type == HL_INT32 || type == HL_FLOAT32 ? *(const int32_t *)in
                                                             : *(const uint8_t *)in);
}

/* 128 elements; of the last group as many vectors as there are. */
HL_KERNEL void hl_vcompare_plain_group(hl_relation relation, hl_type type, const void *a, int one_a,
                                       const void *b, int one_b, void *out, int count, int group) {
  const int vectors = hl_vectors_of(type, count);
  HVX_Vector x[4], y[4];
  hl_vload_operand(a, type, one_a, group, vectors, x);
  hl_vload_operand(b, type, one_b, group, vectors, y);
  for (int k = 0; k < 4; ++k)
    x[k] = hl_vholds(relation, x[k], y[k]);
  hl_vstore_words(out, HL_BOOL, group, hl_vectors_of(HL_BOOL, count), x);
}

HL_KERNEL void hl_vcompare_plain(hl_relation relation, hl_type type, const void *a, int one_a,
                                 const void *b, int one_b, void *out, int count) {
  HL_ROLL
  for (int group = 0; group < count / 128; ++group)
    hl_vcompare_plain_group(relation, type, a, one_a, b, one_b, out, count, group);
  if (count % 128)
    hl_vcompare_plain_group(relation, type, a, one_a, b, one_b, out, count, count / 128);
}

HL_KERNEL void hl_vselect_plain_group(hl_type type, const void *condition, int one_c, const void *a,
                                      int one_a, const void *b, int one_b, void *out, int count,
                                      int group) {
  const int vectors = hl_vectors_of(type, count);
  HVX_Vector c[4], x[4], y[4];
  hl_vload_operand(condition, HL_BOOL, one_c, group, hl_vectors_of(HL_BOOL, count), c);
  hl_vload_operand(a, type, one_a, group, vectors, x);
  hl_vload_operand(b, type, one_b, group, vectors, y);
  for (int k = 0; k < 4; ++k)
    x[k] = Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(c[k], Q6_V_vzero()), y[k], x[k]);
  hl_vstore_words(out, type, group, vectors, x);
}

/* `type`: int16, int32 or float. */
HL_KERNEL void hl_vselect_plain(hl_type type, const void *condition, int one_c, const void *a,
                                int one_a, const void *b, int one_b, void *out, int count) {
  HL_ROLL
  for (int group = 0; group < count / 128; ++group)
    hl_vselect_plain_group(type, condition, one_c, a, one_a, b, one_b, out, count, group);
  if (count % 128)
    hl_vselect_plain_group(type, condition, one_c, a, one_a, b, one_b, out, count, count / 128);
}

#endif

/* Loops over vectors through pointers that may touch: compiled twice, once with FAST for functions fast_..., once for plain_... . */
#include "loops.h"

#define UNROLL _Pragma("clang loop unroll_count(4)")

void NAME(add)(const HVX_Vector *x, const HVX_Vector *y, HVX_Vector *to, int n) {
  UNROLL
  for (int i = 0; i < n; ++i)
    to[i] = Q6_Vb_vadd_VbVb(x[i], y[i]);
}

/* Two places that it stores to, and pointers that move. */
void NAME(halves)(const HVX_Vector *x, const HVX_Vector *y, HVX_Vector *to, int n) {
  HVX_Vector *second = to + 5;
  UNROLL
  for (int i = 0; i < n; ++i) {
    *to++ = Q6_Vb_vadd_VbVb(*x, *y);
    *second++ = Q6_Vb_vsub_VbVb(*x++, *y++);
  }
}

/* Down through memory, and one vector that stays where it is. */
void NAME(downwards)(const HVX_Vector *x, const HVX_Vector *y, HVX_Vector *to, int n) {
  UNROLL
  for (int i = 0; i < n; ++i)
    to[-i] = Q6_Vb_vadd_VbVb(x[-i], *y);
}

/* Unaligned vectors, and each second one. */
void NAME(unaligned)(const HVX_Vector *x, const HVX_Vector *y, HVX_Vector *to, int n) {
  const uint8_t *from = (const uint8_t *)x + 3;
  UNROLL
  for (int i = 0; i < n; ++i)
    *(HVX_UVector *)((uint8_t *)to + 192 * i + 5) = Q6_Vb_vadd_VbVb(*(const HVX_UVector *)(from + 64 * i), y[i & 1]);
}

/* Scalars beside the vectors. */
void NAME(mixed)(const HVX_Vector *x, const HVX_Vector *y, HVX_Vector *to, int n) {
  const int16_t *factors = (const int16_t *)y;
  UNROLL
  for (int i = 0; i < n; ++i)
    to[i] = Q6_Vb_vadd_VbVb(x[i], Q6_V_vsplat_R(factors[i]));
}

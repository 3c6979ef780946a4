// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The loops of operators with numpy broadcasting: up to six, outermost first, around a dense row-major output.
 *
 * The front end joins dimensions where it can, so that most operators have one or two loops longer than 1; parameters are
 * compile-time constants and the others fold away.
 */
#ifndef HEXLOOM_PORTABLE_BROADCAST_H
#define HEXLOOM_PORTABLE_BROADCAST_H

#include <hexloom/layer.h>
#include <hexloom/portable/ranks.h>

typedef struct {
  int32_t size[HL_LOOPS];
  int32_t stride[3][HL_LOOPS]; /* of each operand, in elements; 0 where it is repeated */
} hl_broadcast;

/* Offset of operand K inside HL_FOR_EACH. */
#define HL_AT(B, K)                                                                                \
  ((size_t)i0_ * (B)->stride[K][0] + (size_t)i1_ * (B)->stride[K][1] + (size_t)i2_ * (B)->stride[K][2] +          \
   (size_t)i3_ * (B)->stride[K][3] + (size_t)i4_ * (B)->stride[K][4] + (size_t)i5_ * (B)->stride[K][5])

/* One turn for each element of the output, in its order. */
#define HL_FOR_EACH(B)                                                                             \
  for (int32_t i0_ = 0; i0_ < (B)->size[0]; ++i0_)                                                 \
    for (int32_t i1_ = 0; i1_ < (B)->size[1]; ++i1_)                                               \
      for (int32_t i2_ = 0; i2_ < (B)->size[2]; ++i2_)                                             \
        for (int32_t i3_ = 0; i3_ < (B)->size[3]; ++i3_)                                           \
          for (int32_t i4_ = 0; i4_ < (B)->size[4]; ++i4_)                                         \
            for (int32_t i5_ = 0; i5_ < (B)->size[5]; ++i5_)

#endif

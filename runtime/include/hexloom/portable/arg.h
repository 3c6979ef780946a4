// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ARG_MAX and ARG_MIN along one axis: the index of the first largest (smallest) element. Row-major;
 * the input is seen as [outer][axis][inner], the output as [outer][inner], int32 or int64. */
#ifndef HEXLOOM_PORTABLE_ARG_H
#define HEXLOOM_PORTABLE_ARG_H

#include <hexloom/portable/element.h>

typedef struct {
  hl_type type, out_type;
  int32_t outer, axis, inner;
  int32_t largest; /* 1: ARG_MAX, 0: ARG_MIN */
} hl_arg;

HL_KERNEL void hl_arg_portable(const hl_arg *p, const void *in, void *out) {
  for (int outer = 0; outer < p->outer; ++outer)
    for (int inner = 0; inner < p->inner; ++inner) {
      const size_t first = (size_t)outer * p->axis * p->inner + inner;
      int32_t best = hl_load(in, p->type, first), best_index = 0;
      for (int i = 1; i < p->axis; ++i) {
        const int32_t value = hl_load(in, p->type, first + (size_t)i * p->inner);
        if (p->largest ? value > best : value < best) {
          best = value;
          best_index = i;
        }
      }
      hl_store(out, p->out_type, (size_t)outer * p->inner + inner, best_index);
    }
}

#endif

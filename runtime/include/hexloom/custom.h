// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What a function of the user gets that computes a custom operator (dnn-frontend --custom NAME=HEADER). HEADER declares or
 * defines it, under the operator's name, in which every character but ASCII letters, digits and _ is a _, which begins with _ where
 * a digit would be first, and with custom_ where it would be a word of C (double), main, or the runtime's (hl_...):
 *
 *   void NAME(const hl_custom_tensor *inputs, size_t num_inputs, const hl_custom_tensor *outputs, size_t num_outputs,
 *             const uint8_t *options, size_t option_bytes);
 *
 * Tensors are dense and row-major, in the order of the file; it writes all elements of the outputs. `options` are the bytes
 * that the file gives to the operator. It keeps nothing: calls on other data may run at the same time. Give HEADER an include guard.
 * On Hexagon and SwiftDSP there are the compiler's own headers (stdint.h, stddef.h, float.h, ...) and none of a C library (math.h,
 * string.h, stdio.h). */
#ifndef HEXLOOM_CUSTOM_H
#define HEXLOOM_CUSTOM_H

#include <hexloom/model.h>

typedef struct {
  hl_type type;
  int rank;
  int32_t dims[HL_MAX_RANK];
  float scale;        /* 0: not quantized, or by more than one scale */
  int32_t zero_point; /* real = scale * (quantized - zero_point) */
  void *data;         /* an input's is not to be written */
} hl_custom_tensor;

#endif

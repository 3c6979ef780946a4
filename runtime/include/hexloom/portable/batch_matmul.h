// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* BATCH_MATMUL: out[b][i][j] = clamp(requantize(sum over k of (x - x_zero) * (y - y_zero)) +
 * out_zero), x = X[b][i][k], or X[b][k][i] with adj_x; y = Y[b][k][j], or Y[b][j][k] with adj_y.
 * Three batch dimensions, each of which may be broadcast (a stride of 0, in matrices). int16 sums
 * have 64 bits. An output of int32 gets the sums of the stored products themselves. Source: TensorFlow
 * Lite's reference kernels. */
#ifndef HEXLOOM_PORTABLE_BATCH_MATMUL_H
#define HEXLOOM_PORTABLE_BATCH_MATMUL_H

#include <hexloom/portable/element.h>
#include <hexloom/portable/requantize.h>

typedef struct {
  hl_type type, out_type; /* of X and Y, and of the output: the same, or int32 */
  int32_t batches[3], x_strides[3], y_strides[3];
  int32_t rows, depth, columns;
  int32_t adj_x, adj_y;
  int32_t x_zero, y_zero, out_zero;
  int32_t multiplier, shift;
} hl_batch_matmul;

/* Index of the matrix of X (or Y) that belongs to the batch-th matrix of the output. */
HL_KERNEL size_t hl_matrix_of(const int32_t *batches, const int32_t *strides, int batch) {
  return (size_t)(batch / (batches[1] * batches[2])) * strides[0] +
         (size_t)(batch / batches[2] % batches[1]) * strides[1] +
         (size_t)(batch % batches[2]) * strides[2];
}

HL_KERNEL void hl_batch_matmul_portable(const hl_batch_matmul *p, const void *x, const void *y,
                                        void *out) {
  size_t index = 0;
  for (int batch = 0; batch < p->batches[0] * p->batches[1] * p->batches[2]; ++batch) {
    const size_t x0 = hl_matrix_of(p->batches, p->x_strides, batch) * p->rows * p->depth;
    const size_t y0 = hl_matrix_of(p->batches, p->y_strides, batch) * p->depth * p->columns;
    for (int i = 0; i < p->rows; ++i)
      for (int j = 0; j < p->columns; ++j) {
        int64_t sum = 0;
        for (int k = 0; k < p->depth; ++k) {
          const size_t xk = p->adj_x ? (size_t)k * p->rows + i : (size_t)i * p->depth + k;
          const size_t yk = p->adj_y ? (size_t)j * p->depth + k : (size_t)k * p->columns + j;
          sum += (hl_load(x, p->type, x0 + xk) - p->x_zero) *
                 (hl_load(y, p->type, y0 + yk) - p->y_zero);
        }
        if (p->out_type == HL_INT32) {
          ((int32_t *)out)[index++] = (int32_t)(uint32_t)sum;
          continue;
        }
        const int32_t scaled = p->type == HL_INT16
                                   ? hl_requantize64(sum, p->multiplier, p->shift)
                                   : hl_requantize((int32_t)sum, p->multiplier, p->shift);
        hl_store(out, p->type, index++,
                 hl_clamp_from(scaled, p->out_zero, hl_type_min(p->type), hl_type_max(p->type)));
      }
  }
}

#endif

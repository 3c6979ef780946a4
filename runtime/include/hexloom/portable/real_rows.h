// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Float operators along rows, over windows and sets of axes: sums in the order of TensorFlow Lite's reference kernels. */
#ifndef HEXLOOM_PORTABLE_REAL_ROWS_H
#define HEXLOOM_PORTABLE_REAL_ROWS_H

#include <hexloom/portable/pool.h>
#include <hexloom/portable/real.h>
#include <hexloom/portable/reduce.h>
#include <hexloom/portable/resize.h>

static inline float hl_real_row_max(const float *in, int32_t depth) {
  float largest = -HL_REAL_MOST;
  for (int32_t i = 0; i < depth; ++i)
    largest = hl_real_larger(in[i], largest);
  return largest;
}

HL_KERNEL void hl_real_softmax(int32_t rows, int32_t depth, float beta, const float *in, float *out) {
  for (int32_t r = 0; r < rows; ++r, in += depth, out += depth) {
    const float largest = hl_real_row_max(in, depth);
    float sum = 0;
    for (int32_t i = 0; i < depth; ++i)
      sum += out[i] = hl_real_exp((in[i] - largest) * beta);
    for (int32_t i = 0; i < depth; ++i)
      out[i] = hl_real(out[i] / sum);
  }
}

HL_KERNEL void hl_real_log_softmax(int32_t rows, int32_t depth, const float *in, float *out) {
  for (int32_t r = 0; r < rows; ++r, in += depth, out += depth) {
    const float largest = hl_real_row_max(in, depth);
    float sum = 0;
    for (int32_t i = 0; i < depth; ++i)
      sum += hl_real_exp(in[i] - largest);
    const float log_sum = hl_real_log(sum);
    for (int32_t i = 0; i < depth; ++i)
      out[i] = hl_real(in[i] - largest - log_sum);
  }
}

HL_KERNEL void hl_real_l2_normalization(int32_t rows, int32_t depth, const float *in, float *out) {
  for (int32_t r = 0; r < rows; ++r, in += depth, out += depth) {
    float sum = 0;
    for (int32_t i = 0; i < depth; ++i)
      sum += in[i] * in[i];
    const float norm = hl_real_sqrt(sum), divisor = hl_real_larger(1e-6f, norm);
    for (int32_t i = 0; i < depth; ++i)
      out[i] = hl_real(in[i] / divisor);
  }
}

/* ARG_MAX and ARG_MIN: [outer][axis][inner]; of equal ones the first. */
HL_KERNEL int32_t hl_real_arg(const float *in, int32_t axis, size_t step, int largest) {
  int32_t best = 0;
  for (int32_t i = 1; i < axis; ++i)
    if (largest ? in[i * step] > in[best * step] : in[i * step] < in[best * step])
      best = i;
  return best;
}
#define HL_REAL_ARG(OUTER, AXIS, INNER, LARGEST, IN, OUT)                                          \
  do {                                                                                             \
    size_t to_ = 0;                                                                                \
    for (int32_t o_ = 0; o_ < (OUTER); ++o_)                                                       \
      for (int32_t i_ = 0; i_ < (INNER); ++i_)                                                     \
        (OUT)[to_++] = hl_real_arg((IN) + ((size_t)o_ * (AXIS)) * (INNER) + i_, AXIS, INNER, LARGEST); \
  } while (0)

/* Loops and strides are those of hl_reduce; `count` is a float's worth of them. */
HL_KERNEL float hl_real_reduce_element(const hl_reduce *p, const float *in, float result) {
  const int32_t *n = p->reduced, *stride = p->reduced_strides;
  for (int i = 0; i < n[0]; ++i)
    for (int j = 0; j < n[1]; ++j)
      for (int k = 0; k < n[2]; ++k)
        for (int l = 0; l < n[3]; ++l) {
          const float x = in[(size_t)i * stride[0] + (size_t)j * stride[1] + (size_t)k * stride[2] + (size_t)l * stride[3]];
          if (p->kind == HL_REDUCE_MAX)
            result = hl_real_larger(x, result);
          else if (p->kind == HL_REDUCE_MIN)
            result = hl_real_smaller(x, result);
          else
            result = p->kind == HL_REDUCE_PROD ? result * x : result + x;
        }
  return hl_real(p->kind == HL_REDUCE_MEAN && p->count ? result / (float)p->count : result);
}

HL_KERNEL void hl_real_reduce(const hl_reduce *p, const float *in, float *out) {
  const float first = p->kind == HL_REDUCE_MAX    ? -HL_REAL_MOST
                      : p->kind == HL_REDUCE_MIN  ? HL_REAL_MOST
                      : p->kind == HL_REDUCE_PROD ? 1
                                                  : 0;
  const int32_t *n = p->kept, *stride = p->kept_strides;
  for (int i = 0; i < n[0]; ++i)
    for (int j = 0; j < n[1]; ++j)
      for (int k = 0; k < n[2]; ++k)
        for (int l = 0; l < n[3]; ++l)
          *out++ = hl_real_reduce_element(p,
                                          in + (size_t)i * stride[0] + (size_t)j * stride[1] + (size_t)k * stride[2] +
                                              (size_t)l * stride[3],
                                          first);
}

typedef enum { HL_REAL_AVERAGE, HL_REAL_MAX, HL_REAL_L2 } hl_real_pooling;

HL_KERNEL float hl_real_pool_element(const hl_pool *p, hl_real_pooling kind, const float *in, int batch, int y, int x,
                                     int c) {
  const hl_pool_window w = hl_clip_window(p, y, x);
  float sum = 0, largest = -HL_REAL_MOST;
  for (int in_y = w.y0; in_y < w.y1; ++in_y)
    for (int in_x = w.x0; in_x < w.x1; ++in_x) {
      const float value = in[(((size_t)batch * p->in_height + in_y) * p->in_width + in_x) * p->depth + c];
      sum += kind == HL_REAL_L2 ? value * value : value;
      largest = hl_real_larger(value, largest);
    }
  if (kind == HL_REAL_MAX)
    return largest;
  const float mean = sum / (float)((w.y1 - w.y0) * (w.x1 - w.x0));
  return kind == HL_REAL_L2 ? hl_real_sqrt(mean) : mean;
}

HL_KERNEL void hl_real_pool(const hl_pool *p, hl_real_pooling kind, float low, float high, const float *in, float *out) {
  for (int batch = 0; batch < p->batches; ++batch)
    for (int y = 0; y < p->out_height; ++y)
      for (int x = 0; x < p->out_width; ++x)
        for (int c = 0; c < p->depth; ++c)
          *out++ = hl_real_bounded(hl_real_pool_element(p, kind, in, batch, y, x, c), low, high);
}

HL_KERNEL void hl_real_resize_bilinear(const hl_resize *p, const float *in, const hl_resize_tap *rows,
                                       const hl_resize_tap *columns, float *out) {
  for (int batch = 0; batch < p->batches; ++batch)
    for (int y = 0; y < p->out_height; ++y)
      for (int x = 0; x < p->out_width; ++x) {
        const hl_resize_tap row = rows[y], column = columns[x];
        const float *const image = in + (size_t)batch * p->in_height * p->in_width * p->depth;
        const float *const upper = image + (size_t)row.lower * p->in_width * p->depth;
        const float *const lower = image + (size_t)row.upper * p->in_width * p->depth;
        const size_t left = (size_t)column.lower * p->depth, right = (size_t)column.upper * p->depth;
        const float fy = row.distance, fx = column.distance, gy = 1 - fy, gx = 1 - fx;
        for (int c = 0; c < p->depth; ++c)
          *out++ = hl_real(upper[left + c] * gy * gx + lower[left + c] * fy * gx + upper[right + c] * gy * fx +
                           lower[right + c] * fy * fx + 0.0f); /* for floats, the reference rounds by 0: -0 becomes +0 */
      }
}

/* CONV_3D: NDHWC by DHWIO. */
typedef struct {
  int32_t batches, in[3], channels, out[3], outputs;
  int32_t kernel[3], stride[3], dilation[3], pad[3];
  float low, high;
} hl_real_conv3d;

HL_KERNEL float hl_real_conv3d_sum(const hl_real_conv3d *p, const float *in, const float *filter, const int32_t *at, int o) {
  float sum = 0;
  for (int z = 0; z < p->kernel[0]; ++z)
    for (int y = 0; y < p->kernel[1]; ++y)
      for (int x = 0; x < p->kernel[2]; ++x) {
        const int32_t iz = at[0] * p->stride[0] - p->pad[0] + z * p->dilation[0];
        const int32_t iy = at[1] * p->stride[1] - p->pad[1] + y * p->dilation[1];
        const int32_t ix = at[2] * p->stride[2] - p->pad[2] + x * p->dilation[2];
        if (iz < 0 || iz >= p->in[0] || iy < 0 || iy >= p->in[1] || ix < 0 || ix >= p->in[2])
          continue;
        const float *const pixel = in + (((size_t)iz * p->in[1] + iy) * p->in[2] + ix) * p->channels;
        const float *const taps = filter + (((size_t)z * p->kernel[1] + y) * p->kernel[2] + x) * p->channels * p->outputs;
        for (int c = 0; c < p->channels; ++c)
          sum += pixel[c] * taps[(size_t)c * p->outputs + o];
      }
  return sum;
}

/* A null bias adds nothing. */
HL_KERNEL void hl_real_convolution3d(const hl_real_conv3d *p, const float *in, const float *filter, const float *bias,
                                     float *out) {
  const size_t image = (size_t)p->in[0] * p->in[1] * p->in[2] * p->channels;
  int32_t at[3];
  for (int batch = 0; batch < p->batches; ++batch, in += image)
    for (at[0] = 0; at[0] < p->out[0]; ++at[0])
      for (at[1] = 0; at[1] < p->out[1]; ++at[1])
        for (at[2] = 0; at[2] < p->out[2]; ++at[2])
          for (int o = 0; o < p->outputs; ++o)
            *out++ = hl_real_bounded(hl_real_conv3d_sum(p, in, filter, at, o) + (bias ? bias[o] : 0), p->low, p->high);
}

/* UNIDIRECTIONAL_SEQUENCE_RNN: state = activation(bias + weights x + recurrent state), which is the output, too. */
typedef struct {
  int32_t times, batches, inputs, units;
  int32_t time_step, batch_step; /* rows between times and between batches */
  int32_t tanh;
  float low, high;
} hl_real_rnn;

HL_KERNEL float hl_real_dot(const float *a, const float *b, int32_t count) {
  float sum = 0;
  for (int32_t i = 0; i < count; ++i)
    sum += a[i] * b[i];
  return sum;
}

HL_KERNEL void hl_real_sequence_rnn(const hl_real_rnn *p, const float *in, const float *weights, const float *recurrent,
                                    const float *bias, const float *before, float *out, float *after) {
  for (int32_t t = 0; t < p->times; ++t)
    for (int32_t b = 0; b < p->batches; ++b) {
      const size_t row = (size_t)t * p->time_step + (size_t)b * p->batch_step;
      const float *const state =
          t ? out + (row - p->time_step) * p->units : before + (size_t)b * p->units;
      for (int32_t u = 0; u < p->units; ++u) {
        float sum = bias[u];
        sum += hl_real_dot(weights + (size_t)u * p->inputs, in + row * p->inputs, p->inputs);
        sum += hl_real_dot(recurrent + (size_t)u * p->units, state, p->units);
        out[row * p->units + u] = p->tanh ? hl_real_tanh(sum) : hl_real_bounded(sum, p->low, p->high);
      }
      if (t == p->times - 1)
        __builtin_memcpy(after + (size_t)b * p->units, out + row * p->units, (size_t)p->units * sizeof(float));
    }
}

#endif

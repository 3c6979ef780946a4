// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Runs the convolution that convolution.cpp wrote and compares each 31st value with plain sums: status 1 when one differs.
 * WINDOW, STRIDE, OUT_SIZE, DEPTH and CHANNELS as they were given to the writer; DEPTH is a multiple of four.
 */
#include "bench.h"
#include <HalideRuntime.h>

#define IN_SIZE ((OUT_SIZE - 1) * STRIDE + WINDOW)
#define TAPS (WINDOW * WINDOW)
#define ZERO (-5)

static int8_t input[IN_SIZE][IN_SIZE][DEPTH] ALIGNED, weights[TAPS][CHANNELS / 32][DEPTH / 4][32][4] ALIGNED;
static int8_t output[OUT_SIZE][OUT_SIZE][CHANNELS] ALIGNED;
static int32_t bias[CHANNELS] ALIGNED, multiplier[CHANNELS] ALIGNED, shift[CHANNELS] ALIGNED;
/* What the function is given: weights that are 128 too large, and ones, see convolution.cpp. */
static uint8_t given_weights[sizeof(weights)] ALIGNED, ones[128] ALIGNED;

int halide_convolution(halide_buffer_t *input, halide_buffer_t *weights, halide_buffer_t *bias, halide_buffer_t *multiplier,
                       halide_buffer_t *shift, halide_buffer_t *ones, int32_t zero, halide_buffer_t *output);

/* What code for HVX calls of Halide's runtime: there is one thread, whose vectors are on. */
int halide_qurt_hvx_lock(void *context) { return 0; }
int halide_qurt_hvx_unlock(void *context) { return 0; }
void halide_qurt_hvx_unlock_as_destructor(void *context, void *object) {}

/* One allocation at a time: the sums of a row's columns. */
void *halide_malloc(void *context, size_t bytes) {
  static uint8_t heap[1 << 18] ALIGNED;
  return bytes <= sizeof(heap) ? heap : NULL;
}
void halide_free(void *context, void *memory) {}

static halide_dimension_t dimensions[7][5];
static halide_buffer_t buffers[7];

static void describe(int number, void *host, enum halide_type_code_t code, int bits, int count, const int *extents) {
  halide_buffer_t *buffer = &buffers[number];
  int stride = 1;
  for (int i = 0; i < count; stride *= extents[i++])
    dimensions[number][i] = (halide_dimension_t){0, extents[i], stride, 0};
  buffer->host = host, buffer->dimensions = count, buffer->dim = dimensions[number];
  buffer->type.code = code, buffer->type.bits = bits, buffer->type.lanes = 1;
}

static void make(void) {
  uint32_t state = 7;
  for (size_t i = 0; i < sizeof(ones); ++i)
    ones[i] = 1;
  bench_fill(input, sizeof(input), 1), bench_fill(weights, sizeof(weights), 2);
  for (size_t i = 0; i < sizeof(weights); ++i)
    given_weights[i] = ((uint8_t *)weights)[i] + 128;
  for (int c = 0; c < CHANNELS; ++c) {
    bias[c] = (int)bench_random(&state) - 32768;
    multiplier[c] = 1 << 30 | bench_random(&state) << 12;
    shift[c] = 9 + c % 4;
  }
}

static int8_t expected(int c, int x, int y) {
  int32_t sum = bias[c];
  for (int tap = 0; tap < TAPS; ++tap)
    for (int k = 0; k < DEPTH; ++k)
      sum += input[y * STRIDE + tap / WINDOW][x * STRIDE + tap % WINDOW][k] * weights[tap][c / 32][k / 4][c % 32][k % 4];
  const int64_t high = ((int64_t)sum * multiplier[c] + (1 << 30)) >> 31;
  const int64_t rounded = ((high + (1 << (shift[c] - 1))) >> shift[c]) + ZERO;
  return rounded < -128 ? -128 : rounded > 127 ? 127 : rounded;
}

void KERNEL(halide)(void) {
  halide_convolution(&buffers[0], &buffers[1], &buffers[2], &buffers[3], &buffers[4], &buffers[6], ZERO, &buffers[5]);
}

int main(void) {
  make();
  describe(0, input, halide_type_int, 8, 3, (int[]){DEPTH, IN_SIZE, IN_SIZE});
  describe(1, given_weights, halide_type_uint, 8, 5, (int[]){4, 32, DEPTH / 4, CHANNELS / 32, TAPS});
  describe(2, bias, halide_type_int, 32, 1, (int[]){CHANNELS});
  describe(3, multiplier, halide_type_int, 32, 1, (int[]){CHANNELS});
  describe(4, shift, halide_type_int, 32, 1, (int[]){CHANNELS});
  describe(5, output, halide_type_int, 8, 3, (int[]){CHANNELS, OUT_SIZE, OUT_SIZE});
  describe(6, ones, halide_type_uint, 8, 2, (int[]){4, 32});
  kernel_op000_halide();
  for (int i = 0; i < OUT_SIZE * OUT_SIZE * CHANNELS; i += 31) {
    const int c = i % CHANNELS, x = i / CHANNELS % OUT_SIZE, y = i / CHANNELS / OUT_SIZE;
    if (output[y][x][c] != expected(c, x, y))
      return 1;
  }
  return 0;
}

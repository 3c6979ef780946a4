/* mpu: 1 operators for hexagon, made by Hexloom's dnn-frontend from mpu.tflite.
 * The interface is documented in mpu.h. Build with -I on the folders of runtime/include and of mpu.weights.
 */
#include "mpu.h"
#include <hexloom/layer.h>
#include <hexloom/portable/copy.h>

HL_INCBIN(mpu_weights, "mpu.weights", 0);
#define W(TYPE, OFFSET) ((const TYPE *)(mpu_weights + (OFFSET)))

/* Layer 0: operator #0 MIRROR_PAD 'tensor2'
 *   input  2x5x6x7 u8 rm, scale 0.0500000007 zero point 131  'tensor0'
 *   output 2x8x10x9 u8 rm, scale 0.0500000007 zero point 131  'tensor2'
 *   kernel move_scalar (scalar): strided copies of contiguous runs */
HL_LAYER void mpu_op000_MIRROR_PAD(const uint8_t *HL_RESTRICT in0 HL_ALIGNED, uint8_t *HL_RESTRICT out0 HL_ALIGNED) {
  static const hl_copy_params p[] = {
    {91, 0, 7, 2, {{2, 210, 720}, {2, -42, 90}}},
    {96, 7, 1, 3, {{2, 210, 720}, {2, -42, 90}, {2, -1, 1}}},
    {84, 9, 7, 3, {{2, 210, 720}, {2, -42, 90}, {6, 7, 9}}},
    {89, 16, 1, 4, {{2, 210, 720}, {2, -42, 90}, {6, 7, 9}, {2, -1, 1}}},
    {112, 63, 7, 3, {{2, 210, 720}, {2, -42, 90}, {3, -7, 9}}},
    {117, 70, 1, 4, {{2, 210, 720}, {2, -42, 90}, {3, -7, 9}, {2, -1, 1}}},
    {7, 180, 7, 2, {{2, 210, 720}, {5, 42, 90}}},
    {12, 187, 1, 3, {{2, 210, 720}, {5, 42, 90}, {2, -1, 1}}},
    {0, 189, 7, 3, {{2, 210, 720}, {5, 42, 90}, {6, 7, 9}}},
    {5, 196, 1, 4, {{2, 210, 720}, {5, 42, 90}, {6, 7, 9}, {2, -1, 1}}},
    {28, 243, 7, 3, {{2, 210, 720}, {5, 42, 90}, {3, -7, 9}}},
    {33, 250, 1, 4, {{2, 210, 720}, {5, 42, 90}, {3, -7, 9}, {2, -1, 1}}},
    {133, 630, 7, 1, {{2, 210, 720}}},
    {138, 637, 1, 2, {{2, 210, 720}, {2, -1, 1}}},
    {126, 639, 7, 2, {{2, 210, 720}, {6, 7, 9}}},
    {131, 646, 1, 3, {{2, 210, 720}, {6, 7, 9}, {2, -1, 1}}},
    {154, 693, 7, 2, {{2, 210, 720}, {3, -7, 9}}},
    {159, 700, 1, 3, {{2, 210, 720}, {3, -7, 9}, {2, -1, 1}}},
  };
  for (int i = 0; i < 18; ++i)
    hl_copy(&p[i], in0, out0);
}

int mpu_run(const void *const *inputs, void *const *outputs, void *arena, size_t arena_bytes) {
  const int status = hl_check_buffers(inputs, 1, outputs, 1, arena, arena_bytes, 0);
  if (status != HL_OK)
    return status;
  uint8_t *const memory = arena;
  (void)memory;
  mpu_op000_MIRROR_PAD((const uint8_t *)inputs[0], (uint8_t *)outputs[0]);
  return HL_OK;
}

static const hl_tensor_info mpu_inputs[] = {
  {"tensor0", HL_UINT8, 4, {2, 5, 6, 7}, 420, 0x1.99999ap-5f, 131},
};

static const hl_tensor_info mpu_outputs[] = {
  {"tensor2", HL_UINT8, 4, {2, 8, 10, 9}, 1440, 0x1.99999ap-5f, 131},
};

const hl_model_info mpu_info = {"mpu", 1, 1, mpu_inputs, mpu_outputs, 0, mpu_run, 0, 0, 0};

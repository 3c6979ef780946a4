// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What an emitted model tells about itself, and the conventions of its buffers.
 *
 * Every buffer that is handed to NAME_run (inputs, outputs, arena, state) starts at a multiple of HL_ALIGN bytes, and the memory
 * behind it reaches to the next multiple of HL_ALIGN: vector code reads and writes whole vectors.
 */
#ifndef HEXLOOM_MODEL_H
#define HEXLOOM_MODEL_H

#include <stddef.h>
#include <stdint.h>

#define HL_ALIGN 128
#define HL_MAX_RANK 8

enum {
  HL_OK = 0,
  HL_ERROR_NULL = 1,
  HL_ERROR_ALIGNMENT = 2,
  HL_ERROR_ARENA = 3,
  HL_ERROR_WEIGHTS = 4, /* the program was built with the weights of another network */
  HL_ERROR_STATE = 5
};

typedef enum { HL_UINT8, HL_INT8, HL_INT16, HL_INT32, HL_INT64, HL_FLOAT32, HL_BOOL } hl_type;

typedef struct {
  const char *name;
  hl_type type;
  int rank;
  int32_t dims[HL_MAX_RANK];
  size_t bytes;       /* of the tensor itself, row-major */
  float scale;        /* 0: not quantized */
  int32_t zero_point; /* real = scale * (quantized - zero_point) */
} hl_tensor_info;

typedef struct {
  const char *name;
  int num_inputs, num_outputs;
  const hl_tensor_info *inputs, *outputs;
  size_t arena_bytes;
  /* Runs the network. Returns HL_OK or an HL_ERROR_... code. Re-entrant as long as each call has an arena of its own. Null if the network has
   * state. */
  int (*run)(const void *const *inputs, void *const *outputs, void *arena, size_t arena_bytes);
  /* Bytes of state, which each run leaves to the next one: 0 for a network without state. A state may have no bytes, too. reset prepares it
   * for the first run. */
  size_t state_bytes;
  int (*reset)(void *state);
  int (*run_with_state)(const void *const *inputs, void *const *outputs, void *arena, size_t arena_bytes, void *state,
                        size_t state_bytes);
} hl_model_info;

#endif

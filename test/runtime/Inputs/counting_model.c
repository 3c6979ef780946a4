/* A model with state, by hand: its output is its input and, added, how many runs there were since the reset. */
#include <hexloom/layer.h>

enum { BYTES = 300, STATE = 4 };

static const hl_tensor_info counting_inputs[] = {{"in", HL_UINT8, 2, {3, 100}, BYTES, 0, 0}};
static const hl_tensor_info counting_outputs[] = {{"out", HL_UINT8, 2, {3, 100}, BYTES, 0, 0}};

static int counting_reset(void *state) {
  *(uint32_t *)state = 0;
  return HL_OK;
}

static int counting_run(const void *const *inputs, void *const *outputs, void *arena, size_t arena_bytes, void *state,
                        size_t state_bytes) {
  if (hl_check_buffers(inputs, 1, outputs, 1, arena, arena_bytes, 0) || hl_check_state(state, state_bytes, STATE))
    return HL_ERROR_STATE;
  const uint32_t before = (*(uint32_t *)state)++;
  for (int i = 0; i < BYTES; ++i)
    ((uint8_t *)outputs[0])[i] = (uint8_t)(((const uint8_t *)inputs[0])[i] + before);
  return HL_OK;
}

const hl_model_info counting_info = {"counting", 1, 1, counting_inputs, counting_outputs, 0, 0, STATE, counting_reset, counting_run};

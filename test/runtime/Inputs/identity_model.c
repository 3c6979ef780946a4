/* The smallest model, by hand: copies its input; with a FAULT, breaks one of the rules that the harness watches over.
 * FAULT: 0 none, 1 writes before its output, 2 changes its input, 3 reads the arena before it has written it, 4 writes
 * behind its output's storage.
 */
#include <hexloom/layer.h>

#ifndef FAULT
#define FAULT 0
#endif
enum { BYTES = 300 };

static const hl_tensor_info identity_inputs[] = {{"in", HL_INT8, 2, {3, 100}, BYTES, 0.5f, 3}};
static const hl_tensor_info identity_outputs[] = {{"out", HL_INT8, 2, {3, 100}, BYTES, 0.5f, 3}};

static int identity_run(const void *const *inputs, void *const *outputs, void *arena, size_t arena_bytes) {
  const int status = hl_check_buffers(inputs, 1, outputs, 1, arena, arena_bytes, 512);
  if (status != HL_OK)
    return status;
  int8_t *const out = outputs[0];
  volatile uint8_t *const memory = arena;
  __builtin_memcpy(out, inputs[0], BYTES);
  if (FAULT == 1)
    out[-1] = 7;
  if (FAULT == 2)
    ((int8_t *)inputs[0])[5] ^= 1;
  if (FAULT == 3)
    out[0] = (int8_t)memory[17]++;
  if (FAULT == 4)
    ((volatile int8_t *)out)[384] = 1;
  return HL_OK;
}

const hl_model_info identity_info = {"identity", 1, 1, identity_inputs, identity_outputs, 512, identity_run};

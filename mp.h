/* mp: interface of the compiled network.
 *
 *   inputs[0] 'tensor0': int8_t[2x5x6x7], row-major, 420 bytes;
 *     real = 0.0500000007 * (quantized - 3)
 *   outputs[0] 'tensor2': int8_t[2x8x10x9], row-major, 1440 bytes;
 *     real = 0.0500000007 * (quantized - 3)
 *
 * mp_run reads inputs[], writes outputs[] and uses arena, 0 bytes, for everything between. Each of these
 * buffers starts at a multiple of HL_ALIGN (128) bytes, and the memory behind it reaches to the next multiple.
 * Nothing is allocated and no global is written: calls with arenas of their own may run at the same time.
 * Returns HL_OK, or HL_ERROR_NULL, HL_ERROR_ALIGNMENT, HL_ERROR_ARENA, HL_ERROR_WEIGHTS before anything is written.
 */
#ifndef MP_H
#define MP_H

#include <hexloom/model.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MP_NUM_INPUTS 1
#define MP_INPUT0_BYTES 420
#define MP_NUM_OUTPUTS 1
#define MP_OUTPUT0_BYTES 1440
#define MP_ARENA_BYTES 0

int mp_run(const void *const *inputs, void *const *outputs, void *arena, size_t arena_bytes);
extern const hl_model_info mp_info;

#ifdef __cplusplus
}
#endif

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The DSP's side: takes FastRPC's calls and runs the network. It calls nothing but the network and, where QuRT has them, the functions
 * that give a thread its vector unit. */
#include "kit.h"

#include "fastrpc.h"
#include <hexloom/model.h>

extern const hl_model_info KIT_INFO;

/* Cores from v68 on do that by themselves; the mode is that of vectors of 128 bytes. */
__attribute__((weak)) int qurt_hvx_lock(int mode);
__attribute__((weak)) int qurt_hvx_unlock(void);
enum { MODE_128B = 1 };

__attribute__((aligned(KIT_ALIGN))) static unsigned char arena[KIT_ROUNDED(KIT_ARENA_BYTES)];
__attribute__((aligned(KIT_ALIGN))) static unsigned char state[KIT_ROUNDED(KIT_STATE_BYTES)];
static int is_busy; /* one run at a time: there is one arena */

static const size_t input_bytes[] = KIT_INPUT_BYTES, output_bytes[] = KIT_OUTPUT_BYTES;

/* A buffer that the network may read and write whole vectors of; else null. */
static void *checked(const remote_arg *arg, uint32_t length, size_t bytes) {
  const size_t wanted = KIT_ROUNDED(bytes);
  const int is_right = length >= wanted && arg->buf.nLen >= wanted && (uintptr_t)arg->buf.pv % KIT_ALIGN == 0;
  return is_right ? arg->buf.pv : 0;
}

static int run_network(const void *const *inputs, void *const *outputs) {
  if (qurt_hvx_lock && qurt_hvx_lock(MODE_128B) != 0)
    return KIT_NO_VECTORS;
  const int status = KIT_INFO.run ? KIT_INFO.run(inputs, outputs, arena, sizeof arena)
                                  : KIT_INFO.run_with_state(inputs, outputs, arena, sizeof arena, state, sizeof state);
  if (qurt_hvx_unlock)
    qurt_hvx_unlock();
  return status;
}

static int run(const remote_arg *args) {
  const void *inputs[KIT_NUM_INPUTS + 1];
  void *outputs[KIT_NUM_OUTPUTS + 1];
  const uint32_t *const lengths = args[0].buf.pv;
  if (!lengths || args[0].buf.nLen < sizeof *lengths * (KIT_NUM_INPUTS + KIT_NUM_OUTPUTS))
    return KIT_BAD_PARAMETER;
  for (int i = 0; i < KIT_NUM_INPUTS + KIT_NUM_OUTPUTS; ++i) {
    const int is_input = i < KIT_NUM_INPUTS;
    void *const data = checked(&args[1 + i], lengths[i], is_input ? input_bytes[i] : output_bytes[i - KIT_NUM_INPUTS]);
    if (!data)
      return KIT_BAD_PARAMETER;
    if (is_input)
      inputs[i] = data;
    else
      outputs[i - KIT_NUM_INPUTS] = data;
  }
  if (__atomic_exchange_n(&is_busy, 1, __ATOMIC_ACQUIRE))
    return KIT_BUSY;
  const int status = run_network(inputs, outputs);
  __atomic_store_n(&is_busy, 0, __ATOMIC_RELEASE);
  return status;
}

__attribute__((visibility("default"))) int KIT_INVOKE(remote_handle64 handle, uint32_t scalars, remote_arg *args);

int KIT_INVOKE(remote_handle64 handle, uint32_t scalars, remote_arg *args) {
  (void)handle;
  switch (scalars) {
  case KIT_OPEN:
    args[2].h64 = 1;
    return KIT_INFO.reset ? KIT_INFO.reset(state) : 0;
  case KIT_CLOSE:
    return 0;
  case KIT_RUN:
    return run(args);
  case KIT_RESET:
    return KIT_INFO.reset ? KIT_INFO.reset(state) : 0;
  }
  return KIT_UNSUPPORTED;
}

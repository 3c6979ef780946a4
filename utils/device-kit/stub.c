// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stub.h"

#include <limits.h>
#include <string.h>

enum { STACK_BYTES = 128 * 1024 }; /* a depthwise convolution of int16 keeps 21 KB there */

int kit_open(remote_handle64 *handle) {
  struct remote_rpc_control_unsigned_module module = {CDSP_DOMAIN_ID, 1};
  struct remote_rpc_thread_params thread = {CDSP_DOMAIN_ID, -1, STACK_BYTES};
  int status = remote_session_control(FASTRPC_THREAD_PARAMS, &thread, sizeof thread);
  if (status == 0)
    status = remote_session_control(DSPRPC_CONTROL_UNSIGNED_MODULE, &module, sizeof module);
  return status ? status : remote_handle64_open(KIT_URI, handle);
}

int kit_close(remote_handle64 handle) { return remote_handle64_close(handle); }

int kit_run(remote_handle64 handle, void *const *inputs, void *const *outputs) {
  static const size_t input_bytes[] = KIT_INPUT_BYTES, output_bytes[] = KIT_OUTPUT_BYTES;
  uint32_t lengths[KIT_NUM_INPUTS + KIT_NUM_OUTPUTS];
  remote_arg args[1 + KIT_NUM_INPUTS + KIT_NUM_OUTPUTS];
  memset(args, 0, sizeof args);
  args[0].buf.pv = lengths;
  args[0].buf.nLen = sizeof lengths;
  for (int i = 0; i < KIT_NUM_INPUTS + KIT_NUM_OUTPUTS; ++i) {
    const int is_input = i < KIT_NUM_INPUTS, number = is_input ? i : i - KIT_NUM_INPUTS;
    lengths[i] = (uint32_t)KIT_ROUNDED(is_input ? input_bytes[number] : output_bytes[number]);
    args[1 + i].buf.pv = is_input ? inputs[number] : outputs[number];
    args[1 + i].buf.nLen = lengths[i];
  }
  return remote_handle64_invoke(handle, KIT_RUN, args);
}

int kit_reset(remote_handle64 handle) { return remote_handle64_invoke(handle, KIT_RESET, 0); }

void *kit_alloc(size_t bytes) {
  const size_t rounded = KIT_ROUNDED(bytes);
  void *const memory = rounded <= INT_MAX ? rpcmem_alloc(RPCMEM_HEAP_ID_SYSTEM, RPCMEM_DEFAULT_FLAGS, (int)rounded) : 0;
  return memory ? memset(memory, 0, rounded) : 0;
}

void kit_free(void *memory) { rpcmem_free(memory); }

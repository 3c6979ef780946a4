// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* FastRPC in one process: the DSP's side is the skeleton that is linked with it. Buffers are copied to memory of their own and back, as
 * between two machines; what a call looks like is checked here, not by the kit's own macros. */
#include <fastrpc.h>
#include <kit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int KIT_INVOKE(remote_handle64 handle, uint32_t scalars, remote_arg *args);

static remote_handle64 module;
static int is_prepared, is_locked;

static void require(int is_right, const char *what) {
  if (!is_right) {
    fprintf(stderr, "fake FastRPC: %s\n", what);
    exit(70);
  }
}

int qurt_hvx_lock(int mode) {
  require(mode == 1 && !is_locked, "the vector unit's mode");
  is_locked = 1;
  return 0;
}

int qurt_hvx_unlock(void) {
  require(is_locked, "the vector unit is free");
  is_locked = 0;
  return 0;
}

int remote_session_control(uint32_t request, void *data, uint32_t bytes) {
  const int *const words = data;
  require(words[0] == 3, "another processor than the compute DSP");
  if (request == 2) {
    require(bytes == 8 && words[1] == 1, "unsigned modules");
    is_prepared = 1;
  } else {
    require(request == 1 && bytes == 12 && words[2] >= 65536, "the thread's stack");
  }
  return 0;
}

int remote_handle64_open(const char *name, remote_handle64 *handle) {
  char wanted[512];
  snprintf(wanted, sizeof wanted, "file:///lib%s_skel.so?%s_skel_handle_invoke&_modver=1.0&_dom=cdsp", KIT_NAME, KIT_NAME);
  require(is_prepared && strcmp(name, wanted) == 0, name);
  uint32_t length = (uint32_t)strlen(name) + 1;
  char *const uri = strdup(name);
  remote_arg args[3];
  memset(args, 0, sizeof args);
  args[0].buf.pv = &length;
  args[0].buf.nLen = sizeof length;
  args[1].buf.pv = uri;
  args[1].buf.nLen = length;
  const int status = KIT_INVOKE(0, 0x00020001, args);
  free(uri);
  module = args[2].h64;
  require(module != 0 && module < 100, "a handle that is no small number");
  *handle = 4711;
  return status;
}

int remote_handle64_invoke(remote_handle64 handle, uint32_t scalars, remote_arg *args) {
  require(handle == 4711, "a handle of somebody else");
  const int inputs = scalars >> 16 & 255, outputs = scalars >> 8 & 255;
  remote_arg there[511];
  require((scalars & 0xe00000ffu) == 0, "handles in a call");
  for (int i = 0; i < inputs + outputs; ++i) {
    there[i].buf.nLen = args[i].buf.nLen;
    there[i].buf.pv = aligned_alloc(128, (args[i].buf.nLen + 127) / 128 * 128);
    memset(there[i].buf.pv, 0xa5, args[i].buf.nLen);
    if (i < inputs)
      memcpy(there[i].buf.pv, args[i].buf.pv, args[i].buf.nLen);
  }
  const int status = KIT_INVOKE(module, scalars, there);
  for (int i = 0; i < inputs + outputs; ++i) {
    if (i >= inputs)
      memcpy(args[i].buf.pv, there[i].buf.pv, args[i].buf.nLen);
    free(there[i].buf.pv);
  }
  require(!is_locked, "the vector unit was not given back");
  return status;
}

int remote_handle64_close(remote_handle64 handle) {
  require(handle == 4711, "a handle of somebody else");
  remote_arg arg = {.h64 = module};
  return KIT_INVOKE(module, 0x01000010, &arg);
}

void *rpcmem_alloc(int heap, uint32_t flags, int bytes) {
  require(heap == 25 && flags == 1 && bytes > 0, "another kind of memory");
  return aligned_alloc(4096, ((size_t)bytes + 4095) / 4096 * 4096);
}

void rpcmem_free(void *memory) { free(memory); }

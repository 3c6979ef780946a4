// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The network as the host's program calls it. All functions give 0, an HL_ERROR_... of the network, or an error of FastRPC. */
#ifndef KIT_STUB_H
#define KIT_STUB_H

#include "kit.h"

#include "fastrpc.h"

/* A process on the DSP that takes libraries without a signature and has stack enough, and a handle in it; kit_close gives it back. */
int kit_open(remote_handle64 *handle);
int kit_close(remote_handle64 handle);

/* inputs, outputs: of kit_alloc, with the bytes of the network's inputs and outputs, which kit.h lists. */
int kit_run(remote_handle64 handle, void *const *inputs, void *const *outputs);
/* Makes the next run a sequence's first, for a network with state. kit_open does it, too. */
int kit_reset(remote_handle64 handle);

/* Memory that the DSP sees, zeroed up to the next multiple of KIT_ALIGN; null if there is none. */
void *kit_alloc(size_t bytes);
void kit_free(void *memory);

#endif

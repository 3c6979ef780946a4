// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What the kit uses of FastRPC, in declarations of its own, so that both sides compile without the vendor's files. With
 * -DKIT_VENDOR_HEADERS those are taken. */
#ifndef KIT_FASTRPC_H
#define KIT_FASTRPC_H

#include <stddef.h>
#include <stdint.h>

#ifdef KIT_VENDOR_HEADERS
#include <remote.h>
#include <rpcmem.h>
#else
typedef uint64_t remote_handle64;
typedef union {
  struct {
    void *pv;
    size_t nLen;
  } buf;
  uint32_t h;
  remote_handle64 h64;
} remote_arg;

int remote_handle64_open(const char *name, remote_handle64 *handle);
int remote_handle64_invoke(remote_handle64 handle, uint32_t scalars, remote_arg *args);
int remote_handle64_close(remote_handle64 handle);

/* Before the first handle is opened. */
int remote_session_control(uint32_t request, void *data, uint32_t bytes);
enum { FASTRPC_THREAD_PARAMS = 1, DSPRPC_CONTROL_UNSIGNED_MODULE = 2 };
struct remote_rpc_thread_params {
  int domain, prio, stack_size; /* -1: as it is */
};
struct remote_rpc_control_unsigned_module {
  int domain, enable;
};

/* Memory that both sides see without a copy; it begins at a page. */
void *rpcmem_alloc(int heap, uint32_t flags, int bytes);
void rpcmem_free(void *memory);
enum { RPCMEM_HEAP_ID_SYSTEM = 25 };
#define RPCMEM_DEFAULT_FLAGS 1

#define CDSP_DOMAIN_ID 3
#endif

/* A call's number, its buffers and its handles in one word. */
#define KIT_SCALARS(METHOD, INPUTS, OUTPUTS, INPUT_HANDLES, OUTPUT_HANDLES)                                                              \
  ((uint32_t)(METHOD) << 24 | (uint32_t)(INPUTS) << 16 | (uint32_t)(OUTPUTS) << 8 | (uint32_t)(INPUT_HANDLES) << 4 | (uint32_t)(OUTPUT_HANDLES))

/* The calls of the kit's interface (its .idl): the first two are those of every interface with a handle. `run` has the lengths of all
 * its buffers first, one word each, then the buffers. */
#define KIT_OPEN KIT_SCALARS(0, 2, 0, 0, 1)
#define KIT_CLOSE KIT_SCALARS(1, 0, 0, 1, 0)
#define KIT_RUN KIT_SCALARS(2, 1 + KIT_NUM_INPUTS, KIT_NUM_OUTPUTS, 0, 0)
#define KIT_RESET KIT_SCALARS(3, 0, 0, 0, 0)

enum { KIT_BAD_PARAMETER = 14, KIT_UNSUPPORTED = 20, KIT_BUSY = 0x1000, KIT_NO_VECTORS = 0x1001 };

/* Buffers begin at multiples of this, and their lengths are such, 0 not among them. */
#define KIT_ALIGN 128u
#define KIT_ROUNDED(BYTES) (((BYTES) + !(BYTES) + KIT_ALIGN - 1) / KIT_ALIGN * KIT_ALIGN)

#endif

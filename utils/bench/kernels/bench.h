// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What every kernel of the suite includes. A kernel is a function KERNEL(name), kept out of line
 * and named like a network's layer, so that the profiler reports it with all it calls and nothing
 * else; main() makes inputs, runs it and compares with a straightforward computation: status 0 when
 * all is equal, 1 when not.
 */
#ifndef HEXLOOM_BENCH_H
#define HEXLOOM_BENCH_H

#include <stddef.h>
#include <stdint.h>

#define KERNEL(name) __attribute__((noinline)) kernel_op000_##name

/* Deterministic bytes (a 32-bit linear congruential generator, upper bits). */
static inline uint32_t bench_random(uint32_t *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 16;
}

static inline void bench_fill(void *to, size_t bytes, uint32_t seed) {
  for (size_t i = 0; i < bytes; ++i)
    ((uint8_t *)to)[i] = (uint8_t)bench_random(&seed);
}

/* Keeps the check from being merged with the kernel. */
#define BENCH_OPAQUE(x) __asm__ volatile("" : "+r"(x))

#ifdef __HVX__
#include <hexagon_types.h>
#include <hvx_hexagon_protos.h>
#if __HVX_ARCH__ < 65 /* clang's header has the types for later cores only */
typedef long HVX_Vector __attribute__((__vector_size__(128)));
typedef long HVX_VectorPair __attribute__((__vector_size__(256)));
typedef long HVX_VectorPred __attribute__((__vector_size__(128)));
#endif
#define ALIGNED __attribute__((aligned(128)))
#endif

#endif

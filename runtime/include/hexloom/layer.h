// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What every emitted model uses: the layer's function, the weights' symbol, the checks of NAME_run. */
#ifndef HEXLOOM_LAYER_H
#define HEXLOOM_LAYER_H

#include <hexloom/model.h>

/* One function for each layer, never inlined, so that a profile shows layers. */
#define HL_LAYER static __attribute__((noinline))
#define HL_KERNEL static inline __attribute__((always_inline))
#define HL_RESTRICT __restrict
/* An attribute of a layer's parameters: they begin with a vector. GCC, which has no such attribute, can go without. */
#ifdef __clang__
#define HL_ALIGNED __attribute__((align_value(HL_ALIGN)))
#else
#define HL_ALIGNED
#endif

/* Brings a binary file of SIZE bytes in as SYMBOL, aligned to a vector; the assembler finds it in the compiler's -I folders,
   and refuses one of another size: it belongs to another network. */
#define HL_INCBIN(SYMBOL, FILE, SIZE)                                                              \
  __asm__(".section .rodata." #SYMBOL ",\"a\",@progbits\n"                                         \
          ".p2align 7\n"                                                                           \
          ".globl " #SYMBOL "\n"                                                                   \
          ".hidden " #SYMBOL "\n" #SYMBOL ":\n"                                                    \
          ".incbin \"" FILE "\"\n"                                                                 \
          ".if . - " #SYMBOL " != " #SIZE "\n"                                                     \
          ".error \"" FILE " belongs to another network: its size is not " #SIZE "\"\n"            \
          ".endif\n"                                                                               \
          ".text\n");                                                                              \
  extern const uint8_t SYMBOL[] __attribute__((aligned(HL_ALIGN), visibility("hidden")))

/* A constant of the weights by a symbol of its own, SYMBOL_OFFSET. */
#define HL_CONSTANT(SYMBOL, OFFSET)                                                                  \
  __asm__(".globl " #SYMBOL "_" #OFFSET "\n"                                                       \
          ".hidden " #SYMBOL "_" #OFFSET "\n"                                                      \
          ".set " #SYMBOL "_" #OFFSET ", " #SYMBOL " + " #OFFSET "\n");                            \
  extern const uint8_t SYMBOL##_##OFFSET[] __attribute__((aligned(HL_ALIGN), visibility("hidden")))

/* Whether the 8 bytes at the end of the weights are the seal that the front end wrote there: a hash of those before it. It is
 * only compared; that the file's other bytes are right was seen when it was written. */
static inline int hl_sealed(const uint8_t *seal, uint64_t wanted) {
  return *(const uint64_t *)seal == wanted;
}

static inline int hl_check_buffers(const void *const *inputs, size_t num_inputs, void *const *outputs,
                                   size_t num_outputs, const void *arena, size_t arena_bytes, size_t needed) {
  if ((num_inputs && !inputs) || (num_outputs && !outputs) || (needed && !arena))
    return HL_ERROR_NULL;
  uintptr_t misaligned = needed ? (uintptr_t)arena : 0;
  for (size_t i = 0; i < num_inputs; ++i) {
    if (!inputs[i])
      return HL_ERROR_NULL;
    misaligned |= (uintptr_t)inputs[i];
  }
  for (size_t i = 0; i < num_outputs; ++i) {
    if (!outputs[i])
      return HL_ERROR_NULL;
    misaligned |= (uintptr_t)outputs[i];
  }
  if (misaligned % HL_ALIGN)
    return HL_ERROR_ALIGNMENT;
  return arena_bytes < needed ? HL_ERROR_ARENA : HL_OK;
}

static inline int hl_check_state(const void *state, size_t state_bytes, size_t needed) {
  if (!state)
    return HL_ERROR_NULL;
  if ((uintptr_t)state % HL_ALIGN)
    return HL_ERROR_ALIGNMENT;
  return state_bytes < needed ? HL_ERROR_STATE : HL_OK;
}

#endif

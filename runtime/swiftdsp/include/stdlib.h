// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What SwiftDSP's runtime has of <stdlib.h>. */
#ifndef SWIFT_DSP_STDLIB_H
#define SWIFT_DSP_STDLIB_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1

__attribute__((noreturn)) void exit(int status);
__attribute__((noreturn)) void _Exit(int status);
__attribute__((noreturn)) void abort(void);
int atexit(void (*function)(void));
void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *realloc(void *memory, size_t bytes);
void free(void *memory);

#ifdef __cplusplus
}
#endif
#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What SwiftDSP's runtime has of <string.h>. */
#ifndef SWIFT_DSP_STRING_H
#define SWIFT_DSP_STRING_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#define restrict __restrict
#endif

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *left, const void *right, size_t bytes);
size_t strlen(const char *text);

#ifdef __cplusplus
#undef restrict
}
#endif
#endif

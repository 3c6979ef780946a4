// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What a csmith program needs of a C library; see support.c. */
typedef __SIZE_TYPE__ size_t;
int strcmp(const char *A, const char *B);
void *memcpy(void *To, const void *From, size_t Size);
void *memmove(void *To, const void *From, size_t Size);
void *memset(void *To, int Value, size_t Size);

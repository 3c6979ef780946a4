// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Memory, the end, numbers; see libc.c. */
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
__attribute__((noreturn)) void abort(void);
__attribute__((noreturn)) void exit(int);
__attribute__((noreturn)) void _exit(int);
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
int abs(int);
long labs(long);
long long llabs(long long);
int atoi(const char *);

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Strings and memory; see libc.c. */
#include <stddef.h>
void bcopy(const void *, void *, size_t);
void bzero(void *, size_t);
int bcmp(const void *, const void *, size_t);
char *index(const char *, int);
char *rindex(const char *, int);

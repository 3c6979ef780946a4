// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What must hold; see libc.c. */
#undef assert
void abort(void);
#define assert(X) ((X) ? (void)0 : abort())

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Kinds of characters; see libc.c. */
int isdigit(int);
int isprint(int);

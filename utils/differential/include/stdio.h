// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What a csmith program needs of a C library; see support.c. */
int printf(const char *Format, ...);

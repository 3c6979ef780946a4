// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* csmith's headers use these in functions that programs without floating point do not call. */
#define fabs __builtin_fabs
#define fabsf __builtin_fabsf

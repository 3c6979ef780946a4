// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What the compiler has itself, and a few functions; see libc.c. */
#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
double __hexagon_sqrt(double);
double sqrt(double);
double floor(double);

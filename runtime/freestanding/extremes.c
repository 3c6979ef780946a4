// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What clang calls for __builtin_fmin and its like where the processor has no instruction, without a C library: of NaN and a number the
   number. */
#define EXTREME(NAME, TYPE, RELATION)                                                              \
  TYPE NAME(TYPE x, TYPE y) {                                                                      \
    if (x != x)                                                                                    \
      return y;                                                                                    \
    return y != y || x RELATION y ? x : y;                                                         \
  }
EXTREME(fminf, float, <)
EXTREME(fmaxf, float, >)
EXTREME(fmin, double, <)
EXTREME(fmax, double, >)

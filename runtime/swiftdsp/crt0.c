// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Entry of a program: the simulator has set sp, argc (a0) and argv (a1); all else is 0 (docs/swiftdsp-isa.md). */
#include <stdlib.h>

int main(int argc, char **argv);

/* Constructors, collected by swiftdsp.ld. */
extern void (*const __init_array_start[])(void), (*const __init_array_end[])(void);

__attribute__((noreturn, used)) void _start(int argc, char **argv) {
  for (void (*const *init)(void) = __init_array_start; init != __init_array_end; ++init)
    (*init)();
  exit(main(argc, argv));
}

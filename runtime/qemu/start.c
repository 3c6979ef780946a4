// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Entry of a freestanding Hexagon program under a Linux kernel's (or emulator's) conventions: r29 points at argc, argv
 * follows. The stack is the one that the kernel gives, 8 MiB by default, aligned to 8; frames that spill vectors align
 * themselves.
 */
#include "syscall.h"

int main(int argc, char **argv);

/* Constructors and destructor functions, in the order of the calls: -fuse-init-array's, whose places the linker tells, and those of the older
 * sections, where clang puts them for a Hexagon without an operating system (crtbegin.c). Constructors there are called from the last one on.
 */
typedef void (*const hl_function)(void);
extern hl_function __init_array_start[], __init_array_end[], __fini_array_start[], __fini_array_end[];
extern hl_function hl_ctors_begin[], hl_ctors_end[], hl_dtors_begin[], hl_dtors_end[];

static void upwards(hl_function *first, hl_function *end) {
  for (; first != end; ++first)
    (*first)();
}

static void downwards(hl_function *first, hl_function *end) {
  while (end != first)
    (*--end)();
}

__attribute__((noreturn, used)) void hl_start_c(long *stack) {
  upwards(__init_array_start, __init_array_end);
  downwards(hl_ctors_begin, hl_ctors_end);
  const int status = main((int)stack[0], (char **)(stack + 1));
  upwards(hl_dtors_begin, hl_dtors_end);
  downwards(__fini_array_start, __fini_array_end);
  hl_exit(status);
}

__asm__(".text\n"
        ".globl _start\n"
        ".type _start, @function\n"
        "_start:\n"
        "  { r0 = r29\n"
        "    r30 = #0\n"
        "    r29 = and(r29, #-128) }\n"
        "  { r31 = #0\n"
        "    jump hl_start_c }\n");

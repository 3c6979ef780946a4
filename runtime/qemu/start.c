// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Entry of a freestanding Hexagon program under a Linux kernel's (or emulator's) conventions: r29 points at argc, argv
 * follows. The stack is the one that the kernel gives, 8 MiB by default, aligned to 8; frames that spill vectors align
 * themselves.
 */
#include "syscall.h"

int main(int argc, char **argv);

__attribute__((noreturn, used)) void hl_start_c(long *stack) {
  hl_exit(main((int)stack[0], (char **)(stack + 1)));
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

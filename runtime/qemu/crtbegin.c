// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Where the constructors and destructor functions of .ctors and .dtors begin. Linkers put the object of this name first. */
__asm__(".section .ctors,\"aw\",@progbits\n"
        ".p2align 2\n"
        ".globl hl_ctors_begin\n"
        "hl_ctors_begin:\n"
        ".section .dtors,\"aw\",@progbits\n"
        ".p2align 2\n"
        ".globl hl_dtors_begin\n"
        "hl_dtors_begin:\n");

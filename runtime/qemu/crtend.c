// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Where the constructors and destructor functions of .ctors and .dtors end. Linkers put the object of this name last. */
__asm__(".section .ctors,\"aw\",@progbits\n"
        ".p2align 2\n"
        ".globl hl_ctors_end\n"
        "hl_ctors_end:\n"
        ".section .dtors,\"aw\",@progbits\n"
        ".p2align 2\n"
        ".globl hl_dtors_end\n"
        "hl_dtors_end:\n");

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Says what is missing where a network's C is compiled for Hexagon without vectors: the compiler's own messages would be hundreds. */
#ifndef HEXLOOM_HVX_TARGET_H
#define HEXLOOM_HVX_TARGET_H

#if !defined(__hexagon__)
#error "This network was compiled for Hexagon: give clang --target=hexagon-unknown-elf, or dnn-frontend another --target."
#elif !defined(__HVX_LENGTH__) || __HVX_LENGTH__ != 128
#error "This network uses vectors of 128 bytes: compile it with -mhvx -mhvx-length=128b (and a core from -mv65 to -mv73)."
#endif

#include <hexagon_types.h>

#endif

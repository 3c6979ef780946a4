// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What the front end and the kernels have to agree on about loads near a buffer's ends. */
#ifndef HEXLOOM_HVX_SLACK_H
#define HEXLOOM_HVX_SLACK_H

/* Several unaligned loads at distances known to the compiler may be merged into aligned ones
 * (clang's HexagonVectorCombine), which then read up to this many bytes behind the last byte asked
 * for. Groups of loads keep this distance from a buffer's end. */
#define HL_LOAD_SLACK 256

/* Pixels in front of a row of pool.h's buffer that loads may touch. */
#define HL_POOL_SLACK 4

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* How many loops and dimensions the kernels' parameters have room for: the front end serves no operator that needs more. */
#ifndef HEXLOOM_PORTABLE_RANKS_H
#define HEXLOOM_PORTABLE_RANKS_H

#define HL_COPY_LOOPS 8    /* of a strided copy: copy.h */
#define HL_LOOPS 6         /* over operands that are broadcast: broadcast.h */
#define HL_REDUCE_DIMS 4   /* that are kept, and that are reduced: reduce.h */
#define HL_GATHER_ND_MAX 6 /* that are indexed: gather.h */

#endif

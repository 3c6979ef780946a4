// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* csmith programs include it and use nothing of it. */
#define assert(x)

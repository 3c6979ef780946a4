// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Between print.c and libc.c. */
void flush_output(void);

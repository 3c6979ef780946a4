// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Types; see libc.c. */
#include <stddef.h>
typedef long ssize_t;
typedef long off_t;
typedef int pid_t;

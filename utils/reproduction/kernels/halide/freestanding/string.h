// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* HalideRuntime.h includes it and needs nothing of it; Hexagon without an operating system has none. */

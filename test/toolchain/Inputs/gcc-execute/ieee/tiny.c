// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* No signals; nothing is inlined. */
#ifndef SIGNAL_SUPPRESS
#error
#endif
static double half(double x) { return x / 2; }
int main(void) { return half(1e-320) == 0; }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* absent.txt has this name, but nothing is missing. */
int main(void) { return 0; }

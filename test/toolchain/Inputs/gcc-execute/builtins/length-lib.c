// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int called;
__SIZE_TYPE__ strlen(const char *text) {
  __SIZE_TYPE__ n = 0;
  called = 1;
  while (text[n])
    n++;
  return n;
}

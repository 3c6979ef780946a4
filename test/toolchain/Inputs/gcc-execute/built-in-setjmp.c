// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* absent.txt has this name: what fails for that reason is no failure. */
int main(void) {
  static void *buffer[5];
  return __builtin_setjmp(buffer);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* A function in a function, which clang does not take. */
int main(void) {
  int inner(void) { return 0; }
  return inner();
}

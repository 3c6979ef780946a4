// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void main_test(void);
int main(void) {
  main_test();
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Right on the host alone. */
int main(void) {
#ifdef __hexagon__
  return 1;
#else
  return 0;
#endif
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Old C, and what the small C library has. */
/* { dg-options "-fwrapv -fgnu89-inline -fno-tree-vrp" } */
/* { dg-additional-options "-mno-such-option" { target x86_64-*-* } } */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

inline int after(x) int x; { return x + 1; }

main() {
  char text[80], *copy = strdup("abcabc");
  int largest = 0x7fffffff;
  sprintf(text, "%5d|%-4s|%#x|%c|%03u|%+d|%.2f|%ld|%llx|%5.3s|%o", -42, "ab", 255, 'x', 7, 3, 2.25, 123456789L, 0x123456789abcULL, "wxyz", 8);
  if (strcmp(text, "  -42|ab  |0xff|x|007|+3|2.25|123456789|123456789abc|  wxy|10") != 0)
    abort();
  if (snprintf(text, 5, "%s", "longer") != 6 || strcmp(text, "long") != 0)
    abort();
  if (strrchr(copy, 'b') != copy + 4 || strstr(copy, "ca") != copy + 2 || strspn(copy, "ab") != 2 || strcspn(copy, "c") != 2)
    abort();
  if (after(largest) >= 0)
    abort();
  exit(0);
}

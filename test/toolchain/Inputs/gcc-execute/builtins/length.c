// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* strlen is the one of length-lib.c. */
extern int called;
extern void abort(void);
__SIZE_TYPE__ strlen(const char *);
static const char *volatile text = "four";
void main_test(void) {
  if (strlen(text) != 4 || !called)
    abort();
}

/* Prints, for counts from 1 to 9, the sum of (i + 2) * (3 * i + 3), and of what a loop with stores makes of it. */
#include <swift_dsp_system.h>

enum { MOST = 9 };

__attribute__((noinline)) static int dot(const short *a, const short *b, int n) {
  int sum = 0;
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

__attribute__((noinline)) static void scale(int *restrict to, const short *restrict from, int by, int n) {
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; ++i)
    to[i] = from[i] * by * by + i;
}

static void print(int value, const char *behind) {
  char text[16];
  int at = sizeof text;
  do
    text[--at] = (char)('0' + value % 10);
  while (value /= 10);
  swift_dsp_write(1, text + at, sizeof text - at);
  swift_dsp_write(1, behind, behind[1] ? 2 : 1);
}

int main(void) {
  static short a[MOST], b[MOST];
  static int scaled[MOST];
  for (int i = 0; i < MOST; ++i) {
    a[i] = (short)(i + 2);
    b[i] = (short)(3 * i + 3);
  }
  for (int n = 1; n <= MOST; ++n) {
    print(n, ": ");
    print(dot(a, b, n), "\n");
    scale(scaled, a, n, n);
    for (int i = 0; i < MOST; ++i)
      print(scaled[i], "\n");
  }
  return 0;
}

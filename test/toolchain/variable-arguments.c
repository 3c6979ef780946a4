/* va_arg finds what the caller passed: structures of 5 to 8 bytes behind an odd number of words and behind the sixth word, those whose size is no
   multiple of four, vectors, behind named arguments of any size (patch 0051; 0058 for Linux). In C++ also what is not passed, and pointers to members.

DEFINE: %{runs} = %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -O0 -c %s -o %t.o && %{runs}
RUN: %hexagon-cc -O2 -c %s -o %t.o && %{runs}
RUN: %hexagon-cc -O2 -x c++ -c %s -o %t.o && %{runs}
RUN: %hexagon-cc --target=hexagon-unknown-linux-musl -fno-pic -O2 -c %s -o %t.o && %{runs}
*/
#include <stdarg.h>

typedef struct { int a, b; } pair;
typedef struct { char c[5]; } five;
typedef struct { char c[9]; } nine;
typedef struct { char c[31]; } many;
typedef struct { double d; char c; } __attribute__((aligned(16))) aligned;
typedef struct {} nothing;
typedef int words __attribute__((vector_size(16)));
typedef int vector __attribute__((vector_size(128)));

static int fails;
static void expect(int is) { fails += !is; }

__attribute__((noinline)) static void pairs(int n, ...) {
  va_list ap;
  va_start(ap, n);
  for (int i = 0; i < 5; ++i) {
    expect(va_arg(ap, int) == i);
    pair p = va_arg(ap, pair);
    expect(p.a == 10 + i && p.b == 20 + i);
    expect(va_arg(ap, five).c[4] == 30 + i);
  }
  va_end(ap);
}

__attribute__((noinline)) static void sizes(nine first, ...) {
  va_list ap;
  va_start(ap, first);
  expect(first.c[8] == 1);
  expect(va_arg(ap, nine).c[8] == 2);
  expect(va_arg(ap, nine).c[8] == 3);
  expect(va_arg(ap, many).c[30] == 4);
  expect(va_arg(ap, int) == 5);
  expect(va_arg(ap, many).c[30] == 6);
  va_arg(ap, nothing);
  expect(va_arg(ap, int) == 7);
  aligned x = va_arg(ap, aligned);
  expect(x.d == 8.5 && x.c == 9);
  expect(va_arg(ap, words)[3] == 10);
  expect(va_arg(ap, int) == 11);
  expect(va_arg(ap, words)[3] == 12);
  expect(va_arg(ap, vector)[31] == 13);
  expect(va_arg(ap, long long) == 14);
  va_end(ap);
}

#ifdef __cplusplus
struct one {
  int value;
  int get() { return value; }
};
__attribute__((noinline)) static void members(int n, ...) {
  va_list ap;
  va_start(ap, n);
  one x = {15};
  int (one::*get)() = va_arg(ap, int (one::*)());
  int one::*value = va_arg(ap, int one::*);
  expect((x.*get)() == 15 && x.*value == 15 && va_arg(ap, int) == 16);
  va_end(ap);
}
#endif

#ifdef __cplusplus
extern "C"
#endif
int main(void) {
  pair p[5];
  five f[5] = {};
  for (int i = 0; i < 5; ++i) {
    p[i].a = 10 + i;
    p[i].b = 20 + i;
    f[i].c[4] = 30 + i;
  }
  pairs(0, 0, p[0], f[0], 1, p[1], f[1], 2, p[2], f[2], 3, p[3], f[3], 4, p[4], f[4]);
  nine n[3] = {};
  many m[2] = {};
  nothing none = {};
  aligned x = {8.5, 9};
  words w[2] = {{0, 0, 0, 10}, {0, 0, 0, 12}};
  vector v = {};
  n[0].c[8] = 1;
  n[1].c[8] = 2;
  n[2].c[8] = 3;
  m[0].c[30] = 4;
  m[1].c[30] = 6;
  v[31] = 13;
  sizes(n[0], n[1], n[2], m[0], 5, m[1], none, 7, x, w[0], 11, w[1], v, 14LL);
#ifdef __cplusplus
  members(0, &one::get, &one::value, 16);
#endif
  return fails;
}

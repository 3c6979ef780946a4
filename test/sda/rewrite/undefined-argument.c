/* An argument that the callee does not use is an undefined operand of the call, and its register is free for what the rewriter makes: the
   validator does not compare it.

RUN: %hexagon-cc -O2 -mllvm -sda-pack -mllvm -sda-verify -Rpass-analysis=sda-pack %s -c -o %t.o 2>&1 | FileCheck %s
CHECK: rewritten
*/
typedef long long wide;
typedef unsigned long long bits;

unsigned char *bytes;

static __attribute__((noinline)) int folded(unsigned n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  bits sum = 0;
  for (unsigned i = 0; i < n; i++) {
    if (i % 3 == 2)
      sum += __builtin_va_arg(list, bits);
    else
      sum = sum * 31 + (unsigned)__builtin_va_arg(list, int);
  }
  __builtin_va_end(list);
  return (int)(sum ^ (sum >> 32));
}

bits mixed(unsigned n, int a, int b, int c, unsigned char *p) {
  int d = 0;
  unsigned i = 0;
  for (i = 0; i != n; i++) {
    *p = (c > b ? b : c) == b;
    p += 1;
    if ((d < 0 ? -d : d) - b != b)
      d += a * 3;
    p[-2] |= (int)((wide)(a * b) * c >> 16);
    a |= (7u << ((int)((wide)b * d >> 16) & 7)) * c;
    a ^= folded(5, a, b, (bits)a * (bits)b, c, d, (bits)(wide)c, a + 1);
    p += 1;
    c = *p;
  }
  return (bits)(unsigned)a ^ ((bits)(unsigned)b << 32) ^ ((bits)(unsigned)c << 13) ^ ((bits)(unsigned)d << 27) ^ (bits)i * 77 ^
         (bits)(p - bytes);
}

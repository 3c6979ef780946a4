/* Data of every width, addresses, a table of jumps, variable arguments, operands that only text spells out. */
#include <stdarg.h>
#include <swift_dsp.h>

signed char bytes[3] = {-1, 2, 3};
short halves[3] = {-1, 2, 3};
int words[2] = {-1, 70000};
long long longs[2] = {-1, 1ll << 40};
float real = 1.5f;
double wide = -2.25;
const char *text = "a \"text\"\n\\";
static int hidden;
int *address = &words[1], *inside = &hidden;
int (*function)(int);

int jumps(int x) {
  switch (x) {
  case 0: return 5;
  case 1: return words[1];
  case 2: return 77;
  case 3: return -4;
  case 4: return x * halves[2];
  case 5: return (int)longs[1];
  case 6: return function(x);
  }
  return hidden++;
}

int sum(int n, ...) {
  va_list list;
  int s = 0;
  va_start(list, n);
  while (n-- > 0)
    s += (int)va_arg(list, long long);
  va_end(list);
  return s;
}

v4i32 vectors(v4i32 a, v8i16 b, const int *p) {
  __asm__("vaddw %0, %0, %1" : "+v"(a) : "v"(b));
  return swift_dsp_vrqws(a, p[0], p[1]);
}

/* Symbols named like registers, mnemonics and halves of addresses. */
int lc0(void);
extern int off0[4];
int vr3, lo, hi;
int r1(int x) { return x + 1; }
int sp(void) { return vr3; }
int add(int a) { return r1(a) + sp() + lo + hi; }
int lc0(void) {
  int (*volatile p)(int) = r1;
  return p(3) + add(2) + lc0() + (int)&off0[2];
}
void in_text(void) { __asm__(".byte 1, 2, 3"); }

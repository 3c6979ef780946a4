// The routines of libclang_rt.builtins-hexagon.a compute what the host computes.
//
// RUN: cc -O1 %s -o %t.host -lm
// RUN: %t.host >%t.expected
// RUN: FileCheck %s --input-file=%t.expected
// RUN: %hexagon-cc -O0 -c %s -o %t.O0.o && %hexagon-ld %t.O0.o %builtins -o %t.O0
// RUN: qemu-hexagon %t.O0 >%t.O0.out && diff %t.expected %t.O0.out
// RUN: %hexagon-cc -O2 -c %s -o %t.O2.o && %hexagon-ld %t.O2.o %builtins -o %t.O2
// RUN: qemu-hexagon %t.O2 >%t.O2.out && diff %t.expected %t.O2.out
// RUN: %hexagon-cc -O3 -mllvm -sda-pack -c %s -o %t.O3.o && %hexagon-ld %t.O3.o %builtins -o %t.O3
// RUN: qemu-hexagon %t.O3 >%t.O3.out && diff %t.expected %t.O3.out
//
// 123456789012345 / 9876543 = 12500000 and 1512345 remain, worked out apart: the host side is right, too.
// CHECK: quotient ffffffffff4143e0
// CHECK: end

typedef unsigned long long u64;

#ifdef __hexagon__
double __hexagon_sqrt(double);
#define SQRT __hexagon_sqrt

static void put(const char *text, unsigned size) {
  register long r0 __asm__("r0") = 1;
  register long r1 __asm__("r1") = (long)text;
  register long r2 __asm__("r2") = size;
  register long r6 __asm__("r6") = 64; // write
  __asm__ volatile("trap0(#1)" : "+r"(r0) : "r"(r1), "r"(r2), "r"(r6) : "memory");
}
static void leave(int status) {
  register long r0 __asm__("r0") = status;
  register long r6 __asm__("r6") = 94; // exit_group
  __asm__ volatile("trap0(#1)" : "+r"(r0) : "r"(r6));
}
void *memcpy(void *to, const void *from, __SIZE_TYPE__ size) {
  char *t = to;
  const char *f = from;
  for (; size; size--) {
    *t++ = *f++;
    __asm__ volatile("");
  }
  return to;
}
#else
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define SQRT sqrt
static void put(const char *text, unsigned size) { fwrite(text, 1, size, stdout); }
static void leave(int status) { exit(status); }
#endif

static void show(const char *name, u64 value) {
  char line[64];
  unsigned n = 0;
  while (*name)
    line[n++] = *name++;
  line[n++] = ' ';
  for (int shift = 60; shift >= 0; shift -= 4)
    line[n++] = "0123456789abcdef"[(value >> shift) & 15];
  line[n++] = '\n';
  put(line, n);
}
static u64 bits(double value) {
  union {
    double d;
    u64 u;
  } both = {value};
  return both.u;
}

static volatile long long a = -123456789012345LL, b = 9876543;
static volatile u64 ua = 0xfedcba9876543210ULL, ub = 0x12345;
static volatile double doubles[] = {3.25, -0.7, 1e300, 1e-310, 5e-324, 0.0};
static volatile float floats[] = {1.5f, 0.3f, 1e38f, 1e-40f};
static volatile int x = -1000001, y = 37;

static void integers(void) {
  show("quotient", a / b);
  show("remainder", a % b);
  show("unsigned quotient", ua / ub);
  show("unsigned remainder", ua % ub);
  show("quotient 32", x / y);
  show("remainder 32", x % y);
  show("unsigned quotient 32", (unsigned)x / (unsigned)y);
  show("unsigned remainder 32", (unsigned)x % (unsigned)y);
  show("bits set", __builtin_popcountll(ua));
  show("leading zeros", __builtin_clzll(ub));
}

static void pairs(double p, double q) {
  show("add", bits(p + q));
  show("subtract", bits(p - q));
  show("multiply", bits(p * q));
  if (q != 0)
    show("divide", bits(p / q));
  show("less", p < q);
  show("at least", p >= q);
}

static void conversions(void) {
  show("int64 to double", bits((double)a));
  show("uint64 to double", bits((double)ua));
  show("int64 to float", bits((float)a));
  show("double to int64", (long long)(doubles[1] * 1e15));
  show("double to uint64", (u64)(doubles[0] * 1e18));
  show("float to int", (int)(floats[1] * 1000));
  show("maximum", bits(__builtin_fmax(doubles[0], doubles[1])));
  show("square root", bits(SQRT(doubles[0])));
  show("float divide", bits(floats[0] / floats[1]));
  show("float divide, large", bits(floats[2] / floats[1]));
  show("float root", bits(__builtin_sqrtf(floats[0])));
}

#ifdef __hexagon__
void _start(void) {
#else
int main(void) {
#endif
  integers();
  for (unsigned i = 0; i < sizeof(doubles) / sizeof(doubles[0]); i++)
    for (unsigned j = 0; j < sizeof(doubles) / sizeof(doubles[0]); j++)
      pairs(doubles[i], doubles[j]);
  conversions();
  put("end\n", 4);
  leave(0);
}

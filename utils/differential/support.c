// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Start-up and the few library functions of csmith programs, for Hexagon under qemu, for SwiftDSP's simulator and for a 32-bit
   host: all have the same sizes of int, long and pointers, so that one program has one checksum. */
#include <stdarg.h>
#include <stdint.h>

int main(int argc, char **argv);

#ifdef __hexagon__
static long system_call(long number, long a, long b, long c) {
  register long r0 __asm__("r0") = a;
  register long r1 __asm__("r1") = b;
  register long r2 __asm__("r2") = c;
  register long r6 __asm__("r6") = number;
  __asm__ volatile("trap0(#1)" : "+r"(r0) : "r"(r1), "r"(r2), "r"(r6) : "memory");
  return r0;
}
enum { Write = 64, Exit = 94 };
#elif defined(__swiftdsp__)
#include <swift_dsp_system.h>
static long system_call(long number, long a, long b, long c) { return (long)swift_dsp_sys(number, a, b, c); }
enum { Write = SWIFT_DSP_SYS_WRITE, Exit = SWIFT_DSP_SYS_EXIT };
#else
static long system_call(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
  return result;
}
enum { Write = 4, Exit = 1 };

/* 64-bit division, which the compiler calls on a 32-bit host. */
static uint64_t divide(uint64_t n, uint64_t d, uint64_t *remainder) {
  uint64_t quotient = 0, rest = 0;
  for (int i = 63; i >= 0; i--) {
    int carry = rest >> 63;
    rest = rest << 1 | (n >> i & 1);
    if (carry || rest >= d) {
      rest -= d;
      quotient |= (uint64_t)1 << i;
    }
  }
  *remainder = rest;
  return quotient;
}
static uint64_t magnitude(int64_t x) { return x < 0 ? -(uint64_t)x : (uint64_t)x; }
uint64_t __udivdi3(uint64_t n, uint64_t d) {
  uint64_t r;
  return divide(n, d, &r);
}
uint64_t __umoddi3(uint64_t n, uint64_t d) {
  uint64_t r;
  divide(n, d, &r);
  return r;
}
int64_t __divdi3(int64_t n, int64_t d) {
  uint64_t r, q = divide(magnitude(n), magnitude(d), &r);
  return (n < 0) != (d < 0) ? -q : q;
}
int64_t __moddi3(int64_t n, int64_t d) {
  uint64_t r;
  divide(magnitude(n), magnitude(d), &r);
  return n < 0 ? -r : r;
}
#endif

#ifndef __swiftdsp__ /* its runtime has these */
void *memcpy(void *to, const void *from, __SIZE_TYPE__ size) {
  char *t = to;
  const char *f = from;
  while (size--) {
    *t++ = *f++;
    __asm__ volatile("" ::: "memory"); /* or it becomes a call of itself */
  }
  return to;
}
void *memmove(void *to, const void *from, __SIZE_TYPE__ size) {
  char *t = to;
  const char *f = from;
  if (t <= f)
    return memcpy(to, from, size);
  while (size--) {
    t[size] = f[size];
    __asm__ volatile("" ::: "memory");
  }
  return to;
}
void *memset(void *to, int value, __SIZE_TYPE__ size) {
  for (char *t = to; size--; t++) {
    *t = value;
    __asm__ volatile("" ::: "memory");
  }
  return to;
}
#endif

int strcmp(const char *a, const char *b) {
  while (*a && *a == *b)
    a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}

static char buffer[512];
static unsigned used;
static void put(char c) {
  buffer[used++] = c;
  if (c == '\n' || used == sizeof buffer) {
    system_call(Write, 1, (long)buffer, used);
    used = 0;
  }
}
static void put_number(unsigned long long n, unsigned base) {
  char digits[24];
  int i = 0;
  do
    digits[i++] = "0123456789ABCDEF"[n % base];
  while (n /= base);
  while (i)
    put(digits[--i]);
}
/* %s, %c, %d, %u, %x and %X with l and ll: all that csmith's run time prints. */
int printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  for (; *format; format++) {
    if (*format != '%') {
      put(*format);
      continue;
    }
    int longs = 0;
    while (*++format == 'l')
      longs++;
    if (*format == 's') {
      for (const char *s = va_arg(arguments, const char *); *s; s++)
        put(*s);
      continue;
    }
    long long n = longs > 1 ? va_arg(arguments, long long) : va_arg(arguments, int);
    if (*format == 'c') {
      put(n);
    } else if (*format == 'd') {
      if (n < 0)
        put('-');
      put_number(n < 0 ? -(unsigned long long)n : n, 10);
    } else {
      put_number(longs > 1 ? n : (unsigned)n, *format == 'u' ? 10 : 16);
    }
  }
  va_end(arguments);
  return 0;
}

/* What -fstack-protector, -finstrument-functions call. */
unsigned long __stack_chk_guard = 0x00C0FFEE;
__attribute__((noreturn)) void __stack_chk_fail(void) { __builtin_trap(); }
void __cyg_profile_func_enter(void *function, void *caller) { (void)function, (void)caller; }
void __cyg_profile_func_exit(void *function, void *caller) { (void)function, (void)caller; }

__attribute__((noreturn)) void start_c(void) {
  char name[] = "csmith", *arguments[] = {name, 0};
  int status = main(1, arguments);
  if (used)
    put('\n');
  for (;;)
    system_call(Exit, status, 0, 0);
}

#ifdef __hexagon__
__asm__(".globl _start\n_start:\n{ r29 = and(r29, #-128) }\n{ call start_c }\n");
#elif defined(__swiftdsp__)
__asm__(".globl _start\n_start: call start_c\n");
#else
__asm__(".globl _start\n_start:\nandl $-16, %esp\ncall start_c\n");
#endif

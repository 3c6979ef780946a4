/* What is compiled to calls and to memory: 64-bit division, floating point, variable arguments, frames of every kind. Hashed, so that
 * one wrong bit changes the status. One program for SwiftDSP and for the host. */
#include <stdarg.h>
#include <stdint.h>

static uint32_t hash = 2166136261u, state = 99;

static uint32_t next(void) {
  state = state * 1103515245u + 12345u;
  return state >> 4;
}

static void add(uint64_t x) {
  for (int i = 0; i < 8; i++) {
    hash = (hash ^ (x & 255)) * 16777619u;
    x >>= 8;
  }
}

static void add_double(double x) {
  union { double d; uint64_t u; } bits = {x};
  add(bits.u);
}

__attribute__((noinline)) static void divisions(uint64_t a, uint64_t b) {
  add(a / b), add(a % b), add((uint64_t)((int64_t)a / (int64_t)b)), add((uint64_t)((int64_t)a % (int64_t)b)), add(a * b);
}

__attribute__((noinline)) static void floats(float x, double y) {
  add_double(x + y), add_double(x * 3.5f - y / 7.25), add_double((float)(x / (y + 1))), add_double(-x);
  add((uint64_t)(int64_t)(y * 1e6)), add((uint64_t)(int32_t)(x * 100)), add_double((double)(int64_t)y + (float)(uint32_t)(x * x / 100));
  add(x < y), add(x == (float)x), add(x >= y), add(!(y <= x));
}

__attribute__((noinline)) static uint64_t sum(int count, ...) {
  va_list list, again;
  va_start(list, count);
  va_copy(again, list);
  uint64_t total = 0;
  for (int i = 0; i < count; i++) {
    total = total * 31 + (uint64_t)va_arg(list, int);
    total ^= va_arg(list, uint64_t);
    add_double(va_arg(list, double));
  }
  va_end(list);
  total += (uint64_t)va_arg(again, int);
  va_end(again);
  return total;
}

struct large { int32_t a[12]; };
struct pair { int16_t a; int32_t b; };

__attribute__((noinline)) static struct large shuffled(struct large x, struct pair p) {
  struct large y;
  for (int i = 0; i < 12; i++)
    y.a[i] = x.a[(i * 5 + p.a) % 12] + p.b;
  return y;
}

__attribute__((noinline)) static struct pair exchanged(struct pair p) { return (struct pair){(int16_t)p.b, p.a}; }

/* An address is used, so that the alignment of variables counts. */
__attribute__((noinline)) static void touch(volatile char *p, int n, int alignment) {
  add((uintptr_t)p % (uintptr_t)alignment);
  for (int i = 0; i < n; i++)
    p[i] = (char)(i + n);
}

/* Farther from the stack pointer than fields of loads, stores and addi reach. */
__attribute__((noinline)) static void large_frame(int n) {
  volatile char far[70000];
  volatile int near = n;
  touch(far + 100, 69000, 1);
  for (int i = 100; i < 69000; i += 777)
    add((uint64_t)far[i] * (uint64_t)near);
}

/* Both a frame that is aligned and one that grows, with many arguments and values across calls. */
__attribute__((noinline)) static void growing_frame(int n, int a, int b, int c, int d, int e, int f, int g, int h, int i) {
  _Alignas(64) volatile char aligned[100];
  volatile char plain[n];
  touch(aligned, 100, 64);
  touch(plain, n, 1);
  if (n > 1)
    growing_frame(n / 2, i, h, g, f, e, d, c, b, a);
  _Alignas(256) volatile int more[3] = {a, b, c};
  volatile int rest[n + 3];
  touch((volatile char *)rest, 4 * n, 4);
  add((uintptr_t)more % 256);
  for (int k = 0; k < n; k++)
    add((uint64_t)(plain[k] + aligned[k % 100] + more[k % 3] + rest[k % n] + d * e - f * g + h - i));
}

int main(void) {
  for (int i = 0; i < 40; i++) {
    /* One a line: the order of arguments is the compiler's. */
    const uint64_t a = (uint64_t)next() << (i & 31);
    const uint64_t b = (uint64_t)(next() >> (i & 15)) + 1;
    const float x = (float)(int32_t)next() / 1024;
    const double y = (double)(int32_t)next() / 3 - 1e7;
    divisions(i & 1 ? -a : a, i & 2 ? -b : b);
    floats(x, y);
  }
  add(sum(3, -1, 0x123456789abcdefULL, 2.5, 7, ~0ULL, -0.125, 100, 5ULL, 1e300));
  struct large x;
  for (int i = 0; i < 12; i++)
    x.a[i] = (int32_t)next();
  struct pair p = exchanged((struct pair){-77, 3});
  add((uint64_t)p.a), add((uint64_t)p.b);
  x = shuffled(x, p);
  for (int i = 0; i < 12; i++)
    add((uint64_t)x.a[i]);
  large_frame(3);
  growing_frame(37, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  return (hash ^ hash >> 8 ^ hash >> 16) & 0x7f;
}

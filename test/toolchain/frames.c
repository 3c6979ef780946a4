/* Frames with a variable part and vectors compute what they compute at -O0 (patch 0033): alloca and variable-length arrays of any size, of
   more alignment, again and again, beside vectors and numbers that live through calls, and vectors passed on the stack. LLVM 19 rounds
   their base register by an alignment that is not yet final. The status is the number of the first function that is wrong.

RUN: %hexagon-cc -O0 -DREFERENCE %s -c -o %t.reference.o
RUN: %hexagon-cc -O2 %s -c -o %t.o
RUN: %hexagon-ld %t.o %t.reference.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -O3 %s -S -o - | FileCheck %s
CHECK-LABEL: tested_stack_arguments:
CHECK: r16 = and(r30,#-128)
*/
typedef int V __attribute__((vector_size(128)));
#define NOINLINE __attribute__((noinline))
#ifdef REFERENCE
#define NAME(FUNCTION) reference_##FUNCTION
#else
#define NAME(FUNCTION) tested_##FUNCTION
#endif

NOINLINE static int touch(char *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    p[i] = (char)(i * 7 + n);
    s += p[i];
  }
  __asm__ volatile("" ::: "memory");
  return s;
}
static unsigned bytes(const char *p, int n, unsigned h) {
  for (int i = 0; i < n; i++)
    h = h * 31 + (unsigned char)p[i];
  return h;
}

#define TEN(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9)
#define LOAD(I) int b##I = q[I];
#define MIX(I) b##I = b##I * 5 + t * (I + 1);
#define HASH(I) h = h * 31 + b##I;

/* Vectors and numbers, more than registers, through calls. */
NOINLINE unsigned NAME(spills)(int n, V *a, int *q, V *unused) {
  TEN(LOAD)
  int c0 = q[10], c1 = q[11], c2 = q[12], c3 = q[13];
  V s0 = a[0] * b0, s1 = a[1] + b1, s2 = a[2] ^ b2, s3 = a[3] - b3;
  char *p = (char *)__builtin_alloca(n);
  int t = touch(p, n);
  TEN(MIX)
  a[4] = s0 + t, a[5] = s1 * c2, a[6] = s2 - t, a[7] = s3 ^ c3;
  t = touch(p, n);
  unsigned h = t + c0 + c1;
  TEN(HASH)
  return bytes(p, n, h);
}

/* Moves the stack pointer several times, in a loop. Memory is freed or not. */
NOINLINE unsigned NAME(loop)(int n, V *a, int *q, V *out) {
  TEN(LOAD)
  V s0 = a[0], s1 = a[1] * 3, s2 = a[2] + b2;
  unsigned h = n;
  char *last = 0;
  for (int i = 1; i < 5; i++) {
    char *p = (char *)__builtin_alloca(i * n);
    {
      char array[n + i];
      int t = touch(p, i * n) + touch(array, n + i);
      TEN(MIX)
      s0 += s1 ^ t, s1 -= s2, s2 = s2 * 5 + s0;
      h = bytes(array, n + i, h);
    }
    if (last)
      h = bytes(last, n, h);
    last = p;
  }
  out[0] = s0, out[1] = s1, out[2] = s2;
  TEN(HASH)
  return h;
}

/* An array of vectors, aligned as they are, and one of more alignment. */
NOINLINE static void double_all(V *p, int n) {
  for (int i = 0; i < n; i++)
    p[i] += p[i];
}
NOINLINE unsigned NAME(vectors)(int n, V *a, int *q, V *out) {
  TEN(LOAD)
  V s0 = a[0] - b0, array[n % 5 + 1];
  char *more = (char *)__builtin_alloca_with_align(n, 8 * 512);
  for (int i = 0; i < n % 5 + 1; i++)
    array[i] = a[i & 3] * i;
  int t = touch(more, n);
  double_all(array, n % 5 + 1);
  TEN(MIX)
  out[0] = s0 + array[n % 5], out[1] = array[0];
  unsigned h = ((unsigned)more & 511) + ((unsigned)array & 127);
  TEN(HASH)
  return bytes(more, n, h);
}

/* More vectors than registers for arguments, and arguments of the function's own on the stack. */
NOINLINE static V sum(V a, V b, V c, V d, V e, V f, V g, V h, V i, V j, V k, V l, V m, V n, V o, V p, V q, V r, V s) {
  return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 + j * 10 + k * 11 + l * 12 + m * 13 + n * 14 + o * 15 + p * 16
         + q * 17 + r * 18 + s * 19;
}
NOINLINE unsigned NAME(stack_arguments)(int n, V *a, int *q, V *out) {
  TEN(LOAD)
  char *p = (char *)__builtin_alloca(n);
  int t = touch(p, n);
  V x = a[0], y = a[1], z = a[2];
  out[0] = sum(x, y, z, x + 1, y + 1, z + 1, x + 2, y + 2, z + 2, x + 3, y + 3, z + 3, x + 4, y + 4, z + 4, x + 5, y + 5, z + 5, x + 6);
  t += touch(p, n);
  TEN(MIX)
  out[1] = x * t + y;
  unsigned h = 0;
  TEN(HASH)
  return bytes(p, n, h);
}
NOINLINE unsigned NAME(many)(int n, V *a, int *q, V *out, int e, int f, int g, int i, long long j, int k) {
  V s0 = a[0] * k, s1 = a[1] + g;
  char *p = (char *)__builtin_alloca(n);
  unsigned h = touch(p, n) + e * 3 + f * 5 + i * 7 + (int)(j >> 7);
  out[0] = s0 + (int)h, out[1] = s1 * k;
  return bytes(p, n, h) + e + f + g + i + k + (int)j;
}
NOINLINE unsigned NAME(call_many)(int n, V *a, int *q, V *out) {
  return NAME(many)(n, a, q, out, q[0], q[1], q[2], q[3], q[4] * 123456789012ll, q[5]);
}

#define FUNCTIONS(DO) DO(spills) DO(loop) DO(vectors) DO(stack_arguments) DO(call_many)
#ifndef REFERENCE
#define DECLARE(FUNCTION) unsigned reference_##FUNCTION(int, V *, int *, V *);
FUNCTIONS(DECLARE)

/* At any distance from an aligned stack pointer. */
NOINLINE static unsigned deep(int k, unsigned (*f)(int, V *, int *, V *), int n, V *a, int *q, V *out) {
  volatile char pad[8];
  pad[0] = 0;
  return (k ? deep(k - 1, f, n, a, q, out) : f(n, a, q, out)) + pad[0];
}
static unsigned run(unsigned (*f)(int, V *, int *, V *), int n) {
  static V a[8], out[8];
  int q[16];
  for (int i = 0; i < 16; i++)
    q[i] = i * 1234567 + 3;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 32; j++)
      a[i][j] = i * 77 + j * 13 + 1, out[i][j] = 0;
  unsigned h = deep(n % 17, f, n, a, q, out);
  h = bytes((const char *)a, sizeof a, h);
  return bytes((const char *)out, sizeof out, h);
}
#define COMPARE(FUNCTION)                                                                          \
  for (int n = 1; ++number && n < 300; n += 29)                                                    \
    if (run(tested_##FUNCTION, n) != run(reference_##FUNCTION, n))                                 \
      return number / 16 + 1;
int main(void) {
  int number = 0;
  FUNCTIONS(COMPARE)
  return 0;
}
#endif

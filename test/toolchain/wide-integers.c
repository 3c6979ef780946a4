/* Numbers of more than 64 bits are divided, multiplied, shifted and converted without routines that a 32-bit target does not have (patch 0054):
   as on the host. fmin and its like, which clang calls for its builtins, link on both targets.

RUN: /usr/lib/llvm-19/bin/clang -O1 -w %s -o %t.host -lm && %t.host > %t.expected
RUN: %hexagon-cc -O1 -fno-builtin -c %root/utils/differential/support.c -o %t.support.o
RUN: %hexagon-cc -O2 -w -c %s -o %t.o && %hexagon-ld %t.o %t.support.o %builtins -o %t.elf && qemu-hexagon %t.elf > %t.out && diff %t.expected %t.out
RUN: clang --target=swiftdsp -nostartfiles -O1 -w %s %root/utils/differential/support.c -o %t.swift && swiftdsp-sim %t.swift > %t.out
RUN: diff %t.expected %t.out
*/
int printf(const char *, ...);
#define NONE __attribute__((noinline))

static volatile float numbers[] = {__builtin_nanf(""), 1, -2, 1e9f};
static void extremes(void) {
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      float x = numbers[i], y = numbers[j];
      double dx = x, dy = y;
      printf("fmin %d %d: %d %d %d %d\n", i, j, __builtin_fminf(x, y) == x, __builtin_fmaxf(x, y) == x, __builtin_fmin(dx, dy) == dx,
             __builtin_fmax(dx, dy) == dx);
    }
}

static volatile long long words[] = {1, -1, 0x123456789abcdef0, -0x7fedcba987654321, 7, -100, 1LL << 62};
enum { Words = sizeof words / sizeof *words };

/* Factors without sign and a product with one have 65 bits in common. */
NONE static void checked(unsigned long long x, unsigned short y) {
  int product;
  int over = __builtin_mul_overflow(x, y, &product);
  printf("checked: %d %X\n", over, product);
}

static void products(void) {
  for (int i = 0; i < Words; ++i)
    for (int j = 0; j < Words; ++j)
      checked(words[i], words[j]);
}

NONE static void note(int x) { words[1] = x; }

/* The loop has numbers of 65 bits, one of which is computed again behind it. */
NONE static unsigned behind(unsigned a, unsigned long long b, unsigned c) {
  for (signed char i = 10; i >= 2; i--) {
    unsigned char low = 0;
    unsigned char over = __builtin_sub_overflow((unsigned long long)(c % ((unsigned)(b & 63) + 1)),
                                                (int)(unsigned short)(a / ((b >> 7 & 63) + 4)), &low);
    a -= low + over + i;
    note(-i);
  }
  return a;
}

static void loops(void) {
  for (int i = 0; i < 20; ++i)
    printf("behind: %X\n", behind(i * 0x12345677u, i * 0x123456789abcdull, i * 99999u));
}

#define WIDE(W)                                                                                                                  \
  typedef _BitInt(W) s##W;                                                                                                       \
  typedef unsigned _BitInt(W) u##W;                                                                                              \
  static void show##W(const char *name, u##W x) {                                                                                \
    printf("%s " #W ": %X %X %X %X\n", name, (unsigned)(x >> 64 >> 32), (unsigned)(x >> 64), (unsigned)(x >> 32), (unsigned)x);  \
  }                                                                                                                              \
  NONE static void try##W(s##W x, s##W y, u##W a, u##W b, int n) {                                                               \
    show##W("quotient", x / y), show##W("remainder", x % y), show##W("unsigned quotient", a / b);                                \
    show##W("unsigned remainder", a % b), show##W("product", x * y), show##W("left", a << n), show##W("right", x >> n);          \
    show##W("unsigned right", a >> n), show##W("by 10", x / 10), show##W("by 10", a % 10);                                       \
    show##W("of double", (s##W)((double)x / 4)), show##W("of float", (u##W)((float)(a >> 4)));                                   \
  }
WIDE(65)
WIDE(100)
WIDE(128)

NONE static void checked128(long long x, long long y) {
  _BitInt(128) product;
  int over = __builtin_mul_overflow((_BitInt(128))x << 40, (_BitInt(128))y, &product);
  printf("checked 128: %d %X %X\n", over, (unsigned)(product >> 96), (unsigned)(product >> 40));
}

/* Numbers of 1 to 8, 9 to 16 and more bytes, as arguments whose number and types the callee is not told. */
NONE static unsigned passed(int first, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, first);
  _BitInt(7) a = __builtin_va_arg(list, _BitInt(7));
  _BitInt(33) b = __builtin_va_arg(list, _BitInt(33));
  unsigned _BitInt(65) c = __builtin_va_arg(list, unsigned _BitInt(65));
  int between = __builtin_va_arg(list, int);
  _BitInt(128) d = __builtin_va_arg(list, _BitInt(128));
  int last = __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return first + (unsigned)a * 3 + (unsigned)(b >> 5) * 5 + (unsigned)(c >> 40) * 7 + between * 9 + (unsigned)(d >> 90) * 11 + last * 13;
}

int main(void) {
  extremes();
  products();
  loops();
  for (int i = 0; i < Words; ++i)
    for (int j = 0; j < Words; ++j) {
#define TRY(W)                                                                                                                   \
  {                                                                                                                              \
    s##W x = ((s##W)words[i] << (W - 64)) ^ words[j], y = ((s##W)words[j] << (i * 9 % (W - 63))) | 1;                            \
    try##W(x, y, x, y, (i * 7 + j * 17) % W);                                                                                    \
  }
      TRY(65) TRY(100) TRY(128)
      checked128(words[i], words[j]);
      printf("passed: %X\n", passed(i, (_BitInt(7))words[i], (_BitInt(33))words[j], (unsigned _BitInt(65))words[i] << 1, j,
                                   (_BitInt(128))words[j] << 60, i - j));
    }
  return 0;
}

/* Variable arguments of every kind behind any number of named ones, lists that are copied and passed on, structures of many sizes as
 * arguments and results: hashed, so that one wrong bit changes the status. One program for SwiftDSP and for the host. */
#include <stdarg.h>
#include <stdint.h>

static uint32_t hash = 2166136261u;

static void add(uint64_t x) {
  for (int i = 0; i < 8; i++) {
    hash = (hash ^ (uint32_t)(x & 255)) * 16777619u;
    x >>= 8;
  }
}

struct Byte { int8_t a; };
struct Three { int8_t a[3]; };
struct Word { int32_t a; };
struct Pair { int16_t a; int32_t b; };
struct Long { int64_t a; };
struct Large { int8_t a; int64_t b; int16_t c[5]; };

/* Each letter is an argument. */
static void take(const char *kinds, va_list list) {
  for (; *kinds; ++kinds)
    switch (*kinds) {
    case 'i': add((uint32_t)va_arg(list, int)); break;
    case 'q': add((uint64_t)va_arg(list, long long)); break;
    case 'd': add((uint64_t)(int64_t)(va_arg(list, double) * 1024)); break;
    case 'p': add((uint32_t)*va_arg(list, int *)); break;
    case 'b': add((uint32_t)va_arg(list, struct Byte).a); break;
    case 't': { struct Three s = va_arg(list, struct Three); add((uint32_t)(s.a[0] + 3 * s.a[1] + 9 * s.a[2])); break; }
    case 'w': add((uint32_t)va_arg(list, struct Word).a); break;
    case 'r': { struct Pair s = va_arg(list, struct Pair); add((uint32_t)s.a); add((uint32_t)s.b); break; }
    case 'l': add((uint64_t)va_arg(list, struct Long).a); break;
    case 'g': { struct Large s = va_arg(list, struct Large); add((uint32_t)s.a); add((uint64_t)s.b); add((uint32_t)s.c[4]); break; }
    }
}

#define APART __attribute__((noinline)) static

APART void few(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  take(kinds, list);
  take(kinds, again);
  va_end(again);
  va_end(list);
}
APART void eight(int a, int b, int c, int d, int e, int f, int g, const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  add((uint32_t)(a + 2 * b + 4 * c + 8 * d + 16 * e + 32 * f + 64 * g));
  take(kinds, list);
  va_end(list);
}
APART void many(long long a, int b, long long c, int d, long long e, struct Pair f, struct Large g, int8_t h, const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  add((uint64_t)(a + b + c + d + e + f.a + f.b + g.b + g.c[2] + h));
  take(kinds, list);
  va_end(list);
}

#define RETURNED(TYPE, NAME, CHANGE)                                                               \
  APART struct TYPE NAME(struct TYPE s, int x) {                                                   \
    CHANGE;                                                                                        \
    return s;                                                                                      \
  }
RETURNED(Byte, byte_of, s.a = (int8_t)(s.a + x))
RETURNED(Three, three_of, s.a[2] = (int8_t)(s.a[1] + x))
RETURNED(Pair, pair_of, s.b += s.a * x)
RETURNED(Long, long_of, s.a += x)
RETURNED(Large, large_of, (s.b += s.a, s.c[x & 3] = 77))

int main(void) {
  int word = -77;
  struct Byte b = {-5};
  struct Three t = {{1, -2, 3}};
  struct Word w = {70000};
  struct Pair r = {-300, 123456789};
  struct Long l = {0x123456789abcdefll};
  struct Large g = {-1, -0x7654321012345ll, {1, 2, 3, 4, -5}};
  few("");
  few("iqi", 1, 2ll, -3);
  few("idqpb", -1, 2.5, 1ll << 50, &word, b);
  few("tiwirilig", t, 1, w, 2, r, 3, l, 4, g);
  few("iiiiiiiiiiiiq", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, -13ll);
  eight(1, 2, 3, 4, 5, 6, 7, "qidg", -1ll, 8, -0.25, g);
  eight(1, 2, 3, 4, 5, 6, 7, "btqw", b, t, 9ll, w);
  many(1ll << 40, 2, -3ll, 4, 5ll << 33, r, g, -8, "iqlgd", 9, 10ll, l, g, 11.5);
  for (int x = 0; x < 4; x++) {
    b = byte_of(b, x);
    t = three_of(t, x);
    r = pair_of(r, x);
    l = long_of(l, x);
    g = large_of(g, x);
    few("btrlg", b, t, r, l, g);
  }
  return (int)((hash ^ hash >> 16) & 127);
}

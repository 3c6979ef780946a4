/* All conditions of floats and doubles, as values, branches and choices, between variables and with constants, over NaN, infinities, zeros and
   numbers: as on the host (patch 0050).

DEFINE: %{runs} = %hexagon-ld %t.o %t.support.o %builtins -o %t && qemu-hexagon %t > %t.out && diff %t.expected %t.out
RUN: cc -w -O0 -fno-builtin %s -o %t.host && %t.host > %t.expected && FileCheck %s --input-file=%t.expected
RUN: %hexagon-cc -O1 -fno-builtin -c %root/utils/differential/support.c -o %t.support.o
RUN: %hexagon-cc -w -O0 -c %s -o %t.o && %{runs}
RUN: %hexagon-cc -w -O2 -c %s -o %t.o && %{runs}
RUN: %packed-cc -w -O3 -mv67 -c %s -o %t.o && %{runs}
RUN: clang --target=swiftdsp -nostartfiles -fno-builtin -w -O2 %s %root/utils/differential/support.c -o %t.swift && swiftdsp-sim %t.swift > %t.out && diff %t.expected %t.out

Neither less nor greater than NaN:
CHECK: float islessgreater value: 0000000000
*/
int printf(const char *, ...);

#define NONE __attribute__((noinline))
/* Each condition of IR: ordered, unordered; as an operator, as its opposite's negation, as two joined. */
#define CONDITIONS(DO, T)                                                                                                        \
  DO(T, less, x < y) DO(T, less_equal, x <= y) DO(T, greater, x > y) DO(T, greater_equal, x >= y) DO(T, equal, x == y)            \
  DO(T, not_equal, x != y) DO(T, not_less, !(x < y)) DO(T, not_less_equal, !(x <= y)) DO(T, not_greater, !(x > y))                \
  DO(T, not_greater_equal, !(x >= y)) DO(T, not_not_equal, !(x != y)) DO(T, unordered, __builtin_isunordered(x, y))               \
  DO(T, ordered, !__builtin_isunordered(x, y)) DO(T, islessgreater, __builtin_islessgreater(x, y))                                \
  DO(T, not_islessgreater, !__builtin_islessgreater(x, y)) DO(T, less_or_greater, x < y || x > y)                                 \
  DO(T, neither, !(x < y) && !(x > y)) DO(T, less_or_unordered, x < y || __builtin_isunordered(x, y))                             \
  DO(T, equal_and_own, x == x && y == y && x == y) DO(T, bits, (x < y) | (x > y)) DO(T, differ, (x < y) ^ (x <= y))               \
  DO(T, one, x < 1) DO(T, not_one, !(x >= 1)) DO(T, zero, x < 0 || x > 0) DO(T, not_zero, !(x == 0)) DO(T, own, x == x)           \
  DO(T, islessgreater_zero, __builtin_islessgreater(x, (T)0)) DO(T, infinite, x < __builtin_inf() || x > __builtin_inf())

#define FUNCTIONS(T, NAME, EXPRESSION)                                                                                           \
  NONE static int T##_##NAME##_value(T x, T y, T a, T b) { return EXPRESSION; }                                                  \
  NONE static int T##_##NAME##_branch(T x, T y, T a, T b) {                                                                      \
    if (EXPRESSION)                                                                                                              \
      calls++;                                                                                                                   \
    else                                                                                                                         \
      calls += 2;                                                                                                                \
    return calls & 1;                                                                                                            \
  }                                                                                                                              \
  NONE static int T##_##NAME##_choice(T x, T y, T a, T b) { return ((EXPRESSION) ? a : b) == 1; }                                \
  NONE static int T##_##NAME##_word(T x, T y, T a, T b) { return ((EXPRESSION) ? one : two) == 7; }                              \
  NONE static int T##_##NAME##_own(T x, T y, T a, T b) { return __builtin_signbit((EXPRESSION) ? x : y) != 0; }                  \
  NONE static int T##_##NAME##_while(T x, T y, T a, T b) {                                                                       \
    int n = 0;                                                                                                                   \
    while (n < 3 && (EXPRESSION))                                                                                                \
      ++n;                                                                                                                       \
    return n;                                                                                                                    \
  }
#define TRIES(T, NAME, EXPRESSION)                                                                                               \
  TRY(T, NAME, value) TRY(T, NAME, branch) TRY(T, NAME, choice) TRY(T, NAME, word) TRY(T, NAME, own) TRY(T, NAME, while)
#define TRY(T, NAME, USE) show_##T(#T " " #NAME " " #USE, T##_##NAME##_##USE);

static volatile int one = 7, two = 8;
static int calls;
CONDITIONS(FUNCTIONS, float)
CONDITIONS(FUNCTIONS, double)

#define SHOW(T)                                                                                                                  \
  NONE static void show_##T(const char *name, int (*function)(T, T, T, T)) {                                                          \
    static volatile T values[] = {__builtin_nan(""), -__builtin_nan(""), __builtin_inf(), -__builtin_inf(), 0, -0.0, 1, -1, 1.5, 1e30}; \
    enum { Values = sizeof values / sizeof *values };                                                                            \
    char shown[Values + 1] = {0};                                                                                                \
    for (int i = 0; i < Values; ++i) {                                                                                           \
      for (int j = 0; j < Values; ++j) {                                                                                         \
        calls = 0;                                                                                                               \
        shown[j] = '0' + function(values[i], values[j], 1, 2);                                                                   \
      }                                                                                                                          \
      printf("%s: %s\n", name, shown);                                                                                           \
    }                                                                                                                            \
  }
SHOW(float)
SHOW(double)

int main(void) {
  CONDITIONS(TRIES, float)
  CONDITIONS(TRIES, double)
  return 0;
}

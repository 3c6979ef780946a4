/* Elements of vectors of bool are changed in place: compound assignments, increments and decrements, as those of an array of bools (patch 0089).
   clang 19 crashes.

RUN: %hexagon-cc -O0 -c %s -o %t.0.o && %hexagon-ld %t.0.o %runtime -o %t.0 && qemu-hexagon %t.0
RUN: %packed-cc -O2 -c %s -o %t.2.o && %hexagon-ld %t.2.o %runtime -o %t.2 && qemu-hexagon %t.2
RUN: clang --target=swiftdsp -O2 %s -o %t.swift && swiftdsp-sim %t.swift
*/
#define NONE __attribute__((noinline))
static unsigned seed;
static unsigned word(void) { return (seed = seed * 1664525u + 1013904223u) >> 8; }

/* Every way to change X, an element, by C; what the expression gives goes into the result. */
#define CHANGES(X, C)                                                                                                             \
  switch (how) {                                                                                                                  \
  case 0: return X ^= C;                                                                                                          \
  case 1: return X |= C;                                                                                                          \
  case 2: return X &= C;                                                                                                          \
  case 3: return X += C;                                                                                                          \
  case 4: return X -= C;                                                                                                          \
  case 5: return X *= C;                                                                                                          \
  case 6: return X <<= C;                                                                                                         \
  case 7: return X++;                                                                                                             \
  case 8: return ++X;                                                                                                             \
  case 9: return X--;                                                                                                             \
  default: return --X;                                                                                                            \
  }
enum { Ways = 11 };

#define TEST(N)                                                                                                                   \
  typedef _Bool V##N __attribute__((ext_vector_type(N)));                                                                         \
  struct S##N {                                                                                                                   \
    char before;                                                                                                                  \
    V##N v;                                                                                                                       \
  };                                                                                                                              \
  static V##N global##N;                                                                                                          \
  NONE static int pointed##N(V##N *v, int i, int how, int c) { CHANGES((*v)[i], c) }                                              \
  NONE static int member##N(struct S##N *s, int i, int how, int c) { CHANGES(s->v[i], c) }                                        \
  NONE static int unsteady##N(volatile V##N *v, int i, int how, int c) { CHANGES((*v)[i], c) }                                    \
  NONE static int of_global##N(int i, int how, int c) { CHANGES(global##N[i], c) }                                                \
  NONE static int local##N(V##N *p, int i, int how, int c) {                                                                      \
    V##N v = *p;                                                                                                                  \
    v[N - 1] ^= c;                                                                                                                \
    v[i] ^= how;                                                                                                                  \
    *p = v;                                                                                                                       \
    return v[i];                                                                                                                  \
  }                                                                                                                               \
  NONE static int plain##N(_Bool *v, int i, int how, int c) { CHANGES(v[i], c) }                                                  \
  static int wrong##N(void) {                                                                                                     \
    static struct S##N s;                                                                                                         \
    static V##N v, u, w;                                                                                                          \
    static _Bool right[N], kept[N];                                                                                               \
    for (int k = 0; k < 100; ++k) {                                                                                               \
      int i = word() % N, how = word() % Ways, c = word() % 3;                                                                    \
      int r = plain##N(right, i, how, c);                                                                                         \
      if (pointed##N(&v, i, how, c) != r || member##N(&s, i, how, c) != r || unsteady##N(&u, i, how, c) != r ||                   \
          of_global##N(i, how, c) != r)                                                                                           \
        return 1;                                                                                                                 \
      kept[N - 1] ^= c;                                                                                                           \
      kept[i] ^= how;                                                                                                             \
      if (local##N(&w, i, how, c) != kept[i])                                                                                     \
        return 2;                                                                                                                 \
      for (int j = 0; j < N; ++j)                                                                                                 \
        if (v[j] != right[j] || s.v[j] != right[j] || u[j] != right[j] || global##N[j] != right[j] || w[j] != kept[j])            \
          return 3;                                                                                                               \
    }                                                                                                                             \
    return s.before;                                                                                                              \
  }
TEST(2) TEST(5) TEST(32)
#ifdef __HVX__
TEST(128)
#else
static int wrong128(void) { return 0; }
#endif

int main(void) { return wrong2() || wrong5() || wrong32() || wrong128(); }

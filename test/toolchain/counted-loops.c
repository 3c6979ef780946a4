/* Counted loops run as often as they do one by one (patch 0031): signed and unsigned, up and down by 1 to 8, tested ahead of the body and
   behind it, with and without another way out, between bounds near zero and at the type's ends. LLVM 19 takes end - start for the count
   without a look at which is ahead. The reference is one loop at -O0 whose step and comparison are variables.

RUN: %hexagon-cc -O2 -fwrapv -DT=int -DU=unsigned -mllvm -stats %s -c -o %t.o 2>&1 | FileCheck %s
RUN: %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -O2 -DFEW -DT=unsigned -DU=unsigned %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -O3 -DFEW -DSTRICT -DT=int -DU=unsigned %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -O1 -DFEW -fwrapv -DT="long long" -DU="unsigned long long" %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -Os -DFEW -fwrapv -DT=short -DU="unsigned short" %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t

CHECK-DAG: {{[0-9]+}} hwloops {{.*}} count is 1 where they start past their end
CHECK-DAG: {{[0-9]+}} hwloops {{.*}} count may not fit 32 bits
*/
#define NOINLINE __attribute__((noinline))
enum { Fuel = 70 };
enum { Less, LessOrEqual, Greater, GreaterOrEqual, Different, Relations };
static unsigned work[64];

/* What a loop's turn leaves: in memory, so that no formula takes the loop's place, and in the result. */
#define TURN (n++, work[n & 63] += (unsigned)i, h = h * 31 + (unsigned)i)
#define LOOP(NAME, OP, STEP)                                                                       \
  NOINLINE static unsigned behind_##NAME(T i, T end, unsigned fuel) {                               \
    unsigned n = 0, h = 0;                                                                         \
    do {                                                                                           \
      TURN;                                                                                        \
      i += STEP;                                                                                   \
    } while (i OP end);                                                                            \
    return h + n;                                                                                  \
  }                                                                                                \
  NOINLINE static unsigned ahead_##NAME(T i, T end, unsigned fuel) {                                \
    unsigned n = 0, h = 0;                                                                         \
    for (; i OP end; i += STEP)                                                                    \
      TURN;                                                                                        \
    return h + n;                                                                                  \
  }                                                                                                \
  NOINLINE static unsigned left_##NAME(T i, T end, unsigned fuel) {                                 \
    unsigned n = 0, h = 0;                                                                         \
    do {                                                                                           \
      if (n == fuel)                                                                               \
        break;                                                                                     \
      TURN;                                                                                        \
      i += STEP;                                                                                   \
    } while (i OP end);                                                                            \
    return h + n;                                                                                  \
  }
#define ENTRY(NAME, OP, STEP) {behind_##NAME, ahead_##NAME, left_##NAME, OP, STEP},

#define RELATIONS(DO, SIGN, NAME, STEP)                                                            \
  DO(lt##NAME, SIGN(<, Less), STEP) DO(le##NAME, SIGN(<=, LessOrEqual), STEP)                      \
  DO(gt##NAME, SIGN(>, Greater), STEP) DO(ge##NAME, SIGN(>=, GreaterOrEqual), STEP)                \
  DO(ne##NAME, SIGN(!=, Different), STEP)
#ifdef FEW
#define STEPS(DO, SIGN) RELATIONS(DO, SIGN, 1, 1) RELATIONS(DO, SIGN, 4, 4) RELATIONS(DO, SIGN, m1, -1) RELATIONS(DO, SIGN, m2, -2)
#else
#define STEPS(DO, SIGN)                                                                            \
  RELATIONS(DO, SIGN, 1, 1) RELATIONS(DO, SIGN, 2, 2) RELATIONS(DO, SIGN, 3, 3)                    \
  RELATIONS(DO, SIGN, 4, 4) RELATIONS(DO, SIGN, 5, 5) RELATIONS(DO, SIGN, 6, 6)                    \
  RELATIONS(DO, SIGN, 7, 7) RELATIONS(DO, SIGN, 8, 8) RELATIONS(DO, SIGN, m1, -1)                  \
  RELATIONS(DO, SIGN, m2, -2) RELATIONS(DO, SIGN, m3, -3) RELATIONS(DO, SIGN, m4, -4)              \
  RELATIONS(DO, SIGN, m5, -5) RELATIONS(DO, SIGN, m6, -6) RELATIONS(DO, SIGN, m7, -7)              \
  RELATIONS(DO, SIGN, m8, -8)
#endif
#define AS_OPERATOR(OP, NAME) OP
#define AS_NAME(OP, NAME) NAME
STEPS(LOOP, AS_OPERATOR)
static const struct {
  unsigned (*behind)(T, T, unsigned), (*ahead)(T, T, unsigned), (*left)(T, T, unsigned);
  int relation, step;
} loops[] = {STEPS(ENTRY, AS_NAME)};

/* Loops of constants, whose count is one. */
#define FIXED(NAME, OP, FROM, STEP, TO)                                                            \
  NOINLINE static unsigned fixed_##NAME(void) {                                                     \
    unsigned n = 0, h = 0;                                                                         \
    T i = FROM;                                                                                    \
    do {                                                                                           \
      TURN;                                                                                        \
      i += STEP;                                                                                   \
    } while (i OP TO);                                                                             \
    return h + n;                                                                                  \
  }
#define FIXED_ENTRY(NAME, OP, FROM, STEP, TO) {fixed_##NAME, FROM, TO, OP, STEP},
#define FIXED_LOOPS(DO, SIGN)                                                                      \
  DO(a, SIGN(<, Less), 10, 1, 5) DO(b, SIGN(<, Less), 5, 3, 20) DO(c, SIGN(<=, LessOrEqual), 5, 2, 5)  \
  DO(d, SIGN(>, Greater), 5, -4, 9) DO(e, SIGN(>=, GreaterOrEqual), 40, -8, 8)                     \
  DO(f, SIGN(<, Less), MAX - 9, 4, MAX) DO(g, SIGN(!=, Different), 12, -3, 0)                      \
  DO(h, SIGN(>, Greater), MIN + 7, -2, MIN) DO(i, SIGN(<, Less), MIN + 3, 8, MIN + 50)             \
  DO(j, SIGN(<, Less), MAX - 2, 1, MIN + 2) DO(k, SIGN(!=, Different), MAX - 3, 1, MIN + 3)
#define MAX ((T)(T)-1 < 0 ? (T)(((U)1 << (sizeof(T) * 8 - 1)) - 1) : (T)-1)
#define MIN ((T)(T)-1 < 0 ? (T)((U)1 << (sizeof(T) * 8 - 1)) : (T)0)
FIXED_LOOPS(FIXED, AS_OPERATOR)
static const struct {
  unsigned (*run)(void);
  T from, to;
  int relation, step;
} fixed[] = {FIXED_LOOPS(FIXED_ENTRY, AS_NAME)};

static int passed_end; /* The variable: undefined in signed numbers without -fwrapv. */
__attribute__((optnone, noinline)) static int holds(int relation, T i, T end) {
  switch (relation) {
  case Less: return i < end;
  case LessOrEqual: return i <= end;
  case Greater: return i > end;
  case GreaterOrEqual: return i >= end;
  default: return i != end;
  }
}
/* The result after at most Fuel turns; *turns: how many. */
__attribute__((optnone, noinline)) static unsigned reference(int relation, int step, int ahead, T i, T end, unsigned *turns) {
  unsigned n = 0, h = 0;
  passed_end = 0;
  if (!ahead || holds(relation, i, end))
    do {
      if (n == Fuel)
        break;
      n++;
      h = h * 31 + (unsigned)i;
      T next = (T)((U)i + (U)(T)step);
      passed_end |= (step > 0) != (next > i);
      i = next;
    } while (holds(relation, i, end));
  *turns = n;
  return h + n;
}

__attribute__((optnone)) int main(void) {
  const T bounds[] = {MIN, (T)(MIN + 1), (T)(MIN + 5), (T)-9, (T)-1, 0, 1, 7, 10, (T)(MAX - 5), (T)(MAX - 1), MAX};
  enum { Bounds = sizeof bounds / sizeof *bounds };
  unsigned compared = 0, turns, expected;
  for (unsigned k = 0; k < sizeof loops / sizeof *loops; k++)
    for (unsigned b = 0; b < Bounds * Bounds; b++) {
      const T from = bounds[b / Bounds], to = bounds[b % Bounds];
      for (int shape = 0; shape < 3; shape++) {
        expected = reference(loops[k].relation, loops[k].step, shape == 1, from, to, &turns);
#ifdef STRICT
        if (passed_end)
          continue;
#endif
        if (turns == Fuel && shape != 2)
          continue; /* It may take 2^32 turns. */
        if ((shape == 0 ? loops[k].behind : shape == 1 ? loops[k].ahead : loops[k].left)(from, to, Fuel) != expected)
          return 1 + shape;
        compared++;
      }
    }
  for (unsigned k = 0; k < sizeof fixed / sizeof *fixed; k++) {
    expected = reference(fixed[k].relation, fixed[k].step, 0, fixed[k].from, fixed[k].to, &turns);
#ifdef STRICT
    if (passed_end)
      continue;
#endif
    if (turns < Fuel && fixed[k].run() != expected)
      return 10 + k;
  }
  return compared < 500 ? 4 : 0;
}

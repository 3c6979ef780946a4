/* A union whose first member has no bytes may be initialized with {}: alone, in structures and in arrays (patch 0081). clang 19 crashes.

RUN: %hexagon-cc -O0 -c %s -o %t.0.o && %hexagon-ld %t.0.o %runtime -o %t.0 && qemu-hexagon %t.0
RUN: %packed-cc -O2 -c %s -o %t.2.o && %hexagon-ld %t.2.o %runtime -o %t.2 && qemu-hexagon %t.2
RUN: clang --target=swiftdsp -O2 %s -o %t.swift && swiftdsp-sim %t.swift
*/
typedef struct {
} Nothing;
typedef union {
  Nothing none;
  short half;
  int words[3];
} Choice;
typedef struct {
  int before;
  Choice choice;
  int behind;
} Between;

static Choice global = {};
static Between globals[2] = {{1, {}, 2}, {3, {.words = {4, 5, 6}}, 7}};

__attribute__((noinline)) static int sum(const Between *b) { return b->before + b->choice.words[2] + b->behind; }
__attribute__((noinline)) static Choice choice(int word) {
  Choice made = {};
  made.words[1] = word;
  return made;
}

int main(void) {
  volatile int eight = 8;
  Between local = {eight, {}, 9}, none = {};
  local.choice.words[2] = 10;
  global.words[2] = eight;
  globals[0].choice.words[2] = eight;
  return sum(&local) != 27 || none.before || none.behind || global.words[2] != 8 || sum(&globals[0]) != 11 || sum(&globals[1]) != 16 ||
         choice(eight).words[1] != 8;
}

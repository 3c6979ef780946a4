/* The runtime's functions against plain loops; the first line that fails is the status. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <hexloom/port.h>
#include <swift_dsp_system.h>

#define CHECK(CONDITION) do { if (!(CONDITION)) failed(__LINE__); } while (0)

static void failed(int line) {
  char text[] = "line     0\n";
  for (int i = 9; line; line /= 10)
    text[i--] = (char)('0' + line % 10);
  hl_port_print(2, text);
  exit(1);
}

enum { ROOM = 160 };
static unsigned char left[ROOM], right[ROOM], want[ROOM];

static void fill(void) {
  for (int i = 0; i < ROOM; ++i) {
    left[i] = (unsigned char)(i * 7 + 1);
    right[i] = (unsigned char)(i * 13 + 5);
    want[i] = left[i];
  }
}

static void same(void) {
  for (int i = 0; i < ROOM; ++i)
    CHECK(left[i] == want[i]);
}

/* Copies and compares all lengths up to several vectors at all alignments. Variables are volatile, so that the calls stay. */
static void strings(void) {
  for (volatile int n = 0; n <= 70; ++n)
    for (volatile int at = 0; at < 17; ++at) {
      const int from = (n * 5 + at * 3) % 29;
      fill();
      for (int i = 0; i < n; ++i)
        want[at + i] = right[from + i];
      CHECK(memcpy(left + at, right + from, (size_t)n) == left + at);
      same();
      fill();
      for (int i = 0; i < n; ++i)
        want[from + i] = left[at + i];
      CHECK(memmove(left + from, left + at, (size_t)n) == left + from);
      same();
      fill();
      for (int i = 0; i < n; ++i)
        want[at + i] = (unsigned char)(n + 200);
      CHECK(memset(left + at, n + 200, (size_t)n) == left + at);
      same();
      memcpy(right + from, left + at, (size_t)n);
      CHECK(memcmp(right + from, left + at, (size_t)n) == 0);
      if (n) {
        right[from + n - 1] = (unsigned char)(left[at + n - 1] - 1);
        const int less = left[at + n - 1] > right[from + n - 1];
        CHECK((memcmp(right + from, left + at, (size_t)n) < 0) == less);
      }
    }
  volatile int three = 3;
  CHECK(strlen(&"abcdef"[three]) == 3);
}

static void memory(void) {
  enum { BLOCKS = 64 };
  static unsigned char *blocks[BLOCKS];
  static size_t sizes[BLOCKS];
  unsigned state = 1;
  for (int turn = 0; turn < 2000; ++turn) {
    state = state * 1103515245u + 12345u;
    const int n = state >> 8 & BLOCKS - 1;
    if (blocks[n]) {
      for (size_t i = 0; i < sizes[n]; ++i)
        CHECK(blocks[n][i] == (unsigned char)(n + i));
      free(blocks[n]);
      blocks[n] = NULL;
    } else {
      sizes[n] = state >> 16 & 4095;
      blocks[n] = malloc(sizes[n]);
      CHECK(blocks[n] && (uintptr_t)blocks[n] % 16 == 0);
      for (size_t i = 0; i < sizes[n]; ++i)
        blocks[n][i] = (unsigned char)(n + i);
    }
  }
  /* Compilers take it that an unused block can be had. */
  void *(*volatile allocate)(size_t) = malloc;
  CHECK(!allocate(0x20000000) && !allocate(SIZE_MAX));
  char *const grown = realloc(realloc(NULL, 10), 5000);
  CHECK(grown);
  int *const zeros = calloc(100, sizeof *zeros);
  CHECK(zeros && zeros[0] == 0 && zeros[99] == 0);
  void *(*volatile allocate_zeros)(size_t, size_t) = calloc;
  CHECK(!allocate_zeros(0x40000001, 4));
}

static void files(const char *path) {
  static const char text[] = "written by SwiftDSP\n";
  char back[sizeof text] = {0};
  CHECK(hl_port_file_size("/nowhere/at/all") == -1);
  CHECK(hl_port_write_file(path, text, sizeof text - 1) == 0);
  CHECK(hl_port_file_size(path) == sizeof text - 1);
  CHECK(hl_port_read_file(path, back, sizeof text - 1) == 0);
  CHECK(memcmp(text, back, sizeof text) == 0);
  CHECK(hl_port_read_file(path, back, sizeof text) == -1); /* more than there is */
  hl_port_print(1, back);
}

struct wide { int a[3]; };
static _Atomic int counter = 5;
static _Atomic long long large = 1;
static _Atomic struct wide object;

static void atomics(void) {
  CHECK(__c11_atomic_fetch_add(&counter, 3, __ATOMIC_SEQ_CST) == 5 && counter == 8);
  CHECK(__c11_atomic_exchange(&counter, 20, __ATOMIC_RELAXED) == 8);
  int expected = 19;
  CHECK(!__c11_atomic_compare_exchange_strong(&counter, &expected, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && expected == 20);
  CHECK(__c11_atomic_compare_exchange_strong(&counter, &expected, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && counter == 1);
  CHECK(__c11_atomic_fetch_sub(&large, 1LL << 40, __ATOMIC_SEQ_CST) == 1 && large == 1 - (1LL << 40));
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  object = (struct wide){{1, 2, 3}};
  struct wide seen = object, old = seen, next = {{4, 5, 6}};
  CHECK(seen.a[2] == 3);
  CHECK(__c11_atomic_compare_exchange_strong(&object, &old, next, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  CHECK(!__c11_atomic_compare_exchange_strong(&object, &seen, next, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && seen.a[0] == 4);
  old = __c11_atomic_exchange(&object, seen, __ATOMIC_SEQ_CST);
  CHECK(old.a[1] == 5);
}

static int constructed;
__attribute__((constructor(200))) static void second(void) { constructed = constructed * 10 + 2; }
__attribute__((constructor(150))) static void first(void) { constructed = constructed * 10 + 1; }
__attribute__((constructor)) static void last(void) { constructed = constructed * 10 + 3; }

int main(int argc, char **argv) {
  CHECK(argc == 2 && argv[2] == NULL);
  CHECK(constructed == 123);
  strings();
  memory();
  files(argv[1]);
  atomics();
  const uint64_t cycles = swift_dsp_cycles();
  CHECK(swift_dsp_packets() > 1000 && swift_dsp_instructions() >= swift_dsp_packets() - 1 && swift_dsp_cycles() > cycles);
  const hl_port_counters count = hl_port_count();
  CHECK(count.exact && count.packets > 1000);
  return 7;
}

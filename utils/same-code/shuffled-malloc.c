// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* malloc in random order: consecutive blocks of a size lie at addresses without an order, so that what depends on the order or
 * the hash of pointers shows. SHUFFLED_MALLOC_SEED chooses the order (default: the clock); preloaded, see same-code.py. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { SMALLEST = 4, LARGEST = 17, CLASSES = LARGEST - SMALLEST + 1, BAG = 256 };
#define REGION (UINT64_C(1) << 33)

static struct {
  char *next;
  size_t count;
  void **free;
} classes[CLASSES];
static char *base;
static uint64_t state;
static volatile char lock;

static void enter(void) { while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) {} }
static void leave(void) { __atomic_clear(&lock, __ATOMIC_RELEASE); }

static uint64_t next_random(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}
static void *map(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}
static void start(void) {
  const char *seed = getenv("SHUFFLED_MALLOC_SEED");
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  state = (seed ? strtoull(seed, NULL, 10) : (uint64_t)now.tv_nsec) * UINT64_C(0x9e3779b97f4a7c15) + 1;
  base = map(REGION * CLASSES);
  /* The blocks that are free, at most one for every block of the region. */
  for (int c = 0; c < CLASSES; ++c) {
    classes[c].next = base + REGION * c;
    classes[c].free = map(REGION >> (SMALLEST + c) << 3);
  }
}
static int is_small(const void *p) { return base && (const char *)p >= base && (const char *)p < base + REGION * CLASSES; }
static size_t size_of(const void *p) {
  if (is_small(p))
    return (size_t)1 << (SMALLEST + ((const char *)p - base) / REGION);
  return ((const size_t *)p)[-1];
}
void *malloc(size_t n) {
  if (n > (size_t)1 << LARGEST) {
    char *p = n < PTRDIFF_MAX ? map(n + 4096) : NULL;
    if (!p) {
      errno = ENOMEM;
      return NULL;
    }
    ((size_t *)(p + 4096))[-1] = n;
    return p + 4096;
  }
  int c = 0;
  while (n > (size_t)1 << (SMALLEST + c))
    ++c;
  enter();
  if (!base)
    start();
  if (classes[c].count < BAG)
    for (int i = 0; i < BAG; ++i, classes[c].next += (size_t)1 << (SMALLEST + c))
      classes[c].free[classes[c].count++] = classes[c].next;
  size_t at = next_random() % classes[c].count;
  void *p = classes[c].free[at];
  classes[c].free[at] = classes[c].free[--classes[c].count];
  leave();
  return p;
}
void free(void *p) {
  if (!p)
    return;
  if (!is_small(p)) {
    munmap((char *)p - 4096, size_of(p) + 4096);
    return;
  }
  int c = (int)(((char *)p - base) / REGION);
  enter();
  classes[c].free[classes[c].count++] = p;
  leave();
}
void *calloc(size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  void *p = malloc(bytes);
  return p ? memset(p, 0, bytes) : NULL;
}
void *realloc(void *p, size_t n) {
  if (!p)
    return malloc(n);
  const size_t had = size_of(p);
  void *q = malloc(n);
  if (q) {
    memcpy(q, p, had < n ? had : n);
    free(p);
  }
  return q;
}
/* A small block is aligned to its size, up to a page, as is a large one. */
void *memalign(size_t align, size_t n) {
  if (n < align)
    n = align;
  if (align > 4096) {
    errno = ENOMEM;
    return NULL;
  }
  return malloc(n);
}
void *aligned_alloc(size_t align, size_t n) { return memalign(align, n); }
void *valloc(size_t n) { return memalign(4096, n); }
int posix_memalign(void **p, size_t align, size_t n) { return (*p = memalign(align, n)) ? 0 : ENOMEM; }
size_t malloc_usable_size(void *p) { return p ? size_of(p) : 0; }

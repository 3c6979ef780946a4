// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The few functions of a C library that gcc's execute tests call: strings, memory, the end. print.c has output; start, memcpy, memmove,
   memset, memcmp and strlen are the runtime's. Compiled with -fno-builtin, or a loop becomes a call of the function that it is in. */
#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../../runtime/qemu/syscall.h"
#include "output.h"

void _exit(int status) { hl_exit(status); }
void exit(int status) {
  flush_output();
  hl_exit(status);
}
void abort(void) { exit(134); } /* as a shell has it */

/* Memory is never used twice: free does nothing. Each block has its size ahead of it. */
static union {
  char bytes[16 << 20];
  max_align_t aligned;
} heap;
static size_t taken;
enum { Unit = 16 };

void *malloc(size_t size) {
  if (size > sizeof heap - Unit)
    return 0;
  size_t whole = (size + Unit - 1) / Unit * Unit + Unit;
  if (whole > sizeof heap.bytes - taken)
    return 0;
  char *block = heap.bytes + taken;
  taken += whole;
  *(size_t *)block = size;
  return block + Unit;
}
void free(void *block) {}
void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    return 0;
  void *block = malloc(bytes);
  return block ? memset(block, 0, bytes) : 0;
}
void *realloc(void *old, size_t size) {
  void *block = malloc(size);
  if (old && block) {
    size_t had = *(size_t *)((char *)old - Unit);
    memcpy(block, old, had < size ? had : size);
  }
  return block;
}

/* Insertion. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *first = base;
  for (size_t i = 1; i < count; i++)
    for (char *at = first + i * size; at > first && compare(at - size, at) > 0; at -= size)
      for (size_t k = 0; k < size; k++) {
        char byte = at[k];
        at[k] = at[k - size];
        at[k - size] = byte;
      }
}

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
int atoi(const char *text) {
  int negative = *text == '-', value = 0;
  for (text += negative; isdigit(*text); text++)
    value = 10 * value + (*text - '0');
  return negative ? -value : value;
}
int isdigit(int c) { return c >= '0' && c <= '9'; }
int isprint(int c) { return c >= ' ' && c <= '~'; }

double sqrt(double x) { return __hexagon_sqrt(x); }
double floor(double x) {
  if (!(x > -0x1p52 && x < 0x1p52)) /* whole, infinite or no number */
    return x;
  double whole = (long long)x;
  return __builtin_copysign(whole > x ? whole - 1 : whole, x);
}
void *memchr(const void *memory, int c, size_t size) {
  for (const unsigned char *at = memory; size--; at++)
    if (*at == (unsigned char)c)
      return (void *)at;
  return 0;
}
void *mempcpy(void *to, const void *from, size_t size) { return (char *)memcpy(to, from, size) + size; }
void bcopy(const void *from, void *to, size_t size) { memmove(to, from, size); }
void bzero(void *to, size_t size) { memset(to, 0, size); }
int bcmp(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }

size_t strnlen(const char *text, size_t most) {
  const char *end = memchr(text, 0, most);
  return end ? (size_t)(end - text) : most;
}
char *strchr(const char *text, int c) {
  for (;; text++) {
    if (*text == (char)c)
      return (char *)text;
    if (!*text)
      return 0;
  }
}
char *strrchr(const char *text, int c) {
  for (const char *at = text + strlen(text);; at--) {
    if (*at == (char)c)
      return (char *)at;
    if (at == text)
      return 0;
  }
}
char *index(const char *text, int c) { return strchr(text, c); }
char *rindex(const char *text, int c) { return strrchr(text, c); }
size_t strspn(const char *text, const char *set) {
  size_t n = 0;
  while (text[n] && strchr(set, text[n]))
    n++;
  return n;
}
size_t strcspn(const char *text, const char *set) {
  size_t n = 0;
  while (text[n] && !strchr(set, text[n]))
    n++;
  return n;
}
char *strpbrk(const char *text, const char *set) {
  text += strcspn(text, set);
  return *text ? (char *)text : 0;
}
char *strstr(const char *text, const char *part) {
  size_t size = strlen(part);
  for (;; text++) {
    if (strncmp(text, part, size) == 0)
      return (char *)text;
    if (!*text)
      return 0;
  }
}
int strcmp(const char *a, const char *b) { return strncmp(a, b, SIZE_MAX); }
int strncmp(const char *a, const char *b, size_t most) {
  for (; most && *a && *a == *b; most--)
    a++, b++;
  return most ? (unsigned char)*a - (unsigned char)*b : 0;
}
char *stpcpy(char *to, const char *from) {
  size_t size = strlen(from);
  return (char *)memcpy(to, from, size + 1) + size;
}
char *stpncpy(char *to, const char *from, size_t size) {
  size_t used = strnlen(from, size);
  memset((char *)memcpy(to, from, used) + used, 0, size - used);
  return to + used;
}
char *strcpy(char *to, const char *from) { return stpcpy(to, from), to; }
char *strncpy(char *to, const char *from, size_t size) { return stpncpy(to, from, size), to; }
char *strcat(char *to, const char *from) { return strcpy(to + strlen(to), from), to; }
char *strncat(char *to, const char *from, size_t most) {
  size_t used = strnlen(from, most);
  char *end = to + strlen(to);
  *((char *)memcpy(end, from, used) + used) = 0;
  return to;
}
char *strdup(const char *text) { return strcpy(malloc(strlen(text) + 1), text); }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Memory: a list of free blocks, first fit, neighbours joined. One thread. */
#include <hexloom/port.h>
#include <stdlib.h>
#include <string.h>

void abort(void) { __builtin_trap(); }

/* Ahead of every block; a free one is in the list, in the order of addresses. */
struct block {
  size_t bytes; /* with this header: a multiple of UNIT */
  struct block *next;
} __attribute__((aligned(16)));

enum { UNIT = sizeof(struct block), GROW = 1 << 20 };
static struct block *first;

static void give(struct block *block) {
  struct block **place = &first, *before = NULL;
  while (*place && *place < block) {
    before = *place;
    place = &before->next;
  }
  block->next = *place;
  *place = block;
  if (block->next == (struct block *)((char *)block + block->bytes)) {
    block->bytes += block->next->bytes;
    block->next = block->next->next;
  }
  if (before && block == (struct block *)((char *)before + before->bytes)) {
    before->bytes += block->bytes;
    before->next = block->next;
  }
}

static void *take(size_t bytes) {
  for (struct block **place = &first; *place; place = &(*place)->next) {
    struct block *const block = *place;
    if (block->bytes < bytes)
      continue;
    if (block->bytes - bytes < 2 * UNIT) {
      *place = block->next;
    } else {
      struct block *const rest = (struct block *)((char *)block + bytes);
      *rest = (struct block){block->bytes - bytes, block->next};
      *place = rest;
      block->bytes = bytes;
    }
    return block + 1;
  }
  return NULL;
}

void *malloc(size_t bytes) {
  if (bytes > PTRDIFF_MAX - 2 * UNIT)
    return NULL;
  bytes = (bytes + 2 * UNIT - 1) / UNIT * UNIT;
  void *memory = take(bytes);
  if (memory)
    return memory;
  const size_t more = bytes < GROW ? GROW : bytes;
  struct block *const block = hl_port_map(more);
  if (!block)
    return NULL;
  block->bytes = more / UNIT * UNIT;
  give(block);
  return take(bytes);
}

void free(void *memory) {
  if (memory)
    give((struct block *)memory - 1);
}

void *calloc(size_t count, size_t bytes) {
  size_t all;
  void *const memory = __builtin_mul_overflow(count, bytes, &all) ? NULL : malloc(all);
  return memory ? memset(memory, 0, all) : NULL;
}

void *realloc(void *memory, size_t bytes) {
  if (!memory)
    return malloc(bytes);
  const size_t old = ((struct block *)memory - 1)->bytes - UNIT;
  if (bytes <= old)
    return memory;
  void *const larger = malloc(bytes);
  if (larger) {
    memcpy(larger, memory, old);
    free(memory);
  }
  return larger;
}

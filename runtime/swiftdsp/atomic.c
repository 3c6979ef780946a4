// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Atomic operations on objects that are larger than 8 bytes or not aligned: calls of clang's. The machine has one thread and no
 * interrupts (docs/swiftdsp-isa.md): plain accesses do. All others are instructions.
 */
#include <stdbool.h>
#include <string.h>

/* The names are clang's own builtins'. */
void load(size_t bytes, const void *from, void *to, int order) __asm__("__atomic_load");
void store(size_t bytes, void *to, const void *from, int order) __asm__("__atomic_store");
void exchange(size_t bytes, void *at, const void *value, void *old, int order) __asm__("__atomic_exchange");
bool compare_exchange(size_t bytes, void *at, void *expected, const void *desired, int success, int failure) __asm__(
    "__atomic_compare_exchange");

void load(size_t bytes, const void *from, void *to, int order) { memcpy(to, from, bytes); }

void store(size_t bytes, void *to, const void *from, int order) { memcpy(to, from, bytes); }

void exchange(size_t bytes, void *at, const void *value, void *old, int order) {
  memcpy(old, at, bytes);
  memcpy(at, value, bytes);
}

bool compare_exchange(size_t bytes, void *at, void *expected, const void *desired, int success, int failure) {
  if (memcmp(at, expected, bytes) == 0) {
    memcpy(at, desired, bytes);
    return true;
  }
  memcpy(expected, at, bytes);
  return false;
}
